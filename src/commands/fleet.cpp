// SPDX-License-Identifier: MIT
#include "../cli/messages.h"
#include "../cli/options.h"
#include "../cluster/fleet/judge_fleet.h"
#include "../cluster/fleet/node_files.h"
#include "../cluster/fleet/node_names.h"
#include "../machine/system/cpus.h"
#include "../machine/system/files.h"
#include "../machine/system/text.h"
#include "../machine/system/threads.h"
#include "../results/json.h"
#include "../show/tables/exporters.h"
#include "../show/tables/fleet_writers.h"
#include "commands.h"
#include "fail_on.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>

namespace hashlane::commands {
namespace {

std::vector<std::string> names_of_file(const std::string &path)
{
    const machine::FileContent file = machine::read_regular_file(path);
    if (!file.problem.empty())
        cli::quit("--expect: cannot open '{}': {}", machine::printable(path), file.problem);
    std::vector<std::string> names;
    std::set<std::string> seen;
    std::istringstream lines(file.text);
    std::string line;
    for (std::size_t number = 1; std::getline(lines, line); ++number) {
        std::istringstream words(line.substr(0, line.find('#')));
        for (std::string word; words >> word;)
            try {
                for (std::string &name : cluster::expand_nodes(word))
                    if (seen.insert(name).second)
                        names.push_back(std::move(name));
            } catch (const std::invalid_argument &error) {
                cli::quit("--expect: '{}', line {}: {}", machine::printable(path), number,
                          error.what());
            }
    }
    if (names.empty())
        cli::quit("--expect: '{}' has no names", machine::printable(path));
    return names;
}

// --expect: a file of names, one or a folded list a line, with comments behind '#'; else a number;
// else a folded list. Throws a CommandError.
cluster::ExpectedNodes parse_expected_nodes(const std::string &text)
{
    std::error_code error;
    if (std::filesystem::exists(text, error))
        return {names_of_file(text), 0};
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (!text.empty() && std::ranges::all_of(text, is_digit))
        return {
            {},
            static_cast<std::size_t>(cli::read_whole("--expect", text, 1, cluster::most_nodes))};
    try {
        return {cluster::expand_nodes(text), 0};
    } catch (const std::invalid_argument &problem) {
        cli::quit("--expect: {}; it takes names such as n[1-32], a number, or "
                  "a file of names",
                  problem.what());
    }
}

struct FleetSettings {
    cli::OutputSettings output;
    std::vector<std::string> files; ///< and folders
    std::string expected;           ///< --expect: a number, folded names or a file; empty: nothing
    std::string baseline;           ///< --baseline: a file; empty for none, as the following
    std::string new_baseline;       ///< --write-baseline
    std::string history;            ///< --history: a folder
    cluster::FailOn fail_on = cluster::fail_on_anything();
    std::vector<cluster::NodeClass> classes; ///< --class; empty: those of a drain list
};

void declare(CLI::App &app, FleetSettings &fleet)
{
    app.add_option("FILE", fleet.files, "Files of 'hashlane node --out', and folders of them");
    cli::in_group(app, "Comparison");
    cli::add_text(app, "--expect",
                  {"NODES", "Nodes that must not be missing: names such as n[1-32], a number, or a "
                            "file of names"},
                  fleet.expected);
    cli::add_text(app, "--baseline",
                  {"FILE",
                   "Compare with this file of --write-baseline, or of a good node; required to "
                   "judge groups of fewer than 8 comparable nodes"},
                  fleet.baseline);
    cli::add_text(app, "--history",
                  {"DIR",
                   "Add the values to this folder, and compare with those of the last thirty "
                   "days in it"},
                  fleet.history);
    cli::add_output(app, fleet.output, show::fleet_exporters);
    cli::add_option(app, "--class",
                    {"CLASSES", "With --format nodeset: the names of these classes (default: those "
                                "to drain, which are wrong, slow-clock, slow-core, one-bad-core "
                                "and slow-together)"},
                    fleet.classes, read_classes);
    add_fail_on(app, fleet.fail_on);
    cli::add_text(app, "--write-baseline", {"FILE", "Write the usual values of today to this file"},
                  fleet.new_baseline);
    cli::add_examples(app, {"hashlane fleet results/ --expect n[1-32]",
                            "hashlane fleet results/ --format nodeset --class missing,noisy"});
}

cluster::FleetRequest request_of(const FleetSettings &settings, machine::ThreadPool &pool)
{
    cluster::FleetRequest request;
    if (!settings.expected.empty())
        request.expected = parse_expected_nodes(settings.expected);
    if (!settings.baseline.empty())
        request.baseline = cluster::read_baseline_or_node(settings.baseline);
    if (!settings.history.empty())
        request.history = cluster::read_history(settings.history, pool);
    return request;
}

void check(const FleetSettings &settings)
{
    if (settings.files.empty())
        throw cli::CommandError(
            "node files or a folder of them are required: 'hashlane fleet DIR'; "
            "'hashlane node --out DIR/%h.json' writes one");
    if (!settings.classes.empty() && settings.output.format != show::Format::nodeset)
        throw cli::CommandError("--class requires --format nodeset");
}

void print(const FleetSettings &settings, const cluster::FleetReport &report)
{
    for (const auto *const lines : {&report.problems, &report.remarks})
        for (const std::string &line : *lines)
            cli::say("hashlane: {}\n", line);
    if (report.groups.empty() && !report.needs_attention())
        throw cli::CommandError("there is no node file; 'hashlane node --out' writes one");
    if (settings.classes.empty())
        cli::print_as(settings.output, show::fleet_exporters, report);
    else
        cli::print(show::write_fleet_nodeset(report, settings.classes));
}

int execute(const FleetSettings &settings, const std::string & /*line*/)
{
    check(settings);
    const cli::OutFile new_baseline(settings.new_baseline, "--write-baseline");
    machine::ThreadPool pool(machine::allowed_cpus().size());
    const cluster::FleetRequest request = request_of(settings, pool);
    cluster::JudgedFleet fleet =
        cluster::judge_fleet(cluster::read_node_files(settings.files, pool), request);
    fleet.report.judged = cluster::time_now();
    print(settings, fleet.report);
    if (new_baseline.is_wanted())
        new_baseline.write(cluster::baseline_text(fleet.baseline));
    const cli::ExitCode code = exit_code_of(fleet.report, settings.fail_on);
    if (settings.history.empty())
        return code;
    const std::string problem =
        cluster::append_history(settings.history, fleet.report, *request.history);
    if (problem.empty())
        return code;
    cli::say("hashlane: {}\n", problem);
    return code == cli::exit_wrong_digest ? code : cli::exit_usage;
}

} // namespace

cli::Execute fleet_command(CLI::App &app)
{
    return cli::command<FleetSettings>(app, declare, execute);
}

} // namespace hashlane::commands
