// SPDX-License-Identifier: MIT
//
// The repetitions of one measurement in one file, and what they amount to.
#ifndef HASHLANE_SRC_COMPARE_SERIES_H
#define HASHLANE_SRC_COMPARE_SERIES_H

#include "../statistics/visit_ratio.h"
#include "result_file.h"

namespace hashlane {

enum class Measure {
    cycles, ///< core cycles for one hash: per clock
    time,   ///< nanoseconds for one hash of one thread: absolute
};

struct Series {
    RowKey key;
    double bytes_per_hash = 0;
    /// Those that can be trusted, or all where none can.
    std::vector<const ResultRow *> rows;
    std::size_t left_out = 0; ///< repetitions that cannot, where others can

    bool trustworthy() const { return rows.front()->trustworthy; }
    bool has_core_cycles() const; ///< in every repetition
    bool has_samples(Measure measure) const;

    bool has_visits(Measure measure) const; ///< every repetition several

    /// Every sample; where a repetition has none, each one's visits, or its median.
    Observations observations(Measure measure) const;

    /// Precondition: has_visits().
    VisitCosts visits(Measure measure) const;
};

/// In the order in which they first appear. They refer to the file's rows.
std::vector<Series> series_of(const ResultFile &file);

/// The one with that key, or null.
const Series *find_series(const std::vector<Series> &series, const RowKey &key);

} // namespace hashlane

#endif
