// SPDX-License-Identifier: MIT
#include "history.h"

#include "../system/printable.h"
#include "../system/regular_file.h"
#include "../system/thread_pool.h"
#include "history_lines.h"
#include "times.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

namespace hashlane {
namespace {

namespace fs = std::filesystem;

constexpr const char *extension = ".jsonl";
constexpr std::size_t date_length = 10; // 2026-11-22

// The newest days, oldest first: names are dates.
std::vector<fs::path> newest_days(const std::string &folder, History &history)
{
    std::vector<fs::path> days;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
        if (entry->path().extension() == extension)
            days.push_back(entry->path());
    if (error && error != std::errc::no_such_file_or_directory)
        history.remarks.push_back(
            fmt::format("--history: cannot read '{}': {}", printable(folder), error.message()));
    std::ranges::sort(days);
    if (days.size() > history_days)
        days.erase(days.begin(), days.end() - static_cast<std::ptrdiff_t>(history_days));
    return days;
}

bool has(const History &history, const NodeReport &node)
{
    const auto runs = history.runs.find(node.name);
    return runs != history.runs.end() &&
           std::ranges::find(runs->second, node.started, &PastRun::started) != runs->second.end();
}

// The system's word for why the last call failed.
std::string failure(const fs::path &path)
{
    return fmt::format("--history: cannot write '{}': {}", printable(path.string()),
                       std::generic_category().message(errno));
}

// All of it or nothing: what a full disk took of it is cut off again.
std::string append(const fs::path &path, const std::string &text)
{
    std::error_code error;
    const std::uintmax_t before = fs::is_regular_file(path, error) ? fs::file_size(path, error) : 0;
    std::FILE *const file = std::fopen(path.string().c_str(), "ab");
    if (file == nullptr)
        return failure(path);
    const bool is_written =
        std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
    const std::string why = is_written ? "" : failure(path);
    std::fclose(file);
    if (!is_written)
        fs::resize_file(path, before, error);
    return why;
}

// A line that a kill cut off stays alone on its line.
std::string separator(const fs::path &path)
{
    std::error_code error;
    if (!fs::is_regular_file(path, error) || fs::file_size(path, error) == 0)
        return "";
    const FileContent file = read_regular_file(path.string());
    return file.text.ends_with('\n') ? "" : "\n";
}

} // namespace

History read_history(const std::string &folder, ThreadPool &pool)
{
    History history;
    const std::vector<fs::path> paths = newest_days(folder, history);
    std::vector<HistoryDay> days(paths.size());
    std::vector<std::string> problems(paths.size());
    pool.run(paths.size(), [&](std::size_t index, std::size_t) {
        const FileContent file = read_regular_file(paths[index].string());
        problems[index] = file.problem;
        days[index] = history_day_of(file.text);
    });
    for (std::size_t i = 0; i < days.size(); ++i) {
        const std::string shown = printable(paths[i].string());
        if (!problems[i].empty())
            history.remarks.push_back(
                fmt::format("--history: cannot read '{}': {}", shown, problems[i]));
        if (days[i].bad_lines > 0)
            history.remarks.push_back(fmt::format(
                "--history: '{}': {} line{} not understood, the first is line {}", shown,
                days[i].bad_lines, days[i].bad_lines == 1 ? " was" : "s were", days[i].first_bad));
        for (auto &[name, run] : days[i].runs)
            history.runs[name].push_back(std::move(run));
    }
    return history;
}

std::string append_history(const std::string &folder, const FleetReport &report,
                           const History &history)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        return fmt::format("--history: cannot make the folder '{}': {}", printable(folder),
                           error.message());
    const std::string now = time_now();
    std::string lines;
    for (const NodeReport &node : report.nodes)
        if (node.group && !has(history, node)) {
            const GroupReport &group = report.groups[*node.group];
            lines += history_line(node, cpu_text(group.cpu_model, group.cpu_identity), now);
        }
    const fs::path path = fs::path(folder) / (now.substr(0, date_length) + extension);
    return lines.empty() ? "" : append(path, separator(path) + lines);
}

std::vector<PastRun> runs_of(const History &history, const NodeFile &file, const NodeReport &report)
{
    PastRun present{file.started, cpu_text(file.cpu_model, file.cpu_identity), {}};
    for (const NodeFigure &figure : report.figures)
        present.figures[figure.key] = {figure.kernel, figure.cycles_per_unit, figure.clock_hz};
    std::vector<PastRun> runs;
    if (const auto past = history.runs.find(file.name); past != history.runs.end())
        for (const PastRun &run : past->second)
            if (run.cpu == present.cpu && run.started != present.started)
                runs.push_back(run);
    runs.push_back(std::move(present));
    return runs;
}

} // namespace hashlane
