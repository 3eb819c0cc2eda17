// SPDX-License-Identifier: MIT
#include "benchmark.h"

#include "../../lib/core/registry.h"
#include "../../lib/keccak/keccak_suite.h"
#include "../../machine/clock/this_core.h"
#include "../../statistics/statistics.h"
#include "../../workloads/keccak_chain.h"
#include "../../workloads/table.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace hashlane::backends {
namespace {

// As the processor's samples (measure/visit.h).
constexpr double retake_factor = 2;

// A prime: a lane that is mistaken for one a power of two away has another chain.
constexpr std::size_t different_chains = 31;

using States = std::vector<std::uint8_t>;

// Returns the starts of the first chains, state after state.
States starts_of(Workload workload, std::size_t chains)
{
    const workloads::WorkloadEntry &entry = workloads::entry_of(workload);
    States states(chains * entry.state_bytes);
    for (std::size_t chain = 0; chain < chains; ++chain)
        entry.start(chain, &states[chain * entry.state_bytes]);
    return states;
}

States start_of_lanes(Workload workload, std::size_t lanes)
{
    const States chains = starts_of(workload, different_chains);
    States states(lanes * workloads::entry_of(workload).state_bytes);
    for (std::size_t i = 0; i < states.size(); ++i)
        states[i] = chains[i % chains.size()];
    return states;
}

// Returns the first lane whose end differs from the result of a kernel of the processor.
std::optional<std::size_t> wrong_lane(Workload workload, const States &ends,
                                      std::uint64_t iterations)
{
    const std::size_t bytes = workloads::entry_of(workload).state_bytes,
                      lanes = ends.size() / bytes;
    const States right =
        workloads::ends_of(reference_kernel(workload),
                           starts_of(workload, std::min(lanes, different_chains)), iterations);
    for (std::size_t lane = 0; lane < lanes; ++lane)
        if (!std::ranges::equal(std::span(right).subspan(lane % different_chains * bytes, bytes),
                                std::span(ends).subspan(lane * bytes, bytes)))
            return lane;
    return std::nullopt;
}

// The launches of one benchmark.
struct Launches {
    std::vector<Launch> all;
    std::uint64_t iterations = 0;
    double ns = 0, throttled_ns = 0;
};

bool are_enough(const Launches &launches, const DevicePlan &plan)
{
    if (plan.exact_iterations != 0)
        return launches.iterations == plan.exact_iterations;
    return launches.ns >= plan.seconds * 1e9 ||
           launches.throttled_ns >= retake_factor * plan.seconds * 1e9;
}

// Nothing when it was stopped.
std::optional<Launches> launch(DeviceChain &chain, const DevicePlan &plan,
                               const std::atomic<bool> &stop, machine::Participant &participant)
{
    Launches launches;
    participant.start();
    while (true) {
        if (are_enough(launches, plan)) {
            participant.mark_done();
            // A count of iterations ends where it ends.
            if (participant.all_done() || plan.exact_iterations != 0)
                break;
        }
        if (stop)
            return std::nullopt;
        std::uint64_t iterations = chain.chunk();
        if (plan.exact_iterations != 0)
            iterations = std::min(iterations, plan.exact_iterations - launches.iterations);
        const Launch &last = launches.all.emplace_back(chain.advance(iterations));
        launches.iterations += iterations;
        (last.is_throttled() ? launches.throttled_ns : launches.ns) += last.ns;
    }
    participant.end();
    return launches;
}

} // namespace

