// SPDX-License-Identifier: MIT
//
// Rows as elements of "benchmarks": every key that docs/reference/json.md describes.
#include "results/json.h"
#include "results/row.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hashlane::test {
namespace {

using results::SampleVerdict;

nlohmann::json written(const results::Row &row)
{
    return nlohmann::json::parse(results::json_text(results::row_json(row, 3)));
}

// One of two threads on a P-core, with a value for each member that the processor's rows have.
results::Row processor_row()
{
    results::Row row;
    row.identity.name = "sha3.avx2.x4/sha3-256/100";
    row.identity.kernel_id = "sha3.avx2.x4";
    row.identity.workload = Workload::sha3;
    row.identity.lanes = 4;
    row.identity.peer = "Other 1.2";
    row.identity.plugin = "kernels.so";
    row.identity.message = {"sha3-256", 100, 32};
    row.identity.repetition = 1;
    row.identity.repetitions = 2;
    row.location.threads = 2;
    row.location.cpus = {5, 7};
    row.location.scope = "all cores";
    row.location.cores = 2;
    row.location.pinned = false;
    row.location.core_kind = "P-core";
    row.figures.cycles_per_unit.median = 800;
    row.figures.cycles_per_unit.min = 790;
    row.figures.cycles_per_unit.p90 = 820;
    row.figures.cycles_per_unit.mad = 3;
    row.figures.interval = {798, 803};
    row.figures.units_per_second = 8e6;
    row.figures.thread_units_per_second = {4.5e6, 3.5e6};
    row.figures.bound_cycles_per_unit = 700;
    row.figures.energy = {2e-6, 30, 12};
    row.figures.clock_hz = 3.5e9;
    row.figures.clock_low_hz = 3.4e9;
    row.figures.clock_high_hz = 3.6e9;
    row.figures.cycle_source = machine::CycleSource::chain;
    row.figures.cycle_note = "no counter";
    row.sampling.iterations_per_sample = 250;
    row.sampling.kept = 40;
    row.sampling.discarded = 21;
    row.sampling.discarded_drift = 1;
    row.sampling.discarded_preempted = 2;
    row.sampling.discarded_contended = 3;
    row.sampling.discarded_uncounted = 4;
    row.sampling.discarded_moved = 5;
    row.sampling.visits = {{800.1234567, 230, 0.987}, {801, 231, 0.5}};
    row.sampling.threads = {
        {5, {800, 801}, {230, 231}, {SampleVerdict::kept, SampleVerdict::moved}, {0, 1}, {9, 8}},
        {7, {802}, {232}, {SampleVerdict::contended}, {1}, {7}}};
    row.quality = {results::Noise::shared, false, "something shared the core", 3, 0.031};
    row.proof = {"compared with OpenSSL", 0xabc};
    row.key_range = {6, 9, 1000, 0x1234, 2.5};
    return row;
}

const char *const processor_json = R"json({
    "name": "sha3.avx2.x4/sha3-256/100", "family_index": 3, "per_family_instance_index": 0,
    "run_name": "sha3.avx2.x4/sha3-256/100", "run_type": "iteration", "repetitions": 2,
    "repetition_index": 1, "threads": 2, "iterations": 40, "time_unit": "ns",
    "kernel": "sha3.avx2.x4", "workload": "sha3", "lanes": 4, "cpus": [5, 7], "pinned": false,
    "hashes_per_second": 8e6, "thread_hashes_per_second": [4.5e6, 3.5e6],
    "cycles_per_hash": 800.0, "min_cycles_per_hash": 790.0, "p90_cycles_per_hash": 820.0,
    "mad_cycles_per_hash": 3.0, "interval_cycles_per_hash": [798.0, 803.0],
    "cycles_per_byte": 8.0, "bytes_per_hash": 100.0, "scope": "all cores", "cores": 2,
    "core_kind": "P-core", "peer": "Other 1.2", "plugin": "kernels.so",
    "bound_cycles_per_hash": 700.0, "joules_per_hash": 2e-6, "watts": 30.0, "idle_watts": 12.0,
    "function": "sha3-256", "output_bytes": 32, "clock_hz": 3.5e9, "clock_low_hz": 3.4e9,
    "clock_high_hz": 3.6e9, "cycle_source": "chain", "cycle_source_note": "no counter",
    "noise": "shared", "noise_note": "something shared the core (3.1 %)", "trustworthy": false,
    "attempts": 3, "iterations_per_sample": 250, "discarded_samples": 21,
    "discarded_clock_drift": 1, "discarded_preempted": 2, "discarded_contended": 3,
    "discarded_uncounted": 4, "discarded_moved": 5, "first_key": 6, "last_key": 9, "loops": 1000,
    "checksum": "0000000000001234", "seconds": 2.5, "verified": true,
    "proof": "compared with OpenSSL", "spot_check_seed": "0000000000000abc",
    "visits": {"cycles_per_hash": [800.123, 801.0], "ns_per_hash": [230.0, 231.0],
               "kept_share": [0.99, 0.5]},
    "samples": [{"cpu": 5, "cycles_per_hash": [800.0, 801.0], "ns_per_hash": [230.0, 231.0],
                 "verdict": "km", "visit": [0, 1], "burst_cycles": [9.0, 8.0]},
                {"cpu": 7, "cycles_per_hash": [802.0], "ns_per_hash": [232.0], "verdict": "c",
                 "visit": [1], "burst_cycles": [7.0]}]
})json";

