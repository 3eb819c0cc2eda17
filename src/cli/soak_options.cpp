// SPDX-License-Identifier: MIT
//
// The options of `hashlane soak`.
#include "command_options.h"

#include "add_option.h"
#include "exit_code.h"
#include "parse.h"
#include "soak_settings.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace hashlane {
namespace {

constexpr double most_days = 366;
constexpr double least_visit_seconds = 0.01, most_visit_seconds = 30;

struct TimeUnit {
    char letter;
    double seconds;
};
constexpr TimeUnit time_units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}};

// "90", "90s", "30m", "1.5h", "2d".
double parse_duration(const std::string &option, const std::string &text)
{
    for (const TimeUnit &unit : time_units)
        if (text.ends_with(unit.letter))
            return unit.seconds * parse_positive(option, text.substr(0, text.size() - 1),
                                                 most_days * 86400 / unit.seconds);
    return parse_positive(option, text, most_days * 86400);
}

SoakPattern parse_pattern(const std::string &text)
{
    const auto pattern = find_soak_pattern(text);
    if (!pattern)
        throw CommandError(
            fmt::format("--pattern: '{}' is not one of steady, bursts, mixed", text));
    return *pattern;
}

double parse_visit(const std::string &text)
{
    const double seconds = parse_positive("--visit", text, most_visit_seconds, "s");
    if (seconds < least_visit_seconds)
        throw CommandError(fmt::format("--visit: '{}' is less than {}", text, least_visit_seconds));
    return seconds;
}

SoakFormat parse_soak_format(const std::string &text)
{
    if (text != "text" && text != "jsonl")
        throw CommandError(fmt::format("--format: '{}' is not one of text, jsonl", text));
    return text == "text" ? SoakFormat::text : SoakFormat::json_lines;
}

void add_extent(CLI::App &app, SoakSettings &soak)
{
    CLI::Option *const time =
        add_option(app, "--for", {"TIME", "how long: 90s, 30m, 1h, 2d"},
                   [&](auto &text) { soak.seconds = parse_duration("--for", text); });
    add_option(app, "--passes", {"N", "how often each kernel has its turn on each core", "1"},
               [&](auto &text) { soak.passes = parse_integer("--passes", text, 1); })
        ->excludes(time);
    add_option(app, "--visit", {"S", "seconds of each kernel on all cores together in a pass", "2"},
               [&](auto &text) { soak.visit_seconds = parse_visit(text); });
}

void add_places(CLI::App &app, SoakSettings &soak)
{
    CLI::Option *const all =
        app.add_flag("--all-cores", soak.all_cores, "one thread on every core: the default");
    add_option(app, "--cpu", {"LIST", "a thread on each of these CPUs: 0,2-3"}, [&](auto &text) {
        soak.cpus = parse_allowed_cpus(text);
    })->excludes(all);
    add_devices(app, soak.devices);
}

} // namespace

void declare(CLI::App &app, SoakSettings &soak)
{
    add_extent(app, soak);
    add_places(app, soak);
    add_filter(app, soak.filter);
    add_option(app, "--pattern", {"NAME", "steady, bursts or mixed", "mixed"},
               [&](auto &text) { soak.pattern = parse_pattern(text); });
    add_option(app, "--seed", {"N", "of the data and the order, to repeat a soak (default: drawn)"},
               [&](auto &text) { soak.seed = parse_integer("--seed", text); });
    add_option(app, "--format", {"FORMAT", "text or jsonl", "text"},
               [&](auto &text) { soak.format = parse_soak_format(text); });
    app.add_option("--out", soak.out, "write JSON to this file, at least once a minute")
        ->type_name("FILE");
    app.add_flag("--resume", soak.resume, "go on with what --out has, if there is any");
    app.add_flag("-q,--quiet", soak.quiet, "no line a minute on stderr");
}

} // namespace hashlane
