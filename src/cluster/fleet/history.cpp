// SPDX-License-Identifier: MIT
#include "history.h"

#include "../../compare/comparison.h"
#include "../../machine/system/file_lock.h"
#include "../../machine/system/files.h"
#include "../../machine/system/iso_time.h"
#include "../../machine/system/text.h"
#include "../../machine/system/used_files.h"
#include "../../results/json.h"
#include "../../statistics/statistics.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <numbers>
#include <span>
#include <system_error>

namespace hashlane::cluster {
// ---- Lines.

namespace {

constexpr const char *figures_key = "figures";

// Those that tell whether a board or a processor is another one.
constexpr const char *replaceable_parts[] = {"board_name", "board_serial", "board_version",
                                             "cpu_ppin", "system_serial"};

constexpr const char *judged_key = "judged", *cpu_key = "cpu", *event_key = "event",
                     *text_key = "text", *class_key = "class",
                     *memory_key = "memory_bytes_per_second";

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

PastRun run_of(const results::JsonFields &fields)
{
    PastRun run{fields.text(node_key::started), fields.text(cpu_key), {}, hardware_of(fields)};
    if (fields.has_value(memory_key))
        run.memory_bytes_per_second = fields.number(memory_key);
    run.had_drifted =
        fields.has(class_key) && fields.text(class_key) == class_name(NodeClass::drifted);
    for (const results::JsonFields &figure : fields.objects(figures_key))
        run.figures[{figure.text(node_key::workload), figure.text(node_key::scope)}] = {
            figure.text(node_key::kernel), figure.number_or_nan(node_key::cycles_per_unit),
            figure.number_or_nan(node_key::clock_hz)};
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
    const results::Json line = {{judged_key, now},
                                {node_key::node, node.name},
                                {node_key::started, node.started},
                                {cpu_key, cpu},
                                {class_key, class_name(node.node_class)},
                                {node_key::hardware, hardware_json(node.hardware)},
                                {figures_key, figures},
                                {memory_key, node.memory_bytes_per_second}};
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
        history.remarks.push_back(fmt::format("--history: cannot open '{}': {}",
                                              machine::printable(folder), error.message()));
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

} // namespace

namespace {

// A file's lines join those of each node; what is wrong with the file becomes a remark.
template <class Line>
void join(const fs::path &path, const std::string &problem, HistoryLines<Line> &file,
          std::map<std::string, std::vector<Line>> &to, std::vector<std::string> &remarks)
{
    const std::string shown = machine::printable(path.string());
    if (!problem.empty())
        remarks.push_back(fmt::format("--history: cannot open '{}': {}", shown, problem));
    if (file.bad_lines > 0)
        remarks.push_back(
            fmt::format("--history: '{}': {} line{} not understood, the first is line {}", shown,
                        file.bad_lines, file.bad_lines == 1 ? " was" : "s were", file.first_bad));
    for (auto &[name, line] : file.lines)
        to[name].push_back(std::move(line));
}

void read_events(const std::string &folder, History &history)
{
    const fs::path path = path_of_events(folder);
    machine::note_output(path.string(), "--history");
    std::error_code ignored; // it is read below, if it is there
    if (!fs::exists(path, ignored))
        return;
    const machine::FileContent file =
        machine::read_regular_file(path.string(), Owner::anyone, machine::Purpose::continued);
    HistoryLines<Event> events = lines_of(file.text, event_of);
    join(path, file.problem, events, history.events, history.remarks);
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
        join(paths[i], problems[i], days[i], history.runs, history.remarks);
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

// Returns when a person accepted the node for the last time; 0 if nobody did.
double accepted_at(const History &history, const std::string &node)
{
    double last = 0;
    if (const auto events = history.events.find(node); events != history.events.end())
        for (const Event &event : events->second)
            if (event.kind == event_accepted)
                last = machine::seconds_of(event.judged).value_or(last);
    return last;
}

} // namespace

std::vector<PastRun> runs_of(const History &history, const NodeFile &file, const NodeReport &report)
{
    PastRun present{file.started, cpu_text(file.cpu_model, file.cpu_identity), {}, {}};
    for (const NodeFigure &figure : report.figures)
        present.figures[figure.key] = {figure.kernel, figure.cycles_per_unit, figure.clock_hz};
    present.memory_bytes_per_second = report.memory_bytes_per_second;
    const double accepted = accepted_at(history, file.name);
    std::vector<PastRun> runs;
    if (const auto past = history.runs.find(file.name); past != history.runs.end())
        for (const PastRun &run : past->second)
            if (run.cpu == present.cpu && run.started != present.started &&
                machine::seconds_of(run.started).value_or(0) >= accepted &&
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

// ---- Trend and drift.

namespace {

constexpr double threshold = 0.01; // that of 'hashlane compare'
// The memory's figure varies by one to two percent from run to run.
constexpr double memory_threshold = 0.03;

using Runs = std::span<const PastRun>;

// Returns the values of several runs, of those that have it.
std::vector<PastRun::Figure> figures_of(Runs runs, const FigureKey &key, const std::string &kernel)
{
    std::vector<PastRun::Figure> figures;
    for (const PastRun &run : runs)
        if (const auto found = run.figures.find(key);
            found != run.figures.end() && found->second.kernel == kernel)
            figures.push_back(found->second);
    return figures;
}

// Returns the cost of each run, if it is known.
std::vector<double> costs_of(const std::vector<PastRun::Figure> &figures, compare::Measure measure)
{
    std::vector<double> costs;
    for (const PastRun::Figure &figure : figures) {
        const double cost = measure == compare::Measure::cycles
                                ? figure.cycles_per_unit
                                : 1e9 / (figure.clock_hz / figure.cycles_per_unit);
        if (std::isfinite(cost) && cost > 0)
            costs.push_back(cost);
    }
    return costs;
}

// The time that the memory takes for a byte, in the runs that have it.
std::vector<double> memory_costs_of(Runs runs)
{
    std::vector<double> costs;
    for (const PastRun &run : runs)
        if (run.memory_bytes_per_second.value_or(0) > 0)
            costs.push_back(1 / *run.memory_bytes_per_second);
    return costs;
}

// The costs of one figure in the earlier runs and in the last ones.
struct Costs {
    std::string name; ///< "sha3 alone: cycles"
    std::vector<double> before, after;
    double threshold; ///< a smaller change does not matter
};

// Returns how much slower it is, if compare() reports a slowdown.
std::optional<double> slower_by(const Costs &costs)
{
    const std::vector<double> &old_costs = costs.before, &new_costs = costs.after;
    if (std::min(old_costs.size(), new_costs.size()) < compare::least_values)
        return {};
    // The verdict costs thousands of resamples, and can be no other where the medians are so close.
    if (statistics::median(new_costs) <= statistics::median(old_costs) * (1 + costs.threshold))
        return {};
    const compare::Assessment assessment =
        compare::judge_runs(old_costs, new_costs, costs.threshold);
    return assessment.verdict == compare::Verdict::slower ? std::optional(assessment.ratio - 1)
                                                          : std::nullopt;
}

// Returns nothing if no run has it.
std::optional<double> median_of(Runs runs, const FigureKey &key, const std::string &kernel,
                                double PastRun::Figure::*figure)
{
    std::vector<double> values;
    for (const PastRun::Figure &one : figures_of(runs, key, kernel))
        if (std::isfinite(one.*figure) && one.*figure > 0)
            values.push_back(one.*figure);
    return values.empty() ? std::nullopt : std::optional(statistics::median(std::move(values)));
}

double median_change(Runs before, Runs after, double PastRun::Figure::*figure)
{
    std::vector<double> changes;
    for (const auto &[key, last] : after.back().figures) {
        const auto was = median_of(before, key, last.kernel, figure),
                   is = median_of(after, key, last.kernel, figure);
        if (was && is)
            changes.push_back(*is / *was - 1);
    }
    return changes.empty() ? 0 : statistics::median(changes);
}

// ---- What a node was once able to do.

constexpr std::size_t best_runs = 10;

// From one run to the next, whatever the slow changes are.
double spread_of(const std::vector<double> &costs)
{
    std::vector<double> steps;
    for (std::size_t i = 1; i < costs.size(); ++i)
        steps.push_back(std::abs(costs[i] / costs[i - 1] - 1));
    return statistics::sigma_of(std::move(steps)) / std::numbers::sqrt2;
}

// Returns how much slower the last runs are than the best ones, if that is more than `limit` and
// chance: the best of many runs are better than usual by one and a half deviations.
std::optional<double> below_best_by(const Costs &costs, double limit)
{
    constexpr double most_spreads = 3;
    std::vector<double> old_costs = costs.before;
    const std::vector<double> &new_costs = costs.after;
    if (old_costs.size() < best_runs || new_costs.size() < compare::least_values)
        return {};
    const double chance = most_spreads * spread_of(old_costs);
    std::ranges::sort(old_costs);
    old_costs.resize(best_runs);
    const double change = statistics::median(new_costs) / statistics::median(old_costs) - 1;
    return change > limit + chance ? std::optional(change) : std::nullopt;
}

std::optional<std::string> drift_of(const Costs &costs, bool had_drifted, const std::string &since)
{
    const auto text = [&](double change, const std::string &than) {
        return fmt::format("{} {:.1f} % more in the last {} runs than in the {} since {}",
                           costs.name, change * 100, costs.after.size(), than, since);
    };
    if (const auto change = slower_by(costs))
        return text(*change, fmt::format("{} before,", costs.before.size()));
    // A node that had drifted is well again once most of the loss is gone.
    if (const auto loss = below_best_by(costs, had_drifted ? costs.threshold / 2 : costs.threshold))
        return text(*loss, fmt::format("best {}", best_runs));
    return {};
}

} // namespace

std::optional<Trend> trend_of(const std::vector<PastRun> &runs)
{
    if (runs.size() < 2)
        return {};
    const std::size_t last = std::min(compare::least_values, runs.size() / 2);
    const Runs before = Runs(runs).first(runs.size() - last), after = Runs(runs).last(last);
    return Trend{runs.size(), runs.front().started,
                 median_change(before, after, &PastRun::Figure::cycles_per_unit),
                 median_change(before, after, &PastRun::Figure::clock_hz)};
}

std::vector<std::string> drifts_of(const std::vector<PastRun> &runs)
{
    std::vector<std::string> drifts;
    if (runs.size() < 2 * compare::least_values)
        return drifts;
    const Runs before = Runs(runs).first(runs.size() - compare::least_values),
               after = Runs(runs).last(compare::least_values);
    const bool had_drifted = runs[runs.size() - 2].had_drifted;
    const std::string since = runs.front().started.substr(0, 10);
    const auto add_drift = [&](const Costs &costs) {
        const std::optional<std::string> drift = drift_of(costs, had_drifted, since);
        if (drift)
            drifts.push_back(*drift);
        return drift.has_value();
    };
    for (const auto &[key, last] : runs.back().figures) {
        const auto old_figures = figures_of(before, key, last.kernel),
                   new_figures = figures_of(after, key, last.kernel);
        const auto costs = [&](const char *name, compare::Measure measure) {
            return Costs{key.label() + ": " + name, costs_of(old_figures, measure),
                         costs_of(new_figures, measure), threshold};
        };
        if (!add_drift(costs("cycles", compare::Measure::cycles)))
            add_drift(costs("time", compare::Measure::time));
    }
    add_drift({"memory: time", memory_costs_of(before), memory_costs_of(after), memory_threshold});
    return drifts;
}

} // namespace hashlane::cluster
