// SPDX-License-Identifier: MIT
//
// One node of a cluster: measured for a fleet, or compared with a baseline within seconds.
#include "../cli/messages.h"
#include "../cli/options.h"
#include "../cluster/fleet/judge_fleet.h"
#include "../cluster/node/measure_node.h"
#include "../lib/core/cpu_features.h"
#include "../machine/system/file_lock.h"
#include "../machine/system/host.h"
#include "../machine/system/terminal.h"
#include "../results/json.h"
#include "commands.h"
#include "fail_on.h"
#include "start_time.h"

#include <fmt/format.h>

#include <memory>
#include <system_error>
#include <thread>

namespace hashlane::commands {
namespace {

struct NodeSettings {
    std::string out; ///< with placeholders; empty for standard output
    std::optional<std::string> baseline;
    cluster::FailOn fail_on = cluster::fail_on_anything();
    std::optional<double> seconds; ///< --deadline
    std::optional<std::chrono::system_clock::time_point> start_at;
    std::size_t reserved_cores = 0;
    bool quiet = false;
};

cluster::NodeRequest request_of(const NodeSettings &settings, const std::string &line,
                                double usual_seconds, double soak_share)
{
    const double seconds = settings.seconds.value_or(usual_seconds);
    cluster::NodeRequest request;
    request.name = cluster::node_name(machine::this_host().name);
    request.gaps = cluster::coverage_gaps(machine::this_topology(), settings.reserved_cores);
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
constexpr std::size_t most_reserved_cores = 1'000'000;

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
    cli::add_option(app, "--reserved-cores",
                    {"N",
                     "Number of cores that the site keeps for the system, and this task may "
                     "lack",
                     "0"},
                    node.reserved_cores, cli::whole_number<std::size_t>(0, most_reserved_cores));
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

// Two that measure at once disturb each other: nothing if no lock can be had here.
std::unique_ptr<const machine::FileLock> lock_node(const cluster::NodeName &name,
                                                   cli::ExitCode code, const char *verdict = "")
try {
    auto lock = std::make_unique<const machine::FileLock>(
        cluster::node_lock_path(name, cluster::environment_variable),
        machine::FileLock::On::lock_file);
    if (lock->is_held())
        return lock;
    const auto since = lock->held_by_another_for();
    cli::quit(
        code,
        "{}another 'hashlane node' has been measuring {}{}, and two would disturb each other: "
        "nothing was measured",
        verdict, name.name, since ? fmt::format(" for {} s", since->count()) : "");
} catch (const std::system_error &) {
    return nullptr;
}

// One line, before the time is spent.
void warn_of_gaps(const cluster::NodeRequest &request, const NodeSettings &settings)
{
    const machine::Topology &topology = machine::this_topology();
    if (request.gaps.empty())
        return;
    const std::size_t withheld = topology.cores.size() - request.plan.all.size();
    const std::string advice =
        withheld <= settings.reserved_cores
            ? ""
            : fmt::format("; for all cores: {}; where the site keeps cores for the system: "
                          "--reserved-cores {}",
                          cluster::unbound_start(topology, cluster::environment_variable),
                          withheld);
    cli::say("hashlane: {}: {}{}\n", request.name.name, fmt::join(request.gaps, "; "), advice);
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
        request_of(settings, line, usual_seconds, cluster::usual_soak_share);
    request.in_step = settings.start_at.has_value();
    const std::string path = path_of(settings.out, request.name);
    if (!request.name.is_first_here()) {
        cli::say("hashlane: {}: task {} measures nothing: the first task on a node does\n",
                 request.name.name, request.name.task);
        return cli::exit_ok;
    }
    const auto alone = lock_node(request.name, cli::exit_usage);
    const cli::OutFile out(path);
    warn_of_gaps(request, settings);
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
    const cluster::NodeRequest request = request_of(settings, line, usual_check_seconds, 0);
    const auto alone = lock_node(request.name, cli::exit_absent, "not judged: ");
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
