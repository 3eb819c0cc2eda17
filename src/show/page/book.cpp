// SPDX-License-Identifier: MIT
//
// What a book has of each file: its title, facts, alarms and figures.
#include "page.h"

#include "../../compare/comparison.h"
#include "../../machine/system/iso_time.h"
#include "../../machine/system/lists.h"
#include "../../machine/system/text.h"
#include "../svg/text.h"
#include "../tables/fleet_writers.h"
#include "../tables/row_figures.h"
#include "../tables/soak_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>

namespace hashlane::show {
namespace {

// With more, each run has its results without details.
constexpr std::size_t most_runs_in_detail = 4;
constexpr std::size_t bars_in_detail = 60, bars_of_many = 8;

std::string title_of(const char *kind, const std::string &path)
{
    return fmt::format("{}: {}", kind, machine::printable(machine::file_name(path)));
}

std::string or_unknown(const std::string &text) { return text.empty() ? "unknown" : text; }

// Returns "NVIDIA H200": what a row has before the comma, the rest is about its driver. The sum of
// several devices only repeats their ids.
std::vector<std::string> devices_of(const results::Report &file)
{
    std::set<std::string> devices;
    for (const results::Row &row : file.rows)
        if (is_on_a_device(row) && row.location.threads == 1)
            devices.insert(row.identity.device.substr(0, row.identity.device.find(',')));
    return {devices.begin(), devices.end()};
}

// Returns "AMD EPYC (family 25 model 17), 2 cores, KVM, with NVIDIA H200".
std::string machine_title(const results::Report &file)
{
    const results::Context &context = file.context;
    const std::string devices = machine::joined(devices_of(file));
    if (std::ranges::all_of(file.rows, is_on_a_device))
        return or_unknown(devices);
    std::string title =
        or_unknown(file.machine.empty() ? results::processor_name(context) : file.machine);
    if (!context.topology.cores.empty())
        title += ", " + machine::counted(context.topology.cores.size(), "core");
    if (!context.hypervisor.empty())
        title += ", " + context.hypervisor;
    return devices.empty() ? title : title + ", with " + devices;
}

// Returns the range of the processor's rows, or else of the devices'.
std::string clock_text(const results::Report &file)
{
    const bool of_devices = std::ranges::all_of(file.rows, is_on_a_device);
    std::vector<double> clocks;
    for (const results::Row &row : file.rows)
        if (is_on_a_device(row) == of_devices && row.figures.clock_hz > 0)
            clocks.push_back(row.figures.clock_hz / 1e9);
    if (clocks.empty())
        return "clock unknown";
    const auto [low, high] = std::ranges::minmax(clocks);
    const std::string from = fmt::format("{:.2f}", low), to = fmt::format("{:.2f}", high);
    return from + (from == to ? "" : " to " + to) + " GHz";
}

std::vector<std::string> lines_about(const results::Report &file)
{
    const results::Context &context = file.context;
    std::vector<std::string> lines = {
        fmt::format("{}; {}; {}{}; hashlane {}, {}",
                    context.date.empty() ? "date unknown" : machine::minute_text(context.date),
                    clock_text(file), or_unknown(context.os_release),
                    context.hypervisor.empty() ? "" : " under " + context.hypervisor,
                    or_unknown(context.version), or_unknown(context.compiler)),
        fmt::format("{}, {}{}; {} in {}", or_unknown(context.cpu_model),
                    or_unknown(context.cpu_identity),
                    context.microcode.empty() ? "" : ", microcode " + context.microcode,
                    machine::counted(file.rows.size(), "row"), machine::file_name(file.path))};
    if (!context.command.empty())
        lines.push_back("Command: " + results::command_without_files(context.command));
    return lines;
}

std::vector<std::string> alarms_of(const results::Report &file)
{
    std::vector<std::string> alarms;
    for (const results::Mismatch &mismatch : file.mismatches)
        alarms.push_back(mismatch.kernel + " computed a wrong result and has no row");
    if (!file.context.emulator.empty())
        alarms.push_back("measured under " + file.context.emulator + ": timings mean nothing");
    return alarms;
}

// Names the rows that are not trustworthy, with what disturbed them.
std::vector<std::string> cautions_of(const results::Report &file)
{
    constexpr std::size_t most_named = 6;
    std::vector<std::string> rows;
    for (const results::Row &row : file.rows)
        if (!results::is_trustworthy(row))
            rows.push_back(fmt::format("{} ({})", label_of(row), noise_text(row)));
    if (rows.empty())
        return {};
    const std::size_t named = std::min(rows.size(), most_named);
    return {fmt::format(
        "Not trustworthy, {} of {}: {}{}", rows.size(), machine::counted(file.rows.size(), "row"),
        fmt::join(std::span(rows).first(named), ", "),
        rows.size() > named ? fmt::format(" and {} more, in italics below", rows.size() - named)
                            : "")};
}

// Makes the figures of each group of a run's rows.
template <std::vector<Figure> (*make)(const ShownRun &, const WorkGroup &)>
std::vector<Figure> of_groups(const ShownRun &run)
{
    std::vector<Figure> figures;
    for (const WorkGroup &group : groups_of(run.file))
        std::ranges::move(make(run, group), std::back_inserter(figures));
    return figures;
}

Chapter chapter_of(const ShownRun &run, bool in_detail)
{
    using MakeFigures = std::vector<Figure> (*)(const ShownRun &);
    constexpr MakeFigures all[] = {
        answer_figures, of_groups<cycles_figures>, of_groups<rate_figures>,
        // In detail:
        of_groups<scaling_figures>, of_groups<standing_figures>, of_groups<energy_figures>,
        clock_figures, of_groups<core_figures>, of_groups<sample_figures>};
    constexpr std::size_t not_in_detail = 3;
    Chapter chapter{run.prefix + "run", run.label, lines_about(run.file), alarms_of(run.file),
                    cautions_of(run.file)};
    for (const MakeFigures make : std::span(all).first(in_detail ? std::size(all) : not_in_detail))
        std::ranges::move(make(run), std::back_inserter(chapter.figures));
    return chapter;
}

// Files that a list names are called by their machines, and by their work where a machine has
// several.
std::vector<std::string> labels_of(const std::vector<results::Report> &files)
{
    std::set<std::string> labels;
    std::vector<std::string> in_order;
    for (const results::Report &file : files) {
        in_order.push_back(file.machine);
        if (std::ranges::count(files, file.machine, &results::Report::machine) > 1) {
            const std::string &command = file.context.command; // "hashlane run sha256 --quick"
            const std::size_t begin = command.find(' ') + 1;
            in_order.back() += ": " + command.substr(begin, command.find(" -") - begin);
        }
        labels.insert(in_order.back());
    }
    const bool all_have_names =
        std::ranges::none_of(files, &std::string::empty, &results::Report::machine);
    return all_have_names && labels.size() == files.size() ? in_order
                                                           : compare::distinct_labels(files);
}

// Returns labels of which none is a path: files of one name are numbered.
std::vector<std::string> labels_without_folders(const std::vector<results::Report> &files)
{
    std::vector<std::string> labels = labels_of(files);
    for (std::size_t i = 0; i < files.size(); ++i)
        if (const std::string name = machine::file_name(files[i].path);
            labels[i] == files[i].path && labels[i] != name)
            labels[i] = fmt::format("{} ({})", name, i + 1);
    return labels;
}

std::vector<ShownRun> shown_runs(const std::vector<results::Report> &files)
{
    if (files.size() == 1) {
        const std::string title = machine_title(files[0]);
        return {{files[0], title, title, "", bars_in_detail}};
    }
    const std::vector<std::string> labels = labels_without_folders(files);
    std::vector<ShownRun> runs;
    for (std::size_t i = 0; i < files.size(); ++i)
        runs.push_back({files[i], labels[i],
                        files[i].machine.empty() ? labels[i] : files[i].machine,
                        fmt::format("run{}-", i + 1),
                        files.size() > most_runs_in_detail ? bars_of_many : bars_in_detail});
    return runs;
}

// Returns "'n3.json' is empty" of "'/home/x/n3.json' is empty". Other quotations are values.
std::string without_folders(const std::string &text)
{
    std::vector<std::string> parts = machine::split(text, '\'');
    for (std::size_t i = 1; i + 1 < parts.size(); ++i) {
        std::string &part = parts[i];
        const bool is_quoted = parts[i - 1].ends_with(' ') || (i == 1 && parts[0].empty());
        if (is_quoted &&
            (part.starts_with('/') || part.ends_with(".json") || part.ends_with(".jsonl")))
            part = machine::file_name(part);
    }
    return machine::joined(parts, "'");
}

// A page is for others: the fleet's files are there by their names.
cluster::FleetReport without_folders(cluster::FleetReport fleet)
{
    for (cluster::NodeReport &node : fleet.nodes)
        for (cluster::Finding &finding : node.findings)
            finding.evidence = without_folders(finding.evidence);
    for (auto *const lines : {&fleet.problems, &fleet.remarks})
        *lines = machine::each(*lines, [](auto &line) { return without_folders(line); });
    return fleet;
}

// Returns the findings that need action, a line each.
std::vector<std::string> alarms_of(const cluster::FleetReport &fleet)
{
    constexpr std::size_t most_named = 20;
    std::vector<std::string> alarms;
    if (const std::size_t wrong = fleet.count(cluster::NodeClass::wrong); wrong > 0)
        alarms.push_back(fmt::format("{} computed wrong results. For each: {}",
                                     wrong > most_named
                                         ? machine::counted(wrong, "node")
                                         : names_of(fleet, {cluster::NodeClass::wrong}),
                                     advice_for(cluster::NodeClass::wrong)));
    if (const std::size_t unknown = fleet.count(cluster::NodeClass::not_judged); unknown > 0)
        alarms.push_back(
            fmt::format("{} not judged: nothing is known against {}, and nothing for "
                        "{}.",
                        unknown == 1 ? "1 node was" : std::to_string(unknown) + " nodes were",
                        unknown == 1 ? "it" : "them", unknown == 1 ? "it" : "them"));
    for (std::size_t i = 0; i < fleet.groups.size(); ++i) {
        const cluster::GroupReport &group = fleet.groups[i];
        if (!group.changes.empty())
            alarms.push_back(fmt::format("Group {} as a whole differs from the baseline: {}", i + 1,
                                         fmt::join(group.changes, "; ")));
        if (!group.splits.empty())
            alarms.push_back(fmt::format("The nodes of group {} differ: {}", i + 1,
                                         fmt::join(group.splits, "; ")));
    }
    for (const cluster::DeviceGroupReport &group : fleet.devices)
        if (!group.changes.empty())
            alarms.push_back(fmt::format("{} as a whole differ from the baseline: {}", group.name,
                                         fmt::join(group.changes, "; ")));
    return alarms;
}

// There may be a line for each node.
void add_lines(std::vector<std::string> &lines, const std::vector<std::string> &more,
               const char *before = "")
{
    constexpr std::size_t most_lines = 50;
    const std::size_t shown = std::min(more.size(), most_lines);
    for (std::size_t i = 0; i < shown; ++i)
        lines.push_back(before + more[i]);
    if (more.size() > shown)
        lines.push_back(fmt::format("{} more such lines are in the file", more.size() - shown));
}

Chapter chapter_of(const FleetFile &file, std::size_t number)
{
    const std::string prefix = fmt::format("fleet{}-", number);
    const cluster::FleetReport &fleet = file.fleet;
    const std::string dates = dates_text(fleet);
    Chapter chapter{prefix + "files",
                    title_of("Fleet", file.path) + (dates.empty() ? "" : ", " + dates)};
    add_lines(chapter.alarms, alarms_of(fleet));
    chapter.figures = fleet_figures(fleet, prefix);
    if (fleet.groups.size() > most_drawn_groups)
        chapter.notes.push_back(fmt::format("The {} largest of {} groups have plots",
                                            most_drawn_groups, fleet.groups.size()));
    std::vector<std::string> groups;
    for (const cluster::GroupReport &group : fleet.groups)
        groups.push_back(fmt::format("Group {}: {}", groups.size() + 1, group_title(group)));
    for (const cluster::DeviceGroupReport &group : fleet.devices)
        groups.push_back(device_title(group));
    add_lines(chapter.notes, groups);
    if (const std::string limits = cluster::limits_text(fleet.limits); !limits.empty())
        chapter.notes.push_back(limits);
    add_lines(chapter.notes, fleet.problems, "Problem: ");
    add_lines(chapter.notes, fleet.remarks, "Note: ");
    return chapter;
}

std::string finding_text(const cluster::SoakWrong &wrong)
{
    return fmt::format("{}, {}, after {:.0f} s; again {}", soak_place_text(wrong), wrong.scope,
                       wrong.at_seconds, soak_again_text(wrong));
}

Chapter chapter_of(const SoakFile &file, std::size_t number)
{
    const std::string prefix = fmt::format("soak{}-", number);
    const cluster::SoakTotals &totals = file.soak.totals;
    Chapter chapter{prefix + "files", title_of("Soak", file.path)};
    if (totals.wrong > 0)
        chapter.alarms.push_back(fmt::format("Wrong results: {}", totals.wrong));
    add_lines(chapter.alarms, machine::each(totals.found, finding_text));
    for (const cluster::SoakDevice &device : totals.devices)
        if (!device.failure.empty())
            chapter.alarms.push_back(device.device + " failed: " + device.failure);
    if (!file.soak.complete)
        chapter.alarms.emplace_back(
            "Incomplete: it was interrupted, or some core did not test some kernel");
    if (const std::vector<std::string> names = totals.not_reached(); !names.empty())
        chapter.alarms.push_back(
            fmt::format("Not reached on every core: {}", fmt::join(names, ", ")));
    chapter.figures = soak_figures(totals, prefix);
    chapter.facts = {fmt::format(
        "{:.0f} s, {}, from {} to {}; memory and floating point were not "
        "tested",
        totals.seconds, machine::counted(totals.passes, "finished pass", "es"),
        machine::minute_text(file.soak.started), machine::minute_text(file.soak.updated))};
    return chapter;
}

constexpr Term column_terms[] = {
    {"kernel", "the implementation; x4: four chains or messages at once on one core"},
    {"core cycles",
     "cycles of the core's running clock, over all lanes: they do not change with the "
     "clock. From, to: the 95 % interval"},
    {"bound", "the fewest cycles that the kernel's instructions can take on this core, by their "
              "latency, their throughput or the rate of issue"},
    {"MH/s, Mperm/s, MB/s", "million hashes, permutations or bytes per second"},
    {"cycles from", "perf: a hardware counter; chain: instructions of known latency, timed; tsc: "
                    "ticks, which are not core cycles"},
    {"noise", "what disturbed the row, or clean. With ! its values are not trustworthy; without, "
              "disturbed samples were left out"},
};

std::string book_title(const std::vector<ShownRun> &runs, const std::vector<FleetFile> &fleets,
                       const std::vector<SoakFile> &soaks)
{
    if (runs.size() == 1)
        return "hashlane on " + runs.front().label;
    std::set<std::string> machines;
    for (const ShownRun &run : runs)
        machines.insert(run.machine);
    if (machines.size() < runs.size())
        return fmt::format("hashlane: {} runs of {}", runs.size(),
                           machine::counted(machines.size(), "machine"));
    if (!runs.empty())
        return fmt::format("hashlane: {} runs", runs.size());
    if (fleets.empty())
        return "hashlane: " + machine::counted(soaks.size(), "soak");
    if (fleets.size() > 1)
        return "hashlane: " + machine::counted(fleets.size(), "fleet");
    const cluster::FleetReport &fleet = fleets.front().fleet;
    return "hashlane: a fleet of " + machine::counted(size_of(fleet), "node");
}

std::string introduction_of(const std::vector<results::Report> &files, std::size_t fleets)
{
    // A plug-in's own workload has no independent implementation.
    const bool all_are_verified = std::ranges::all_of(files, [](const results::Report &file) {
        return std::ranges::all_of(file.rows, results::is_verified);
    });
    if (!files.empty())
        return fmt::format("{} row is verified: the timed calls ended at the answer of an "
                           "independent implementation. Cycles are core cycles unless the column "
                           "'cycles from' is tsc.",
                           all_are_verified ? "Every"
                                            : "Rows of a plug-in's own workload passed the "
                                              "plug-in's own check; every other");
    if (fleets == 0)
        return "'hashlane soak' ran every kernel on every core and compared every result.";
    return "'hashlane node' measured each node and verified every result. 'hashlane fleet' "
           "compared each node with comparable nodes, by cycles and by clock.";
}

} // namespace

Book make_book(const std::vector<results::Report> &files, const std::vector<FleetFile> &fleets,
               const std::vector<SoakFile> &soaks)
{
    const std::vector<ShownRun> runs = shown_runs(files);
    Book book{book_title(runs, fleets, soaks), introduction_of(files, fleets.size()), {}};
    if (!files.empty())
        book.terms = {std::begin(column_terms), std::end(column_terms)};
    if (runs.size() > 1)
        book.chapters.push_back(
            {.id = "overview", .title = "Side by side", .figures = figures_of_runs(runs)});
    for (const ShownRun &run : runs)
        book.chapters.push_back(chapter_of(run, runs.size() <= most_runs_in_detail));
    for (std::size_t i = 0; i < fleets.size(); ++i)
        book.chapters.push_back(
            chapter_of(FleetFile{fleets[i].path, without_folders(fleets[i].fleet)}, i + 1));
    for (std::size_t i = 0; i < soaks.size(); ++i)
        book.chapters.push_back(chapter_of(soaks[i], i + 1));
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

} // namespace hashlane::show
