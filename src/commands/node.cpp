// SPDX-License-Identifier: MIT
//
// One node of a cluster: what measures it for a fleet, and what judges it within seconds.
#include "../cli/messages.h"
#include "../cli/options.h"
#include "../cluster/fleet/health.h"
#include "../cluster/node/measure_node.h"
#include "../lib/core/cpu_features.h"
#include "../machine/system/host.h"
#include "../machine/system/terminal.h"
#include "../measure/context.h"
#include "../results/json.h"
#include "commands.h"
#include "start_time.h"

#include <fmt/format.h>

#include <thread>

namespace hashlane::commands {
namespace {

// `refuse` ends the command where that is too little time.
cluster::NodeRequest request_of(const std::string &line, double seconds, double soak_share,
                                void (*refuse)(const std::string &why))
{
    cluster::NodeRequest request;
    request.name = cluster::node_name(machine::this_host().name);
    request.kernels = cluster::node_kernels(this_cpu().features);
    request.plan =
        cluster::plan_node(machine::this_topology(), request.kernels.size(), seconds, soak_share);
    request.command = line;
    if (seconds < request.plan.least_seconds)
        refuse(fmt::format("{:g} s are too short for one visit of each kernel: at least {:.1f} s",
                           seconds, request.plan.least_seconds));
    return request;
}

// ---- node

struct NodeSettings {
    std::string out; ///< with placeholders; empty for standard output
    double deadline = 45;
    std::optional<std::chrono::system_clock::time_point> start_at;
    bool quiet = false;
};

void declare(CLI::App &app, NodeSettings &node)
{
    cli::add_text(app, "--out",
                  {"FILE",
                   "the file, written whole or not at all; %h is the node's name, %j the job's "
                   "number, %t the task's (default: standard output)"},
                  node.out);
    cli::add_option(
        app, "--deadline",
        {"S", "seconds until the file is written, however many cores there are (default: 45)"},
        node.deadline, cli::read_seconds);
    cli::add_option(
        app, "--start-at",
        {"TIME",
         "wait, so that all nodes begin at once: 1795312800, 02:00:30 or 2026-11-22T02:00:00Z"},
        node.start_at, [](auto &, auto &text) {
            return parse_start_time(text, std::chrono::system_clock::now());
        });
    app.add_flag("-q,--quiet", node.quiet, "no summary on stderr");
}

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

int execute(const NodeSettings &settings, const std::string &line)
{
    cluster::NodeRequest request =
        request_of(line, settings.deadline, cluster::usual_soak_share,
                   [](const std::string &why) { throw cli::CommandError("--deadline: " + why); });
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

// ---- health

struct HealthSettings {
    std::string baseline; ///< a file
    double most_seconds = 10;
};

void declare(CLI::App &app, HealthSettings &health)
{
    cli::add_text(app, "--baseline", {"FILE", "what 'hashlane node' wrote of a good node"},
                  health.baseline)
        ->required();
    cli::add_option(app, "--max-seconds", {"S", "it takes no longer than that (default: 10)"},
                    health.most_seconds, cli::read_seconds);
}

// Of a health check, by the name that its callers know.
constexpr int exit_codes[] = {cli::exit_ok, cli::exit_usage, cli::exit_wrong_digest};

// What keeps the node from being judged says nothing against it.
[[noreturn]] void fail(const std::string &why)
{
    throw cli::CommandError("health: unknown: " + why, cli::exit_absent);
}

int execute(const HealthSettings &settings, const std::string &line)
try {
    const cluster::NodeRequest request =
        request_of(line, settings.most_seconds, 0,
                   [](const std::string &why) { fail("--max-seconds: " + why); });
    // Whether there is a baseline for it is known before it is measured.
    const cluster::Baseline baseline = cluster::read_health_baseline(
        settings.baseline, cluster::unmeasured_node(request.name, measure::gather_context(line)));
    machine::watch_interrupts();
    const cluster::NodeRun run = cluster::measure_node(request, machine::interrupted());
    if (run.interrupted)
        throw cli::CommandError("health: unknown: interrupted", cli::exit_interrupted);
    const cluster::Health health = cluster::judge_health(run.node, baseline);
    cli::print("{}: {}: {}\n", cluster::health_verdict_name(health.verdict), run.node.name,
               health.reason);
    return exit_codes[static_cast<std::size_t>(health.verdict)];
} catch (const results::BadFile &bad) {
    fail(bad.what());
}

} // namespace

cli::Execute node_command(CLI::App &app)
{
    return cli::command<NodeSettings>(app, declare, execute);
}

cli::Execute health_command(CLI::App &app)
{
    return cli::command<HealthSettings>(app, declare, execute);
}

} // namespace hashlane::commands
