// SPDX-License-Identifier: MIT
//
// The devices of a soak: those that --device names, or those that a soak was begun with.
#ifndef HASHLANE_SRC_CLI_SOAK_DEVICES_H
#define HASHLANE_SRC_CLI_SOAK_DEVICES_H

#include "../soak/soak.h"
#include "devices.h"

#include <vector>

namespace hashlane {

/// Open for as long as this lives.
class OpenSoakDevices {
public:
    /// With the chains that the filter finds. What cannot take part is said on stderr; of two
    /// interfaces to one piece of hardware the second. Throws a CommandError where no device is
    /// left.
    std::vector<SoakDeviceRequest> open(const DeviceRequest &request, const IdFilter &filter);

    /// As a file has them. Throws a CommandError where one is missing, or is none.
    std::vector<SoakDeviceRequest> open_again(const std::vector<SoakDevice> &devices);

private:
    FoundDevices found_;
    Monitored monitored_;
};

} // namespace hashlane

#endif
