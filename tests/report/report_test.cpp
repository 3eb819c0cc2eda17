// SPDX-License-Identifier: MIT
//
// Every writer on one fixed report against a golden file. HASHLANE_UPDATE_GOLDEN=1 writes the
// files anew; read the difference before committing it.

#include "report/facts.h"
#include "report/kernel_list.h"
#include "report/machine_facts.h"
#include "report/report.h"
#include "support/golden.h"
#include "support/topologies.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

Row chain_row(const std::string &kernel, Workload workload, unsigned lanes, double cycles)
{
    Row row;
    row.identity.name = row.identity.kernel_id = kernel;
    row.identity.workload = workload;
    row.identity.lanes = lanes;
    row.location.cpus = {1};
    row.figures.clock_hz = 4e9;
    row.figures.cycles_per_unit = {cycles, cycles * 0.99, cycles * 1.01, cycles * 0.001};
    row.figures.units_per_second = row.figures.clock_hz / cycles;
    row.sampling.sample_ns = 1.25e6;
    row.sampling.iterations_per_sample = 16384;
    row.sampling.kept = 800;
    row.proof.text = "every segment ends at a stored known answer";
    return row;
}

Row message_row(const std::string &kernel, std::size_t bytes, double cycles_per_byte)
{
    Row row = chain_row(kernel, Workload::sha3, 1, cycles_per_byte * static_cast<double>(bytes));
    row.identity.message = Message{"sha3-256", bytes, 32};
    row.identity.name += "/sha3-256/" + std::to_string(bytes);
    return row;
}

