// SPDX-License-Identifier: MIT
#pragma once

namespace hashlane::test {

/// Defined if kernels take tens of times as long as in a release, as under a sanitizer: tests that
/// repeat one thing with other numbers then repeat it less often.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool slow_build = true;
#else
constexpr bool slow_build = false;
#endif

} // namespace hashlane::test
