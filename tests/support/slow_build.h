// SPDX-License-Identifier: MIT
#pragma once

namespace hashlane::test {

/// Under a sanitizer, code takes tens of times as long as in a release: tests that repeat one thing
/// with other numbers then repeat it less often.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool slow_build = true;
#else
constexpr bool slow_build = false;
#endif

/// So do kernels, but not under ThreadSanitizer (cmake/isa.cmake).
#if defined(__SANITIZE_ADDRESS__)
constexpr bool slow_kernels = true;
#else
constexpr bool slow_kernels = false;
#endif

} // namespace hashlane::test
