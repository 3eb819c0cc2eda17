// SPDX-License-Identifier: MIT
//
// Which samples of a row are in its figures, and how far these can be believed: by its visits, or
// by the samples of a single one.
#ifndef HASHLANE_SRC_MEASURE_ROW_JUDGEMENT_H
#define HASHLANE_SRC_MEASURE_ROW_JUDGEMENT_H

#include "summary.h"

#include <optional>
#include <vector>

namespace hashlane {

/// Where disturbed samples have to be used, because there are no others.
struct Disturbed {
    bool throughout = false; ///< contention left too few visits to say anything
    std::optional<int> cpu;  ///< of a thread that was disturbed all the time
};

/// Writes into each sample whether it is in the figures. Bursts have been judged before.
Disturbed sort_out(Row &row, std::vector<ThreadSamples> &threads);

/// Fills row.quality of a row that has its figures.
void judge_row(Row &row, const std::vector<ThreadSamples> &threads, const Disturbed &disturbed);

/// Whether some of its threads take turns on a CPU.
bool shares_a_cpu(const Row &row);

} // namespace hashlane

#endif
