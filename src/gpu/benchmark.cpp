// SPDX-License-Identifier: MIT
#include "benchmark.h"

#include "../core/registry.h"
#include "../keccak/keccak_suite.h"
#include "launch_summary.h"
#include "side_by_side.h"

#include <algorithm>
#include <span>
#include <utility>

namespace hashlane {
namespace {

// As the processor's samples (measure/sampler.h).
constexpr double retake_factor = 2;

// A prime: a lane that is mistaken for one a power of two away has another chain.
constexpr std::size_t different_chains = 31;

// The two workloads' states as bytes.
using States = std::vector<std::uint8_t>;

std::size_t bytes_per_lane(Workload workload)
{
    return workload == Workload::sha256_chain ? sha256_digest_bytes
                                              : keccak_state_words * sizeof(std::uint64_t);
}

States start_of(Workload workload, std::size_t chain)
{
    States state(bytes_per_lane(workload));
    if (workload == Workload::sha256_chain) {
        state.back() = static_cast<std::uint8_t>(chain);
        return state;
    }
    std::uint64_t words[keccak_state_words];
    keccak_suite_start(words, chain);
    std::copy_n(reinterpret_cast<const std::uint8_t *>(words), sizeof words, state.begin());
    return state;
}

// The chain's end by a kernel of the processor.
States end_of(Workload workload, std::size_t chain, std::uint64_t iterations)
{
    const Kernel &reference = reference_kernel(workload);
    States state = start_of(workload, chain);
    if (workload == Workload::sha256_chain) {
        std::get<Sha256Chain *>(reference.function)(state.data(), iterations);
        return state;
    }
    std::uint64_t words[keccak_state_words];
    std::copy_n(state.begin(), sizeof words, reinterpret_cast<std::uint8_t *>(words));
    std::get<KeccakChain *>(reference.function)(words, iterations);
    std::copy_n(reinterpret_cast<const std::uint8_t *>(words), sizeof words, state.begin());
    return state;
}

States start_of_lanes(Workload workload, std::size_t lanes)
{
    States states;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const States one = start_of(workload, lane % different_chains);
        states.insert(states.end(), one.begin(), one.end());
    }
    return states;
}

// The first lane whose end is wrong.
std::optional<std::size_t> wrong_lane(Workload workload, const States &ends,
                                      std::uint64_t iterations)
{
    const std::size_t bytes = bytes_per_lane(workload);
    std::vector<States> right;
    for (std::size_t lane = 0; lane < ends.size() / bytes; ++lane) {
        if (lane < different_chains)
            right.push_back(end_of(workload, lane, iterations));
        if (!std::ranges::equal(right[lane % different_chains],
                                std::span(ends).subspan(lane * bytes, bytes)))
            return lane;
    }
    return std::nullopt;
}

// The launches of one benchmark, and how many are still to come.
class Launches {
public:
    Launches(DeviceChain &chain, const DevicePlan &plan) : chain_(chain), plan_(plan) {}

    void run_one()
    {
        std::uint64_t iterations = chain_.chunk();
        if (plan_.exact_iterations != 0)
            iterations = std::min(iterations, plan_.exact_iterations - iterations_);
        const Launch launch = chain_.advance(iterations);
        iterations_ += iterations;
        if (launch.is_throttled())
            throttled_ns_ += launch.ns;
        else
            ns_ += launch.ns;
        all_.push_back(launch);
    }
    bool are_enough() const
    {
        if (plan_.exact_iterations != 0)
            return iterations_ == plan_.exact_iterations;
        return ns_ >= plan_.seconds * 1e9 || throttled_ns_ >= retake_factor * plan_.seconds * 1e9;
    }
    // A count of iterations ends where it ends.
    bool may_go_on() const { return plan_.exact_iterations == 0; }
    Throttled throttled() const
    {
        const bool timed = plan_.exact_iterations == 0 && ns_ >= plan_.seconds * 1e9;
        return timed ? Throttled::left_out : Throttled::used;
    }
    const std::vector<Launch> &all() const { return all_; }
    std::uint64_t iterations() const { return iterations_; }

private:
    DeviceChain &chain_;
    const DevicePlan &plan_;
    std::vector<Launch> all_;
    std::uint64_t iterations_ = 0;
    double ns_ = 0, throttled_ns_ = 0;
};

// False when it was stopped.
bool run_all(Launches &launches, const std::atomic<bool> &stop, Participant &participant)
{
    participant.start();
    while (true) {
        if (launches.are_enough()) {
            participant.have_enough();
            if (participant.all_have_enough() || !launches.may_go_on())
                break;
        }
        if (stop)
            return false;
        launches.run_one();
    }
    participant.end();
    return true;
}

// The row of all devices, where at least two of them have one.
std::optional<Row>
sum_of_rows(const std::vector<std::variant<DeviceMeasurement, DeviceError>> &outcomes)
{
    std::vector<MeasuredDevice> devices;
    for (const auto &measured : outcomes)
        if (const auto *device = std::get_if<DeviceMeasurement>(&measured))
            if (const Row *row = std::get_if<Row>(&device->outcome))
                devices.push_back({*row, device->reported});
    return devices.size() < 2 ? std::nullopt : std::optional(sum_of(devices));
}

} // namespace

DeviceMeasurement measure_device(const MonitoredDevice &device, Workload workload,
                                 const DevicePlan &plan, const std::atomic<bool> &stop,
                                 Participant &participant)
{
    DeviceChain chain(device, workload);
    States states = start_of_lanes(workload, chain.most_lanes());
    chain.write(states.data(), chain.most_lanes());
    Launches launches(chain, plan);
    if (!run_all(launches, stop, participant))
        return {Interrupted{}, {}};
    chain.read(states.data());
    if (const auto lane = wrong_lane(workload, states, launches.iterations()))
        return {Mismatch{device_row_name(*device.device, workload), static_cast<unsigned>(*lane),
                         launches.iterations(), ""},
                {}};
    Row row = make_device_row(device, workload, chain.most_lanes());
    row.identity.device += chain.describe_kernel();
    row.device_state->copies = chain.copies();
    std::vector<Launch> reported = summarise_launches(row, launches.all(), launches.throttled());
    row.proof.text = "the end of every lane repeated from its start by " +
                     std::string(reference_kernel(workload).id);
    return {std::move(row), std::move(reported)};
}

DeviceOutcomes measure_devices(const std::vector<MonitoredDevice> &devices, Workload workload,
                               const DevicePlan &plan, const std::atomic<bool> &stop)
{
    auto measured = measure_side_by_side<DeviceMeasurement>(
        devices.size(), [&](std::size_t i, Participant &participant) {
            return measure_device(devices[i], workload, plan, stop, participant);
        });
    DeviceOutcomes outcomes;
    outcomes.sum = sum_of_rows(measured);
    for (auto &one : measured)
        if (auto *device = std::get_if<DeviceMeasurement>(&one))
            outcomes.devices.emplace_back(std::move(device->outcome));
        else
            outcomes.devices.emplace_back(std::get<DeviceError>(one));
    return outcomes;
}

} // namespace hashlane
