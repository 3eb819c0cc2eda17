// SPDX-License-Identifier: MIT
//
// The keys of a result file (docs/json.md) that are read back: the writer and the reader spell
// them here.
#ifndef HASHLANE_SRC_COMPARE_RESULT_KEYS_H
#define HASHLANE_SRC_COMPARE_RESULT_KEYS_H

namespace hashlane::result_key {

// Of the file.
constexpr const char *context = "context";
constexpr const char *benchmarks = "benchmarks";
constexpr const char *skipped = "skipped";
constexpr const char *mismatches = "mismatches";

// Of a line of a stream.
constexpr const char *place = "place";
constexpr const char *final = "final";
constexpr const char *row = "row";

// Of the context.
constexpr const char *date = "date";
constexpr const char *host_name = "host_name";
constexpr const char *library_build_type = "library_build_type";
constexpr const char *json_schema_version = "json_schema_version";
constexpr const char *hashlane = "hashlane";

// Of context.hashlane.
constexpr const char *version = "version";
constexpr const char *cpu_model = "cpu_model";
constexpr const char *cpu_identity = "cpu_identity";
constexpr const char *microcode = "microcode";
constexpr const char *features = "features";
constexpr const char *hypervisor = "hypervisor";
constexpr const char *kernel_release = "kernel_release";
constexpr const char *governor = "governor";
constexpr const char *compiler = "compiler";
constexpr const char *compiler_flags = "compiler_flags";

constexpr const char *topology = "topology";

// Of a row, an element of benchmarks.
constexpr const char *name = "name";
constexpr const char *workload = "workload";
constexpr const char *threads = "threads";
constexpr const char *cpus = "cpus";
constexpr const char *core_kind = "core_kind";
constexpr const char *scope = "scope";
constexpr const char *device = "device";
constexpr const char *bytes_per_hash = "bytes_per_hash";
constexpr const char *cycle_source = "cycle_source";
constexpr const char *cycles_per_hash = "cycles_per_hash"; ///< of a row, and of its samples
constexpr const char *hashes_per_second = "hashes_per_second";
constexpr const char *noise = "noise";
constexpr const char *noise_note = "noise_note";
constexpr const char *trustworthy = "trustworthy";
constexpr const char *kernel = "kernel";
constexpr const char *lanes = "lanes";
constexpr const char *iterations = "iterations"; ///< samples kept
constexpr const char *discarded_samples = "discarded_samples";
constexpr const char *interval_cycles_per_hash = "interval_cycles_per_hash";
constexpr const char *bound_cycles_per_hash = "bound_cycles_per_hash";
constexpr const char *clock_hz = "clock_hz";
constexpr const char *thread_hashes_per_second = "thread_hashes_per_second";
constexpr const char *joules_per_hash = "joules_per_hash";
constexpr const char *watts = "watts";
constexpr const char *idle_watts = "idle_watts";
constexpr const char *proof = "proof";
constexpr const char *cores = "cores"; ///< of a row, and of the topology
constexpr const char *samples = "samples";
constexpr const char *visits = "visits";

// Of visits, and of a thread, an element of samples.
constexpr const char *ns_per_hash = "ns_per_hash";
constexpr const char *verdict = "verdict";
constexpr const char *kept_share = "kept_share";

} // namespace hashlane::result_key

#endif
