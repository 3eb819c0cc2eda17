// SPDX-License-Identifier: MIT
//
// Compute devices in parallel with the cores, each on a thread of its own: chains in all of its
// lanes, batch after batch, each end compared, while the cores' visits go on.
#ifndef HASHLANE_SRC_CLUSTER_SOAK_DEVICES_H
#define HASHLANE_SRC_CLUSTER_SOAK_DEVICES_H

#include "visit.h"

#include <functional>
#include <memory>
#include <span>

namespace hashlane::cluster {

class DeviceSoak;

/// The properties of a pass that devices need.
struct SoakPass {
    std::uint64_t number = 0;
    std::uint64_t seed = 0; ///< of the order of the segments
    const SoakTime &time;
    const std::atomic<bool> &stop;
};

class SoakDevices {
public:
    /// Compiles the kernels, and finds how many iterations take each device about a second. The
    /// devices outlive it. Throws a DeviceError where one does not begin.
    explicit SoakDevices(const std::vector<SoakDeviceRequest> &requests);
    ~SoakDevices();

    /// Appends the devices' work of a pass to `all`, without the ends, which must be there when
    /// visits begin. `all` stays unchanged until the next call.
    void draw(std::uint64_t seed, std::vector<Segments> &all);

    /// Calls visits() on a thread, in parallel with the devices, each on a thread of its own: at
    /// least one batch of each workload, then until the visits are over, or `stop` is set and some
    /// tenths of a second longer. A device that fails does nothing from then on. Returns the
    /// seconds by which the devices outlasted the visits. Throws a ThreadError.
    double run_beside(const SoakPass &pass, const std::function<void()> &visits);

    /// Adds the work since the last call to the totals, and reports wrong results.
    void take_over(SoakTotals &totals, const SoakWatch &watch);

private:
    std::vector<std::unique_ptr<DeviceSoak>> devices_;
    std::vector<std::span<const Segments>> segments_; ///< of each
};

} // namespace hashlane::cluster

#endif
