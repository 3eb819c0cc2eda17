// SPDX-License-Identifier: MIT
//
// The samples behind the values, or the values of each visit; the clock over the run.
#include "../../machine/system/text.h"
#include "../../statistics/statistics.h"
#include "../svg/text.h"
#include "../tables/row_figures.h"
#include "figure.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane::show {
namespace {

constexpr std::size_t most_strips = 60;

// With every sample, or the values of each visit if the file has no samples.
StripPlot::Strip strip_of(const results::Row &row)
{
    const bool cycles = results::cycles_of(row) > 0;
    StripPlot::Strip strip{kernel_label(row),
                           cycles ? cycles_unit(row).text(results::cycles_of(row)) : ""};
    strip.doubtful = !row.quality.trustworthy;
    const double figure = cycles ? results::cycles_of(row)
                                 : 1e9 * row.location.threads / row.figures.units_per_second;
    const auto off = [&](double cost) { return cost / figure - 1; };
    for (const results::RawSamples &thread : row.sampling.threads) {
        const std::vector<double> &costs = cycles ? thread.cycles_per_unit : thread.ns_per_unit;
        for (std::size_t i = 0; i < costs.size(); ++i)
            (thread.verdicts[i] == results::SampleVerdict::kept ? strip.kept : strip.left_out)
                .push_back(off(costs[i]));
    }
    if (row.sampling.threads.empty())
        for (const results::VisitFigures &visit : row.sampling.visits)
            strip.kept.push_back(off(cycles ? visit.cycles_per_unit : visit.ns_per_unit));
    if (row.figures.interval && cycles)
        strip.interval = Range{off(row.figures.interval->low), off(row.figures.interval->high)};
    return strip;
}

// True if the kept samples lie in two places with a gap between them: a tenth or more on each side
// of a gap that is a third as wide as the range of nine tenths of them.
bool has_two_modes(std::vector<double> kept)
{
    constexpr std::size_t least = 12;
    constexpr double least_gap = 0.004;
    if (kept.size() < least)
        return false;
    std::ranges::sort(kept);
    const double spread = statistics::quantile(kept, 0.95) - statistics::quantile(kept, 0.05);
    const std::size_t tenth = std::max<std::size_t>(kept.size() / 10, 2);
    for (std::size_t i = tenth; i + tenth <= kept.size(); ++i) {
        const double gap = kept[i] - kept[i - 1];
        if (gap > spread / 3 && gap > least_gap)
            return true;
    }
    return false;
}

struct StripRow {
    const results::Row *row;
    StripPlot::Strip strip;
};

std::vector<StripRow> strips_of(const WorkGroup &group)
{
    std::vector<StripRow> strips;
    for (const results::Row *row : group.rows) {
        StripRow one{row, strip_of(*row)};
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
        fmt::format("{} {} of {}", kept, what, machine::counted(strips.size(), "row"));
    sentence += left_out == 0 ? "." : fmt::format(", and {} that were left out.", left_out);
    if (modes.size() == 1)
        sentence += fmt::format(" {} has two modes.", modes.front());
    else if (!modes.empty())
        sentence += fmt::format(" {} rows have two modes, {} first.", modes.size(), modes.front());
    else
        sentence += " No row has two modes.";
    return sentence;
}

// ---- The clock over the run, and how much of the time was kept.

constexpr std::size_t run_parts = 10;

// A row's visits are spread over the run: the n-th of N was about n/N into it.
struct ClockReading {
    double at = 0; ///< share of the run
    double clock_hz = 0;
    double kept_share = 1;
};

std::vector<ClockReading> readings_of(const results::Report &file)
{
    std::vector<ClockReading> readings;
    for (const results::Row &row : file.rows) {
        const std::vector<results::VisitFigures> &visits = row.sampling.visits;
        for (std::size_t i = 0; is_one_thread(row) && i < visits.size(); ++i)
            if (visits[i].cycles_per_unit > 0 && visits[i].ns_per_unit > 0 &&
                visits[i].kept_share > 0)
                readings.push_back(
                    {(static_cast<double>(i) + 0.5) / static_cast<double>(visits.size()),
                     visits[i].cycles_per_unit / visits[i].ns_per_unit * 1e9,
                     visits[i].kept_share});
    }
    return readings;
}

struct RunPart {
    std::vector<double> clocks; ///< GHz
    double kept = 0;            ///< shares, all together

    void add(const ClockReading &reading)
    {
        clocks.push_back(reading.clock_hz / 1e9);
        kept += reading.kept_share;
    }
    double kept_share() const { return kept / static_cast<double>(clocks.size()); }
};

std::vector<RunPart> parts_of(const std::vector<ClockReading> &readings)
{
    std::vector<RunPart> all(run_parts);
    for (const ClockReading &reading : readings)
        all[std::min(run_parts - 1, static_cast<std::size_t>(reading.at * run_parts))].add(reading);
    return all;
}

std::string clock_sentence(const std::vector<ClockReading> &readings)
{
    constexpr double steady = 0.02;
    RunPart whole;
    for (const ClockReading &reading : readings)
        whole.add(reading);
    const std::vector<double> &clocks = whole.clocks;
    const double low = statistics::quantile(clocks, 0.05),
                 high = statistics::quantile(clocks, 0.95);
    const std::string range =
        high - low < steady * high
            ? fmt::format("The clock was steady at {:.2f} GHz", statistics::quantile(clocks, 0.5))
            : fmt::format("The clock went from {:.2f} to {:.2f} GHz", low, high);
    return fmt::format("{}; {:.0f} % of the samples were kept.", range, 100 * whole.kept_share());
}

} // namespace

std::vector<Figure> sample_figures(const ShownRun &run, const WorkGroup &group)
{
    const std::vector<StripRow> strips = strips_of(group);
    if (strips.empty())
        return {};
    const bool samples = !strips.front().row->sampling.threads.empty();
    const std::string what = samples ? "samples" : "measurements";
    Figure figure{run.prefix + "samples-" + group.name(),
                  fmt::format("{}: {}", group.title(), samples ? "every sample" : what)};
    figure.sentence = strip_sentence(strips, what);
    figure.how_to_read =
        samples
            ? "Dots: samples that count, in the order of taking from the top down. Strokes below: "
              "samples left out. Bracket: the interval. Samples far out are at the edge."
            : "Dots: short measurements of the row, which are spread over the run; a file of "
              "--submit keeps up to six of each row. Bracket: the interval. With --samples the "
              "file has every sample.";
    figure.table.headers = {{"kernel", true}, {what + " kept"}, {"left out"},       {"lowest, %"},
                            {"median, %"},    {"highest, %"},   {"two modes", true}};
    auto &plot = figure.plot.emplace<StripPlot>();
    for (const StripRow &one : strips) {
        const std::vector<double> &kept = one.strip.kept;
        const auto at = [&](double share) {
            return kept.empty() ? ""
                                : fmt::format("{:+.2f}", statistics::quantile(kept, share) * 100);
        };
        figure.table.rows.push_back({one.strip.label, std::to_string(kept.size()),
                                     std::to_string(one.strip.left_out.size()), at(0), at(0.5),
                                     at(1), has_two_modes(kept) ? "yes" : "no"});
        if (plot.strips.size() < most_strips)
            plot.strips.push_back(one.strip);
    }
    return {figure};
}

std::vector<Figure> clock_figures(const ShownRun &run)
{
    const std::vector<ClockReading> readings = readings_of(run.file);
    if (readings.size() < 2)
        return {};
    Figure figure{run.prefix + "clock", "Clock over the run"};
    figure.sentence = clock_sentence(readings);
    figure.how_to_read =
        "Each dot is a short measurement of a row with one thread, placed by its number among "
        "those of the row. Marks: the tenths of the run of which the least was kept, at "
        "most two, and only below 80 %.";
    auto &plot = figure.plot.emplace<LinePlot>(LinePlot{"share of the run, %", "GHz"});
    plot.from_zero = false;
    plot.series.push_back({"measurements", {}, false});
    for (const ClockReading &reading : readings)
        plot.series[0].points.push_back({reading.at * 100, reading.clock_hz / 1e9});
    for (const int percent : {0, 20, 40, 60, 80, 100})
        plot.x_ticks.push_back({1.0 * percent, std::to_string(percent)});
    figure.table.headers = {{"part of the run, %", true},
                            {"measurements"},
                            {"lowest, GHz"},
                            {"median, GHz"},
                            {"highest, GHz"},
                            {"kept, %"}};
    const std::vector<RunPart> all = parts_of(readings);
    std::vector<std::pair<double, LinePlot::Tick>> little_kept;
    for (std::size_t i = 0; i < run_parts; ++i) {
        if (all[i].clocks.empty())
            continue;
        constexpr double little = 0.8;
        const double kept = all[i].kept_share();
        const auto from = 100 * i / run_parts, to = 100 * (i + 1) / run_parts;
        if (kept < little)
            little_kept.push_back(
                {kept, {static_cast<double>(from + to) / 2, fmt::format("{:.0f} %", kept * 100)}});
        const auto at = [&](double share) {
            return fmt::format("{:.3f}", statistics::quantile(all[i].clocks, share));
        };
        figure.table.rows.push_back({fmt::format("{}-{}", from, to),
                                     std::to_string(all[i].clocks.size()), at(0), at(0.5), at(1),
                                     fmt::format("{:.0f}", kept * 100)});
    }
    // More would hide the dots.
    constexpr std::size_t most_marks = 2;
    std::ranges::stable_sort(little_kept, {}, &std::pair<double, LinePlot::Tick>::first);
    little_kept.resize(std::min(little_kept.size(), most_marks));
    for (const auto &[kept, mark] : little_kept)
        plot.marks.push_back(mark);
    return {figure};
}

} // namespace hashlane::show
