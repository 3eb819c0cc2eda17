// SPDX-License-Identifier: MIT
#include "benchmark.h"

#include "../../lib/core/registry.h"
#include "../../machine/clock/this_core.h"
#include "../../machine/system/text.h"

#include <fmt/format.h>

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
    if (plan.iterations != 0)
        return launches.iterations == plan.iterations;
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
            if (participant.all_done() || plan.iterations != 0)
                break;
        }
        if (stop)
            return std::nullopt;
        std::uint64_t iterations = chain.chunk();
        if (plan.iterations != 0)
            iterations = std::min(iterations, plan.iterations - launches.iterations);
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
    DeviceChain chain(device, workload, plan.longest_launch_ns);
    const States starts = starts_of(workload, different_chains);
    States states(chain.most_lanes() * workloads::entry_of(workload).state_bytes);
    for (std::size_t i = 0; i < states.size(); ++i)
        states[i] = starts[i % starts.size()];
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
    const bool timed = plan.iterations == 0 && launches->ns >= plan.seconds * 1e9;
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

std::vector<std::vector<MonitoredDevice>>
groups_at_once(const std::vector<MonitoredDevice> &devices)
{
    std::map<std::string, std::size_t> times_seen;
    std::vector<std::vector<MonitoredDevice>> groups;
    for (const MonitoredDevice &device : devices) {
        const std::string &address = device.device->facts().pci_address;
        const std::size_t group = address.empty() ? 0 : times_seen[address]++;
        if (group >= groups.size())
            groups.resize(group + 1);
        groups[group].push_back(device);
    }
    return groups;
}

// ---- The Keccak suite's run: the keys of a range spread over the lanes.

namespace {

constexpr std::size_t groups_recorded = 4;
constexpr std::size_t lanes_recorded = 32;

// Runs the group to its end, unless it is stopped. The first launch is recorded whole, of those
// with a drawn loop some lanes.
bool run_group(DeviceChain &chain, workloads::KeyRangeWork &work, workloads::KeyGroup &group,
               std::vector<Launch> &launches, const std::atomic<bool> &stop)
{
    const double start = machine::steady_ns();
    chain.write(group.states.data(), group.keys());
    while (group.done < work.range().loops) {
        if (stop)
            return false;
        const std::uint64_t loops = std::min(chain.chunk(), work.range().loops - group.done);
        const bool is_first = launches.empty();
        const bool is_recorded =
            is_first || work.spot_check().holds_drawn_loop(group.index, group.done, loops);
        workloads::RecordedStretch stretch{group.first_key, group.done, loops, {}, {}};
        if (is_recorded) {
            stretch.before.resize(group.states.size());
            chain.read(stretch.before.data());
        }
        launches.push_back(chain.advance(loops));
        group.done += loops;
        if (!is_recorded)
            continue;
        stretch.after = stretch.before;
        chain.read(stretch.after.data());
        if (is_first)
            work.spot_check().keep_as_first(std::move(stretch));
        else
            work.spot_check().keep_some_lanes(group.index, stretch, lanes_recorded);
    }
    chain.read(group.states.data());
    group.seconds = (machine::steady_ns() - start) / 1e9;
    return true;
}

} // namespace

KeyRangeOutcome run_key_range(const MonitoredDevice &device,
                              const workloads::KeyRangeRequest &request,
                              const std::atomic<bool> &stop, machine::Participant &participant)
{
    DeviceChain chain(device, Workload::keccak_chain);
    workloads::KeyRangeWork work(request, device_row_name(*device.device, Workload::keccak_chain),
                                 chain.most_lanes(), groups_recorded);
    std::vector<Launch> launches;
    std::optional<results::Mismatch> mismatch;
    participant.start();
    const double start = machine::steady_ns();
    while (auto group = work.take()) {
        if (!run_group(chain, work, *group, launches, stop))
            return {measure::Interrupted{}, {}};
        const auto wrong = work.end(*group);
        mismatch = mismatch ? mismatch : wrong;
    }
    const double seconds = (machine::steady_ns() - start) / 1e9;
    participant.end();
    if (mismatch)
        return {*mismatch, {}};
    const auto lanes =
        static_cast<std::size_t>(std::min<std::uint64_t>(request.range.keys(), chain.most_lanes()));
    results::Row row = make_device_row(device, Workload::keccak_chain, lanes);
    row.identity.device += chain.describe_kernel();
    if (lanes < chain.most_lanes()) {
        row.figures.bound_cycles_per_unit.reset();
        row.identity.device += fmt::format("; no bound, as {} of {} lanes do not fill the device",
                                           lanes, chain.most_lanes());
    }
    row.device_state->copies = chain.copies();
    summarise_launches(row, launches, Throttled::used);
    machine::ThisCore core;
    auto complete =
        work.complete(std::move(row), seconds, reference_kernel(Workload::keccak_chain), core);
    return {std::visit([](auto &made) { return measure::Outcome(std::move(made)); }, complete),
            work.chains()};
}

} // namespace hashlane::backends
