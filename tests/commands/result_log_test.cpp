// SPDX-License-Identifier: MIT
#include "commands/session.h"

#include "support/files.h"
#include "support/sample_report.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <thread>

namespace hashlane::test {
namespace {

using Names = std::vector<std::string>;

results::Row row(const std::string &name, double cycles = 100)
{
    return chain_row(name, Workload::sha256_chain, 1, cycles);
}

Names names_of(const commands::ResultLog &log)
{
    Names names;
    for (const results::Row &one : log.report().rows)
        names.push_back(one.identity.name);
    return names;
}

TEST(ResultLog, RowsStandInTheOrderOfTheirPlaces)
{
    commands::ResultLog log({}, "");
    const std::size_t first = log.reserve(3);
    log.put(log.reserve(1), row("behind"));
    log.put(first + 2, row("third"));
    EXPECT_EQ(names_of(log), (Names{"third", "behind"}));
    log.put(first, row("first"));
    log.put(first + 1, row("second"));
    EXPECT_EQ(names_of(log), (Names{"first", "second", "third", "behind"}));
    log.put(log.reserve(1), row("last"));
    EXPECT_EQ(names_of(log), (Names{"first", "second", "third", "behind", "last"}));
}

TEST(ResultLog, ABetterRowTakesTheOldOnesPlace)
{
    commands::ResultLog log({}, "");
    const std::size_t first = log.reserve(2);
    log.put(first, row("first", 100));
    log.put(first + 1, row("second", 200));
    EXPECT_EQ(log.put(first, row("first", 90)).figures.cycles_per_unit.median, 90);
    ASSERT_EQ(names_of(log), (Names{"first", "second"}));
    EXPECT_EQ(log.report().rows[0].figures.cycles_per_unit.median, 90);
    EXPECT_EQ(log.report().rows[1].figures.cycles_per_unit.median, 200);
}

TEST(ResultLog, ARowThatWasTakenBackIsGoneAndTheOthersStay)
{
    commands::ResultLog log({}, "");
    const std::size_t first = log.reserve(3);
    log.put(first, row("first"));
    log.put(first + 1, row("second"));
    log.remove(first + 2);
    EXPECT_EQ(names_of(log), (Names{"first", "second"})) << "there was none in that place";
    log.remove(first);
    EXPECT_EQ(names_of(log), (Names{"second"}));
    log.remove(first);
    EXPECT_EQ(names_of(log), (Names{"second"})) << "there is none any more";
    log.put(first + 2, row("third"));
    EXPECT_EQ(names_of(log), (Names{"second", "third"}));
}

class OutOfALog : public testing::Test {
protected:
    ~OutOfALog() override { std::remove(path_.c_str()); }
    Names written() const
    {
        Names names;
        const nlohmann::json report = nlohmann::json::parse(read_file(path_));
        for (const auto &one : report["benchmarks"])
            names.push_back(one["name"]);
        return names;
    }
    const std::string path_ = scratch_path("log.json");
    commands::ResultLog log{{}, path_};
};

TEST_F(OutOfALog, RowsFollowWithinASecondAndNoOftener)
{
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    const std::size_t first = log.reserve(3);
    log.put(first, row("first"));
    EXPECT_EQ(written(), (Names{"first"})) << "the first is not waited for";
    log.put(first + 1, row("second"));
    const Names soon_after = written();
    if (Clock::now() - start < std::chrono::seconds(1)) {
        EXPECT_EQ(soon_after, (Names{"first"}));
    }
    do { // later where other work makes the writing of the file long
        std::this_thread::sleep_for(std::chrono::milliseconds(1100));
        log.put(first + 2, row("third"));
    } while (written().size() != 3 && Clock::now() - start < std::chrono::minutes(1));
    EXPECT_EQ(written(), (Names{"first", "second", "third"}));
}

TEST_F(OutOfALog, IsWholeWhenItIsSaved)
{
    const std::size_t first = log.reserve(2);
    log.put(first, row("first"));
    log.put(first + 1, row("second"));
    log.save();
    EXPECT_EQ(written(), (Names{"first", "second"}));
    log.remove(first);
    log.save();
    EXPECT_EQ(written(), (Names{"second"}));
}

TEST_F(OutOfALog, WhereItCannotBeWrittenRowsAreKeptUntilItCan)
{
    const std::string folder = scratch_path("away");
    std::filesystem::create_directory(folder);
    commands::ResultLog other{{}, folder + "/log.json"};
    std::filesystem::remove(folder);
    other.put(other.reserve(1), row("first"));
    other.save();
    EXPECT_EQ(names_of(other), (Names{"first"}));
    EXPECT_EQ(other.out_failure(),
              "--out: cannot write '" + folder + "/log.json': No such file or directory");
    std::filesystem::create_directory(folder);
    other.put(other.reserve(1), row("second"));
    other.save();
    EXPECT_EQ(other.out_failure(), "");
    EXPECT_EQ(nlohmann::json::parse(read_file(folder + "/log.json"))["benchmarks"].size(), 2U);
    std::filesystem::remove_all(folder);
}

TEST_F(OutOfALog, AWrongResultIsWrittenAtOnceWithoutItsRow)
{
    const std::size_t place = log.reserve(1);
    log.put(place, row("wrong"));
    log.remove(place);
    log.add(results::Mismatch{"wrong", 0, 65536, ""});
    EXPECT_EQ(written(), Names{});
    EXPECT_EQ(nlohmann::json::parse(read_file(path_))["mismatches"].size(), 1U);
}

} // namespace
} // namespace hashlane::test
