// SPDX-License-Identifier: MIT
//
// The options of `hashlane sum`: those of sha256sum, and which function on how many threads.
#include "command_options.h"

#include "../sum/algorithm.h"
#include "exit_code.h"
#include "option_values.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace hashlane {
namespace {

std::string algorithm_names()
{
    std::string names;
    for (const Algorithm &algorithm : algorithms())
        (names += names.empty() ? "" : ", ") += algorithm.name;
    return names;
}

const Algorithm *parse_algorithm(const std::string &text)
{
    const Algorithm *const algorithm = find_algorithm(text);
    if (algorithm == nullptr)
        throw CommandError(
            fmt::format("--algorithm: '{}' is not one of {}", text, algorithm_names()));
    return algorithm;
}

} // namespace

void declare(CLI::App &app, SumSettings &sum)
{
    app.add_option("FILE", sum.files, "what to hash; - or none for stdin");
    app.add_option_function<std::string>(
           "-a,--algorithm",
           [&](const std::string &text) { sum.algorithm = parse_algorithm(text); },
           fmt::format("one of {} (default: sha256)", algorithm_names()))
        ->type_name("NAME");
    app.add_option_function<std::string>(
           "--threads",
           [&](const std::string &text) { sum.threads = parse_threads("--threads", text); },
           "threads (default: one for each CPU)")
        ->type_name("N");
    app.add_flag("-c,--check", sum.check, "the files are lists of sums: check them");
    app.add_flag("--tag", sum.with_tag, "write lines of the BSD form, which name the algorithm");
    app.add_flag("-z,--zero", sum.ends_zero,
                 "lines end with a zero byte, and no character of a name is escaped");
    app.add_flag("--ignore-missing", sum.ignore_missing,
                 "with --check, say nothing of files that do not exist");
    app.add_flag("--quiet", sum.quiet, "with --check, print no line for a file that is right");
    app.add_flag("--status", sum.silent, "with --check, print nothing: the exit code says it");
    app.add_flag("--strict", sum.strict, "with --check, a line that is no sum is an error");
}

} // namespace hashlane
