// SPDX-License-Identifier: MIT
#ifndef HASHLANE_TESTS_SUPPORT_SKIPS_H
#define HASHLANE_TESTS_SUPPORT_SKIPS_H

#include <cstdlib>

namespace hashlane::test {

/// Whether everything must run, as in CI: what ran nowhere is not tested.
inline bool skips_are_failures() { return std::getenv("HASHLANE_REQUIRE_ALL_KERNELS") != nullptr; }

} // namespace hashlane::test

#endif
