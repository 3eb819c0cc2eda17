// SPDX-License-Identifier: MIT
#ifndef HASHLANE_TESTS_BACKENDS_GPU_DEVICES_UNDER_TEST_H
#define HASHLANE_TESTS_BACKENDS_GPU_DEVICES_UNDER_TEST_H

#include "backends/gpu/device.h"

namespace hashlane::test {

// Returns the devices that device_test.cpp runs on: each test program defines its own.
backends::FoundDevices devices_under_test();

} // namespace hashlane::test

#endif
