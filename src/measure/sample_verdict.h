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
};

} // namespace hashlane

#endif
