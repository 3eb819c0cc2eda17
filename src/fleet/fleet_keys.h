// SPDX-License-Identifier: MIT
//
// The keys of `hashlane fleet --format json` (docs/json.md): its writer and its reader spell them
// here.
#ifndef HASHLANE_SRC_FLEET_FLEET_KEYS_H
#define HASHLANE_SRC_FLEET_FLEET_KEYS_H

namespace hashlane::fleet_key {

// Of the file.
constexpr const char *summary = "summary";
constexpr const char *groups = "groups";
constexpr const char *nodes = "nodes"; ///< of the file; how many, of the others
constexpr const char *problems = "problems";
constexpr const char *remarks = "remarks";

constexpr const char *missing_without_name = "missing_without_name"; ///< of the summary

// Of a group.
constexpr const char *cpu_model = "cpu_model";
constexpr const char *cpu_identity = "cpu_identity";
constexpr const char *core_kinds = "core_kinds";
constexpr const char *smt = "smt";
constexpr const char *version = "version";
constexpr const char *judged_by = "judged_by";
constexpr const char *changes = "changes";
constexpr const char *figures = "figures"; ///< and of a node

// Of a figure.
constexpr const char *workload = "workload";
constexpr const char *scope = "scope";
constexpr const char *kernel = "kernel";
constexpr const char *cycles_per_unit = "cycles_per_unit";
constexpr const char *clock_hz = "clock_hz";
constexpr const char *center = "center"; ///< of both in a group, with the scale
constexpr const char *scale = "scale";
constexpr const char *relative_cycles = "relative_cycles"; ///< of a node, with the next
constexpr const char *relative_clock = "relative_clock";

// Of a node.
constexpr const char *node = "node";
constexpr const char *node_class = "class"; ///< and of an evidence
constexpr const char *group = "group";
constexpr const char *file = "file";
constexpr const char *started = "started";
constexpr const char *cpus = "cpus";
constexpr const char *evidence = "evidence";
constexpr const char *text = "text"; ///< of an evidence
constexpr const char *context = "context";
constexpr const char *advice = "advice";

// Of a node's trend.
constexpr const char *trend = "trend";
constexpr const char *runs = "runs";
constexpr const char *since = "since";
constexpr const char *cycles_change = "cycles_change";
constexpr const char *clock_change = "clock_change";

} // namespace hashlane::fleet_key

#endif
