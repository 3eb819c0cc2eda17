// SPDX-License-Identifier: MIT
//
// From 'hashlane tune' over its file to its use by other commands. Nothing here checks a speed.
#include "lib/core/registry.h"
#include "measure/write_tuning.h"
#include "support/program.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace hashlane::test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

// A cache directory of the test's own: runs of the same process keep the costs of bursts in it.
class Tune : public testing::Test {
protected:
    Tune() { fs::remove_all(cache_path()); }
    ~Tune() override { fs::remove_all(cache_path()); }

    static Ran tune(const std::string &options = "", const std::string &program = HASHLANE_PROGRAM)
    {
        return hashlane("tune -q --min-time 0.002 " + options, program);
    }

    static std::string own_file()
    {
        return cache_path() + "/hashlane/" + std::string(tuning_file_name(this_tuning_key()));
    }

    static std::vector<std::string> stored_files()
    {
        std::vector<std::string> files;
        if (fs::exists(cache_path() + "/hashlane"))
            for (const auto &entry : fs::directory_iterator(cache_path() + "/hashlane"))
                if (entry.path().filename().string().starts_with("tuning-"))
                    files.push_back(entry.path().string());
        return files;
    }

    // Other work can spoil every row of two milliseconds: then nothing is stored.
    static bool is_all_spoilt(const Ran &ran) { return contains(ran.out, "No kernel is left on"); }

    static void expect_built_in()
    {
        // Markdown breaks no lines: how long they are depends on the kernel that suits the core.
        EXPECT_TRUE(contains(hashlane("info --format markdown").out, "built-in choice"));
    }
};

TEST_F(Tune, StoresWhatTheOthersUse)
{
    expect_built_in();
    EXPECT_TRUE(contains(hashlane("info").out, "'hashlane tune' would measure"));
    const Ran ran = tune();
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    if (is_all_spoilt(ran))
        GTEST_SKIP() << "no row is trusted on this machine";
    const std::string path = own_file();
    ASSERT_EQ(stored_files(), std::vector{path});
    EXPECT_TRUE(contains(ran.out, "Stored in"));
    EXPECT_TRUE(contains(ran.out, path)); // on a line of its own, if it is long

    // Other work can spoil a row of two milliseconds, and what it leaves stays built-in.
    Ran info;
    for (int attempt = 0; attempt < 5 && !contains(info.out, "measured by"); ++attempt) {
        if (attempt > 0)
            tune();
        info = hashlane("info --format markdown"); // which breaks no lines
        EXPECT_EQ(info.err, "");
    }
    EXPECT_TRUE(contains(info.out, "measured by 'hashlane tune': " + path)) << info.out;
}

// Writes costs of every kernel, but for `absent`; `tag` has by far the cheapest of each workload.
void store_costs(const std::string &path, const std::string &tag, const std::string &absent = "")
{
    Tuning tuning;
    for (const CoreKind kind : all_core_kinds) {
        TuningSection section{kind, TuningUnit::core_cycles, {}};
        for (const Kernel &kernel : all_kernels())
            if (is_candidate(kernel, this_cpu().features) && kernel.short_id() != absent)
                section.calls.push_back({&kernel, kernel.short_id() == tag ? 0.5 : 1000});
        tuning.push_back(section);
    }
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path) << measure::write_tuning(tuning, this_tuning_key());
}

TEST_F(Tune, EveryCommandThatDispatchesGoesByTheFile)
{
    store_costs(own_file(), "portable.x1");
    const Ran info = hashlane("info --format markdown");
    EXPECT_FALSE(contains(info.out, "built-in choice"));
    EXPECT_TRUE(contains(info.out, "measured: 0.50 core cycles per permutation"));
    const json kernels = json::parse(hashlane("list --format json").out);
    for (const json &kernel : kernels)
        EXPECT_EQ(kernel["preferred"], kernel["isa"] == "portable") << kernel;
    const auto kernel_of = [](const std::string &arguments) {
        return json::parse(
            hashlane(arguments + " -q --format json").out)["benchmarks"][0]["kernel"];
    };
    EXPECT_EQ(kernel_of("keccak 0 9 5"), "keccak-chain.portable.x1");
    EXPECT_EQ(kernel_of("sha3 1"), "sha3.portable.x1");
}

TEST_F(Tune, WhatWasNotTrustworthyStaysBuiltIn)
{
    const json before = json::parse(hashlane("list --format json").out);
    std::string dispatched;
    for (const json &kernel : before)
        if (kernel["preferred"] && kernel["workload"] == "keccak-chain")
            dispatched = kernel["id"];
    store_costs(own_file(), "portable.x1", dispatched.substr(dispatched.find('.') + 1));
    for (const json &kernel : json::parse(hashlane("list --format json").out))
        if (kernel["workload"] == "keccak-chain") {
            EXPECT_EQ(kernel["preferred"], kernel["id"] == dispatched) << kernel;
        }
    EXPECT_TRUE(
        contains(hashlane("info --format markdown").out, "measurement was not trustworthy"));
}

