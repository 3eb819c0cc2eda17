// SPDX-License-Identifier: MIT
//
// Several runs: the best of each side by side, what changed from the first, a history over dates.
#include "../compare/comparison.h"
#include "../report/workload_units.h"
#include "figure_change.h"
#include "selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlane {
namespace {

/// A row of each run that answers the same question; null where a run has none.
struct SharedUse {
    std::string question;
    std::string name;
    std::string workload;
    double bytes_per_hash = 0;
    std::vector<const RunRow *> best;
    bool by_cycles = false;
};

void add_use(std::vector<SharedUse> &uses, const WorkGroup &group, const std::string &question,
             const RunRow *best, std::size_t run, std::size_t runs)
{
    if (best == nullptr)
        return;
    const std::string whole = group.title() + ", " + question;
    auto use = std::ranges::find(uses, whole, &SharedUse::question);
    if (use == uses.end()) {
        uses.push_back({whole, group.name() + "-" + plain_name(question), group.workload,
                        group.bytes_per_hash, std::vector<const RunRow *>(runs), false});
        use = std::prev(uses.end());
    }
    use->best[run] = best;
}

std::vector<SharedUse> uses_of(const std::vector<ShownRun> &runs)
{
    std::vector<SharedUse> uses;
    for (std::size_t i = 0; i < runs.size(); ++i)
        for (const WorkGroup &group : groups_of(runs[i].file)) {
            const RunFile &file = runs[i].file;
            const auto use = [&](const char *question, auto belongs) {
                add_use(uses, group, question, best_of(rows_where(group.rows, belongs)), i,
                        runs.size());
            };
            use("one chain", is_one_chain);
            use("one core", [&](const RunRow &row) { return is_on_one_core(row, file); });
            use("the machine", [&](const RunRow &row) { return is_on_many_cores(row, file); });
        }
    for (SharedUse &use : uses)
        use.by_cycles = use.question.ends_with("one chain") &&
                        std::ranges::all_of(use.best, [](const RunRow *row) {
                            return row == nullptr || row->cycles > 0;
                        });
    return uses;
}

ShownUnit unit_of(const SharedUse &use)
{
    return use.by_cycles ? cycles_unit(use.workload, use.bytes_per_hash)
                         : rate_unit(use.workload, use.bytes_per_hash);
}

double figure_of(const SharedUse &use, const RunRow &row)
{
    return use.by_cycles ? row.cycles : row.hashes_per_second;
}

std::optional<Range> interval_of(const SharedUse &use, const RunRow &row, double factor)
{
    if (!row.interval || row.cycles <= 0)
        return {};
    if (use.by_cycles)
        return Range{row.interval->low * factor, row.interval->high * factor};
    const double rate = row.hashes_per_second * factor * row.cycles;
    return Range{rate / row.interval->high, rate / row.interval->low};
}

std::string use_sentence(const SharedUse &use, const std::vector<ShownRun> &runs)
{
    std::size_t best = runs.size(), worst = runs.size();
    const auto better = [&](std::size_t a, std::size_t b) {
        const double left = figure_of(use, *use.best[a]), right = figure_of(use, *use.best[b]);
        return use.by_cycles ? left < right : left > right;
    };
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (use.best[i] != nullptr) {
            best = best == runs.size() || better(i, best) ? i : best;
            worst = worst == runs.size() || better(worst, i) ? i : worst;
        }
    constexpr double alike = 0.005; // what two runs of one machine differ by
    const ShownUnit unit = unit_of(use);
    const double ratio = figure_of(use, *use.best[worst]) / figure_of(use, *use.best[best]);
    const std::string best_figure = unit.text(figure_of(use, *use.best[best])) + " " + unit.name;
    if (std::abs(ratio - 1) < alike)
        return fmt::format("All are alike: {}.", best_figure);
    return fmt::format("{} is best, with {}; {} is last, with {} ({:.2f} times as much).",
                       runs[best].label, best_figure, runs[worst].label,
                       unit.text(figure_of(use, *use.best[worst])), ratio);
}

Figure use_figure(const SharedUse &use, const std::vector<ShownRun> &runs)
{
    const ShownUnit unit = unit_of(use);
    Figure figure;
    figure.name = "machines-" + use.name;
    figure.title = use.question + (use.by_cycles ? ": cycles" : ": rates");
    figure.sentence = use_sentence(use, runs);
    figure.how_to_read = use.by_cycles ? "Farther left is better." : "Farther right is better.";
    figure.table.columns = {{"run", true}, {"best kernel", true}, {unit.name}, {"from"},
                            {"to"},        {"trustworthy", true}};
    DotPlot plot;
    plot.unit = unit.name;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (use.best[i] == nullptr)
            continue;
        const RunRow &row = *use.best[i];
        const auto interval = interval_of(use, row, unit.factor);
        const double value = figure_of(use, row);
        plot.lines.push_back({runs[i].label,
                              kernel_label(row) + " · " + unit.text(value),
                              {{i, value * unit.factor, interval, !row.trustworthy}}});
        const auto end = [&](double bound) { return fmt::format("{:.{}f}", bound, unit.digits); };
        figure.table.rows.push_back(
            {runs[i].label, kernel_label(row), unit.text(value), interval ? end(interval->low) : "",
             interval ? end(interval->high) : "", row.trustworthy ? "yes" : "no"});
    }
    figure.plot = std::move(plot);
    return figure;
}

Change change_of(const ComparedRow &row)
{
    const Assessment &one = row.assessments.front();
    std::optional<Range> interval;
    if (one.interval)
        interval = Range{one.interval->low, one.interval->high};
    return {row.key, one.ratio, interval, verdict_name(one.verdict), one.reason};
}

Figure change_figure_of(const Comparison &comparison, const ShownRun &from, const ShownRun &to)
{
    std::vector<Change> changes;
    for (const ComparedRow &row : comparison.rows)
        changes.push_back(change_of(row));
    return change_figure("change-" + to.prefix.substr(0, to.prefix.size() - 1),
                         fmt::format("{} against {}", to.label, from.label), changes);
}

bool are_same_machine(const ShownRun &a, const ShownRun &b)
{
    return !a.file.cpu.empty() && a.file.cpu == b.file.cpu;
}

} // namespace

std::vector<Figure> machine_figures(const std::vector<ShownRun> &runs)
{
    std::vector<Figure> figures;
    for (const SharedUse &use : uses_of(runs))
        if (std::ranges::count_if(use.best, [](const RunRow *row) { return row != nullptr; }) > 1)
            figures.push_back(use_figure(use, runs));
    return figures;
}

std::vector<Figure> change_figures(const std::vector<ShownRun> &runs)
{
    constexpr double threshold = 0.01;
    constexpr std::size_t most_changes = 4;
    std::vector<Figure> figures;
    for (std::size_t i = 1; i < runs.size() && figures.size() < most_changes; ++i) {
        if (!are_same_machine(runs[0], runs[i]))
            continue;
        const Comparison comparison =
            compare(runs[0].file.compared, runs[i].file.compared, threshold);
        if (!comparison.rows.empty())
            figures.push_back(change_figure_of(comparison, runs[0], runs[i]));
    }
    return figures;
}

} // namespace hashlane
