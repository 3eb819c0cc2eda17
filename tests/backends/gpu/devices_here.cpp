// SPDX-License-Identifier: MIT
//
// The devices of this machine.

#include "devices_under_test.h"

namespace hashlane::test {

backends::FoundDevices devices_under_test() { return backends::find_all_devices(); }

} // namespace hashlane::test
