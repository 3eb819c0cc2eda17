// SPDX-License-Identifier: MIT
//
// What the figures were made of: every sample, or what each visit says; the clock over the run.
#include "../report/workload_units.h"
#include "../statistics/statistics.h"
#include "figure.h"
#include "selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlane {
namespace {

constexpr std::size_t most_strips = 60;

double cost_of(const RunRow &row)
{
    return row.cycles > 0 ? row.cycles : 1e9 * row.key.threads / row.hashes_per_second;
}

// Samples, or where the file has none what each visit says.
void fill(StripPlot::Strip &strip, const RunRow &row)
{
    const double figure = cost_of(row);
    const auto off = [&](double cost) { return cost / figure - 1; };
    for (const RunRow::Sample &sample : row.samples)
        (sample.kept ? strip.kept : strip.left_out).push_back(off(sample.cost));
    if (row.samples.empty())
        for (const double cost : row.cycles > 0 ? row.visits.cycles : row.visits.ns)
            strip.kept.push_back(off(cost));
    if (row.interval && row.cycles > 0)
        strip.interval = Range{off(row.interval->low), off(row.interval->high)};
}

// Whether the kept samples lie in two places with a gap between that holds few: a tenth or more on
// each side of a gap as wide as a third of where nine tenths of them lie.
bool has_two_modes(std::vector<double> kept)
{
    constexpr std::size_t least = 12;
    constexpr double least_gap = 0.004;
    if (kept.size() < least)
        return false;
    std::ranges::sort(kept);
    const double spread = quantile(kept, 0.95) - quantile(kept, 0.05);
    const std::size_t tenth = std::max<std::size_t>(kept.size() / 10, 2);
    for (std::size_t i = tenth; i + tenth <= kept.size(); ++i) {
        const double gap = kept[i] - kept[i - 1];
        if (gap > spread / 3 && gap > least_gap)
            return true;
    }
    return false;
}

struct StripRow {
    const RunRow *row;
    StripPlot::Strip strip;
};

std::vector<StripRow> strips_of(const WorkGroup &group)
{
    std::vector<StripRow> strips;
    for (const RunRow *row : group.rows) {
        StripRow one{row, {}};
        fill(one.strip, *row);
        one.strip.label = kernel_label(*row);
        const ShownUnit unit = cycles_unit(group.workload, group.bytes_per_hash);
        one.strip.text = row->cycles > 0 ? unit.text(row->cycles) : "";
        one.strip.doubtful = !row->trustworthy;
        if (one.strip.kept.size() + one.strip.left_out.size() > 1)
            strips.push_back(std::move(one));
    }
    return strips;
}

std::string strip_sentence(const std::vector<StripRow> &strips, const std::string &what)
{
    std::size_t kept = 0, left_out = 0;
    std::vector<std::string> modes;
    for (const StripRow &one : strips) {
        kept += one.strip.kept.size();
        left_out += one.strip.left_out.size();
        if (has_two_modes(one.strip.kept))
            modes.push_back(one.strip.label);
    }
    std::string sentence =
        fmt::format("{} {} of {} row{}", kept, what, strips.size(), strips.size() == 1 ? "" : "s");
    sentence += left_out == 0 ? "." : fmt::format(", and {} that were left out.", left_out);
    if (modes.size() == 1)
        sentence += fmt::format(" {} has two modes.", modes.front());
    else if (!modes.empty())
        sentence += fmt::format(" {} rows have two modes, {} first.", modes.size(), modes.front());
    else
        sentence += " No row has two modes.";
    return sentence;
}

Figure strip_figure(const ShownRun &run, const WorkGroup &group,
                    const std::vector<StripRow> &strips)
{
    const bool samples = !strips.front().row->samples.empty();
    const std::string what = samples ? "samples" : "visits";
    Figure figure;
    figure.name = run.prefix + "samples-" + group.name();
    figure.title = fmt::format("{}: every {}", group.title(), samples ? "sample" : "visit");
    figure.sentence = strip_sentence(strips, what);
    figure.how_to_read =
        samples
            ? "Dots: samples in the figure, in the order of taking from the top down. Strokes "
              "below: samples left out. Bracket: the interval. What is far out is at the edge."
            : "Dots: what each visit of the row says. Bracket: the interval. With --samples the "
              "file has every sample.";
    figure.table.columns = {{"kernel", true}, {what + " kept"}, {"left out"},       {"lowest, %"},
                            {"median, %"},    {"highest, %"},   {"two modes", true}};
    StripPlot plot;
    for (const StripRow &one : strips) {
        const std::vector<double> &kept = one.strip.kept;
        const auto at = [&](double share) {
            return kept.empty() ? "" : fmt::format("{:+.2f}", quantile(kept, share) * 100);
        };
        figure.table.rows.push_back({one.strip.label, std::to_string(kept.size()),
                                     std::to_string(one.strip.left_out.size()), at(0), at(0.5),
                                     at(1), has_two_modes(kept) ? "yes" : "no"});
        if (plot.strips.size() < most_strips)
            plot.strips.push_back(one.strip);
    }
    figure.plot = std::move(plot);
    return figure;
}

} // namespace

std::vector<Figure> sample_figures(const ShownRun &run)
{
    std::vector<Figure> figures;
    for (const WorkGroup &group : groups_of(run.file)) {
        const std::vector<StripRow> strips = strips_of(group);
        if (!strips.empty())
            figures.push_back(strip_figure(run, group, strips));
    }
    return figures;
}

} // namespace hashlane