TEST_F(Tune, ADamagedFileIsOneLineAndTheBuiltInOrder)
{
    const std::string path = own_file();
    store_costs(path, "portable.x1");
    const std::string text = read_file(path);
    for (const std::string &damaged :
         {std::string(), text.substr(0, text.size() / 2), "x" + text, std::string("garbage\n")}) {
        std::ofstream(path, std::ios::binary) << damaged;
        const std::string chain = scratch_path("chain-" + std::to_string(damaged.size()));
        for (const std::string &command :
             {std::string("info"), std::string("list"), std::string("keccak 0 1 1 -q"),
              std::string("sha3 1 -q"), "sum " + path, "chain create --count 1 --every 1 " + chain,
              "chain verify " + chain}) {
            const Ran ran = hashlane(command);
            EXPECT_EQ(ran.code, 0) << command;
            EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
            EXPECT_TRUE(ran.err.starts_with("hashlane: " + path + ": ")) << ran.err;
            EXPECT_TRUE(contains(ran.err, "Run 'hashlane tune' again"));
        }
        expect_built_in();
    }
    EXPECT_EQ(hashlane("verify --filter ref").err, "") << "which does not dispatch";
    if (const Ran ran = tune(); !is_all_spoilt(ran)) {
        EXPECT_EQ(ran.err, "") << "and writes it anew";
        EXPECT_EQ(hashlane("info").err, "");
    }
    fs::remove(path);
    EXPECT_EQ(hashlane("info").err, "") << "deleted";
    expect_built_in();
    fs::create_directory(path);
    const Ran ran = hashlane("info");
    EXPECT_EQ(ran.code, 0);
    EXPECT_TRUE(contains(ran.err, "cannot be read"));
}

TEST_F(Tune, ADryRunStoresNothing)
{
    const Ran ran = tune("--dry-run");
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(contains(ran.out, "Nothing was stored"));
    EXPECT_TRUE(json::parse(tune("--dry-run --format json").out)["stored"].is_null());
    EXPECT_TRUE(tune("--dry-run --format markdown").out.starts_with("**sha256-chain"));
    EXPECT_FALSE(fs::exists(cache_path()));
}

// Rows of less than four visits are not trusted.
TEST_F(Tune, WhatNothingCanBeTrustedOfIsNotStored)
{
    const Ran ran = hashlane("tune -q --min-time 0.0001 --format json");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(json::parse(ran.out)["stored"].is_null());
    EXPECT_TRUE(stored_files().empty());
}

TEST_F(Tune, WhatNothingCanBeTrustedOfReplacesNothing)
{
    store_costs(own_file(), "portable.x1");
    const std::string stored = read_file(own_file());
    const Ran ran = hashlane("tune -q --min-time 0.0001");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(contains(ran.out, "an earlier result for it stays")) << ran.out;
    EXPECT_EQ(read_file(own_file()), stored);
}

TEST_F(Tune, AFailedWriteStillShowsWhatWasMeasured)
{
    std::ofstream(cache_path()) << "a file where the directory should be";
    const Ran ran = tune();
    EXPECT_TRUE(contains(ran.out, "built-in choice"));
    EXPECT_TRUE(contains(ran.out, "Nothing was stored"));
    if (!is_all_spoilt(ran)) {
        EXPECT_EQ(ran.code, 1);
        EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
        EXPECT_TRUE(contains(ran.err, "': Not a directory"));
    }
    EXPECT_EQ(hashlane("info").err, "") << "no file is no damage";

    const Ran homeless = shell("unset HOME XDG_CACHE_HOME; \"$HASHLANE\" tune -q --min-time 0.002");
    EXPECT_EQ(homeless.code, 1);
    EXPECT_TRUE(contains(homeless.err, "set HOME or XDG_CACHE_HOME"));
    EXPECT_TRUE(contains(homeless.out, "built-in choice"));
}

TEST_F(Tune, JsonNamesEveryCandidate)
{
    const json report = json_of(tune("--format json"));
    if (stored_files().empty())
        EXPECT_TRUE(report["stored"].is_null()) << "no row was trusted";
    else
        EXPECT_EQ(report["stored"], stored_files().front());
    const auto candidates = std::ranges::count_if(all_kernels(), [](const Kernel &kernel) {
        return is_candidate(kernel, this_cpu().features);
    });
    ASSERT_GE(report["kinds"].size(), 1U);
    for (const json &kind : report["kinds"]) {
        EXPECT_EQ(static_cast<long>(kind["kernels"].size()), candidates);
        EXPECT_EQ(kind["choice"].size(), 8 * std::size(all_workloads));
        for (const json &line : kind["choice"])
            if (!line["built_in_cycles"].is_null()) {
                EXPECT_LE(line["cycles"].get<double>(), line["built_in_cycles"].get<double>());
            }
    }
}

TEST_F(Tune, AWrongKernelIsNotTimed)
{
    const Ran ran = tune("", HASHLANE_MUTANT);
    EXPECT_EQ(ran.code, 2);
    EXPECT_EQ(ran.out, "");
    EXPECT_TRUE(contains(ran.err, "portable.x1: wrong result in lane 0"));
    EXPECT_TRUE(contains(ran.err, "nothing was stored"));
    EXPECT_FALSE(fs::exists(cache_path()));
}

TEST_F(Tune, AnInterruptStoresNothing)
{
    const Ran ran = shell("\"$HASHLANE\" tune --min-time 0.5 & wait_until takes_signals $!; "
                          "kill -TERM $!; wait $!");
    EXPECT_EQ(ran.code, 130) << ran.err;
    EXPECT_EQ(ran.out, "");
    EXPECT_TRUE(contains(ran.err, "interrupted; nothing was stored"));
    EXPECT_FALSE(fs::exists(cache_path()));
}

// A row may be noisy or not, depending on the machine; both outcomes are right.
TEST_F(Tune, StrictNeverStoresWhatIsNoisy)
{
    const Ran ran = tune("--strict --format json");
    const json report = json::parse(ran.out);
    bool noisy = false;
    for (const json &kind : report["kinds"])
        for (const json &kernel : kind["kernels"])
            noisy = noisy || !kernel["trustworthy"];
    EXPECT_EQ(ran.code, noisy ? 4 : 0);
    EXPECT_EQ(report["stored"].is_null(), noisy);
    EXPECT_EQ(stored_files().empty(), noisy);
}

} // namespace
} // namespace hashlane::test
