// SPDX-License-Identifier: MIT
//
// What disturbed a measurement, what that did to the figures, and what the user can do.
// docs/methodology.md explains each decision.
#ifndef HASHLANE_SRC_MEASURE_JUDGE_H
#define HASHLANE_SRC_MEASURE_JUDGE_H

#include "noise.h"
#include "sampler.h"

#include <string>
#include <vector>

namespace hashlane {

/// Which of a set of costs (lower is faster) of equal pieces of work belong together.
struct Modes {
    enum class Kind {
        one,
        fast_and_slow, ///< the fast one can be reported
        spread,        ///< no mode stands out
    };
    Kind kind = Kind::one;
    std::vector<bool> reported; ///< for each cost, in order
};
Modes find_modes(const std::vector<double> &costs);

/// What is known besides the samples.
struct SamplingEnvironment {
    bool guest = false;           ///< in a virtual machine
    bool blind = false;           ///< a virtual machine without a hardware counter
    bool fixed_clock = false;     ///< cycles count a clock that the user stated
    bool throttle_events = false; ///< the processor reported that it throttled meanwhile
    bool shares_cpu = false;      ///< threads of the row take turns on a CPU
    const char *emulator = "";    ///< what runs the program in a processor's place; or empty
};

struct Judgement {
    Noise noise = Noise::clean;
    bool trustworthy = true;
    std::string note;  ///< empty when clean
    double extent = 0; ///< how far it moves the figure, as a share of it; 0 where not known
};

/// Judges the samples of one thread, and writes the verdict into each. Once: it goes by what the
/// sampler has written there.
Judgement judge(Samples &samples, const SamplingEnvironment &environment);

} // namespace hashlane

#endif
