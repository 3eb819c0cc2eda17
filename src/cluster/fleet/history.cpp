// SPDX-License-Identifier: MIT
#include "history.h"

#include "../../machine/system/file_lock.h"
#include "../../machine/system/files.h"
#include "../../machine/system/iso_time.h"
#include "../../machine/system/text.h"
#include "../../machine/system/used_files.h"
#include "../../results/json.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

namespace hashlane::cluster {
// ---- Lines.

namespace {

constexpr const char *figures_key = "figures";

// Those that tell whether a board or a processor is another one.
constexpr const char *replaceable_parts[] = {"board_name", "board_serial", "board_version",
                                             "cpu_ppin", "system_serial"};

constexpr const char *judged_key = "judged", *cpu_key = "cpu", *event_key = "event",
                     *text_key = "text", *class_key = "class", *drifted_key = "drifted",
                     *memory_key = "memory_bytes_per_second", *device_rates_key = "device_rates",
                     *name_key = "name", *rate_key = "units_per_second";

using Texts = std::map<std::string, std::string>;

Texts hardware_of(const results::JsonFields &fields)
{
    Texts parts;
    if (!fields.has(node_key::hardware))
        return parts;
    const results::JsonFields hardware = fields.object(node_key::hardware);
    for (const char *part : replaceable_parts)
        if (hardware.has(part))
            parts[part] = hardware.text(part);
    return parts;
}

results::Json hardware_json(const Texts &hardware)
{
    results::Json parts = results::Json::object();
    for (const char *part : replaceable_parts)
        if (const auto found = hardware.find(part); found != hardware.end())
            parts[part] = found->second;
    return parts;
}

// Another part in the slot has another name.
std::map<std::string, double> rates_of(const std::vector<DeviceReport> &devices)
{
    std::map<std::string, double> rates;
    for (const DeviceReport &device : devices)
        for (const DeviceReport::Figure &figure : device.figures)
            if (!std::isnan(figure.units_per_second))
                rates[fmt::format("slot {}{} {}", device.slot,
                                  device.part.empty() ? "" : " (" + device.part + ")",
                                  figure.key.label())] = figure.units_per_second;
    return rates;
}

PastRun run_of(const results::JsonFields &fields)
{
    PastRun run{fields.text(node_key::started), fields.text(cpu_key), {}, hardware_of(fields)};
    if (fields.has_value(memory_key))
        run.memory_bytes_per_second = fields.number(memory_key);
    run.had_drifted = fields.has(drifted_key) && fields.flag(drifted_key);
    for (const results::JsonFields &figure : fields.objects(figures_key))
        run.figures[{figure.text(node_key::workload), figure.text(node_key::scope)}] = {
            figure.text(node_key::kernel), figure.number_or_nan(node_key::cycles_per_unit),
            figure.number_or_nan(node_key::clock_hz)};
    if (fields.has(device_rates_key))
        for (const results::JsonFields &device : fields.objects(device_rates_key))
            run.device_rates[device.text(name_key)] = device.number(rate_key);
    return run;
}

Event event_of(const results::JsonFields &fields)
{
    Event event{fields.text(event_key), fields.text(judged_key), {}};
    if (event.kind != event_accepted)
        event = {event.kind,           event.judged,          fields.text(node_key::started),
                 fields.text(cpu_key), fields.text(text_key), hardware_of(fields)};
    return event;
}

std::string event_line(const std::string &node, const Event &event)
{
    results::Json line = {
        {judged_key, event.judged}, {node_key::node, node}, {event_key, event.kind}};
    if (event.kind != event_accepted) {
        line[node_key::started] = event.started;
        line[cpu_key] = event.cpu;
        line[text_key] = event.text;
        line[node_key::hardware] = hardware_json(event.hardware);
    }
    return results::json_line(line);
}

// Returns model and identity in one text.
std::string cpu_text(const std::string &model, const std::string &identity)
{
    return model + " / " + identity;
}

} // namespace

std::string history_line(const NodeReport &node, const std::string &cpu, const std::string &now)
{
    results::Json figures = results::Json::array();
    for (const NodeFigure &figure : node.figures)
        figures.push_back({{node_key::workload, figure.key.workload},
                           {node_key::scope, figure.key.scope},
                           {node_key::kernel, figure.kernel},
                           {node_key::cycles_per_unit, figure.cycles_per_unit},
                           {node_key::clock_hz, figure.clock_hz}});
    results::Json devices = results::Json::array();
    for (const auto &[name, rate] : rates_of(node.devices))
        devices.push_back({{name_key, name}, {rate_key, rate}});
    const bool has_drifted =
        machine::contains(node.findings, NodeClass::drifted, &Finding::node_class);
    const results::Json line = {{judged_key, now},
                                {node_key::node, node.name},
                                {node_key::started, node.started},
                                {cpu_key, cpu},
                                {class_key, class_name(node.node_class)},
                                {drifted_key, has_drifted}, // whatever is graver
                                {node_key::hardware, hardware_json(node.hardware)},
                                {figures_key, figures},
                                {memory_key, node.memory_bytes_per_second},
                                {device_rates_key, std::move(devices)}};
    return results::json_line(line);
}

namespace {

template <class Line>
HistoryLines<Line> lines_of(const std::string &text, Line (&read)(const results::JsonFields &))
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
            const std::string name = document.fields().text(node_key::node);
            if (!is_node_name(name))
                document.fields().fail("no host name");
            file.lines.emplace_back(name, read(document.fields()));
        } catch (const results::BadFile &) {
            ++file.bad_lines;
            file.first_bad = file.bad_lines == 1 ? number : file.first_bad;
        }
    }
    return file;
}

} // namespace

