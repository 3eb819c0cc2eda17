// SPDX-License-Identifier: MIT
#include "history.h"

#include "../../machine/system/file_lock.h"
#include "../../machine/system/files.h"
#include "../../machine/system/iso_time.h"
#include "../../machine/system/lists.h"
#include "../../machine/system/text.h"
#include "../../machine/system/used_files.h"
#include "../../results/fields.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <span>
#include <system_error>
#include <utility>

namespace hashlane::cluster {

// ---- Lines.

namespace {

// Those that tell whether a board or a processor is another one.
constexpr const char *replaceable_parts[] = {"board_name", "board_serial", "board_version",
                                             "cpu_ppin", "system_serial"};

using Texts = std::map<std::string, std::string>;

Texts replaceable(const Texts &hardware)
{
    Texts parts;
    for (const char *part : replaceable_parts)
        if (const auto found = hardware.find(part); found != hardware.end())
            parts.insert(*found);
    return parts;
}

Texts read_replaceable(const results::JsonFields &fields, const char *key)
{
    return fields.has(key) ? replaceable(fields.texts_by_name(key)) : Texts();
}

NodeClass read_class(const results::JsonFields &fields, const char *key)
{
    const auto known = fields.has(key) ? class_named(fields.text(key)) : std::nullopt;
    return known.value_or(NodeClass::healthy);
}

constexpr auto past_figure_fields = [](auto &file, auto &figure) {
    file("workload", figure.key.workload);
    file("scope", figure.key.scope);
    file("kernel", figure.kernel);
    file.or_nan("cycles_per_unit", figure.cycles_per_unit);
    file.or_nan("clock_hz", figure.clock_hz);
};

constexpr auto rate_fields = [](auto &file, auto &rate) {
    file("name", rate.first);
    file("units_per_second", rate.second);
};

constexpr auto run_fields = [](auto &file, auto &run) {
    file.or_default("judged", run.judged);
    file("node", run.node);
    file("started", run.started);
    file("cpu", run.cpu);
    file.custom("class", run.node_class, class_name, read_class);
    file.or_default("drifted", run.had_drifted);
    file.custom("hardware", run.hardware, replaceable, read_replaceable);
    file.list("figures", run.figures, past_figure_fields);
    file("memory_bytes_per_second", run.memory_bytes_per_second);
    if (file.has("device_rates")) // older lines have none
        file.list("device_rates", run.device_rates, rate_fields);
};

constexpr auto event_fields = [](auto &file, auto &event) {
    file("judged", event.judged);
    file("node", event.node);
    file("event", event.kind);
    if (event.kind == event_accepted)
        return;
    file("started", event.started);
    file("cpu", event.cpu);
    file("text", event.text);
    file.custom("hardware", event.hardware, replaceable, read_replaceable);
};

std::string line_of(const auto &line, const auto &fields)
{
    return results::json_line(results::FieldWriter::written(line, fields));
}

// Returns model and identity in one text.
std::string cpu_text(const std::string &model, const std::string &identity)
{
    return model + " / " + identity;
}

// Another part in the slot has another name.
std::map<std::string, double> rates_of(std::span<const NodeDevice> devices)
{
    std::map<std::string, double> rates;
    for (const NodeDevice &device : devices) {
        const results::DeviceHardware &hardware = device.hardware;
        const std::string &part = hardware.serial.empty() ? hardware.uuid : hardware.serial;
        for (const DeviceFigure &figure : device.figures)
            if (!std::isnan(figure.units_per_second))
                rates[fmt::format("slot {}{} {} {}", hardware.slot.value_or(0),
                                  part.empty() ? "" : " (" + part + ")", figure.workload,
                                  figure.scope)] = figure.units_per_second;
    }
    return rates;
}

PastRun run_of(const NodeReport &node, const std::string &cpu, const std::string &now)
{
    return {now,
            node.name,
            node.started,
            cpu,
            node.node_class,
            machine::contains(node.findings, NodeClass::drifted, &Finding::node_class),
            node.hardware,
            node.figures,
            node.memory_bytes_per_second,
            rates_of(node.devices)};
}

template <class Line> HistoryLines<Line> lines_of(const std::string &text, const auto &fields)
{
    HistoryLines<Line> file;
    std::size_t number = 1;
    for (std::size_t from = 0; from < text.size(); ++number) {
        const std::size_t end = text.find('\n', from);
        const std::string line = text.substr(from, end - from);
        from = std::min(end, text.size() - 1) + 1;
        if (line.empty())
            continue;
        try {
            // The file ends without a line break: the last line was cut off.
            if (end == std::string::npos)
                throw results::BadFile("not a whole line");
            const results::JsonDocument document(line, "");
            Line read;
            results::FieldReader::read(document.fields(), read, fields);
            if (!is_node_name(read.node))
                document.fields().fail("no host name");
            file.lines.push_back(std::move(read));
        } catch (const results::BadFile &) {
            ++file.bad_lines;
            file.first_bad = file.bad_lines == 1 ? number : file.first_bad;
        }
    }
    return file;
}

} // namespace

std::string history_line(const NodeReport &node, const std::string &cpu, const std::string &now)
{
    return line_of(run_of(node, cpu, now), run_fields);
}

HistoryDay history_day_of(const std::string &text) { return lines_of<PastRun>(text, run_fields); }

// ---- The folder.

namespace {

namespace fs = std::filesystem;

constexpr const char *extension = ".jsonl";
constexpr std::size_t date_length = 10; // 2026-11-22

fs::path path_of_day(const std::string &folder, const std::string &now)
{
    return fs::path(folder) / (now.substr(0, date_length) + extension);
}

fs::path path_of_events(const std::string &folder)
{
    return fs::path(folder) / (std::string("events") + extension);
}

// The newest days are read, as many as these, and of the older ones of a year every tenth: a loss
// is compared with what the node was before it, however long that is ago.
constexpr std::size_t history_days = 30, history_year = 365, old_days_apart = 10;

void thin_out(std::vector<fs::path> &days)
{
    if (days.size() > history_year)
        days.erase(days.begin(), days.end() - static_cast<std::ptrdiff_t>(history_year));
    if (days.size() <= history_days)
        return;
    const std::size_t old = days.size() - history_days;
    std::vector<fs::path> kept;
    for (std::size_t i = 0; i < days.size(); ++i)
        if (i >= old || i % old_days_apart == 0)
            kept.push_back(std::move(days[i]));
    days = std::move(kept);
}

// A file that cannot be read may hold a wrong result.
void add_problem(History &history, const fs::path &path, const std::string &problem)
{
    history.problems.push_back(
        fmt::format("--history: cannot open '{}': {}", machine::printable(path.string()), problem));
}

// Returns the days to be read, oldest first: names are dates.
std::vector<fs::path> days_to_read(const std::string &folder, History &history)
{
    std::vector<fs::path> days;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
        if (entry->path().extension() == extension && entry->path() != path_of_events(folder))
            days.push_back(entry->path());
    if (error && error != std::errc::no_such_file_or_directory)
        add_problem(history, folder, error.message());
    std::ranges::sort(days);
    thin_out(days);
    return days;
}

// Returns what the history has of a node, the oldest first.
template <class Line>
std::span<const Line> of_node(const std::map<std::string, std::vector<Line>> &all,
                              const std::string &node)
{
    const auto found = all.find(node);
    return found == all.end() ? std::span<const Line>() : std::span<const Line>(found->second);
}

std::string failure(const fs::path &path, std::error_code error)
{
    return fmt::format("--history: cannot write '{}': {}", path.string(), error.message());
}

constexpr auto longest_append = std::chrono::seconds(10); // of another fleet command

// Appends all of it or nothing: a part that a full disk took is cut off again.
std::string append(const fs::path &path, const std::string &lines)
try {
    const machine::FileLock lock(path.string(), machine::FileLock::On::file_itself, longest_append);
    if (!lock.is_held())
        return fmt::format("--history: '{}' {}", path.string(), machine::written_by_another);
    const machine::FileContent so_far =
        machine::read_regular_file(path.string(), Owner::anyone, machine::Purpose::continued);
    // A line that a kill cut off stays alone on its line.
    const std::string text =
        (so_far.text.empty() || so_far.text.ends_with('\n') ? "" : "\n") + lines;
    std::error_code ignored; // of a file that is not regular
    const std::uintmax_t before = fs::file_size(path, ignored);
    std::error_code error;
    std::FILE *const file = machine::open_to_append(path.string(), error);
    if (error)
        return failure(path, error);
    const bool is_taken = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    // A network's file system has its full disk to say when the file is closed.
    if (std::fclose(file) == 0 && is_taken)
        return "";
    const std::string why = failure(path, std::error_code(errno, std::generic_category()));
    fs::resize_file(path, before, ignored);
    return why;
} catch (const std::system_error &error) {
    return failure(path, error.code());
}

// A file's lines join those of each node; lines that are not understood become a remark.
template <class Line>
void join(const fs::path &path, const std::string &problem, HistoryLines<Line> &file,
          std::map<std::string, std::vector<Line>> &to, History &history)
{
    if (!problem.empty())
        add_problem(history, path, problem);
    if (file.bad_lines > 0)
        history.remarks.push_back(
            fmt::format("--history: '{}': {} line{} not understood, the first is line {}",
                        machine::printable(path.string()), file.bad_lines,
                        file.bad_lines == 1 ? " was" : "s were", file.first_bad));
    for (Line &line : file.lines)
        to[line.node].push_back(std::move(line));
}

double time_of(const Event &event) { return machine::seconds_of(event.judged).value_or(0); }

void read_events(const std::string &folder, History &history)
{
    const fs::path path = path_of_events(folder);
    machine::note_output(path.string(), "--history");
    const machine::FileContent file =
        machine::read_regular_file(path.string(), Owner::anyone, machine::Purpose::continued);
    if (file.is_missing)
        return;
    HistoryLines<Event> events = lines_of<Event>(file.text, event_fields);
    join(path, file.problem, events, history.events, history);
    // The lines of two histories that were put together are in no order.
    for (auto &[node, events_of_node] : history.events)
        std::ranges::stable_sort(events_of_node, {}, time_of);
}

// Nights may be judged in any order, and a run that two programs added at once is one.
void put_in_order(std::vector<PastRun> &runs)
{
    if (!std::ranges::is_sorted(runs, {}, &PastRun::started)) // in one time zone: the usual case
        std::ranges::stable_sort(runs, {}, [](const PastRun &run) {
            return machine::seconds_of(run.started).value_or(0);
        });
    const auto repeated = std::ranges::unique(runs, {}, &PastRun::started);
    runs.erase(repeated.begin(), repeated.end());
}

} // namespace

History read_history(const std::string &folder, machine::ThreadPool &pool)
{
    History history;
    const fs::path today = path_of_day(folder, machine::utc_now());
    machine::note_output(today.string(), "--history");
    const std::vector<fs::path> paths = days_to_read(folder, history);
    std::vector<HistoryDay> days(paths.size());
    std::vector<std::string> problems(paths.size());
    pool.run(paths.size(), [&](std::size_t index, std::size_t) {
        const machine::FileContent file = machine::read_regular_file(
            paths[index].string(), Owner::anyone,
            paths[index] == today ? machine::Purpose::continued : machine::Purpose::input);
        problems[index] = file.problem;
        days[index] = history_day_of(file.text);
    });
    for (std::size_t i = 0; i < days.size(); ++i)
        join(paths[i], problems[i], days[i], history.runs, history);
    for (auto &[name, runs] : history.runs)
        put_in_order(runs);
    read_events(folder, history);
    return history;
}

namespace {

std::string make_folder(const std::string &folder)
{
    const std::error_code error = machine::make_folder(folder);
    return error
               ? fmt::format("--history: cannot make the folder '{}': {}", folder, error.message())
               : "";
}

// Nothing if the file has none, or the history has it already.
std::optional<Event> new_wrong(const NodeReport &node, const std::string &cpu,
                               const std::string &now, const History &history)
{
    const auto is_own = [](const Finding &finding) {
        return finding.node_class == NodeClass::wrong && !finding.is_remembered;
    };
    const auto found = std::ranges::find_if(node.findings, is_own);
    if (found == node.findings.end() ||
        machine::contains(of_node(history.events, node.name), node.started, &Event::started))
        return {};
    return Event{event_wrong, now, node.name, node.started, cpu, found->evidence, node.hardware};
}

} // namespace

std::string append_history(const std::string &folder, const FleetReport &report,
                           const History &history)
{
    if (const std::string why = make_folder(folder); !why.empty())
        return why;
    const std::string now = machine::utc_now();
    std::string lines, events;
    for (const NodeReport &node : report.nodes) {
        if (!node.group)
            continue;
        const GroupReport &group = report.groups[*node.group];
        const std::string cpu = cpu_text(group.cpu_model, group.cpu_identity);
        if (node.is_dated &&
            !machine::contains(of_node(history.runs, node.name), node.started, &PastRun::started))
            lines += history_line(node, cpu, now);
        if (const auto event = new_wrong(node, cpu, now, history))
            events += line_of(*event, event_fields);
    }
    // Events come first: without them the day's lines are not there either.
    for (const auto &[path, text] :
         {std::pair(path_of_events(folder), &events), std::pair(path_of_day(folder, now), &lines)})
        if (!text->empty())
            if (std::string why = append(path, *text); !why.empty())
                return why;
    return "";
}

// ---- What is remembered.

std::optional<Event> remembered_wrong(const History &history, const std::string &node,
                                      const NodeFile *file)
{
    std::optional<Event> last;
    for (const Event &event : of_node(history.events, node))
        if (event.kind == event_accepted)
            last.reset();
        else
            last = event;
    if (last && file != nullptr &&
        (last->cpu != cpu_text(file->cpu_model, file->cpu_identity) ||
         is_replaced(last->hardware, file->hardware)))
        last.reset();
    return last;
}

bool has_alarm(const History &history, const std::string &node)
{
    const std::span<const PastRun> runs = of_node(history.runs, node);
    return remembered_wrong(history, node, nullptr) || (!runs.empty() && runs.back().had_drifted);
}

std::string accept_nodes(const std::string &folder, const std::vector<std::string> &nodes,
                         History &history)
{
    if (std::string why = make_folder(folder); !why.empty())
        return why;
    std::string lines;
    for (const std::string &node : nodes) {
        Event event{event_accepted, machine::utc_now(), node};
        // The clock of another machine may be ahead: what it has written is accepted, too.
        if (const auto before = of_node(history.events, node);
            !before.empty() && time_of(before.back()) > time_of(event))
            event.judged = before.back().judged;
        lines += line_of(event, event_fields);
        history.events[node].push_back(event);
    }
    return append(path_of_events(folder), lines);
}

std::vector<PastRun> runs_of(const History &history, const NodeFile &file, const NodeReport &report)
{
    PastRun present = run_of(report, cpu_text(file.cpu_model, file.cpu_identity), "");
    present.device_rates = rates_of(file.devices.listed());
    double accepted = 0; // when a person accepted the node for the last time
    for (const Event &event : of_node(history.events, file.name))
        if (event.kind == event_accepted)
            accepted = machine::seconds_of(event.judged).value_or(accepted);
    const double now = machine::seconds_of(file.started).value_or(HUGE_VAL);
    const auto is_earlier = [&](const PastRun &run) { // since it was accepted
        const double started = machine::seconds_of(run.started).value_or(0);
        return run.started != file.started && started >= accepted && started <= now;
    };
    std::vector<PastRun> runs;
    for (const PastRun &run : of_node(history.runs, file.name))
        if (run.cpu == present.cpu && is_earlier(run) && !is_replaced(run.hardware, file.hardware))
            runs.push_back(run);
    runs.push_back(std::move(present));
    return runs;
}

// ---- Replaced parts.

namespace {

// Runs of a user who could not read the part are passed over.
std::optional<std::string> replacement(std::span<const PastRun> runs, const NodeFile &file,
                                       const std::string &part, const std::string &now)
{
    std::string since = file.started;
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        const auto before = run->hardware.find(part);
        if (before == run->hardware.end() || run->started >= file.started)
            continue;
        if (before->second != now)
            return fmt::format("another {} since {}: '{}', before '{}'", part, since.substr(0, 10),
                               now, before->second);
        since = run->started;
    }
    return {};
}

} // namespace

std::vector<std::string> replaced_parts(const History &history, const NodeFile &file)
{
    const std::span<const PastRun> runs = of_node(history.runs, file.name);
    std::vector<std::string> lines;
    for (const auto &[part, now] : replaceable(file.hardware))
        if (const auto line = replacement(runs, file, part, now))
            lines.push_back(*line);
    return lines;
}

} // namespace hashlane::cluster
