// SPDX-License-Identifier: MIT
//
// The options of the commands that read result files and published results.
#include "../report/exporters.h"
#include "add_option.h"
#include "command_options.h"
#include "option_values.h"
#include "parse.h"

namespace hashlane {
namespace {

constexpr std::uint64_t most_pooled = 1000;

} // namespace

void declare(CLI::App &app, CompareSettings &compare)
{
    app.add_option("files", compare.files, "OLD.json NEW.json [MORE...], as --out writes them");
    add_option(app, "--threshold", {"PERCENT", "ignore changes below this", "1"},
               [&](auto &text) { compare.threshold = parse_percent("--threshold", text); });
    add_option(app, "--fail-over",
               {"PERCENT", "exit 5 if a row is certainly slower by more than this"},
               [&](auto &text) { compare.fail_over = parse_percent("--fail-over", text); });
    app.add_flag("--matrix", compare.matrix,
                 "show kernels against files: rates, and rates at 0.1 GHz");
    add_option(app, "--pool", {"N", "take every N successive files as runs of one program", "1"},
               [&](auto &text) {
                   compare.pool =
                       static_cast<std::size_t>(parse_integer("--pool", text, 1, most_pooled));
               });
    add_plugins(app, compare.plugins);
    add_filter(app, compare.filter);
    add_output(app, compare.output, matrix_exporters);
}

void declare(CLI::App &app, ReportSettings &report)
{
    app.add_option("files", report.files,
                   "FILE.json [MORE...], as --out, compare and fleet write them");
    app.add_option("--out", report.out, "write to this file instead of standard output")
        ->type_name("FILE");
    add_option(app, "--format", {"FORMAT", "html, svg or text", "html"},
               [&](auto &text) { report.format = parse_report_format(text); });
    app.add_flag("--open", report.open,
                 "show the page in a browser; without --out it is report.html");
    app.add_option("--plot", report.plot, "only this plot, with --format svg or text")
        ->type_name("NAME");
}

void declare(CLI::App &app, KnownSettings &known)
{
    add_option(app, "--filter",
               {"REGEX", "only results whose workload, machine or implementation matches"},
               [&](auto &text) { known.filter = IdFilter(text); });
    add_output(app, known.output, known_exporters);
}

} // namespace hashlane
