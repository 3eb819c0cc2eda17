// SPDX-License-Identifier: MIT
//
// What kernels compute, and the units that figures about it are shown in.
#ifndef HASHLANE_SRC_CORE_WORKLOAD_H
#define HASHLANE_SRC_CORE_WORKLOAD_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hashlane {

enum class Workload { sha256_chain, keccak_chain, sha3, sha256, sha256_nodes, sha256_salted };

constexpr Workload all_workloads[] = {Workload::sha256_chain, Workload::keccak_chain,
                                      Workload::sha3,         Workload::sha256,
                                      Workload::sha256_nodes, Workload::sha256_salted};

/// A unit is what one iteration of a kernel does in one lane: a hash, a permutation, a message or a
/// node.
struct WorkloadFacts {
    std::string_view name;    ///< "sha256-chain": in ids, options and JSON
    std::string_view title;   ///< "d = SHA256(d)"
    std::string_view cost_of; ///< what cycles are shown for: "hash", "permutation", "byte", "node"
    std::string_view rate;    ///< what rates are shown in: "MH/s", "Mks", "MB/s"
    int rate_digits;          ///< of a rate, after the point
    bool per_byte;            ///< figures are shown for bytes of the message, not for units
    unsigned unit_bytes;      ///< that one unit hashes; 0 where it depends, or has no bytes
    bool runs_on_devices;
    bool run_by_default; ///< `hashlane run` measures it without being asked
    /// Kernel iterations whose time JSON gives: samples are sized to the machine, times are given
    /// for a fixed count, so that two files can be compared.
    std::uint64_t time_iterations;
};

/// In the order of the workloads.
inline constexpr WorkloadFacts workload_facts[] = {
    {.name = "sha256-chain",
     .title = "d = SHA256(d)",
     .cost_of = "hash",
     .rate = "MH/s",
     .rate_digits = 2,
     .per_byte = false,
     .unit_bytes = 64,
     .runs_on_devices = true,
     .run_by_default = true,
     .time_iterations = 1 << 16},
    {.name = "keccak-chain",
     .title = "Keccak-f[1600]",
     .cost_of = "permutation",
     .rate = "Mks",
     .rate_digits = 3,
     .per_byte = false,
     .unit_bytes = 0,
     .runs_on_devices = true,
     .run_by_default = true,
     .time_iterations = 1 << 13},
    {.name = "sha3",
     .title = "whole messages",
     .cost_of = "byte",
     .rate = "MB/s",
     .rate_digits = 1,
     .per_byte = true,
     .unit_bytes = 0,
     .runs_on_devices = false,
     .run_by_default = true,
     .time_iterations = 1 << 12},
    {.name = "sha256",
     .title = "SHA-256 of whole messages",
     .cost_of = "byte",
     .rate = "MB/s",
     .rate_digits = 1,
     .per_byte = true,
     .unit_bytes = 0,
     .runs_on_devices = false,
     .run_by_default = false,
     .time_iterations = 1 << 12},
    {.name = "sha256-nodes",
     .title = "SHA-256 of 64 bytes",
     .cost_of = "node",
     .rate = "MH/s",
     .rate_digits = 2,
     .per_byte = false,
     .unit_bytes = 64,
     .runs_on_devices = false,
     .run_by_default = false,
     .time_iterations = 1 << 12},
    {.name = "sha256-salted",
     .title = "d = SHA256(salt, d)",
     .cost_of = "hash",
     .rate = "MH/s",
     .rate_digits = 2,
     .per_byte = false,
     .unit_bytes = 64,
     .runs_on_devices = false,
     .run_by_default = false,
     .time_iterations = 1 << 12},
};

constexpr WorkloadFacts facts_of(Workload workload)
{
    return workload_facts[static_cast<std::size_t>(workload)];
}

/// "sha256-chain", "keccak-chain", "sha3", "sha256", "sha256-nodes", "sha256-salted".
constexpr std::string_view workload_name(Workload workload) { return facts_of(workload).name; }

/// The workload of that name, if there is one.
constexpr std::optional<Workload> find_workload(std::string_view name)
{
    for (const Workload workload : all_workloads)
        if (workload_name(workload) == name)
            return workload;
    return std::nullopt;
}

} // namespace hashlane

#endif
