// SPDX-License-Identifier: MIT
#include "book.h"

#include "../compare/matrix.h"
#include "../fleet/node_names.h"
#include "../report/fleet_texts.h"
#include "../system/printable.h"
#include "figure_fleet.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace hashlane {
namespace {

// With more, each run has what it came to, and not how.
constexpr std::size_t most_runs_in_detail = 4;
constexpr std::size_t bars_in_detail = 60, bars_of_many = 8;

std::string file_name(const RunFile &file)
{
    return std::filesystem::path(file.path).filename().string();
}

std::string or_unknown(const std::string &text) { return text.empty() ? "unknown" : text; }

std::vector<std::string> facts_of(const RunFile &file)
{
    std::vector<std::string> facts = {
        fmt::format("{}: {} rows, {}", file_name(file), file.rows.size(),
                    file.date.empty() ? "date unknown" : file.date),
        fmt::format("Processor: {}{}", or_unknown(file.cpu),
                    file.microcode.empty() ? "" : ", microcode " + file.microcode),
        fmt::format("System: {}{}", or_unknown(file.system),
                    file.hypervisor.empty() ? "" : ", under " + file.hypervisor),
        fmt::format("hashlane {}, built with {}", or_unknown(file.version),
                    or_unknown(file.compiler))};
    if (!file.command.empty())
        facts.push_back("Command: " + file.command);
    return facts;
}

std::vector<std::string> alarms_of(const RunFile &file)
{
    std::vector<std::string> alarms;
    for (const std::string &kernel : file.mismatches)
        alarms.push_back(kernel + " computed a wrong result and has no row");
    if (!file.emulator.empty())
        alarms.push_back("measured under " + file.emulator + ": timings mean nothing");
    const auto doubtful = std::ranges::count(file.rows, false, &RunRow::trustworthy);
    if (doubtful > 0)
        alarms.push_back(fmt::format("{} of {} rows are not trustworthy: see the column noise",
                                     doubtful, file.rows.size()));
    return alarms;
}

void add(std::vector<Figure> &figures, std::vector<Figure> more)
{
    std::ranges::move(more, std::back_inserter(figures));
}

Chapter chapter_of(const ShownRun &run, bool in_detail)
{
    Chapter chapter;
    chapter.id = run.prefix + "run";
    chapter.title = run.label;
    chapter.facts = facts_of(run.file);
    chapter.alarms = alarms_of(run.file);
    add(chapter.figures, answer_figures(run));
    add(chapter.figures, cycles_figures(run));
    add(chapter.figures, rate_figures(run));
    if (!in_detail)
        return chapter;
    add(chapter.figures, scaling_figures(run));
    add(chapter.figures, standing_figures(run));
    add(chapter.figures, energy_figures(run));
    add(chapter.figures, clock_figures(run));
    add(chapter.figures, core_figures(run));
    add(chapter.figures, sample_figures(run));
    return chapter;
}

std::vector<std::string> labels_of(const std::vector<RunFile> &files)
{
    if (files.size() == 1)
        return {or_unknown(files.front().cpu)};
    std::vector<const ResultFile *> compared;
    for (const RunFile &file : files)
        compared.push_back(&file.compared);
    return distinct_labels(compared);
}

std::vector<ShownRun> shown_runs(const std::vector<RunFile> &files)
{
    const std::vector<std::string> labels = labels_of(files);
    std::vector<ShownRun> runs;
    for (std::size_t i = 0; i < files.size(); ++i)
        runs.push_back({files[i], labels[i], files.size() == 1 ? "" : fmt::format("run{}-", i + 1),
                        files.size() > most_runs_in_detail ? bars_of_many : bars_in_detail});
    return runs;
}

Chapter overview_of(const std::vector<ShownRun> &runs)
{
    Chapter chapter{"overview", "Side by side", {}, {}, {}};
    for (const ShownRun &run : runs) {
        const std::string name = printable(file_name(run.file));
        chapter.facts.push_back(fmt::format("{}{}: {}, {}, hashlane {}, {}", run.label,
                                            run.label == name ? "" : ": " + name,
                                            or_unknown(run.file.cpu), or_unknown(run.file.compiler),
                                            or_unknown(run.file.version), run.file.date));
    }
    add(chapter.figures, machine_figures(runs));
    add(chapter.figures, change_figures(runs));
    add(chapter.figures, history_figures(runs));
    return chapter;
}

Chapter chapter_of(const ComparisonFile &file, std::size_t number)
{
    const std::string prefix = fmt::format("compared{}-", number);
    Chapter chapter{prefix + "files", "", {}, {}, comparison_figures(file, prefix)};
    const std::string name = std::filesystem::path(file.path).filename().string();
    chapter.title = "Comparison: " + printable(name);
    for (const ComparisonFile::Part &part : file.parts)
        chapter.facts.push_back(fmt::format("{} against {}: {} rows in common", part.to, part.from,
                                            part.changes.size()));
    return chapter;
}

Chapter chapter_of(const MatrixFile &file, std::size_t number)
{
    const std::string prefix = fmt::format("matrix{}-", number);
    Chapter chapter{prefix + "files", "", {}, {}, matrix_figures(file.matrix, prefix)};
    const std::string name = std::filesystem::path(file.path).filename().string();
    chapter.title = "Matrix: " + printable(name);
    for (std::size_t i = 0; i < file.matrix.labels.size(); ++i)
        chapter.facts.push_back(
            fmt::format("{}: {}: {}", i + 1, file.matrix.labels[i],
                        std::filesystem::path(file.matrix.paths[i]).filename().string()));
    return chapter;
}

// What asks for action, a line each.
std::vector<std::string> alarms_of(const FleetReport &fleet)
{
    constexpr std::size_t most_named = 20;
    std::vector<std::string> wrong, alarms;
    for (const NodeReport &node : fleet.nodes)
        if (node.node_class == NodeClass::wrong)
            wrong.push_back(node.name);
    if (!wrong.empty())
        alarms.push_back(
            fmt::format("{} computed wrong results. For each: {}",
                        wrong.size() > most_named ? nodes_text(wrong.size()) : fold_nodes(wrong),
                        advice_for(NodeClass::wrong)));
    for (std::size_t i = 0; i < fleet.groups.size(); ++i)
        if (const auto &changes = fleet.groups[i].changes; !changes.empty())
            alarms.push_back(fmt::format("Group {} as a whole differs from the baseline: {}", i + 1,
                                         fmt::join(changes, "; ")));
    return alarms;
}

std::vector<std::string> prefixed(const char *kind, const std::vector<std::string> &lines)
{
    std::vector<std::string> texts;
    for (const std::string &line : lines)
        texts.push_back(fmt::format("{}: {}", kind, line));
    return texts;
}

// There may be one for each node.
void add_lines(std::vector<std::string> &lines, const std::vector<std::string> &more)
{
    constexpr std::size_t most_lines = 50;
    const std::size_t shown = std::min(more.size(), most_lines);
    lines.insert(lines.end(), more.begin(), more.begin() + static_cast<std::ptrdiff_t>(shown));
    if (more.size() > shown)
        lines.push_back(fmt::format("{} more such lines are in the file", more.size() - shown));
}

std::vector<std::string> group_lines(const FleetReport &fleet)
{
    std::vector<std::string> lines;
    for (const GroupReport &group : fleet.groups)
        lines.push_back(fmt::format("Group {}: {}", lines.size() + 1, group_title(group)));
    return lines;
}

Chapter chapter_of(const FleetFile &file, std::size_t number)
{
    const std::string prefix = fmt::format("fleet{}-", number);
    const FleetReport &fleet = file.fleet;
    Chapter chapter{prefix + "files", "", {}, {}, {}};
    add_lines(chapter.alarms, alarms_of(fleet));
    const std::string name = std::filesystem::path(file.path).filename().string();
    chapter.title = "Fleet: " + printable(name);
    add(chapter.figures, class_figures(fleet, prefix));
    add(chapter.figures, attention_figures(fleet, prefix));
    add(chapter.figures, speed_figures(fleet, prefix));
    add(chapter.figures, trend_figures(fleet, prefix));
    if (fleet.groups.size() > most_drawn_groups)
        chapter.facts.push_back(fmt::format("The {} largest of {} groups have plots",
                                            most_drawn_groups, fleet.groups.size()));
    add_lines(chapter.facts, group_lines(fleet));
    add_lines(chapter.facts, prefixed("Problem", fleet.problems));
    add_lines(chapter.facts, prefixed("Remark", fleet.remarks));
    return chapter;
}

std::string counted(std::size_t count, const char *what)
{
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string title_of(const std::vector<ShownRun> &runs, std::size_t comparisons,
                     const std::vector<FleetFile> &fleets)
{
    if (runs.size() == 1)
        return "hashlane on " + runs.front().label;
    if (!runs.empty())
        return fmt::format("hashlane: {} runs", runs.size());
    if (fleets.empty())
        return "hashlane: " + counted(comparisons, "comparison");
    if (comparisons > 0)
        return fmt::format("hashlane: {}, {}", counted(fleets.size(), "fleet"),
                           counted(comparisons, "comparison"));
    if (fleets.size() > 1)
        return "hashlane: " + counted(fleets.size(), "fleet");
    const FleetReport &fleet = fleets.front().fleet;
    return "hashlane: a fleet of " + nodes_text(fleet.nodes.size() + fleet.missing_unnamed);
}

std::string introduction_of(std::size_t measurements)
{
    if (measurements > 0)
        return "Every row is proven: the timed calls ended where an independent implementation "
               "says that they must. Cycles are core cycles unless a column says otherwise.";
    return "Each node was measured by 'hashlane node', which proves every result and counts cycles "
           "apart from the clock, and judged beside its like nodes by 'hashlane fleet'.";
}

} // namespace

Book make_book(const std::vector<RunFile> &files, const std::vector<ComparisonFile> &comparisons,
               const std::vector<MatrixFile> &matrices, const std::vector<FleetFile> &fleets)
{
    const std::vector<ShownRun> runs = shown_runs(files);
    Book book;
    book.title = title_of(runs, comparisons.size() + matrices.size(), fleets);
    book.introduction = introduction_of(files.size() + comparisons.size() + matrices.size());
    if (runs.size() > 1)
        book.chapters.push_back(overview_of(runs));
    for (const ShownRun &run : runs)
        book.chapters.push_back(chapter_of(run, runs.size() <= most_runs_in_detail));
    for (std::size_t i = 0; i < comparisons.size(); ++i)
        book.chapters.push_back(chapter_of(comparisons[i], i + 1));
    for (std::size_t i = 0; i < matrices.size(); ++i)
        book.chapters.push_back(chapter_of(matrices[i], i + 1));
    for (std::size_t i = 0; i < fleets.size(); ++i)
        book.chapters.push_back(chapter_of(fleets[i], i + 1));
    return book;
}

const Figure *find_figure(const Book &book, const std::string &name)
{
    for (const Chapter &chapter : book.chapters)
        for (const Figure &figure : chapter.figures)
            if (figure.name == name)
                return &figure;
    return nullptr;
}

std::vector<std::string> figure_names(const Book &book)
{
    std::vector<std::string> names;
    for (const Chapter &chapter : book.chapters)
        for (const Figure &figure : chapter.figures)
            names.push_back(figure.name);
    return names;
}

} // namespace hashlane
