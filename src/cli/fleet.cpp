// SPDX-License-Identifier: MIT
#include "../compare/bad_file.h"
#include "../fleet/judge_fleet.h"
#include "../fleet/node_files.h"
#include "../report/exporters.h"
#include "../report/fleet_writers.h"
#include "../system/cpu_list.h"
#include "../system/thread_pool.h"
#include "commands.h"
#include "exit_code.h"
#include "expected_nodes.h"
#include "fleet_settings.h"
#include "messages.h"
#include "out_file.h"
#include "style.h"

#include <fmt/format.h>

namespace hashlane {
namespace {

FleetRequest request_of(const FleetSettings &settings, ThreadPool &pool)
{
    FleetRequest request;
    if (!settings.expected.empty())
        request.expected = parse_expected_nodes(settings.expected);
    if (!settings.baseline.empty())
        request.baseline = read_baseline(settings.baseline);
    if (!settings.history.empty())
        request.history = read_history(settings.history, pool);
    return request;
}

void say_lines(const std::vector<std::string> &lines)
{
    for (const std::string &line : lines)
        say("hashlane: fleet: {}\n", line);
}

int code_of(const FleetReport &report)
{
    if (report.has_wrong())
        return exit_wrong_digest;
    return report.needs_attention() ? exit_regression : exit_ok;
}

int judge(const FleetSettings &settings)
{
    const OutFile new_baseline(settings.new_baseline, "--write-baseline");
    ThreadPool pool(allowed_cpus().size());
    const FleetRequest request = request_of(settings, pool);
    const JudgedFleet fleet = judge_fleet(read_node_files(settings.files, pool), request);
    say_lines(fleet.report.problems);
    say_lines(fleet.report.remarks);
    if (fleet.report.groups.empty() && !fleet.report.needs_attention())
        throw CommandError("fleet: there is no node file; 'hashlane node --out' writes one");
    print(write_as(settings.output.format, fleet_exporters, fleet.report,
                   style_for(settings.output)));
    if (new_baseline.is_wanted())
        new_baseline.write(baseline_text(fleet.baseline));
    const int code = code_of(fleet.report);
    if (settings.history.empty())
        return code;
    const std::string problem = append_history(settings.history, fleet.report, *request.history);
    if (problem.empty())
        return code;
    say("hashlane: {}\n", problem);
    return code == exit_ok ? exit_usage : code;
}

} // namespace

int execute(const FleetSettings &settings, const std::string & /*line*/)
{
    if (settings.files.empty())
        throw CommandError("fleet: needs node files or a folder of them: 'hashlane fleet DIR'; "
                           "'hashlane node --out DIR/%h.json' writes one");
    try {
        return judge(settings);
    } catch (const BadFile &bad) {
        throw CommandError(bad.what());
    }
}

} // namespace hashlane
