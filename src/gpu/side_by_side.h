// SPDX-License-Identifier: MIT
//
// Devices that are measured at the same time, a thread each. One that fails holds nobody up.
#ifndef HASHLANE_SRC_GPU_SIDE_BY_SIDE_H
#define HASHLANE_SRC_GPU_SIDE_BY_SIDE_H

#include "../system/rendezvous.h"
#include "../system/threads.h"
#include "telemetry.h"

#include <functional>
#include <variant>
#include <vector>

namespace hashlane {

/// Calls measure(index, participant) on a thread for each of `count` devices and waits for all.
/// Returns for each what it yields, or why its device failed: where a thread cannot be started, all
/// have. Another exception is thrown here.
template <class Result>
std::vector<std::variant<Result, DeviceError>>
measure_side_by_side(std::size_t count,
                     const std::function<Result(std::size_t, Participant &)> &measure)
{
    Rendezvous rendezvous(count);
    std::vector<std::variant<Result, DeviceError>> results(count, DeviceError("not measured"));
    try {
        on_threads(count, [&](std::size_t i) {
            Participant participant(rendezvous);
            try {
                results[i] = measure(i, participant);
            } catch (const DeviceError &error) {
                results[i] = error;
            }
        });
    } catch (const ThreadError &error) {
        results.assign(count, DeviceError(error.what()));
    }
    return results;
}

/// Indices of devices that may run at the same time, in groups to be run one after the other. Two
/// with one PCI address are one piece of hardware behind two interfaces: they are in different
/// groups. The first group has every piece of hardware once.
std::vector<std::vector<std::size_t>> groups_at_once(const std::vector<MonitoredDevice> &devices);

} // namespace hashlane

#endif
