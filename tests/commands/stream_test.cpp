// SPDX-License-Identifier: MIT
//
// 'run --format jsonl' and '--submit' as a user calls them.
#include "support/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <vector>

namespace hashlane::test {
namespace {

using nlohmann::json;

constexpr const char *quick_chain = " --filter 'chain.portable' --min-time 0.001 --quiet ";

std::vector<json> json_lines_of(const std::string &text)
{
    std::vector<json> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(json::parse(line));
    return lines;
}

TEST(JsonLines, StreamRowsAsTheyAreMeasured)
{
    const Ran ran = hashlane(std::string("run --format jsonl") + quick_chain);
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    const std::vector<json> lines = json_lines_of(ran.out);
    ASSERT_GE(lines.size(), 6U);
    EXPECT_TRUE(lines.front()["context"].contains("hashlane"));
    EXPECT_TRUE(lines.back().contains("mismatches"));
    std::vector<json> last(2);
    for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
        const json &line = lines[i];
        const std::size_t place = line["place"];
        ASSERT_LT(place, last.size()) << line;
        EXPECT_FALSE(!last[place].is_null() && last[place]["final"]) << "a line behind the last";
        last[place] = line;
    }
    EXPECT_EQ(last[0]["row"]["kernel"], "sha256-chain.portable.x1");
    EXPECT_EQ(last[1]["row"]["kernel"], "keccak-chain.portable.x1");
    for (const json &line : last)
        EXPECT_EQ(line["final"], true);
}

// The reader gets lines long before the run ends.
TEST(JsonLines, AreThereBeforeTheRunEnds)
{
    const std::string file = scratch_path("stream.jsonl");
    const Ran ran =
        shell("\"$HASHLANE\" run --filter 'chain.portable' --min-time 30 --quiet "
              "--format jsonl >'" +
              file + "' & wait_until grep -q '\"place\":1' '" + file +
              "'; kill -KILL $!; wait $!; \"$HASHLANE\" report '" + file + "' --format text");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(contains(ran.out, "Keccak chains"));
    std::remove(file.c_str());
}

TEST(JsonLines, ASweepHasThemToo)
{
    const Ran ran =
        hashlane("sweep keccak --filter portable --lanes 1 --threads 1 --min-time 0.001 "
                 "--quiet --format jsonl");
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(json_lines_of(ran.out)[1]["row"].contains("scope"));
    EXPECT_EQ(hashlane("sha3 1 --format jsonl").code, 1);
}

TEST(Submit, WritesWhatCanBeShownToAnyone)
{
    const std::string file = scratch_path("submitted.json");
    const Ran ran = hashlane(std::string("run --format csv --submit '") + file + "'" + quick_chain);
    ASSERT_EQ(ran.code, 0) << ran.err;
    const json report = json::parse(read_file(file));
    EXPECT_EQ(report["context"]["host_name"], "");
    EXPECT_EQ(report["context"]["executable"], "");
    EXPECT_FALSE(contains(report["context"]["hashlane"]["command"].get<std::string>(), "/"));
    EXPECT_EQ(report["benchmarks"].size(), 2U);
    std::remove(file.c_str());
    EXPECT_EQ(hashlane(std::string("run --submit /absent/file") + quick_chain).err,
              "hashlane: --submit: cannot write '/absent/file': No such file or directory\n");
}

TEST(Submit, AnInterruptedOrWrongRunIsNoContribution)
{
    const std::string file = scratch_path("submitted.json");
    const Ran interrupted = shell("\"$HASHLANE\" run --filter chain.portable --min-time 30 --quiet "
                                  "--submit '" +
                                  file + "' & wait_until takes_signals $!; kill -TERM $!; wait $!");
    EXPECT_EQ(interrupted.code, 130);
    EXPECT_FALSE(std::filesystem::exists(file));
    const Ran wrong =
        hashlane(std::string("run --submit '") + file + "'" + quick_chain, HASHLANE_MUTANT);
    EXPECT_EQ(wrong.code, 2);
    EXPECT_TRUE(contains(wrong.err, "was not written: "));
    EXPECT_FALSE(std::filesystem::exists(file));
}

} // namespace
} // namespace hashlane::test