HistoryDay history_day_of(const std::string &text) { return lines_of(text, run_of); }

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

// Leaves the newest days, and of a year's older ones every tenth from the oldest on.
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

bool has(const History &history, const NodeReport &node)
{
    const auto runs = history.runs.find(node.name);
    return runs != history.runs.end() &&
           std::ranges::find(runs->second, node.started, &PastRun::started) != runs->second.end();
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
    const bool is_written =
        std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
    const std::string why =
        is_written ? "" : failure(path, std::error_code(errno, std::generic_category()));
    std::fclose(file);
    if (!is_written)
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
    for (auto &[name, line] : file.lines)
        to[name].push_back(std::move(line));
}

void read_events(const std::string &folder, History &history)
{
    const fs::path path = path_of_events(folder);
    machine::note_output(path.string(), "--history");
    const machine::FileContent file =
        machine::read_regular_file(path.string(), Owner::anyone, machine::Purpose::continued);
    if (file.is_missing)
        return;
    HistoryLines<Event> events = lines_of(file.text, event_of);
    join(path, file.problem, events, history.events, history);
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
    std::error_code error;
    fs::create_directories(folder, error);
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
    const auto known = history.events.find(node.name);
    if (found == node.findings.end() ||
        (known != history.events.end() &&
         std::ranges::find(known->second, node.started, &Event::started) != known->second.end()))
        return {};
    return Event{event_wrong, now, node.started, cpu, found->evidence, node.hardware};
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
        if (!has(history, node))
            lines += history_line(node, cpu, now);
        if (const auto event = new_wrong(node, cpu, now, history))
            events += event_line(node.name, *event);
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
    const auto events = history.events.find(node);
    if (events == history.events.end())
        return last;
    for (const Event &event : events->second)
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
    const auto runs = history.runs.find(node);
    return remembered_wrong(history, node, nullptr) ||
           (runs != history.runs.end() && !runs->second.empty() && runs->second.back().had_drifted);
}

std::string accept_nodes(const std::string &folder, const std::vector<std::string> &nodes,
                         History &history)
{
    if (std::string why = make_folder(folder); !why.empty())
        return why;
    std::string lines;
    for (const std::string &node : nodes) {
        const Event event{event_accepted, machine::utc_now(), ""};
        lines += event_line(node, event);
        history.events[node].push_back(event);
    }
    return append(path_of_events(folder), lines);
}

namespace {

} // namespace

std::vector<PastRun> runs_of(const History &history, const NodeFile &file, const NodeReport &report)
{
    PastRun present{file.started, cpu_text(file.cpu_model, file.cpu_identity), {}, {}};
    for (const NodeFigure &figure : report.figures)
        present.figures[figure.key] = {figure.kernel, figure.cycles_per_unit, figure.clock_hz};
    present.memory_bytes_per_second = report.memory_bytes_per_second;
    present.device_rates = rates_of(report.devices);
    double accepted = 0; // when a person accepted the node for the last time
    if (const auto events = history.events.find(file.name); events != history.events.end())
        for (const Event &event : events->second)
            if (event.kind == event_accepted)
                accepted = machine::seconds_of(event.judged).value_or(accepted);
    const double now = machine::seconds_of(file.started).value_or(HUGE_VAL);
    const auto is_earlier = [&](const PastRun &run) { // since it was accepted
        const double started = machine::seconds_of(run.started).value_or(0);
        return run.started != file.started && started >= accepted && started <= now;
    };
    std::vector<PastRun> runs;
    if (const auto past = history.runs.find(file.name); past != history.runs.end())
        for (const PastRun &run : past->second)
            if (run.cpu == present.cpu && is_earlier(run) &&
                !is_replaced(run.hardware, file.hardware))
                runs.push_back(run);
    runs.push_back(std::move(present));
    return runs;
}

// ---- Replaced parts.

namespace {

// Runs of a user who could not read the part are passed over.
std::optional<std::string> replacement(const std::vector<PastRun> &runs, const NodeFile &file,
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
    std::vector<std::string> lines;
    const auto runs = history.runs.find(file.name);
    if (runs == history.runs.end())
        return lines;
    for (const char *part : replaceable_parts)
        if (const auto now = file.hardware.find(part); now != file.hardware.end())
            if (const auto line = replacement(runs->second, file, part, now->second))
                lines.push_back(*line);
    return lines;
}

} // namespace hashlane::cluster