Context sample_context()
{
    Context c;
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

Report sample_report()
{
    Report report;
    report.context = sample_context();
    report.rows.push_back(chain_row("sha256-chain.shani.x4", Workload::sha256_chain, 4, 70));
    report.rows.back().figures.bound_cycles_per_unit = 63;
    report.rows.back().figures.energy = Energy{254.5e-9, 41.5, 27};
    report.rows.push_back(chain_row("sha256-chain.shani.x1", Workload::sha256_chain, 1, 134));
    report.rows.push_back(chain_row("sha256-chain.ref.x1", Workload::sha256_chain, 1, 60));
    report.rows.back().quality.noise = Noise::noisy; // fast, but not to be trusted: never the best
    report.rows.back().quality.trustworthy = false;
    report.rows.back().quality.attempts = 2;
    report.rows.back().quality.note =
        "samples spread without a clean mode: repeat on an idle machine";
    report.rows.push_back(chain_row("keccak-chain.avx2.x4", Workload::keccak_chain, 4, 350.5));
    Row &range = report.rows.back();
    range.key_range = Row::KeyRangeSum{0, 8, 1 << 20, 0x398ddcce042179a4, 0.75};
    range.figures.cycle_source = CycleSource::chain;
    range.figures.cycle_note = "no hardware counter: perf_event_open: Permission denied";
    range.quality.noise = Noise::contended;
    range.quality.note = "part of the time something shared the core; the faster mode is reported";
    range.sampling.discarded_drift = 2;
    range.sampling.discarded_preempted = 1;
    range.sampling.discarded = 3;
    range.sampling.threads = {{3, {350.25, 701, 350.5}, {21.9123456789, 44, 22}, "kpk"}};
    report.rows.push_back(message_row("sha3.portable.x1", 64, 17.5));
    report.rows.push_back(message_row("sha3.portable.x1", 16384, 8.25));
    report.rows.back().figures.energy = Energy{475e-6, 41, 27};
    report.skipped.push_back({"keccak-chain.avx512.x8", "needs AVX512F"});
    report.skipped.push_back({"keccak-chain.avx512.x2", "needs AVX512F"});
    report.mismatches.push_back({"sha256-chain.portable.x1", 0, 65536, ""});
    return report;
}

TEST(Report, Table) { expect_golden("table_80.txt", write_table(sample_report(), {})); }

TEST(Report, TableFitsEightyColumns)
{
    const std::string text = write_table(sample_report(), {});
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        EXPECT_LE(line.size(), 80U) << line;
}

// Columns that the rest of the table tells make room for what it does not.
TEST(Report, TableOfThreadsFitsEightyColumns)
{
    Report report = sample_report();
    for (Row &row : report.rows) {
        row.location.threads = 2;
        row.figures.thread_units_per_second = {row.figures.units_per_second * 0.49,
                                               row.figures.units_per_second * 0.51};
    }
    const std::string text = write_table(report, {});
    EXPECT_NE(text.find("core cycles per hash, 2 threads\n"), std::string::npos) << text;
    EXPECT_NE(text.find("each thread"), std::string::npos) << text;
    EXPECT_EQ(text.find("lanes"), std::string::npos) << text;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        EXPECT_LE(line.size(), 80U) << line;
}

TEST(Report, WideTableInColourWithThreads)
{
    Report report = sample_report();
    report.rows[0].location.threads = 2;
    report.rows[0].figures.thread_units_per_second = {28e6, 29.14e6};
    Style style;
    style.width = 160;
    style.color = true;
    style.sha256_unit = Sha256Unit::cycles_per_byte;
    expect_golden("table_160_color.txt", write_table(report, style));
}

TEST(Report, KindsOfCoreHaveAColumnWhereThereAreSome)
{
    Report report = sample_report();
    for (Row &row : report.rows)
        row.location.core_kind = "P-core";
    report.rows[2].location.core_kind = "E-core";
    expect_golden("table_kinds.txt", write_table(report, {}));
    EXPECT_NE(write_csv(report).find("shani.x4,sha256-chain,4,1,1,P-core,"), std::string::npos);
    EXPECT_NE(write_json(report).find("\"core_kind\": \"E-core\""), std::string::npos);
    EXPECT_EQ(write_json(sample_report()).find("core_kind"), std::string::npos);
}

TEST(Report, Markdown) { expect_golden("report.md", write_markdown(sample_report(), {})); }
TEST(Report, Csv) { expect_golden("report.csv", write_csv(sample_report())); }
TEST(Report, Json) { expect_golden("report.json", write_json(sample_report())); }

Row device_row(const std::string &workload_name, Workload workload)
{
    Row row;
    row.identity.name = workload_name + ".opencl:1";
    row.identity.kernel_id = workload_name + ".opencl";
    row.identity.workload = workload;
    row.identity.device = "Example GPU 70, Example Platform 550.1";
    row.identity.lanes = 135168;
    row.figures.units_per_second = 3.9e9;
    row.sampling.kept = 6;
    row.figures.cycle_source = CycleSource::none;
    row.sampling.threads = {{0, {}, {0.256, 0.257}, "kk"}};
    row.proof.text = "the end of every lane repeated from its start by keccak-chain.ref.x1";
    row.device_state = DeviceState{};
    row.device_state->copies = {27033600, 1.25e6, 27033600, 2.5e6};
    row.device_state->no_telemetry = "cannot open libnvidia-ml.so.1";
    return row;
}

Row watched_device_row()
{
    Row row = device_row("keccak-chain", Workload::keccak_chain);
    row.identity.name = "keccak-chain.cuda:0";
    row.figures.clock_hz = 1.41e9;
    DeviceState &state = *row.device_state;
    state.no_telemetry.clear();
    state.celsius = 61;
    state.watts = 698.4;
    state.power_limit_watts = 700;
    state.clock_limits = {"power cap", "heat"};
    state.throttled_launches = 2;
    return row;
}

Row sum_row()
{
    Row row = device_row("keccak-chain", Workload::keccak_chain);
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
    Report report;
    report.rows.push_back(chain_row("keccak-chain.avx2.x4", Workload::keccak_chain, 4, 350.5));
    report.rows.push_back(device_row("keccak-chain", Workload::keccak_chain));
    report.rows.push_back(watched_device_row());
    report.rows.push_back(sum_row());
    report.rows.push_back(device_row("sha256-chain", Workload::sha256_chain));
    report.skipped.push_back({"opencl:7", "there is no such device: opencl has 2"});
    expect_golden("devices.txt", write_table(report, {}));
    expect_golden("devices.csv", write_csv(report));
    const std::string json = write_json(report);
    const std::string of_devices = json.substr(json.find("opencl:1"));
    EXPECT_EQ(of_devices.find("cycles_per"), std::string::npos) << of_devices;
    EXPECT_EQ(of_devices.find("clock_hz"), of_devices.find("clock_hz\": 1410000000"));
    EXPECT_EQ(of_devices.find("clock_hz"), of_devices.rfind("clock_hz")) << of_devices;
    for (const char *part :
         {R"("temperature_celsius": 61.0)", R"("watts": 698.4)", R"("power_limit_watts": 700.0)",
          R"("throttled_launches": 2)", R"("no_telemetry": "cannot open libnvidia-ml.so.1")",
          R"("copy_to_device_bytes": 27033600)", R"("copy_from_device_ns": 2500000.0)"})
        EXPECT_NE(of_devices.find(part), std::string::npos) << part << of_devices;
    EXPECT_NE(of_devices.find("\"device\": \"Example GPU 70"), std::string::npos) << of_devices;
    EXPECT_NE(of_devices.find("\"bytes_per_hash\": 64"), std::string::npos) << of_devices;
}

// 3.9 G/s of the 1.98 GHz / 0.4915 = 4.028 G/s that the clock allows.
TEST(Report, DevicesHaveABoundWhereTheirClockIsKnown)
{
    Report report;
    report.rows.push_back(device_row("keccak-chain", Workload::keccak_chain));
    Row &row = report.rows.back();
    row.figures.bound_cycles_per_unit = 0.4915;
    EXPECT_EQ(write_table(report, {}).find("%bound"), std::string::npos);
    row.figures.clock_hz = 1.98e9;
    const std::string table = write_table(report, {});
    EXPECT_NE(table.find("     lanes  %bound "), std::string::npos) << table;
    EXPECT_NE(table.find("135168      97  3900.000"), std::string::npos) << table;
    EXPECT_NE(write_csv(report).find(",0.4915,3900000000.0,"), std::string::npos);
    EXPECT_NE(write_json(report).find("\"bound_cycles_per_hash\": 0.4915"), std::string::npos);
}

// Half the time of one that has as many lanes: devices are not threads that each have them all.
TEST(Report, TimesOfDevicesSideBySideAreOfTheirLanesTogether)
{
    Report report;
    report.rows.push_back(sum_row());
    report.rows.back().figures.units_per_second = 2e9;
    report.rows.back().identity.lanes = 1000;
    EXPECT_NE(write_json(report).find("\"real_time\": 4096000.0"), std::string::npos)
        << write_json(report);
}

TEST(Report, TheContextsClockIsTheProcessors)
{
    Report report;
    report.rows.push_back(watched_device_row());
    EXPECT_NE(write_json(report).find("\"mhz_per_cpu\": 0"), std::string::npos);
}

TEST(Report, CachesAreThoseOfTheFirstAllowedCpu)
{
    Report report = sample_report();
    report.context.topology.allowed = {3};
    report.context.topology.caches[3].bytes = 12345;
    EXPECT_NE(write_json(report).find("\"size\": 12345"), std::string::npos);
}

TEST(Report, WithoutAClockThereAreFewerColumns)
{
    Report report = sample_report();
    for (Row &row : report.rows) {
        row.figures.cycle_source = CycleSource::none;
        row.figures.cycles_per_unit = {};
        row.figures.clock_hz = 0;
        row.figures.bound_cycles_per_unit.reset();
        for (RawSamples &thread : row.sampling.threads)
            thread.cycles_per_unit.clear();
    }
    const std::string table = write_table(report, {});
    for (const char *column : {"cycles", "GHz", "cpb", "bound"})
        EXPECT_EQ(table.find(column), std::string::npos) << column << "\n" << table;
    EXPECT_NE(table.find("MH/s"), std::string::npos) << table;
    const std::string json = write_json(report);
    EXPECT_EQ(json.find("cycles_per_hash"), std::string::npos);
    EXPECT_NE(json.find("\"cpu\": "), std::string::npos);
    EXPECT_EQ(write_csv(report).find(",0.0000"), std::string::npos) << write_csv(report);
    Style cpb;
    cpb.sha256_unit = Sha256Unit::cycles_per_byte;
    EXPECT_NE(write_table(report, cpb).find("MH/s"), std::string::npos);
}

TEST(Report, EmptyReport) { EXPECT_EQ(write_table({}, {}), ""); }

TEST(Report, Classic)
{
    KeyRangeResult result{sample_report().rows[3], {}};
    result.row.figures.units_per_second = 8.0 * (1 << 20) / 0.75;
    for (const std::uint64_t sum : {0xac6918402e4d3900U, 0xcf0269634671e842U, 0x0075db901707152fU})
        result.chains.push_back({sum, 0.209});
    expect_golden("classic.txt", write_classic(result));
}

TEST(Report, Sha3Csv)
{
    const std::vector<Row> rows = {message_row("sha3.portable.x1", 64, 17.5),
                                   message_row("sha3.portable.x1", 16384, 8.25)};
    EXPECT_EQ(write_sha3_csv(rows), "function,dst_len,64,16384\nsha3_256,32,17.5,8.2\n");
}

TEST(Report, KernelList)
{
    KernelLine here{.id = "sha256-chain.shani.x2",
                    .workload = Workload::sha256_chain,
                    .isa = "shani",
                    .role = "tuned",
                    .lanes = 2,
                    .summary = "two chains, \"interleaved\"",
                    .obstacle = "",
                    .preferred = true};
    KernelLine elsewhere = here;
    elsewhere.obstacle = "needs SHA";
    elsewhere.preferred = false;
    const std::vector<KernelLine> lines = {here, elsewhere};
    expect_golden("list.txt", write_kernels_table(lines, {}));
    expect_golden("list.csv", write_kernels_csv(lines));
    expect_golden("list.md", write_kernels_markdown(lines));
    expect_golden("list.json", write_kernels_json(lines));
}

TEST(Report, Facts)
{
    const Facts facts = {{"processor", "Example"}, {"cycle source", "perf"}, {"", "chain"}};
    EXPECT_EQ(write_facts_table(facts, {}), "processor      Example\ncycle source   perf\n"
                                            "               chain\n");
    EXPECT_EQ(write_facts_json(facts),
              "{\n  \"processor\": \"Example\",\n  \"cycle source\": [\n    \"perf\",\n    "
              "\"chain\"\n  ]\n}\n");
}

// Broken at spaces; a word that is too long stays whole, and an empty value has its line.
TEST(Report, FactsFitTheTerminal)
{
    Style narrow;
    narrow.width = 36;
    EXPECT_EQ(write_facts_table({{"one", "exactly twenty-one ch and more"},
                                 {"two", "a value of several words"},
                                 {"three", "/a/path/that/does/not/fit/here then more"},
                                 {"four", ""}},
                                narrow),
              "one            exactly twenty-one ch\n"
              "               and more\n"
              "two            a value of several\n"
              "               words\n"
              "three          /a/path/that/does/not/fit/here\n"
              "               then more\n"
              "four           \n");
}

TEST(Report, MachineFacts)
{
    Context context = sample_context();
    context.topology.cpu_quota = 1.5;
    expect_golden("machine.txt", write_facts_table(machine_facts(context), {}));
    context.topology = flat_topology({0, 2}, "not built in (hwloc)");
    context.system = {};
    context.hypervisor = context.compiler_flags = "";
    expect_golden("machine_unknown.txt", write_facts_table(machine_facts(context), {}));
}

} // namespace
} // namespace hashlane::test
