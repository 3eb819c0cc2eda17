// SPDX-License-Identifier: MIT
#pragma once

#include "files.h"

#include <cstdlib>

namespace hashlane::test {

/// From now on the programs that this test starts are not blamed for memory that a driver keeps, if
/// they are built with LeakSanitizer.
inline void forgive_leaks_of_drivers()
{
    setenv("LSAN_OPTIONS",
           ("use_tls=0:suppressions=" + test_path("support/leaks_of_drivers.txt")).c_str(), 0);
}

} // namespace hashlane::test
