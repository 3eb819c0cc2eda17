// SPDX-License-Identifier: MIT
//
// A chain in every lane of a device, timed and checked; and devices that are measured at the same
// time, one thread per device. A device that fails delays nobody.
#pragma once

#include "../../machine/system/threads.h"
#include "../../measure/runner.h"
#include "../../workloads/keccak_range.h"
#include "../../workloads/table.h"
#include "chain.h"
#include "telemetry.h"

#include <functional>
#include <variant>
#include <vector>

namespace hashlane::backends {

struct DevicePlan {
    double seconds = 1;           ///< of the device's own time, at least
    std::uint64_t iterations = 0; ///< when not 0: of each lane, and the time does not matter
    double longest_launch_ns = usual_launch_ns; ///< five of them are needed for a result
};

struct DeviceMeasurement {
    measure::Outcome outcome;
    std::vector<Launch> reported; ///< the launches of a row's values, for the row of all devices
};

/// Runs a chain in every lane of the device. Lane l starts as lane l % 31 of the processor's
/// benchmarks does, so that 31 chains, repeated from start to end by a kernel of the processor,
/// verify the end of every lane, and with it every launch. Launches while the device is throttled
/// are run again, for up to twice the plan's time. It starts with the other participants and goes
/// on until all have enough. Precondition: the workload runs on devices. Throws a DeviceError.
DeviceMeasurement measure_device(const MonitoredDevice &device, Workload workload,
                                 const DevicePlan &plan, const std::atomic<bool> &stop,
                                 machine::Participant &participant);

/// Devices measured at the same time: the outcome or the error of each, and the sum of their rows
/// if at least two have one. The devices must be different hardware.
struct DeviceOutcomes {
    std::vector<std::variant<measure::Outcome, DeviceError>> devices;
    std::optional<results::Row> sum;
};
DeviceOutcomes measure_devices(const std::vector<MonitoredDevice> &devices, Workload workload,
                               const DevicePlan &plan, const std::atomic<bool> &stop);

/// Calls measure(index, participant) on a thread for each of `count` devices and waits for all.
/// Returns the result of each, or the reason that its device failed: if a thread cannot be started,
/// all have failed. Another exception is thrown here.
template <class Result>
std::vector<std::variant<Result, DeviceError>>
measure_side_by_side(std::size_t count,
                     const std::function<Result(std::size_t, machine::Participant &)> &measure)
{
    machine::Rendezvous rendezvous(count);
    std::vector<std::variant<Result, DeviceError>> results(count, DeviceError("not measured"));
    try {
        machine::on_threads(count, [&](std::size_t i) {
            machine::Participant participant(rendezvous);
            try {
                results[i] = measure(i, participant);
            } catch (const DeviceError &error) {
                results[i] = error;
            }
        });
    } catch (const machine::ThreadError &error) {
        results.assign(count, DeviceError(error.what()));
    }
    return results;
}

/// Groups of devices that may run at the same time, to be run one after the other. Two with one PCI
/// address are one piece of hardware behind two interfaces: they are in different groups. The first
/// group has every piece of hardware once.
std::vector<std::vector<MonitoredDevice>>
groups_at_once(const std::vector<MonitoredDevice> &devices);

struct KeyRangeOutcome {
    measure::Outcome outcome;
    std::vector<workloads::ChainEnd> chains; ///< in order of keys; empty unless requested
};

/// Computes a range of keys. Every lane of the first launch and lanes of later ones, drawn at
/// random, are repeated by a kernel of the processor. The row's rate is that of the whole range in
/// wall time, its samples are launches by the device's clock. It starts with the other
/// participants. Throws a DeviceError.
KeyRangeOutcome run_key_range(const MonitoredDevice &device,
                              const workloads::KeyRangeRequest &request,
                              const std::atomic<bool> &stop, machine::Participant &participant);

// ---- A device's row: its name and bound, the values of its launches, the sum of several.

/// Makes a row with the fields that every row of this workload on this device has before anything
/// is measured. Device rows have no cycles: a device's clock is read now and then, but not counted.
results::Row make_device_row(const MonitoredDevice &device, Workload workload, std::size_t lanes);

/// The treatment of launches during which the device was throttled.
enum class Throttled {
    left_out, ///< others were run in their place
    used,     ///< there were too many, or each launch's work is done once
};

/// Fills the rate, clock, noise, telemetry and samples of such a row from its launches. Those that
/// took less than half as long as the longest are left out: sizing the launches, and the rest of a
/// range. Returns the launches that the figures are of.
std::vector<Launch> summarise_launches(results::Row &row, const std::vector<Launch> &launches,
                                       Throttled throttled);

/// Returns the fewest clocks that these operations of one unit take of a multiprocessor whose
/// schedulers have enough lanes: of a pipe, of issuing, or of reading registers.
double multiprocessor_clocks(const workloads::DeviceOperations &operations);

/// Returns the fewest cycles of a device's clock that a unit can take on all its multiprocessors
/// together, from the operations that the kernels' form of the algorithm needs and the pipes that
/// take them; docs/internals/gpu.md counts both, and describes the error. Per hash or permutation:
/// below 1 on a device of many multiprocessors. Nothing for an architecture whose rates are not
/// known, or if the interface reports none.
std::optional<double> device_bound_cycles_per_unit(const DeviceFacts &facts, Workload workload);

/// One device's row and the launches that its figures are of.
struct MeasuredDevice {
    results::Row row;
    std::vector<Launch> reported;
};

/// Makes the row of all devices together, "keccak-chain.devices": the sum of their median rates
/// over the time in which all of them ran. It is as noisy as the worst of them. Precondition: at
/// least two devices.
results::Row sum_of(const std::vector<MeasuredDevice> &devices);

} // namespace hashlane::backends
