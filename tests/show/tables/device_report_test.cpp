// SPDX-License-Identifier: MIT
//
// Rows of compute devices in every format.
#include "show/tables/report.h"
#include "support/golden.h"
#include "support/sample_report.h"
#include "support/text.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

results::Row device_row(const std::string &workload_name, Workload workload)
{
    results::Row row;
    row.identity.name = workload_name + ".opencl:1";
    row.identity.kernel_id = workload_name + ".opencl";
    row.identity.workload = workload;
    row.identity.device = "Example GPU 70, Example Platform 550.1";
    row.identity.lanes = 135168;
    row.figures.units_per_second = 3.9e9;
    row.sampling.kept = 6;
    row.figures.cycle_source = machine::CycleSource::none;
    row.sampling.threads = {{0,
                             {},
                             {0.256, 0.257},
                             {results::SampleVerdict::kept, results::SampleVerdict::kept},
                             {},
                             {}}};
    row.proof.text = "the end of every lane repeated from its start by keccak-chain.ref.x1";
    row.device_state = results::DeviceState{};
    row.device_state->copies = {27033600, 1.25e6, 27033600, 2.5e6};
    row.device_state->no_telemetry = "cannot open libnvidia-ml.so.1";
    return row;
}

results::Row watched_device_row()
{
    results::Row row = device_row("keccak-chain", Workload::keccak_chain);
    row.identity.name = "keccak-chain.cuda:0";
    row.figures.clock_hz = 1.41e9;
    results::DeviceState &state = *row.device_state;
    state.no_telemetry.clear();
    state.celsius = 61;
    state.watts = 698.4;
    state.power_limit_watts = 700;
    state.clock_limits = {"power cap", "heat"};
    state.throttled_launches = 2;
    return row;
}

results::Row sum_row()
{
    results::Row row = device_row("keccak-chain", Workload::keccak_chain);
    row.identity.name = row.identity.kernel_id = "keccak-chain.devices";
    row.identity.device = "cuda:0 + opencl:1";
    row.device_state.reset();
    row.location.threads = 2;
    row.figures.units_per_second = 7.6e9;
    row.figures.thread_units_per_second = {3.9e9, 3.7e9};
    return row;
}

TEST(Report, DevicesHaveNoCycles)
{
    results::Report report;
    report.rows.push_back(chain_row("keccak-chain.avx2.x4", Workload::keccak_chain, 4, 350.5));
    report.rows.push_back(device_row("keccak-chain", Workload::keccak_chain));
    report.rows.push_back(watched_device_row());
    report.rows.push_back(sum_row());
    report.rows.push_back(device_row("sha256-chain", Workload::sha256_chain));
    report.skipped.push_back({"opencl:7", "there is no such device: opencl has 2"});
    expect_golden("devices.txt", show::write_table(report, {}));
    EXPECT_TRUE(contains(show::write_csv(report),
                         "\nkeccak-chain.opencl:1,keccak-chain,135168,1,,,0,,,,,,,"
                         "3900000000.0,,,none,clean,6,0,,true,,\n"));
    const std::string json = results::write_json(report);
    const std::string of_devices = json.substr(json.find("opencl:1"));
    EXPECT_FALSE(contains(of_devices, "cycles_per"));
    EXPECT_EQ(of_devices.find("clock_hz"), of_devices.find("clock_hz\": 1410000000"));
    EXPECT_EQ(of_devices.find("clock_hz"), of_devices.rfind("clock_hz")) << of_devices;
    for (const char *part :
         {R"("temperature_celsius": 61.0)", R"("watts": 698.4)", R"("power_limit_watts": 700.0)",
          R"("throttled_launches": 2)", R"("no_telemetry": "cannot open libnvidia-ml.so.1")",
          R"("copy_to_device_bytes": 27033600)", R"("copy_from_device_ns": 2500000.0)"})
        EXPECT_TRUE(contains(of_devices, part));
    EXPECT_TRUE(contains(of_devices, "\"device\": \"Example GPU 70"));
    EXPECT_TRUE(contains(of_devices, "\"bytes_per_hash\": 64"));
}

// 3.9 G/s of the 1.98 GHz / 0.4915 = 4.028 G/s that the clock allows.
TEST(Report, DevicesHaveABoundWhereTheirClockIsKnown)
{
    results::Report report;
    report.rows.push_back(device_row("keccak-chain", Workload::keccak_chain));
    results::Row &row = report.rows.back();
    row.figures.bound_cycles_per_unit = 0.4915;
    EXPECT_FALSE(contains(show::write_table(report, {}), "%bound"));
    row.figures.clock_hz = 1.98e9;
    const std::string table = show::write_table(report, {});
    EXPECT_TRUE(contains(table, "     lanes  %bound "));
    EXPECT_TRUE(contains(table, "135168      97   3900.000"));
    EXPECT_TRUE(contains(show::write_csv(report), ",0.4915,3900000000.0,"));
    EXPECT_TRUE(contains(results::write_json(report), "\"bound_cycles_per_hash\": 0.4915"));
}

TEST(Report, SamplesHaveALetterForEachVerdict)
{
    results::Report report;
    results::Row &row = report.rows.emplace_back();
    row.sampling.threads = {{0,
                             {1, 2, 3, 4, 5, 6},
                             {1, 2, 3, 4, 5, 6},
                             {results::SampleVerdict::kept, results::SampleVerdict::slower_mode,
                              results::SampleVerdict::drifted, results::SampleVerdict::preempted,
                              results::SampleVerdict::throttled, results::SampleVerdict::contended},
                             {},
                             {}}};
    EXPECT_TRUE(contains(results::write_json(report), "\"ksdptc\""));
}

// A JSON number holds 53 bits.
TEST(Report, ASeedKeepsAllItsBits)
{
    results::Report report;
    results::Row &row = report.rows.emplace_back();
    EXPECT_FALSE(contains(results::write_json(report), "spot_check_seed"));
    row.proof.spot_check_seed = 0x0123456789abcdef;
    EXPECT_TRUE(contains(results::write_json(report), "\"spot_check_seed\": \"0123456789abcdef\""));
}

// Half the time of one that has as many lanes: devices are not threads that each have them all.
TEST(Report, TimesOfDevicesSideBySideAreOfTheirLanesTogether)
{
    results::Report report;
    report.rows.push_back(sum_row());
    report.rows.back().figures.units_per_second = 2e9;
    report.rows.back().identity.lanes = 1000;
    EXPECT_TRUE(contains(results::write_json(report), "\"real_time\": 4096000.0"));
}

TEST(Report, TheContextsClockIsTheProcessors)
{
    results::Report report;
    report.rows.push_back(watched_device_row());
    EXPECT_TRUE(contains(results::write_json(report), "\"mhz_per_cpu\": 0"));
}

} // namespace
} // namespace hashlane::test
