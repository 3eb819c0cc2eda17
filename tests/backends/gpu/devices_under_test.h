// SPDX-License-Identifier: MIT
#pragma once

#include "backends/gpu/device.h"

namespace hashlane::test {

// Returns the devices that device_test.cpp runs on: each test program defines its own.
backends::FoundDevices devices_under_test();

} // namespace hashlane::test
