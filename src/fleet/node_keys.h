// SPDX-License-Identifier: MIT
//
// The keys of context.hashlane.node (docs/json.md): its writer and its reader spell them here.
#ifndef HASHLANE_SRC_FLEET_NODE_KEYS_H
#define HASHLANE_SRC_FLEET_NODE_KEYS_H

namespace hashlane::node_key {

constexpr const char *node = "node"; ///< in context.hashlane

constexpr const char *schema_version = "schema_version";
constexpr const char *name = "name";
constexpr const char *job = "job";
constexpr const char *task = "task";
constexpr const char *started = "started";
constexpr const char *seconds = "seconds";
constexpr const char *complete = "complete";
constexpr const char *incomplete_reason = "incomplete_reason";
constexpr const char *settings = "settings";

constexpr const char *sensors = "sensors";
constexpr const char *temperature_c = "temperature_c";
constexpr const char *throttle_count = "throttle_count";
constexpr const char *steal_share = "steal_share";
constexpr const char *load_average = "load_average";

constexpr const char *cores = "cores";
constexpr const char *kernel = "kernel";
constexpr const char *workload = "workload";
constexpr const char *scope = "scope";
constexpr const char *bound_cycles_per_unit = "bound_cycles_per_unit";
constexpr const char *cpus = "cpus";
constexpr const char *cycles_per_unit = "cycles_per_unit";
constexpr const char *clock_hz = "clock_hz";
constexpr const char *noisy = "noisy";
constexpr const char *wrong = "wrong"; ///< of cores, and of the soak

constexpr const char *soak = "soak";
constexpr const char *proven_share = "proven_share";
constexpr const char *cpu = "cpu";
constexpr const char *unit = "unit";
constexpr const char *again_here = "again_here";
constexpr const char *again_beside = "again_beside";

} // namespace hashlane::node_key

#endif
