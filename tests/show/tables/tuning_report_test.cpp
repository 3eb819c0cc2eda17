// SPDX-License-Identifier: MIT
#include "show/tables/exporters.h"

#include "lib/core/registry.h"
#include "support/text.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace hashlane::test {
namespace {

// Two SHA-256 kernels and one of each other workload, on a processor that runs no others.
show::TuningReport sample_report()
{
    show::TuningReport report{
        {"Example CPU 9000", no_features, "0x2b", "9.8.7"}, {{}}, "/c/tuning.txt"};
    show::TuningReport::Kind &kind = report.kinds.front();
    kind = {3, {}, {CoreKind::all, TuningUnit::core_cycles, {}}};
    const std::pair<const char *, double> costs[] = {
        {"sha256-chain.shani.x4", 282},     {"sha256-chain.shani.x3", 228},
        {"sha256-chain.portable.x1", 450},  {"keccak-chain.portable.x1", 1015.26},
        {"sha3.portable.x1", 8192},         {"sha256.portable.x1", 11000},
        {"sha256-nodes.portable.x1", 1064}, {"sha256-salted.portable.x1", 978}};
    for (const auto &[id, cycles] : costs) {
        const Kernel &kernel = *std::ranges::find(all_kernels(), id, &Kernel::id);
        kind.section.calls.push_back({&kernel, cycles});
        results::Row row;
        row.identity.kernel_id = id;
        row.figures.cycles_per_unit.median = cycles;
        kind.rows.push_back(row);
    }
    return report;
}

TEST(TuningReport, ShowsTheChoiceBesideTheBuiltInOne)
{
    const std::string text =
        show::write_as(show::Format::table, show::tuning_exporters, sample_report(), {});
    for (const char *line : {"sha256-chain: core cycles per hash\n"
                             "  lanes  chosen      cycles  built-in choice  cycles  faster\n"
                             "      1  shani.x3    228.00  portable.x1      450.00   1.97x\n",
                             "      4  shani.x4     70.50  4 portable.x1    450.00   6.38x\n",
                             "   many  shani.x4     70.50  portable.x1      450.00   6.38x\n",
                             "keccak-chain: core cycles per permutation\n",
                             "sha3: core cycles per byte of messages of 1024 bytes\n",
                             "      1  portable.x1       8.00  portable.x1        8.00    same\n",
                             "sha256-nodes: core cycles per node\n", "\nStored in /c/tuning.txt\n"})
        EXPECT_TRUE(contains(text, line));
}

TEST(TuningReport, NamesEachKernelOfAPlan)
{
    show::TuningReport report = sample_report();
    CallCosts &calls = report.kinds.front().section.calls;
    for (const auto &[id, cycles] :
         {std::pair("sha256-chain.shani.x2", 140.0), std::pair("sha256-chain.shani.x1", 130.0)})
        calls.push_back({&*std::ranges::find(all_kernels(), id, &Kernel::id), cycles});
    calls[1].cycles = 1000; // shani.x3
    const std::string text =
        show::write_as(show::Format::table, show::tuning_exporters, report, {});
    for (const char *line :
         {"      2  shani.x2              70.00  ", "      3  shani.x2 + shani.x1   90.00  ",
          "      4  2 shani.x2            70.00  "})
        EXPECT_TRUE(contains(text, line));
}

TEST(TuningReport, SaysWhatIsDoubtful)
{
    show::TuningReport report = sample_report();
    report.stored = "";
    report.kinds[0].rows[1].quality.noise = results::Noise::noisy;
    report.kinds[0].rows[1].quality.trustworthy = false;
    report.kinds[0].rows[1].quality.note = "repeat";
    CallCosts &calls = report.kinds[0].section.calls;
    calls = {calls[0], calls[3], calls[4], calls[5], calls[6], calls[7]};
    report.kinds[0].section.kind = CoreKind::atom;
    report.kinds[0].section.unit = TuningUnit::tsc_ticks;
    const std::string text =
        show::write_as(show::Format::markdown, show::tuning_exporters, report, {});
    for (const char *part : {"**sha256-chain on atom (CPU 3): ticks per hash**",
                             "sha256-chain.shani.x3: noisy: repeat\n",
                             "1 kernel left out: where the built-in choice has one, it stays.\n",
                             "| 1 | portable.x1 | - | portable.x1 | - | same |\n",
                             "Nothing was stored; dispatch does not change.\n"})
        EXPECT_TRUE(contains(text, part));
}

TEST(TuningReport, Json)
{
    const auto json = nlohmann::json::parse(
        show::write_as(show::Format::json, show::tuning_exporters, sample_report(), {}));
    EXPECT_EQ(json["microcode"], "0x2b");
    EXPECT_EQ(json["stored"], "/c/tuning.txt");
    const auto &kind = json["kinds"][0];
    EXPECT_EQ(kind["cpu"], 3);
    EXPECT_EQ(kind["kernels"][0]["cycles_per_call"], 282);
    EXPECT_EQ(kind["choice"][4]["lanes"], 8);
    EXPECT_EQ(kind["choice"][4]["kernels"].size(), 2U);
    EXPECT_EQ(kind["choice"][4]["cycles"], 70.5);
    EXPECT_EQ(kind["choice"][7]["lanes"], "many");
    EXPECT_EQ(kind["choice"][7]["built_in"][0], "sha256-chain.portable.x1");
}

} // namespace
} // namespace hashlane::test
