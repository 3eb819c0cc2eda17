// SPDX-License-Identifier: MIT
//
// From the samples of a row's threads to the row: its values, and how far they can be trusted.
#pragma once

#include "runner.h"
#include "verdicts.h"

#include <algorithm>
#include <limits>

namespace hashlane::measure {

/// The time in which several threads, or several devices, all worked.
struct TimeWindow {
    double begin_ns = -std::numeric_limits<double>::infinity();
    double end_ns = std::numeric_limits<double>::infinity();

    /// `timed`: one's samples or launches, in order.
    void narrow_to(const auto &timed)
    {
        if (timed.empty())
            return;
        begin_ns = std::max(begin_ns, timed.front().start_ns);
        end_ns = std::min(end_ns, timed.back().end_ns);
    }
    bool holds(const auto &one) const { return one.start_ns >= begin_ns && one.end_ns <= end_ns; }
};

/// Makes the complete row. Rates are of the time in which all threads ran.
results::Row make_row(const Job &job, const Measured &measured);

/// True if the visits agree so well that more would change nothing.
bool is_settled(const results::Row &row);

/// True if the row is trusted, and `hashlane compare` has enough visits for a verdict.
bool is_comparable(const results::Row &row);

} // namespace hashlane::measure
