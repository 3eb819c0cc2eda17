// SPDX-License-Identifier: MIT
#include "figure_change.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlane {
namespace {

constexpr std::size_t most_lines = 60;

double percent(double ratio) { return (ratio - 1) * 100; }

std::string sentence_of(const std::vector<Change> &changes)
{
    const auto count = [&](const char *verdict) {
        return std::ranges::count(changes, verdict, &Change::verdict);
    };
    const Change *largest = nullptr;
    for (const Change &one : changes) {
        const bool sure = one.verdict == "faster" || one.verdict == "slower";
        if (sure && (largest == nullptr ||
                     std::abs(std::log(one.ratio)) > std::abs(std::log(largest->ratio))))
            largest = &one;
    }
    std::string sentence =
        fmt::format("{} rows faster, {} slower, {} the same, {} uncertain.", count("faster"),
                    count("slower"), count("same"), count("uncertain"));
    if (largest != nullptr)
        sentence +=
            fmt::format(" The largest certain change is that of {}: {:.1f} % {}.",
                        largest->key.label(), std::abs(percent(largest->ratio)), largest->verdict);
    return sentence;
}

// The function of a message says the workload, and the name is long enough.
std::string short_label(const RowKey &key)
{
    return key.name.find('/') == std::string::npos ? key.label() : key.short_label();
}

void add(Figure &figure, DotPlot &plot, const Change &one)
{
    std::optional<Range> interval;
    if (one.interval)
        interval = Range{percent(one.interval->low), percent(one.interval->high)};
    const auto text = [](double value) { return fmt::format("{:+.2f}", value); };
    if (plot.lines.size() < most_lines)
        plot.lines.push_back({short_label(one.key),
                              text(percent(one.ratio)) + " % · " + one.verdict,
                              {{0, percent(one.ratio), interval, one.verdict == "uncertain"}}});
    figure.table.rows.push_back({one.key.label(), text(percent(one.ratio)),
                                 interval ? text(interval->low) : "",
                                 interval ? text(interval->high) : "", one.verdict, one.reason});
}

} // namespace

Figure change_figure(const std::string &name, const std::string &title,
                     const std::vector<Change> &changes)
{
    Figure figure;
    figure.name = name;
    figure.title = title;
    figure.sentence = sentence_of(changes);
    figure.how_to_read = "Left of the line is faster. Hollow: uncertain. Brackets: 95 % intervals; "
                         "docs/compare.md has the rules.";
    figure.table.columns = {{"row", true}, {"change, %"},     {"from"},
                            {"to"},        {"verdict", true}, {"reason", true}};
    DotPlot plot;
    plot.unit = "change of the cost, %";
    plot.reference = 0;
    for (const Change &one : changes)
        add(figure, plot, one);
    figure.plot = std::move(plot);
    return figure;
}

} // namespace hashlane
