// SPDX-License-Identifier: MIT
#include "health_baseline.h"

#include "../compare/result_file.h"
#include "../fleet/baseline.h"
#include "../fleet/read_node.h"
#include "../system/printable.h"

#include <fmt/format.h>

#include <limits>
#include <optional>

namespace hashlane {
namespace {

double center_of(const std::optional<Usual> &usual)
{
    return usual ? usual->center : std::numeric_limits<double>::quiet_NaN();
}

NodeFile node_of(const BaselineGroup &group, const std::string &path)
{
    NodeFile node;
    node.path = path;
    node.cpu_model = group.key.kind.cpu_model;
    node.cpu_identity = group.key.kind.cpu_identity;
    for (const auto &[name, rule] : group.rules)
        node.settings[name] = rule.value;
    for (const auto &[key, yardstick] : group.figures)
        node.cores.push_back({yardstick.kernel,
                              key.workload,
                              key.scope,
                              {0},
                              {center_of(yardstick.cycles_per_unit)},
                              {center_of(yardstick.clock_hz)},
                              {false},
                              {0}});
    return node;
}

// Nothing where the file is no baseline of a fleet.
std::optional<Baseline> baseline_of_a_fleet(const std::string &path)
try {
    return read_baseline(path);
} catch (const BadFile &) {
    return std::nullopt;
}

void require_like(const NodeFile &baseline, const NodeFile &now)
{
    if (now.cpu_model != baseline.cpu_model || now.cpu_identity != baseline.cpu_identity)
        throw BadFile(fmt::format("'{}': a baseline of another processor, {} ({}); this is {} ({})",
                                  baseline.path, baseline.cpu_model, baseline.cpu_identity,
                                  now.cpu_model, now.cpu_identity));
}

} // namespace

NodeFile read_health_baseline(const std::string &path, const NodeFile &now)
{
    if (const std::optional<Baseline> fleet = baseline_of_a_fleet(path)) {
        const BaselineGroup *const group = find_group(*fleet, group_key_of(now));
        if (group == nullptr)
            throw BadFile(fmt::format("'{}': a baseline without nodes like this one: {} ({}), SMT "
                                      "'{}'",
                                      fleet->path, now.cpu_model, now.cpu_identity,
                                      group_key_of(now).smt));
        return node_of(*group, fleet->path);
    }
    NodeFile node = node_file_of(text_of_result_file(path), path);
    require_like(node, now);
    return node;
}

} // namespace hashlane
