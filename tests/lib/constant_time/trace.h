// SPDX-License-Identifier: MIT
//
// The addresses that a run uses: trace_by_steps.cpp records them on x86-64, trace_in_qemu.cpp under
// an emulator.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace hashlane::test {

/// In the order of use: the address of each instruction, and of each access to memory, with
/// access_bit, after its instruction's.
using Trace = std::vector<std::uint64_t>;

constexpr std::uint64_t access_bit = std::uint64_t{1} << 63;

/// Returns the trace of run() after prepare(), which is not recorded. Traces of one run compare:
/// stack, code and data lie at the same addresses each time.
/// Throws std::runtime_error if it cannot be recorded, with the reason.
Trace trace_of(const std::function<void()> &prepare, const std::function<void()> &run);

} // namespace hashlane::test
