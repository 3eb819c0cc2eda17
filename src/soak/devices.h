// SPDX-License-Identifier: MIT
//
// All devices of a soak: they compute while the cores' visits go on.
#ifndef HASHLANE_SRC_SOAK_DEVICES_H
#define HASHLANE_SRC_SOAK_DEVICES_H

#include "device_soak.h"

#include <memory>
#include <span>

namespace hashlane {

class SoakDevices {
public:
    /// Throws a DeviceError where one does not begin.
    explicit SoakDevices(const std::vector<SoakDeviceRequest> &requests);

    /// What they compute in a pass goes behind what is in `all`, without the ends; they are to be
    /// there when visits begin. `all` stays as it is until the next call.
    void draw(std::uint64_t seed, std::vector<Segments> &all);

    /// Calls visits() on a thread, the devices beside it, each on its own. Returns the seconds that
    /// the devices went on after that. Throws a ThreadError.
    double run_beside(DeviceSoak::Pass pass, const std::function<void()> &visits);

    /// Adds to the totals what was done since the last time, and tells what is wrong.
    void take_over(SoakTotals &totals, const SoakWatch &watch);

private:
    std::vector<std::unique_ptr<DeviceSoak>> devices_;
    std::vector<std::span<const Segments>> segments_; ///< of each
};

} // namespace hashlane

#endif
