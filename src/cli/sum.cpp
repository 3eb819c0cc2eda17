// SPDX-License-Identifier: MIT
#include "../sum/sum_files.h"
#include "../sum/sum_line.h"
#include "../system/cpu_list.h"
#include "../system/input_file.h"
#include "../system/interrupt.h"
#include "../system/printable.h"
#include "commands.h"
#include "exit_code.h"
#include "messages.h"
#include "sum_display.h"
#include "sum_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

namespace hashlane {
namespace {

constexpr const char *standard_input = "-";

// What became of the files and lines of one command.
struct Tally {
    std::size_t unreadable = 0;
    std::size_t wrong = 0;
    std::size_t right = 0;
    std::size_t no_sums = 0; ///< lines that are none
};

// Hashes `paths` and shows how far it is. Throws where it was interrupted.
void sum_all(const SumSettings &settings, const Algorithm &algorithm,
             const std::vector<std::string> &paths, SumDisplay &display,
             const std::function<void(std::size_t index, const FileSum &sum)> &take)
{
    ThreadPool pool(settings.threads != 0 ? settings.threads : allowed_cpus().size());
    const SumRequest request{algorithm, paths, pool, interrupted(), display.progress()};
    const bool finished = sum_files(request, take);
    display.finish();
    if (!finished)
        throw CommandError("interrupted", exit_interrupted);
}

int write_sums(const SumSettings &settings)
{
    const Algorithm &algorithm =
        settings.algorithm != nullptr ? *settings.algorithm : usual_algorithm();
    const std::vector<std::string> paths =
        settings.files.empty() ? std::vector<std::string>{standard_input} : settings.files;
    Tally tally;
    SumDisplay display(paths.size());
    sum_all(settings, algorithm, paths, display, [&](std::size_t index, const FileSum &sum) {
        if (!sum.problem.empty()) {
            ++tally.unreadable;
            display.remark(fmt::format("{}: {}", printable(paths[index]), sum.problem));
            return;
        }
        display.line(write_sum_line(
            algorithm.tag, std::span(sum.digest).first(algorithm.digest_bytes), paths[index],
            {.with_tag = settings.with_tag, .ends_zero = settings.ends_zero}));
    });
    return tally.unreadable != 0 ? exit_usage : exit_ok;
}

std::string read_list(const std::string &path)
{
    try {
        InputFile file = path == standard_input ? InputFile::standard_input() : InputFile(path);
        std::string text;
        std::vector<std::uint8_t> piece(std::size_t{1} << 16);
        for (std::size_t bytes = piece.size(); bytes == piece.size();) {
            bytes = file.read(piece);
            text.append(piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(bytes));
        }
        return text;
    } catch (const std::system_error &error) {
        throw CommandError(fmt::format("{}: {}", printable(path), error.code().message()));
    }
}

// One list: its sums, all of one algorithm.
struct CheckList {
    const Algorithm *algorithm = nullptr;
    std::vector<std::string> paths;
    std::vector<std::vector<std::uint8_t>> digests;
};

// Lines that are no sums of one algorithm are counted in the tally and left out.
CheckList parse_list(const std::string &path, const SumSettings &settings, Tally &tally)
{
    const std::string text = read_list(path);
    const char end = settings.ends_zero ? '\0' : '\n';
    bool is_chosen = settings.algorithm != nullptr; // else the first tag chooses it
    const Algorithm *algorithm = is_chosen ? settings.algorithm : &usual_algorithm();
    CheckList list;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t to = std::min(text.find(end, from), text.size());
        auto line =
            parse_sum_line(std::string_view(text).substr(from, to - from), settings.ends_zero);
        from = to + 1;
        const Algorithm *const said = !line               ? nullptr
                                      : line->tag.empty() ? algorithm
                                                          : find_algorithm(line->tag);
        if (said != nullptr && !is_chosen) {
            algorithm = said;
            is_chosen = true;
        }
        if (said == nullptr || said != algorithm || line->digest.size() != said->digest_bytes) {
            ++tally.no_sums;
            continue;
        }
        list.paths.push_back(std::move(line->path));
        list.digests.push_back(std::move(line->digest));
    }
    if (list.paths.empty())
        throw CommandError(fmt::format(
            "{}: has no line with a sum{}", printable(path),
            settings.algorithm != nullptr ? fmt::format(" of {}", settings.algorithm->name) : ""));
    list.algorithm = algorithm;
    return list;
}

void check_list(const CheckList &list, const SumSettings &settings, Tally &tally)
{
    SumDisplay display(list.paths.size());
    const auto say_line = [&](std::size_t index, const char *verdict) {
        if (!settings.silent)
            display.line(fmt::format("{}: {}\n", escaped_path(list.paths[index]), verdict));
    };
    sum_all(settings, *list.algorithm, list.paths, display,
            [&](std::size_t index, const FileSum &sum) {
                if (!sum.problem.empty()) {
                    if (settings.ignore_missing && sum.is_missing)
                        return;
                    ++tally.unreadable;
                    if (!settings.silent)
                        display.remark(
                            fmt::format("{}: {}", printable(list.paths[index]), sum.problem));
                    say_line(index, "FAILED open or read");
                } else if (std::ranges::equal(
                               list.digests[index],
                               std::span(sum.digest).first(list.algorithm->digest_bytes))) {
                    ++tally.right;
                    if (!settings.quiet)
                        say_line(index, "OK");
                } else {
                    ++tally.wrong;
                    say_line(index, "FAILED");
                }
            });
}

void warn(std::size_t count, const char *one, const char *several)
{
    if (count != 0)
        say("hashlane: sum: {} {}\n", count, count == 1 ? one : several);
}

int check_sums(const SumSettings &settings)
{
    Tally tally;
    const std::vector<std::string> lists =
        settings.files.empty() ? std::vector<std::string>{standard_input} : settings.files;
    for (const std::string &path : lists)
        check_list(parse_list(path, settings, tally), settings, tally);
    if (!settings.silent) {
        warn(tally.no_sums, "line is no sum", "lines are no sums");
        warn(tally.unreadable, "listed file could not be read", "listed files could not be read");
        warn(tally.wrong, "computed sum did NOT match", "computed sums did NOT match");
    }
    if (tally.wrong != 0)
        return exit_wrong_digest;
    if (settings.ignore_missing && tally.right == 0 && tally.unreadable == 0)
        throw CommandError("sum: no listed file exists, so nothing was checked");
    const bool failed = tally.unreadable != 0 || (settings.strict && tally.no_sums != 0);
    return failed ? exit_usage : exit_ok;
}

void refuse_without_check(const SumSettings &settings)
{
    const std::pair<bool, const char *> options[] = {{settings.ignore_missing, "--ignore-missing"},
                                                     {settings.quiet, "--quiet"},
                                                     {settings.silent, "--status"},
                                                     {settings.strict, "--strict"}};
    for (const auto &[is_given, name] : options)
        if (is_given)
            throw CommandError(fmt::format("{}: is for --check alone", name));
}

} // namespace

int execute(const SumSettings &settings, const std::string & /*line*/)
{
    watch_interrupts();
    if (settings.check && settings.with_tag)
        throw CommandError("--tag: is for writing sums; --check reads both forms");
    if (settings.check)
        return check_sums(settings);
    refuse_without_check(settings);
    return write_sums(settings);
}

} // namespace hashlane