// The time of the workload's iterations on all lanes.
nlohmann::json with_times(nlohmann::json json, std::uint64_t iterations, double rate, double lanes)
{
    json["time_iterations"] = iterations;
    json["real_time"] = json["cpu_time"] = static_cast<double>(iterations) * lanes / rate * 1e9;
    return json;
}

TEST(Row, OfTheProcessorIsWrittenAsDocumented)
{
    const results::Row row = processor_row();
    const auto iterations = results::facts_of(row.identity.workload).time_iterations;
    EXPECT_EQ(written(row), with_times(nlohmann::json::parse(processor_json), iterations, 8e6, 8));
}

// A device's rows have no CPU, here neither cycles nor a clock.
results::Row device_row()
{
    results::Row row;
    row.identity.name = row.identity.kernel_id = "sha256-chain.opencl:0";
    row.identity.device = "Example";
    row.identity.lanes = 64;
    row.figures.cycle_source = machine::CycleSource::none;
    row.figures.units_per_second = 1e9;
    row.sampling.threads = {{0, {}, {20}, {SampleVerdict::throttled}, {}, {}}};
    row.device_state.emplace();
    row.device_state->no_telemetry = "no driver says";
    row.device_state->celsius = 61;
    row.device_state->watts = 250;
    row.device_state->power_limit_watts = 300;
    row.device_state->clock_limits = {"power"};
    row.device_state->throttled_launches = 2;
    row.device_state->copies = {10, 11, 12, 13};
    return row;
}

TEST(Row, OfADeviceIsWrittenAsDocumented)
{
    const results::Row row = device_row();
    const auto iterations = results::facts_of(row.identity.workload).time_iterations;
    const auto json = nlohmann::json::parse(R"({
        "name": "sha256-chain.opencl:0", "family_index": 3, "per_family_instance_index": 0,
        "run_name": "sha256-chain.opencl:0", "run_type": "iteration", "repetitions": 1,
        "repetition_index": 0, "threads": 1, "iterations": 0, "time_unit": "ns",
        "kernel": "sha256-chain.opencl:0", "workload": "sha256-chain", "lanes": 64, "cpus": [],
        "pinned": true, "hashes_per_second": 1e9, "thread_hashes_per_second": [],
        "bytes_per_hash": 64.0, "device": "Example",
        "device_state": {"temperature_celsius": 61.0, "watts": 250.0, "power_limit_watts": 300.0,
                         "clock_limits": ["power"], "throttled_launches": 2,
                         "no_telemetry": "no driver says", "other_processes": null, "copy_to_device_bytes": 10,
                         "copy_to_device_ns": 11.0, "copy_from_device_bytes": 12,
                         "copy_from_device_ns": 13.0},
        "cycle_source": "none", "cycle_source_note": "", "noise": "clean", "noise_note": "",
        "trustworthy": true, "attempts": 1, "iterations_per_sample": 0, "discarded_samples": 0,
        "discarded_clock_drift": 0, "discarded_contended": 0, "discarded_preempted": 0,
        "verified": true, "proof": "", "samples": [{"ns_per_hash": [20.0], "verdict": "t"}]
    })");
    EXPECT_EQ(written(row), with_times(json, iterations, 1e9, 64));
}

TEST(Row, OfADeviceThatIsBelowZeroIsReadAgain)
{
    results::Row row = device_row();
    row.device_state->celsius = -5;
    const results::JsonDocument document(results::json_text(results::row_json(row, 0)), "row");
    EXPECT_EQ(results::read_row(document.fields()).device_state->celsius, -5);
}

TEST(Row, SamplesHaveFiguresIfTheyWereCountedWhereTheyBelong)
{
    using enum SampleVerdict;
    for (const SampleVerdict verdict :
         {kept, slower_mode, drifted, preempted, throttled, contended, uncounted, moved})
        EXPECT_EQ(results::has_figures(verdict), verdict != uncounted && verdict != moved);
}

TEST(Row, HasFiguresOnlyWithARateAndCycles)
{
    results::Row row = processor_row();
    row.figures.cycles_per_unit.median = 0.5; // of a short instruction
    EXPECT_TRUE(results::has_figures(row));
    row.figures.cycles_per_unit.median = 0;
    EXPECT_FALSE(results::has_figures(row));
    row.figures.cycle_source = machine::CycleSource::none;
    EXPECT_TRUE(results::has_figures(row));
    row.figures.units_per_second = 0;
    EXPECT_FALSE(results::has_figures(row));
}

TEST(RowJson, SaysThatOnlyThePluginCheckedItsOwnWorkload)
{
    results::Row row;
    EXPECT_EQ(nlohmann::json::parse(results::json_text(results::row_json(row, 0)))["verified"],
              true);
    row.identity.workload = results::foreign_work("row-test", "Test", "call");
    EXPECT_EQ(nlohmann::json::parse(results::json_text(results::row_json(row, 0)))["verified"],
              false);
}

} // namespace
} // namespace hashlane::test
