// SPDX-License-Identifier: MIT
#ifndef HASHLANE_TESTS_BACKENDS_GPU_DEVICES_UNDER_TEST_H
#define HASHLANE_TESTS_BACKENDS_GPU_DEVICES_UNDER_TEST_H

#include "backends/gpu/device.h"

namespace hashlane::test {

// What device_test.cpp runs on: each test program says for itself.
backends::FoundDevices devices_under_test();

} // namespace hashlane::test

#endif
