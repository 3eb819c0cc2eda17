// SPDX-License-Identifier: MIT
//
// Rows with any figures and with texts that are traps, as a fuzzer chooses them.
#pragma once

#include "input.h"
#include "results/run.h"
#include "show/tables/exporters.h"
#include "support/sample_report.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace hashlane::fuzz {

/// Returns a number of any size that a measurement can have, or none.
inline double amount(Input &input)
{
    const double mantissa = static_cast<double>(input.number(0, 9999)) / 1000;
    return mantissa * std::pow(10, static_cast<double>(input.number(0, 30)) - 12);
}

/// The same, of those that a reader takes for a processor's.
inline double amount(Input &input, double least, double most)
{
    const double drawn = amount(input);
    return drawn > 0 ? std::clamp(drawn, least, most) : 0;
}

/// A text that one of the formats could take for something else.
inline std::string words(Input &input)
{
    constexpr const char *some[] = {"",
                                    "sha256-chain.shani.x4",
                                    "a,b \"c\"",
                                    "é – ×",
                                    "|x|",
                                    "<b>&",
                                    "\x1b[31m",
                                    "two\nlines",
                                    "several words, which no column has room for",
                                    "=cmd|' /C calc'!A0",
                                    "-1+1",
                                    "[x](javascript:alert(1))",
                                    "n[1-3],n5",
                                    "\\",
                                    "x\"} 1\n# y",
                                    "- # x",
                                    "\u202e*_`~"};
    return input.pick(some);
}

inline results::Row drawn_row(Input &input)
{
    const Workload workload = input.pick(all_workloads);
    const auto lanes = static_cast<unsigned>(input.number(1, max_lanes));
    results::Row row = workload == Workload::sha3
                           ? test::message_row("sha3.x", input.size(1, 65535), 5)
                           : test::chain_row("chain.x", workload, lanes, 100);
    if (input.truth())
        row.identity.name = row.identity.kernel_id = words(input);
    row.identity.peer = words(input);
    row.identity.plugin = words(input);
    if (input.number(0, 7) == 7)
        row.identity.device = words(input);
    row.location.threads = static_cast<unsigned>(input.number(1, 4));
    const auto cpu = static_cast<int>(input.number(0, 300));
    row.location.cpus.assign(row.identity.device.empty() ? row.location.threads : 0, cpu);
    row.location.scope = words(input);
    row.location.cores = row.location.scope.empty() ? 0 : 1;
    row.location.pinned = input.truth();
    row.location.core_kind = words(input);
    results::Row::Figures &figures = row.figures;
    figures.cycle_source = static_cast<machine::CycleSource>(input.number(0, 4));
    figures.cycle_note = words(input);
    const double cycles =
        figures.cycle_source == machine::CycleSource::none ? 0 : amount(input, 1e-5, 1e14);
    figures.cycles_per_unit = {cycles, cycles / 2, cycles * 2, cycles / 100};
    if (input.truth())
        figures.interval = statistics::Interval95{cycles / 2, cycles * 2};
    figures.units_per_second = amount(input, 1e-6, 1e18);
    figures.thread_units_per_second.assign(row.location.threads, amount(input, 1e-6, 1e18));
    if (input.truth())
        figures.bound_cycles_per_unit = amount(input, 1e-6, 1e15);
    if (input.truth())
        figures.energy = machine::Energy{amount(input), amount(input), amount(input)};
    figures.clock_hz = amount(input, 1e3, 1e12);
    figures.clock_low_hz = amount(input, 1e3, 1e11);
    figures.clock_high_hz = figures.clock_low_hz + amount(input, 1e3, 1e11);
    row.sampling.kept = input.number(0, UINT32_MAX);
    row.sampling.discarded = input.number(0, UINT32_MAX);
    row.quality.noise = static_cast<results::Noise>(input.number(0, 8));
    row.quality.trustworthy = input.truth();
    row.quality.note = words(input);
    row.quality.extent = amount(input);
    row.proof.text = words(input);
    return row;
}

inline results::Report drawn_report(Input &input)
{
    results::Report report;
    report.context = test::sample_context();
    report.context.cpu_model = words(input);
    report.context.hypervisor = words(input);
    for (std::size_t left = input.size(0, 5); left != 0; --left)
        report.rows.push_back(drawn_row(input));
    report.skipped.assign(input.size(0, 2), {words(input), words(input)});
    return report;
}

inline show::Style drawn_style(Input &input)
{
    show::Style style;
    style.width = static_cast<unsigned>(input.number(0, 200));
    style.color = input.truth();
    style.bars = input.truth();
    style.sha256_unit = static_cast<show::Sha256Unit>(input.number(0, 3));
    return style;
}

} // namespace hashlane::fuzz
