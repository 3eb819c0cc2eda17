// SPDX-License-Identifier: MIT
#include "../core/cpu_features.h"
#include "../node/measure_node.h"
#include "../node/node_json.h"
#include "../node/node_name.h"
#include "../node/node_summary.h"
#include "../system/host.h"
#include "../system/interrupt.h"
#include "commands.h"
#include "exit_code.h"
#include "messages.h"
#include "node_settings.h"
#include "out_file.h"

#include <fmt/format.h>

#include <thread>

namespace hashlane {
namespace {

NodeRequest request_of(const NodeSettings &settings, const std::string &line)
{
    NodeRequest request;
    request.kernels = node_kernels(this_cpu().features);
    request.plan =
        plan_node(this_topology(), request.kernels.size(), settings.deadline, usual_soak_share);
    request.in_step = settings.start_at.has_value();
    request.command = line;
    if (settings.deadline < request.plan.least_seconds)
        throw CommandError(fmt::format("--deadline: {:g} s are too short for one visit of each "
                                       "kernel: at least {:.1f} s",
                                       settings.deadline, request.plan.least_seconds));
    return request;
}

std::string path_of(const std::string &pattern, const NodeName &name)
{
    const std::optional<std::string> path = fill_placeholders(pattern, name);
    if (!path)
        throw CommandError(fmt::format(
            "--out: '{}' has a % that is none of %h (node), %j (job), %t (task) and %%", pattern));
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
        say("hashlane: {:.1f} s late for --start-at\n", late.count());
    while (!interrupted() && Clock::now() < *settings.start_at)
        std::this_thread::sleep_for(
            std::min<Clock::duration>(step, *settings.start_at - Clock::now()));
    if (interrupted())
        throw CommandError("interrupted before it began; nothing was written", exit_interrupted);
}

} // namespace

int execute(const NodeSettings &settings, const std::string &line)
{
    const NodeRequest request = request_of(settings, line);
    const NodeName name = node_name(this_host().name);
    const std::string path = path_of(settings.out, name);
    const OutFile out(path);
    watch_interrupts();
    wait_for(settings);
    Node node = measure_node(request, interrupted());
    node.name = name;
    if (out.is_wanted())
        out.write(write_node(node));
    else
        print(write_node(node));
    if (!settings.quiet)
        say("{}", summarise_node(node));
    if (!node.report.mismatches.empty() || (node.soak && node.soak->wrong != 0))
        return exit_wrong_digest;
    return node.interrupted ? exit_interrupted : exit_ok;
}

} // namespace hashlane
