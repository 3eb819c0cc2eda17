// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_MEASURE_SAMPLE_VERDICT_H
#define HASHLANE_SRC_MEASURE_SAMPLE_VERDICT_H

namespace hashlane {

/// What became of a sample.
enum class SampleVerdict {
    kept,        ///< in the figures
    slower_mode, ///< left out: something shared the core or the device meanwhile
    drifted,     ///< left out: the clock changed meanwhile
    preempted,   ///< left out: the thread was taken off its core meanwhile
    throttled,   ///< left out: the device lowered its clock meanwhile
    contended,   ///< left out: something shared the core meanwhile, say its contention bursts
    uncounted,   ///< left out: the hardware counter stopped meanwhile
    moved,       ///< left out: it ended on another CPU than the one that the thread is bound to
};

/// Whether there are figures that can be used where too few samples are undisturbed.
constexpr bool has_figures(SampleVerdict verdict)
{
    return verdict != SampleVerdict::uncounted && verdict != SampleVerdict::moved;
}

} // namespace hashlane

#endif
