// SPDX-License-Identifier: MIT
//
// What kernels compute, and the units that figures about it are shown in (workloads.def).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hashlane {

#define HASHLANE_WORKLOAD(workload, kernels, signature, ...) workload,
enum class Workload {
#include "workloads.def"
};
#undef HASHLANE_WORKLOAD

#define HASHLANE_WORKLOAD(workload, kernels, signature, ...) Workload::workload,
constexpr Workload all_workloads[] = {
#include "workloads.def"
};
#undef HASHLANE_WORKLOAD

/// A unit is the work of one iteration of a kernel in one lane: a hash, a permutation, a message or
/// a node.
struct WorkloadFacts {
    std::string_view name;        ///< "sha256-chain": in ids, options and JSON
    std::string_view title;       ///< "d = SHA256(d)"
    std::string_view plural = {}; ///< "SHA-256 chains": the title of values; empty: by name
    std::string_view cost_of;     ///< the unit of cycles: "hash", "permutation", "byte", "node"
    std::string_view rate;        ///< the unit of rates: "MH/s", "Mperm/s", "MB/s"
    int rate_digits = 2;          ///< of a rate, after the point
    double rate_scale = 1e-6;     ///< from units, or bytes, per second to `rate`
    bool per_byte = false;        ///< lanes hash messages, and figures are shown for their bytes
    unsigned unit_bytes = 0;      ///< that one unit hashes; 0 if it depends, or has no bytes
    bool runs_on_devices = false;
    bool run_by_default = false; ///< `hashlane run` measures it by default
    /// Kernel iterations whose time JSON gives: samples are sized to the machine, times are given
    /// for a fixed count, so that two files can be compared.
    std::uint64_t time_iterations = 1 << 12;
};

#define HASHLANE_WORKLOAD(workload, kernels, signature, ...) {__VA_ARGS__},
/// In the order of the workloads.
inline constexpr WorkloadFacts workload_facts[] = {
#include "workloads.def"
};
#undef HASHLANE_WORKLOAD

constexpr WorkloadFacts facts_of(Workload workload)
{
    return workload_facts[static_cast<std::size_t>(workload)];
}

/// Returns "sha256-chain", "keccak-chain", "sha3", "sha256", "sha256-nodes", "sha256-salted".
constexpr std::string_view workload_name(Workload workload) { return facts_of(workload).name; }

/// Returns the workload of that name, if there is one.
constexpr std::optional<Workload> find_workload(std::string_view name)
{
    for (const Workload workload : all_workloads)
        if (workload_name(workload) == name)
            return workload;
    return std::nullopt;
}

} // namespace hashlane