DeviceMeasurement measure_device(const MonitoredDevice &device, Workload workload,
                                 const DevicePlan &plan, const std::atomic<bool> &stop,
                                 machine::Participant &participant)
{
    DeviceChain chain(device, workload);
    States states = start_of_lanes(workload, chain.most_lanes());
    chain.write(states.data(), chain.most_lanes());
    const std::optional<Launches> launches = launch(chain, plan, stop, participant);
    if (!launches)
        return {measure::Interrupted{}, {}};
    chain.read(states.data());
    if (const auto lane = wrong_lane(workload, states, launches->iterations))
        return {results::Mismatch{device_row_name(*device.device, workload),
                                  static_cast<unsigned>(*lane), launches->iterations, ""},
                {}};
    results::Row row = make_device_row(device, workload, chain.most_lanes());
    row.identity.device += chain.describe_kernel();
    row.device_state->copies = chain.copies();
    const bool timed = plan.exact_iterations == 0 && launches->ns >= plan.seconds * 1e9;
    std::vector<Launch> reported =
        summarise_launches(row, launches->all, timed ? Throttled::left_out : Throttled::used);
    row.proof.text = "the end of every lane repeated from its start by " +
                     std::string(reference_kernel(workload).id);
    return {std::move(row), std::move(reported)};
}

DeviceOutcomes measure_devices(const std::vector<MonitoredDevice> &devices, Workload workload,
                               const DevicePlan &plan, const std::atomic<bool> &stop)
{
    auto measured = measure_side_by_side<DeviceMeasurement>(
        devices.size(), [&](std::size_t i, machine::Participant &participant) {
            return measure_device(devices[i], workload, plan, stop, participant);
        });
    DeviceOutcomes outcomes;
    std::vector<MeasuredDevice> rows;
    for (auto &one : measured) {
        auto *const device = std::get_if<DeviceMeasurement>(&one);
        if (device == nullptr) {
            outcomes.devices.emplace_back(std::get<DeviceError>(one));
            continue;
        }
        if (const results::Row *row = std::get_if<results::Row>(&device->outcome))
            rows.push_back({*row, std::move(device->reported)});
        outcomes.devices.emplace_back(std::move(device->outcome));
    }
    if (rows.size() >= 2)
        outcomes.sum = sum_of(rows);
    return outcomes;
}

std::vector<std::vector<std::size_t>> groups_at_once(const std::vector<MonitoredDevice> &devices)
{
    std::map<std::string, std::size_t> times_seen;
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const std::string &address = devices[i].device->facts().pci_address;
        const std::size_t group = address.empty() ? 0 : times_seen[address]++;
        if (group >= groups.size())
            groups.resize(group + 1);
        groups[group].push_back(i);
    }
    return groups;
}

// ---- The Keccak suite's run: the keys of a range spread over the lanes.

namespace {

constexpr std::size_t waves_recorded = 4;
constexpr std::size_t lanes_recorded = 32;

using KeccakStates = std::vector<std::uint64_t>;

// Waves of keys, as many at a time as the device has lanes, each to its end.
class DeviceRange {
public:
    DeviceRange(const MonitoredDevice &device, const measure::KeyRangeRequest &request)
        : device_(device),
          chain_(device, Workload::keccak_chain),
          range_(request.range),
          id_(device_row_name(*device.device, Workload::keccak_chain)),
          seed_(request.spot_check_seed ? *request.spot_check_seed : statistics::draw_seed()),
          waves_((range_.keys() - 1) / chain_.most_lanes() + 1),
          spot_check_(seed_, waves_, waves_recorded, range_.loops)
    {
        if (request.keep_chains)
            whole_.chains.resize(static_cast<std::size_t>(range_.keys()));
    }

    measure::KeyRangeOutcome run(const std::atomic<bool> &stop, machine::Participant &participant)
    {
        participant.start();
        const double start = core_.now_ns();
        for (std::uint64_t i = 0; i < waves_; ++i) {
            const std::uint64_t first_key = range_.first + i * chain_.most_lanes();
            if (!run_wave({i, first_key, at_most_lanes(range_.last - first_key)}, stop))
                return measure::Interrupted{};
        }
        const double seconds = (core_.now_ns() - start) / 1e9;
        participant.end();
        if (mismatch_)
            return *mismatch_;
        // The first launch whole, then single lanes in random order, for as long as there is time.
        const workloads::SpotCheckResult check =
            spot_check_.repeat(id_, reference_kernel(Workload::keccak_chain), seconds, core_);
        if (check.mismatch)
            return *check.mismatch;
        fill_row(seconds);
        whole_.row.proof = measure::key_range_proof(range_, check, seed_);
        return std::move(whole_);
    }

private:
    struct Wave {
        std::uint64_t index;
        std::uint64_t first_key;
        std::size_t lanes;
    };

