// SPDX-License-Identifier: MIT
//
// The options of `hashlane node` and `hashlane health`.
#include "command_options.h"

#include "node_settings.h"
#include "parse.h"
#include "start_time.h"

#include <CLI/CLI.hpp>

namespace hashlane {
namespace {

constexpr double most_seconds = 86400;

} // namespace

void declare(CLI::App &app, NodeSettings &node)
{
    app.add_option("--out", node.out,
                   "the file, written whole or not at all; %h is the node's name, %j the job's "
                   "number, %t the task's (default: standard output)")
        ->type_name("FILE");
    app.add_option_function<std::string>(
           "--deadline",
           [&](const std::string &text) {
               node.deadline = parse_positive("--deadline", text, most_seconds, "s");
           },
           "seconds until the file is written, however many cores there are (default: 45)")
        ->type_name("S");
    app.add_option_function<std::string>(
           "--start-at",
           [&](const std::string &text) {
               node.start_at = parse_start_time(text, std::chrono::system_clock::now());
           },
           "wait, so that all nodes begin at once: 1795312800, 02:00:30 or 2026-11-22T02:00:00Z")
        ->type_name("TIME");
    app.add_flag("-q,--quiet", node.quiet, "no summary on stderr");
}

void declare(CLI::App &app, HealthSettings &health)
{
    app.add_option("--baseline", health.baseline, "what 'hashlane node' wrote of a good node")
        ->type_name("FILE")
        ->required();
    app.add_option_function<std::string>(
           "--max-seconds",
           [&](const std::string &text) {
               health.most_seconds = parse_positive("--max-seconds", text, most_seconds, "s");
           },
           "it takes no longer than that (default: 10)")
        ->type_name("S");
}

} // namespace hashlane
