// SPDX-License-Identifier: MIT
//
// Samples that follow each other are alike: the clock and the neighbours of one sample are mostly
// those of the next. Blocks this long are nearly independent of each other.
#ifndef HASHLANE_SRC_STATISTICS_BLOCK_LENGTH_H
#define HASHLANE_SRC_STATISTICS_BLOCK_LENGTH_H

#include "observations.h"

namespace hashlane {

/// Samples in a block, for a circular block bootstrap of the stream's median: the rule of Politis
/// and White (2004, corrected by Patton, Politis and White 2009), applied to which side of the
/// median each sample lies on, and half as long again. At most a third of the stream, and 1 for a
/// stream of equal values.
std::size_t block_length(const CostSeries &stream);

/// The largest of all streams' block lengths.
std::size_t longest_block(const Observations &observations);

/// The medians of consecutive blocks of `length` samples; a shorter rest at a stream's end is
/// left out unless it is all there is.
std::vector<double> block_medians(const Observations &observations, std::size_t length);

} // namespace hashlane

#endif
