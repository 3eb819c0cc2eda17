// SPDX-License-Identifier: MIT
//
// hashlane_tuning_load(): its results, and that dispatch stays right with any measurements.
#include "lib/dispatch/tuning.h"
#include "measure/write_tuning.h"
#include "support/costs.h"
#include "support/environment.h"
#include "support/files.h"
#include "support/oracle.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <numeric>
#include <thread>

#if !defined(_WIN32)
#include <pthread.h>
#include <sys/stat.h>
#endif

namespace hashlane::test {
namespace {

// A file that goes away with the test.
class TuningFile : public testing::Test {
protected:
    ~TuningFile() override { std::remove(path_.c_str()); }

    std::string valid_text()
    {
        const TuningKey key = this_tuning_key();
        return measure::write_tuning(
            {{this_core_kind(), TuningUnit::core_cycles, random_calls(key.features, random_)}},
            key);
    }
    void write(const std::string &text) const { std::ofstream(path_, std::ios::binary) << text; }
    hashlane_status load() const { return hashlane_tuning_load(path_.c_str()); }

    std::mt19937 random_{20240813};
    std::string path_ = scratch_path("tuning.txt");
};

#if defined(__linux__)

// A cancelled thread cleans nothing of C++ up.
TEST_F(TuningFile, IsClosedByAThreadThatIsCancelled)
{
    write(std::string(60'000, 'x'));
    const auto open_files = [] {
        return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
    };
    const auto before = open_files();
    for (int i = 0; i < 200; ++i) {
        std::atomic<bool> runs = false;
        std::thread loading([&] {
            runs = true;
            for (;;) {
                load();
                pthread_testcancel();
            }
        });
        while (!runs)
            std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::microseconds(i));
        pthread_cancel(loading.native_handle());
        loading.join();
    }
    EXPECT_EQ(open_files(), before);
}

#endif

TEST_F(TuningFile, LoadsAndSaysWhatItCannot)
{
    EXPECT_EQ(load(), HASHLANE_NOT_FOUND);
    EXPECT_EQ(hashlane_tuning_load((path_ + "/below").c_str()), HASHLANE_NOT_FOUND);
    EXPECT_EQ(hashlane_tuning_load(""), HASHLANE_NOT_FOUND);
    EXPECT_EQ(hashlane_tuning_load(testing::TempDir().c_str()), HASHLANE_NOT_VALID);
    const std::string text = valid_text();
    write(text.substr(0, text.size() / 2));
    EXPECT_EQ(load(), HASHLANE_NOT_VALID);
    write(std::string(200'000, 'x'));
    EXPECT_EQ(load(), HASHLANE_NOT_VALID);
    TuningKey other = this_tuning_key();
    other.microcode += "1";
    write(measure::write_tuning(
        {{this_core_kind(), TuningUnit::core_cycles, random_calls(other.features, random_)}},
        other));
    EXPECT_EQ(load(), HASHLANE_NOT_VALID);
    write(text);
    EXPECT_EQ(load(), HASHLANE_OK);
}

#if !defined(_WIN32)
// Nobody writes to it: it would be waited for without an end.
TEST_F(TuningFile, APipeIsNotWaitedFor)
{
    ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
    EXPECT_EQ(load(), HASHLANE_NOT_VALID);
    EXPECT_EQ(read_tuning(path_.c_str()).parsed.problem,
              "cannot be read: it is not a regular file");
}
#endif

TEST_F(TuningFile, OfAnotherKindOfCoreIsNotFound)
{
    const TuningKey key = this_tuning_key();
    const CoreKind another = this_core_kind() == CoreKind::atom ? CoreKind::core : CoreKind::atom;
    write(measure::write_tuning(
        {{another, TuningUnit::core_cycles, random_calls(key.features, random_)}}, key));
    EXPECT_EQ(load(), HASHLANE_NOT_FOUND);
    EXPECT_EQ(read_tuning(path_.c_str()).status, HASHLANE_OK);
}

TEST_F(TuningFile, DispatchGoesByIt)
{
    const FeatureSet features = this_cpu().features;
    for (const Kernel &wanted : all_kernels()) {
        if (!is_candidate(wanted, features))
            continue;
        CallCosts calls = random_calls(features, random_);
        for (CallCost &call : calls)
            call.cycles = call.kernel == &wanted ? 0.01 : call.cycles;
        write(measure::write_tuning({{this_core_kind(), TuningUnit::core_cycles, calls}},
                                    this_tuning_key()));
        ASSERT_EQ(load(), HASHLANE_OK);
        int chosen = 0;
        for (std::size_t i = 0; i < hashlane_kernel_count(); ++i) {
            hashlane_kernel_info info;
            hashlane_kernel_describe(i, &info);
            chosen += info.chosen;
            EXPECT_TRUE(info.id != wanted.id || info.chosen) << wanted.id;
        }
        EXPECT_EQ(chosen, static_cast<int>(std::size(all_workloads)));
        write("damaged");
        ASSERT_EQ(load(), HASHLANE_NOT_VALID);
        EXPECT_EQ(&active_dispatch().kernel(wanted.workload), &wanted) << "stays as it was";
    }
}

std::vector<std::uint8_t> sha256_of_each(std::span<const std::uint8_t> digests)
{
    std::vector<std::uint8_t> next;
    for (std::size_t at = 0; at < digests.size(); at += 32) {
        const auto digest = oracle_digest("sha256", digests.subspan(at, 32));
        next.insert(next.end(), digest.begin(), digest.end());
    }
    return next;
}

void expect_right_sha256(std::size_t lanes)
{
    std::vector<std::uint8_t> digests(lanes * 32);
    std::iota(digests.begin(), digests.end(), std::uint8_t{1});
    const auto expected = sha256_of_each(sha256_of_each(digests));
    hashlane_sha256_chain(digests.data(), lanes, 2);
    EXPECT_EQ(digests, expected) << lanes << " lanes";
}

void expect_right_keccak(std::size_t lanes)
{
    const auto &ref = *std::ranges::find(all_kernels(), "keccak-chain.ref.x1", &Kernel::id);
    std::vector<std::uint64_t> states(lanes * 25);
    for (std::size_t lane = 0; lane < lanes; ++lane)
        hashlane_keccak_chain_start(states.data() + lane * 25, lane);
    std::vector<std::uint64_t> expected = states;
    for (std::size_t lane = 0; lane < lanes; ++lane)
        function_of<Workload::keccak_chain>(ref)(expected.data() + lane * 25, 3);
    hashlane_keccak_chain(states.data(), lanes, 3);
    EXPECT_EQ(states, expected) << lanes << " lanes";
}

void expect_right_sha3(std::size_t count)
{
    std::vector<std::vector<std::uint8_t>> messages;
    std::vector<std::uint8_t> outputs(count * 32);
    std::vector<const std::uint8_t *> from;
    for (std::size_t i = 0; i < count; ++i)
        messages.emplace_back(150, static_cast<std::uint8_t>(i));
    for (const auto &message : messages)
        from.push_back(message.data());
    ASSERT_EQ(hashlane_sha3_hash_equal(HASHLANE_SHA3_256, from.data(), 150, count, outputs.data(),
                                       32, 32),
              HASHLANE_OK);
    for (std::size_t i = 0; i < count; ++i) {
        const auto expected = oracle_digest("sha3-256", messages[i]);
        std::uint8_t *const own = outputs.data() + 32 * i;
        EXPECT_TRUE(std::ranges::equal(expected, std::span(own, 32)))
            << "message " << i << " of " << count;
        ASSERT_EQ(hashlane_sha3_hash(HASHLANE_SHA3_256, from[i], 150, own, 32), HASHLANE_OK);
        EXPECT_TRUE(std::ranges::equal(expected, std::span(own, 32))) << "alone";
    }
}

TEST_F(TuningFile, AnyCostsGiveRightDigests)
{
    for (int round = 0; round < 8; ++round) {
        write(valid_text());
        ASSERT_EQ(load(), HASHLANE_OK);
        for (std::size_t lanes = 1; lanes <= 70; ++lanes) {
            expect_right_sha256(lanes);
            expect_right_keccak(lanes);
            expect_right_sha3(lanes);
        }
    }
}

// Sets the variable that names the user's cache directory on this system.
#if defined(_WIN32)
constexpr const char *cache_variable = "LOCALAPPDATA";

TEST_F(TuningFile, OfTheUserLiesInTheCacheDirectory)
{
    {
        const Environment cache("LOCALAPPDATA", R"(C:\somewhere)");
        EXPECT_EQ(user_tuning_path(),
                  R"(C:\somewhere/hashlane/)" + std::string(tuning_file_name(this_tuning_key())));
    }
    for (const char *none : {static_cast<const char *>(nullptr), "", "relative"}) {
        const Environment cache("LOCALAPPDATA", none);
        EXPECT_EQ(user_tuning_path(), "");
        EXPECT_EQ(hashlane_tuning_load(nullptr), HASHLANE_NOT_FOUND);
    }
}
#else
constexpr const char *cache_variable = "XDG_CACHE_HOME";

TEST_F(TuningFile, OfTheUserLiesInTheCacheDirectory)
{
    const std::string name = tuning_file_name(this_tuning_key());
    const Environment home("HOME", "/home/someone");
    {
        const Environment cache("XDG_CACHE_HOME", "/somewhere");
        EXPECT_EQ(user_tuning_path(), "/somewhere/hashlane/" + name);
    }
    for (const char *none : {static_cast<const char *>(nullptr), "", "relative"}) {
        const Environment cache("XDG_CACHE_HOME", none);
        EXPECT_EQ(user_tuning_path(), "/home/someone/.cache/hashlane/" + name);
        const Environment homeless("HOME", none);
        EXPECT_EQ(user_tuning_path(), "");
        EXPECT_EQ(hashlane_tuning_load(nullptr), HASHLANE_NOT_FOUND);
    }
}
#endif

TEST_F(TuningFile, NullIsTheUsersFile)
{
    const std::string cache = scratch_path("cache");
    const Environment variable(cache_variable, cache.c_str());
    EXPECT_EQ(hashlane_tuning_load(nullptr), HASHLANE_NOT_FOUND);
    std::filesystem::create_directories(cache + "/hashlane");
    std::ofstream(user_tuning_path().c_str(), std::ios::binary) << valid_text();
    EXPECT_EQ(hashlane_tuning_load(nullptr), HASHLANE_OK);
    std::filesystem::remove_all(cache);
}

} // namespace
} // namespace hashlane::test
