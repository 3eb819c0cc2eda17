// SPDX-License-Identifier: MIT
#include "clock_range.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

// Cores of one kind, or of a scope, have a clock of their own.
struct Range {
    std::string place;
    double low_hz, high_hz;
};

std::string ghz(double hz) { return fmt::format("{:.2f}", hz / 1e9); }

bool moved(const Range &range) { return ghz(range.low_hz) != ghz(range.high_hz); }

std::string text_of(const Range &range)
{
    return (range.place.empty() ? "" : "on " + range.place + " ") + ghz(range.low_hz) +
           (moved(range) ? "-" + ghz(range.high_hz) : "") + " GHz";
}

std::vector<Range> ranges_of(const std::vector<Row> &rows)
{
    std::vector<Range> ranges;
    for (const Row &row : rows) {
        const Row::Figures &figures = row.figures;
        if (!counts_core_cycles(figures.cycle_source) || figures.clock_low_hz <= 0)
            continue;
        const std::string &place =
            row.location.scope.empty() ? row.location.core_kind : row.location.scope;
        const auto known = std::ranges::find(ranges, place, &Range::place);
        if (known == ranges.end()) {
            ranges.push_back({place, figures.clock_low_hz, figures.clock_high_hz});
        } else {
            known->low_hz = std::min(known->low_hz, figures.clock_low_hz);
            known->high_hz = std::max(known->high_hz, figures.clock_high_hz);
        }
    }
    return ranges;
}

} // namespace

std::string clock_range(const std::vector<Row> &rows)
{
    const std::vector<Range> ranges = ranges_of(rows);
    if (std::ranges::none_of(ranges, moved))
        return "";
    std::vector<std::string> texts;
    std::ranges::transform(ranges, std::back_inserter(texts), text_of);
    return fmt::format("clock {}", fmt::join(texts, ", "));
}

} // namespace hashlane
