// SPDX-License-Identifier: MIT
#include "progress_line.h"

#include "../plots/text_plots.h"
#include "../plots/utf8.h"
#include "row_figures.h"
#include "workload_units.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

constexpr unsigned narrow_bar = 12, wide_bar = 30;
constexpr unsigned wide_terminal = 120;

std::string time_left(double seconds)
{
    constexpr double minute = 60;
    return seconds < 2 * minute ? fmt::format("{:.0f} s left", seconds)
                                : fmt::format("{:.0f} min left", seconds / minute);
}

std::string without_workload(const std::string &name) { return name.substr(name.find('.') + 1); }

} // namespace

std::string first_figure(const Row &row)
{
    const std::string workload(workload_name(row.identity.workload));
    if (has_cycles(row)) {
        const ShownUnit unit = cycles_unit(workload, bytes_per_unit(row));
        return fmt::format("{} {} {}", label_of(row), unit.text(row.figures.cycles_per_unit.median),
                           unit.factor == 1 ? "cycles" : "cycles/byte");
    }
    const ShownUnit unit = rate_unit(workload, bytes_per_unit(row));
    return fmt::format("{} {} {}", label_of(row), unit.text(row.figures.units_per_second),
                       unit.name);
}

std::string progress_line(const Progress &progress, unsigned width)
{
    const unsigned bar = width < wide_terminal ? narrow_bar : wide_bar;
    std::string line = "▕" + text_bar(std::clamp(progress.share, 0.0, 1.0), bar) + "▏";
    if (progress.seconds_left)
        line += time_left(*progress.seconds_left) + ", ";
    line += progress.counts + ": ";
    const std::string both = progress.measured + "; now " + progress.name;
    const std::string shorter =
        without_workload(progress.measured) + "; now " + without_workload(progress.name);
    const auto fits = [&](const std::string &names) {
        return !progress.measured.empty() && columns_of(line) + columns_of(names) <= width;
    };
    // What is measured now is worth more than what is known already.
    line += fits(both) ? both : fits(shorter) ? shorter : progress.name;
    return fitted(line, std::min<std::size_t>(columns_of(line), width));
}

} // namespace hashlane
