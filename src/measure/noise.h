// SPDX-License-Identifier: MIT
//
// What can disturb a measurement (judge.h finds out).
#ifndef HASHLANE_SRC_MEASURE_NOISE_H
#define HASHLANE_SRC_MEASURE_NOISE_H

#include <cstddef>
#include <string_view>

namespace hashlane {

/// From harmless to fatal.
enum class Noise {
    clean,
    drift,       ///< the core's clock moved: cycles are right, the rate is the median clock's
    layout,      ///< the cost differs from one place in memory to another; the figure is typical
    preempted,   ///< other work took the CPU; those samples were taken again
    contended,   ///< a clean fast mode, which is reported, and a slower one: a shared core
    virtualised, ///< a virtual machine's host took the CPU, or something else that a guest cannot
                 ///< tell from that
    throttled,   ///< the clock fell and stayed down: heat, or a limit on power
    noisy,       ///< no clean mode, or too few samples
    emulated,    ///< an emulator ran it, not a processor
};

/// "clean", "drift", "preempted", …
constexpr std::string_view noise_name(Noise noise)
{
    constexpr std::string_view names[] = {"clean",     "drift",     "layout",
                                          "preempted", "contended", "virtualised",
                                          "throttled", "noisy",     "emulated"};
    return names[static_cast<std::size_t>(noise)];
}

} // namespace hashlane

#endif
