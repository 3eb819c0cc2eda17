// SPDX-License-Identifier: MIT
//
// A report with rows of every workload, and with everything that can be remarked on.
#pragma once

#include "results/run.h"
#include "topologies.h"

#include <string>

namespace hashlane::test {

inline results::Row chain_row(const std::string &kernel, Workload workload, unsigned lanes,
                              double cycles)
{
    results::Row row;
    row.identity.name = row.identity.kernel_id = kernel;
    row.identity.workload = workload;
    row.identity.lanes = lanes;
    row.location.cpus = {1};
    row.figures.clock_hz = 4e9;
    row.figures.cycles_per_unit = {cycles, cycles * 0.99, cycles * 1.01, cycles * 0.001};
    row.figures.units_per_second = row.figures.clock_hz / cycles;
    row.sampling.iterations_per_sample = 16384;
    row.sampling.kept = 800;
    row.proof.text = "every segment ends at a stored known answer";
    return row;
}

inline results::Row message_row(const std::string &kernel, std::size_t bytes,
                                double cycles_per_byte)
{
    results::Row row =
        chain_row(kernel, Workload::sha3, 1, cycles_per_byte * static_cast<double>(bytes));
    row.identity.message = results::Message{"sha3-256", bytes, 32};
    row.identity.name += "/sha3-256/" + std::to_string(bytes);
    return row;
}

inline results::Context sample_context()
{
    results::Context c;
    c.date = "2026-01-02T03:04:05+00:00";
    c.host = "box";
    c.command = "hashlane run";
    c.executable = "/usr/bin/hashlane";
    c.cpu_model = "Example CPU 9000";
    c.cpu_identity = "GenuineIntel family 6 model 143 stepping 8";
    c.microcode = "0x2b0005c0";
    c.features = "AVX2, SHA";
    c.os_release = "Linux 6.1";
    c.hypervisor = "KVM";
    c.compiler = "gcc 12.2.0";
    c.compiler_flags = "-O3 -DNDEBUG";
    c.build_type = "release";
    c.energy_source = "RAPL package-0";
    c.version = "0.1.0";
    c.load_average = 0.25;
    c.system = {"powersave",
                "on",
                "on",
                {{"mds", "Vulnerable; SMT Host state unknown"},
                 {"spectre_v1", "Mitigation: usercopy barriers"},
                 {"spectre_v2", "Mitigation: IBRS"}}};
    c.topology = two_packages();
    return c;
}

inline results::Report sample_report()
{
    results::Report report;
    report.context = sample_context();
    report.rows.push_back(chain_row("sha256-chain.shani.x4", Workload::sha256_chain, 4, 70));
    report.rows.back().figures.bound_cycles_per_unit = 63;
    report.rows.back().figures.bound_by = results::BoundBy::throughput;
    report.rows.back().figures.energy = machine::Energy{254.5e-9, 41.5, 27};
    report.rows.back().figures.interval = statistics::Interval95{69.75, 70.125};
    report.rows.back().sampling.visits = {
        {70, 17.5, 1}, {70.1234567, 17.53086, 0.666}, {69.75, 17.4375, 0.9}};
    report.rows.back().sampling.discarded_contended = 5;
    report.rows.back().sampling.discarded = 5;
    report.rows.back().figures.clock_low_hz = 3.95e9;
    report.rows.back().figures.clock_high_hz = 4.05e9;
    report.rows.push_back(chain_row("sha256-chain.shani.x1", Workload::sha256_chain, 1, 134));
    report.rows.back().figures.interval = statistics::Interval95{132.5, 135.75};
    report.rows.push_back(chain_row("sha256-chain.ref.x1", Workload::sha256_chain, 1, 60));
    report.rows.back().quality.noise =
        results::Noise::noisy; // fast, but not to be trusted: never the best
    report.rows.back().quality.trustworthy = false;
    report.rows.back().quality.visits_taken = 2;
    report.rows.back().quality.note =
        "samples spread without a clean mode: repeat on an idle machine";
    report.rows.push_back(chain_row("keccak-chain.avx2.x4", Workload::keccak_chain, 4, 350.5));
    results::Row &range = report.rows.back();
    range.key_range = results::Row::KeyRangeSum{0, 8, 1 << 20, 0x398ddcce042179a4, 0.75};
    range.figures.cycle_source = machine::CycleSource::chain;
    range.figures.cycle_note = "no hardware counter: perf_event_open: Permission denied";
    range.quality.noise = results::Noise::shared;
    range.quality.note = "part of the time something shared the core; the faster mode is reported";
    range.sampling.discarded_drift = 2;
    range.sampling.discarded_preempted = 1;
    range.sampling.discarded = 3;
    range.sampling.threads = {{3,
                               {350.25, 701, 350.5},
                               {21.9123456789, 44, 22},
                               {results::SampleVerdict::kept, results::SampleVerdict::preempted,
                                results::SampleVerdict::kept},
                               {0, 0, 1},
                               {1882.4123456789, 1890, 1881}}};
    report.rows.push_back(message_row("sha3.portable.x1", 64, 17.5));
    report.rows.push_back(message_row("sha3.portable.x1", 16384, 8.25));
    report.rows.back().figures.energy = machine::Energy{475e-6, 41, 27};
    report.rows.back().figures.interval = statistics::Interval95{120000, 160000};
    report.skipped.push_back({"keccak-chain.avx512.x8", "needs AVX512F"});
    report.skipped.push_back({"keccak-chain.avx512.x2", "needs AVX512F"});
    report.mismatches.push_back({"sha256-chain.portable.x1", 0, 65536, ""});
    return report;
}

} // namespace hashlane::test
