// SPDX-License-Identifier: MIT
//
// Result files as a page reads them, with figures that a test chooses.
#pragma once

#include "result_files.h"

#include <string>
#include <vector>

namespace hashlane::test {

/// A row with all that a run writes.
inline nlohmann::json full_row(const std::string &name, unsigned lanes, double cycles)
{
    nlohmann::json row = result_row(name, {costs_around(cycles, 60)});
    row["lanes"] = lanes;
    row["cycles_per_hash"] = cycles;
    row["hashes_per_second"] = 4e9 / cycles;
    row["thread_hashes_per_second"] = {4e9 / cycles};
    row["interval_cycles_per_hash"] = {cycles * 0.995, cycles * 1.005};
    row["bound_cycles_per_hash"] = cycles * 0.92;
    row["clock_hz"] = 4e9;
    row["iterations"] = 60;
    row["discarded_samples"] = 2;
    row["proof"] = "every segment ends at a stored known answer";
    row["samples"][0]["verdict"] = std::string(58, 'k') + "pc";
    std::vector<double> visit_cycles, visit_ns, kept;
    for (int i = 0; i < 12; ++i) {
        visit_cycles.push_back(cycles * (1 + 0.001 * (i % 3 - 1)));
        visit_ns.push_back(visit_cycles.back() / (i == 1 ? 3.9 : 4));
        kept.push_back(i == 1 ? 0.5 : 1);
    }
    row["visits"] = {
        {"cycles_per_hash", visit_cycles}, {"ns_per_hash", visit_ns}, {"kept_share", kept}};
    return row;
}

/// Returns a row of a sweep on one core of a processor with two threads per core.
inline nlohmann::json sweep_row(unsigned lanes, unsigned threads, double rate)
{
    nlohmann::json row =
        full_row("sha256-chain.shani.x" + std::to_string(lanes), lanes, 4e9 * threads / rate);
    row["threads"] = threads;
    row["scope"] = "core 0";
    row["cores"] = 1;
    row["hashes_per_second"] = rate;
    row["cpus"] = nlohmann::json::array();
    row["thread_hashes_per_second"] = nlohmann::json::array();
    for (unsigned thread = 0; thread < threads; ++thread) {
        row["cpus"].push_back(thread);
        row["thread_hashes_per_second"].push_back(rate / threads);
    }
    row.erase("samples");
    return row;
}

/// One run with rows of each workload, one of them untrustworthy, one on all cores.
inline nlohmann::json full_run()
{
    nlohmann::json noisy = full_row("sha256-chain.ref.x1", 1, 60);
    noisy["trustworthy"] = false;
    noisy["noise"] = "noisy";
    nlohmann::json energy = full_row("keccak-chain.avx2.x4", 4, 350.5);
    energy["joules_per_hash"] = 475e-9;
    energy["watts"] = 41.5;
    energy["idle_watts"] = 27;
    nlohmann::json machine = sweep_row(4, 2, 120e6);
    machine["scope"] = "all cores";
    machine["cores"] = 2;
    nlohmann::json report = result_json(
        {full_row("sha256-chain.shani.x4", 4, 70), full_row("sha256-chain.shani.x1", 1, 134), noisy,
         energy, full_row("sha3.portable.x1/sha3-256/64", 1, 1120), machine});
    report["context"]["hashlane"]["command"] = "hashlane run";
    nlohmann::json &topology = report["context"]["hashlane"]["topology"];
    topology["kinds"] = {{{"name", "P-core"}, {"cpus", {0, 1}}},
                         {{"name", "E-core"}, {"cpus", {2}}}};
    topology["cores"] = {{{"cpus", {0}}, {"package", 0}, {"numa_node", 0}, {"kind", "P-core"}},
                         {{"cpus", {1}}, {"package", 0}, {"numa_node", 0}, {"kind", "P-core"}},
                         {{"cpus", {2}}, {"package", 0}, {"numa_node", 1}, {"kind", "E-core"}}};
    report["skipped"] = {{{"kernel", "sha256-chain.armv8.x1"}, {"reason", "needs aarch64"}}};
    report["mismatches"] = nlohmann::json::array();
    return report;
}

} // namespace hashlane::test