    std::size_t at_most_lanes(std::uint64_t keys) const
    {
        return static_cast<std::size_t>(std::min<std::uint64_t>(keys, chain_.most_lanes()));
    }

    bool run_wave(const Wave &wave, const std::atomic<bool> &stop)
    {
        const double start = core_.now_ns();
        KeccakStates states(wave.lanes * keccak_state_words);
        for (std::size_t lane = 0; lane < wave.lanes; ++lane)
            keccak_suite_start(states.data() + lane * keccak_state_words, wave.first_key + lane);
        chain_.write(states.data(), wave.lanes);
        const std::optional<std::uint64_t> drawn_loop = spot_check_.drawn_loop(wave.index);
        for (std::uint64_t done = 0; done < range_.loops;) {
            if (stop)
                return false;
            const std::uint64_t loops = std::min(chain_.chunk(), range_.loops - done);
            if (launches_.empty())
                spot_check_.keep_as_first(advance_and_record(wave, done, loops));
            else if (workloads::holds_drawn_loop(drawn_loop, done, loops))
                spot_check_.keep_some_lanes(wave.index, advance_and_record(wave, done, loops),
                                            lanes_recorded);
            else
                launches_.push_back(chain_.advance(loops));
            done += loops;
        }
        chain_.read(states.data());
        end_wave(states, wave, (core_.now_ns() - start) / 1e9);
        return true;
    }

    workloads::RecordedStretch advance_and_record(const Wave &wave, std::uint64_t done,
                                                  std::uint64_t loops)
    {
        workloads::RecordedStretch stretch{
            wave.first_key, done, loops, KeccakStates(wave.lanes * keccak_state_words), {}};
        stretch.after = stretch.before;
        chain_.read(stretch.before.data());
        launches_.push_back(chain_.advance(loops));
        chain_.read(stretch.after.data());
        return stretch;
    }

    void end_wave(const KeccakStates &states, const Wave &wave, double seconds)
    {
        for (std::size_t lane = 0; lane < wave.lanes; ++lane) {
            const std::uint64_t key = wave.first_key + lane;
            const std::uint64_t sum =
                keccak_suite_checksum(states.data() + lane * keccak_state_words);
            checksum_ ^= sum;
            if (!whole_.chains.empty())
                whole_.chains[static_cast<std::size_t>(key - range_.first)] = {sum, seconds};
            const auto known = workloads::keccak_suite_known_checksum(key, range_.loops);
            if (known && *known != sum && !mismatch_)
                mismatch_ = results::Mismatch{id_, static_cast<unsigned>(lane), range_.loops,
                                              "key " + std::to_string(key)};
        }
    }

    void fill_row(double seconds)
    {
        results::Row &row = whole_.row;
        row = make_device_row(device_, Workload::keccak_chain, at_most_lanes(range_.keys()));
        row.identity.device += chain_.describe_kernel();
        row.device_state->copies = chain_.copies();
        summarise_launches(row, launches_, Throttled::used);
        row.key_range =
            results::Row::KeyRangeSum{range_.first, range_.last, range_.loops, checksum_, seconds};
        row.figures.units_per_second =
            static_cast<double>(range_.keys()) * static_cast<double>(range_.loops) / seconds;
    }

    machine::ThisCore core_;
    const MonitoredDevice &device_;
    DeviceChain chain_;
    const measure::KeyRange &range_;
    std::string id_;
    std::uint64_t seed_;
    std::uint64_t waves_;
    workloads::SpotCheck spot_check_;
    measure::KeyRangeResult whole_;
    std::uint64_t checksum_ = 0;
    std::vector<Launch> launches_;
    std::optional<results::Mismatch> mismatch_;
};

} // namespace

measure::KeyRangeOutcome run_key_range(const MonitoredDevice &device,
                                       const measure::KeyRangeRequest &request,
                                       const std::atomic<bool> &stop,
                                       machine::Participant &participant)
{
    return DeviceRange(device, request).run(stop, participant);
}

} // namespace hashlane::backends
