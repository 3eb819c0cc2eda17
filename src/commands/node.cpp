// SPDX-License-Identifier: MIT
//
// One node of a cluster: measured for a fleet, or compared with a baseline within seconds.
#include "../cli/messages.h"
#include "../cli/options.h"
#include "../cluster/fleet/health.h"
#include "../cluster/node/measure_node.h"
#include "../lib/core/cpu_features.h"
#include "../machine/system/host.h"
#include "../machine/system/terminal.h"
#include "../results/json.h"
#include "commands.h"
#include "fail_on.h"
#include "start_time.h"

#include <fmt/format.h>

#include <thread>

namespace hashlane::commands {
namespace {

cluster::NodeRequest request_of(const std::string &line, double seconds, double soak_share)
{
    cluster::NodeRequest request;
    request.name = cluster::node_name(machine::this_host().name);
    request.kernels = cluster::node_kernels(this_cpu());
    request.plan =
        cluster::plan_node(machine::this_topology(), request.kernels.size(), seconds, soak_share);
    request.command = line;
    if (seconds < request.plan.least_seconds)
        cli::quit("{:g} s are too short to run each kernel once: at least {:.1f} s", seconds,
                  request.plan.least_seconds);
    return request;
}

constexpr double usual_seconds = 45, usual_check_seconds = 10;

struct NodeSettings {
    std::string out; ///< with placeholders; empty for standard output
    std::optional<std::string> baseline;
    cluster::FailOn fail_on = cluster::fail_on_anything();
    std::optional<double> seconds; ///< --deadline
    std::optional<std::chrono::system_clock::time_point> start_at;
    bool quiet = false;
};

CLI::Option *add_baseline(CLI::App &app, const std::string &option, NodeSettings &node)
{
    return cli::add_option(app, option,
                           {"FILE", "Compare the node with FILE, the file of a good node or of "
                                    "'hashlane fleet --write-baseline', and print one line"},
                           node.baseline, [](auto &name, auto &text) {
                               if (text.empty())
                                   cli::quit("{}: a FILE is required", name);
                               return text;
                           });
}

void declare(CLI::App &app, NodeSettings &node)
{
    cli::explain(app, "Measures each core alone, then all together, and writes one file for "
                      "'hashlane fleet'.");
    cli::in_group(app, "How");
    CLI::Option *const check = add_baseline(app, "--check", node);
    add_fail_on(app, node.fail_on)->needs(check);
    cli::add_option(app, "--deadline",
                    {"TIME", "Time until the end, however many cores the node has (default: 45s; "
                             "with --check 10s)"},
                    node.seconds, cli::read_time);
    cli::add_option(
        app, "--start-at",
        {"WHEN", "Wait, so that all nodes begin at once: 1795312800, 02:00:30 or "
                 "2026-11-22T02:00:00Z"},
        node.start_at,
        [](auto &, auto &text) { return parse_start_time(text, std::chrono::system_clock::now()); })
        ->excludes(check);
    cli::in_group(app, cli::Group::output);
    cli::add_text(app, "-o,--out",
                  {"FILE", "Write to this file, whole or not at all; %h is the node's name, %j the "
                           "job's number, %t the task's (default: standard output)"},
                  node.out)
        ->excludes(check);
    app.add_flag("-q,--quiet", node.quiet, "Print no summary on stderr")->excludes(check);
    cli::add_examples(app, {"hashlane node --out results/%h.json",
                            "hashlane node --check good.json --deadline 5s"});
}

void declare_health(CLI::App &app, NodeSettings &node)
{
    cli::in_group(app, "How");
    add_baseline(app, "--baseline", node)->required();
    add_fail_on(app, node.fail_on);
    cli::add_option(app, "--max-seconds", {"TIME", "Time until the end", "10s"}, node.seconds,
                    cli::read_time);
    cli::add_examples(app, {"hashlane health --baseline good.json",
                            "hashlane health --baseline good.json --max-seconds 5"});
}

// ---- Measuring

std::string path_of(const std::string &pattern, const cluster::NodeName &name)
{
    const std::optional<std::string> path = cluster::fill_placeholders(pattern, name);
    if (!path)
        cli::quit("--out: '{}' has a % that is none of %h (node), %j (job), %t (task) and %%",
                  pattern);
    return *path;
}

// The wall clock may be set while this waits: it is read again and again.
void wait_for(const NodeSettings &settings)
{
    using Clock = std::chrono::system_clock;
    constexpr std::chrono::milliseconds step{100};
    if (!settings.start_at)
        return;
    const std::chrono::duration<double> late = Clock::now() - *settings.start_at;
    if (late.count() > 1 && !settings.quiet)
        cli::say("hashlane: {:.1f} s late for --start-at\n", late.count());
    while (!machine::interrupted() && Clock::now() < *settings.start_at)
        std::this_thread::sleep_for(
            std::min<Clock::duration>(step, *settings.start_at - Clock::now()));
    if (machine::interrupted())
        throw cli::CommandError("interrupted before it began; nothing was written",
                                cli::exit_interrupted);
}

int measure(const NodeSettings &settings, const std::string &line)
{
    cluster::NodeRequest request =
        request_of(line, settings.seconds.value_or(usual_seconds), cluster::usual_soak_share);
    request.in_step = settings.start_at.has_value();
    const std::string path = path_of(settings.out, request.name);
    const cli::OutFile out(path);
    machine::watch_interrupts();
    wait_for(settings);
    const cluster::NodeRun run = cluster::measure_node(request, machine::interrupted());
    if (out.is_wanted())
        out.write(cluster::write_node(run));
    else
        cli::print(cluster::write_node(run));
    if (!settings.quiet)
        cli::say("{}", cluster::summarise_node(run));
    if (run.has_wrong())
        return cli::exit_wrong_digest;
    return run.interrupted ? cli::exit_interrupted : cli::exit_ok;
}

// ---- Checking

int check(const NodeSettings &settings, const std::string &line)
{
    const cluster::NodeRequest request =
        request_of(line, settings.seconds.value_or(usual_check_seconds), 0);
    // A missing baseline ends the command before anything is measured.
    const cluster::Baseline baseline = cluster::read_baseline_or_node(*settings.baseline);
    machine::watch_interrupts();
    const cluster::NodeRun run = cluster::measure_node(request, machine::interrupted());
    const cluster::JudgedFleet judged = cluster::judge_health(run.node, baseline);
    const cli::ExitCode code = exit_code_of(judged.report, settings.fail_on);
    if (run.interrupted && code != cli::exit_wrong_digest)
        cli::quit(cli::exit_interrupted, "interrupted: the node was not judged");
    cli::print("{}\n", cluster::health_line(judged, baseline));
    return code;
}

int execute(const NodeSettings &settings, const std::string &line)
{
    return settings.baseline ? check(settings, line) : measure(settings, line);
}

} // namespace

cli::Execute node_command(CLI::App &app)
{
    return cli::command<NodeSettings>(app, declare, execute);
}

cli::Execute health_command(CLI::App &app)
{
    return cli::command<NodeSettings>(app, declare_health, execute);
}

} // namespace hashlane::commands
