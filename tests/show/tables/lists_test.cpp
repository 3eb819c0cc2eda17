// SPDX-License-Identifier: MIT
//
// What `hashlane list` and `hashlane info` write, word by word.
#include "machine/clock/instruction_timing.h"
#include "results/run.h"
#include "show/tables/exporters.h"
#include "show/tables/grid.h"
#include "show/tables/report.h"
#include "support/text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <bit>

namespace hashlane::test {
namespace {

using show::Format;

template <class Thing>
std::string written(Format format, show::Exporters<Thing> exporters,
                    const std::type_identity_t<Thing> &thing, unsigned width = 100)
{
    return show::write_as(format, exporters, thing, {.width = width});
}

TEST(ListedKernels, SayWhetherTheyRun)
{
    const std::vector<show::KernelLine> lines = {
        {"sha256-chain.shani.x2", Workload::sha256_chain, "SHA", "fast", 2, "two in turn", "",
         true},
        {"sha3.avx2.x4", Workload::sha3, "AVX2", "fast", 4, "vectors", "needs AVX2"},
        {"sha3.ref.x1", Workload::sha3, "any", "reference", 1, "FIPS 202, as it is"},
        {"cuda:0/sha256-chain", Workload::sha256_chain, "CUDA"}};
    EXPECT_EQ(written(Format::table, show::kernel_exporters, lines),
              "  kernel                 lanes  runs here   notes\n"
              "  sha256-chain.shani.x2      2  chosen      two in turn\n"
              "  sha3.avx2.x4               4  needs AVX2  vectors\n"
              "  sha3.ref.x1                1  yes         FIPS 202, as it is\n"
              "  cuda:0/sha256-chain        -  yes\n");
    EXPECT_EQ(written(Format::csv, show::kernel_exporters, lines),
              "kernel,lanes,runs here,notes\n"
              "sha256-chain.shani.x2,2,chosen,two in turn\n"
              "sha3.avx2.x4,4,needs AVX2,vectors\n"
              "sha3.ref.x1,1,yes,\"FIPS 202, as it is\"\n"
              "cuda:0/sha256-chain,-,yes,\n");
    const auto json = nlohmann::json::parse(written(Format::json, show::kernel_exporters, lines));
    ASSERT_EQ(json.size(), 4U);
    EXPECT_EQ(json[0], nlohmann::json::parse(R"({"id": "sha256-chain.shani.x2",
        "workload": "sha256-chain", "isa": "SHA", "role": "fast", "lanes": 2, "idea": "two in turn",
        "runnable": true, "obstacle": "", "preferred": true})"));
    EXPECT_EQ(json[1]["runnable"], false);
    EXPECT_EQ(json[1]["obstacle"], "needs AVX2");
    EXPECT_EQ(json[2]["preferred"], false);
    EXPECT_TRUE(json[3]["lanes"].is_null());
}

TEST(ListedInstructions, HaveTheirTimesOrTheReason)
{
    show::InstructionList list{{}, no_features};
    list.times[0] = machine::InstructionTime{3.456, 0.3333};
    const std::string table = written(Format::table, show::instruction_exporters, list);
    const std::string name(machine::instruction_name(machine::Instruction{}));
    EXPECT_TRUE(table.starts_with("instructions, core cycles\n")) << table;
    EXPECT_TRUE(contains(table, fmt::format("  {:<14}     3.46                  0.333\n", name)))
        << table;
    const auto json =
        nlohmann::json::parse(written(Format::json, show::instruction_exporters, list));
    ASSERT_EQ(json.size(), machine::instruction_count);
    EXPECT_EQ(json[0], (nlohmann::json{{"instruction", name},
                                       {"latency_cycles", 3.456},
                                       {"reciprocal_throughput_cycles", 0.3333}}));
    for (std::size_t i = 1; i < machine::instruction_count; ++i) {
        const auto instruction = static_cast<machine::Instruction>(i);
        const FeatureSet needed = machine::instruction_features(instruction);
        const std::string reason =
            needed == no_features ? "needs x86-64" : "needs " + std::string(feature_names(needed));
        EXPECT_EQ(json[i], (nlohmann::json{{"instruction", machine::instruction_name(instruction)},
                                           {"obstacle", reason}}));
        EXPECT_TRUE(contains(table, fmt::format("-  {}\n", reason))) << reason;
    }
    // A feature that is there is not named.
    for (std::size_t i = 1; i < machine::instruction_count; ++i)
        list.features = list.features | machine::instruction_features(machine::Instruction(i));
    EXPECT_FALSE(contains(written(Format::table, show::instruction_exporters, list), "AVX"));
}

TEST(ListedResults, HaveTheirSourcesBelow)
{
    using enum show::PublishedSource;
    const show::PublishedResults results = {
        {sha256_benchmark, "a laptop", "Zen 9", "sha256-chain", "", 2, "by hand", 5, "5.00",
         show::PublishedUnit::mega_hashes, 0.5},
        {own, "a server", "Zen 8", "sha3", "sha3-256/64", 1, "hashlane", 7.25, "7.25",
         show::PublishedUnit::cycles_per_byte, 0},
        {sha256_benchmark, "another", "Zen 7", "sha256-chain", "", 1, "by tool", 131, "131",
         show::PublishedUnit::cycles, 0}};
    const std::string first(show::citation(sha256_benchmark)), second(show::citation(own));
    EXPECT_EQ(
        written(Format::table, show::known_exporters, results),
        "  work          core   lanes  threads  cycles  published             implementation  "
        "source\n"
        "  sha256-chain  Zen 9      2        1  100.00  5.00 MH/s at 0.5 GHz  by hand          "
        "  [1]\n"
        "  sha3-256/64   Zen 8      1        1    7.25  7.25 cycles/byte      hashlane         "
        "  [2]\n"
        "  sha256-chain  Zen 7      1        1  131.00  131 cycles            by tool          "
        "  [1]\n"
        "\n"
        "[1] " +
            first + "\n[2] " + second + "\n");
    const std::string markdown = written(Format::markdown, show::known_exporters, results);
    EXPECT_TRUE(contains(markdown, "| sha256-chain | Zen 9 | 2 | 1 | 100.00 |")) << markdown;
    EXPECT_EQ(written(Format::csv, show::known_exporters, results),
              "workload,message,machine,core,lanes,threads,figure,unit,ghz,cycles,implementation,"
              "source\n"
              "sha256-chain,,a laptop,Zen 9,2,1,5.00,MH/s,0.5,100,by hand,\"" +
                  first +
                  "\"\nsha3,sha3-256/64,a server,Zen 8,1,1,7.25,cycles/byte,,7.25,hashlane,\"" +
                  second + "\"\nsha256-chain,,another,Zen 7,1,1,131,cycles,,131,by tool,\"" +
                  first + "\"\n");
    const auto json = nlohmann::json::parse(written(Format::json, show::known_exporters, results));
    ASSERT_EQ(json.size(), 3U);
    EXPECT_EQ(json[0], (nlohmann::json{{"workload", "sha256-chain"},
                                       {"message", ""},
                                       {"machine", "a laptop"},
                                       {"core", "Zen 9"},
                                       {"lanes", 2},
                                       {"threads", 1},
                                       {"figure", 5.0},
                                       {"unit", "MH/s"},
                                       {"ghz", 0.5},
                                       {"cycles", 100.0},
                                       {"implementation", "by hand"},
                                       {"source", first}}));
    EXPECT_TRUE(json[1]["ghz"].is_null());
}

// Two columns for the mark of a row, and two between columns, or one before a column is left out.
TEST(Grids, LeaveColumnsOutWhereTheyDoNotFit)
{
    show::Grid grid{"", {{"first", true}, {"second", false, 2}, {"third", false, 1}}};
    grid.rows = {{"1", "2", "3"}};
    const auto drawn = [&](unsigned width) { return show::draw(grid, {.width = width}); };
    EXPECT_EQ(drawn(22), "  first  second  third\n  1           2      3\n");
    EXPECT_EQ(drawn(21), "  first second third\n  1          2     3\n");
    EXPECT_EQ(drawn(20), drawn(21));
    EXPECT_EQ(drawn(19), "  first  second\n  1           2\n");
    EXPECT_EQ(drawn(14), "  first second\n  1          2\n");
    EXPECT_EQ(drawn(13), "  first\n  1\n");
    EXPECT_EQ(drawn(3), "  first\n  1\n");
    grid.marked = 0;
    EXPECT_EQ(drawn(13), "  first\n* 1\n");
}

TEST(Facts, GoOnBelowThemselves)
{
    const show::Facts facts = {{"processor", "Example"},
                               {"caches", "one two three four five"},
                               {"", "six"},
                               {"system", "x"}};
    EXPECT_EQ(written(Format::table, show::fact_exporters, facts, 36),
              "processor      Example\n"
              "caches         one two three four\n"
              "               five\n"
              "               six\n"
              "system         x\n");
    // On a narrower terminal too.
    EXPECT_EQ(written(Format::table, show::fact_exporters, facts, 1),
              written(Format::table, show::fact_exporters, facts, 35));
    EXPECT_EQ(written(Format::markdown, show::fact_exporters, facts),
              "| fact | value |\n"
              "| :--- | :--- |\n"
              "| processor | Example |\n"
              "| caches | one two three four five |\n"
              "|  | six |\n"
              "| system | x |\n");
    EXPECT_EQ(nlohmann::json::parse(written(Format::json, show::fact_exporters, facts)),
              nlohmann::json::parse(R"({"processor": "Example",
                  "caches": ["one two three four five", "six"], "system": "x"})"));
}

} // namespace
} // namespace hashlane::test
