// SPDX-License-Identifier: MIT
#pragma once

#include "../backends/gpu/device.h"
#include "../show/tables/exporters.h"

namespace hashlane::commands {

/// Each device with its properties and state, and the reasons for those that are missing, as
/// `hashlane info` and `hashlane list devices` print them.
show::Facts device_facts(const backends::FoundDevices &found);

} // namespace hashlane::commands
