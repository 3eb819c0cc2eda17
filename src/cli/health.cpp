// SPDX-License-Identifier: MIT
#include "../node/health.h"
#include "../compare/bad_file.h"
#include "../core/cpu_features.h"
#include "../fleet/read_node.h"
#include "../measure/context.h"
#include "../node/health_baseline.h"
#include "../node/measure_node.h"
#include "../node/node_json.h"
#include "../node/node_name.h"
#include "../system/host.h"
#include "../system/interrupt.h"
#include "commands.h"
#include "exit_code.h"
#include "messages.h"
#include "node_settings.h"

#include <fmt/format.h>

namespace hashlane {
namespace {

// Of a health check, by the name that its callers know.
constexpr int exit_codes[] = {exit_ok, exit_usage, exit_wrong_digest};

// What keeps the node from being judged says nothing against it.
[[noreturn]] void fail(const std::string &why)
{
    throw CommandError("health: unknown: " + why, exit_absent);
}

// As it would be read back.
NodeFile as_file(const Node &node) { return node_file_of(write_node(node), "this node"); }

// Whether there is a baseline for it is known before it is measured.
Node unmeasured_node(const std::string &line)
{
    Node node;
    node.name = node_name(this_host().name);
    node.report.context = gather_context(line);
    node.settings = read_system_settings(this_topology());
    return node;
}

NodeRequest request_of(const HealthSettings &settings, const std::string &line)
{
    NodeRequest request;
    request.kernels = node_kernels(this_cpu().features);
    request.plan = plan_node(this_topology(), request.kernels.size(), settings.most_seconds);
    request.command = line;
    if (settings.most_seconds < request.plan.least_seconds)
        fail(fmt::format("--max-seconds: {:g} s are too short for one visit of each kernel: at "
                         "least {:.1f} s",
                         settings.most_seconds, request.plan.least_seconds));
    return request;
}

} // namespace

int execute(const HealthSettings &settings, const std::string &line)
try {
    const NodeRequest request = request_of(settings, line);
    const NodeFile baseline =
        read_health_baseline(settings.baseline, as_file(unmeasured_node(line)));
    watch_interrupts();
    Node node = measure_node(request, interrupted());
    node.name = node_name(this_host().name);
    if (node.interrupted)
        throw CommandError("health: unknown: interrupted", exit_interrupted);
    const Health health = judge_health(as_file(node), baseline);
    print(fmt::format("{}: {}: {}\n", health_verdict_name(health.verdict), node.name.name,
                      health.reason));
    return exit_codes[static_cast<std::size_t>(health.verdict)];
} catch (const BadFile &bad) {
    fail(bad.what());
}

} // namespace hashlane
