// SPDX-License-Identifier: MIT
#include "sum/sum_files.h"

#include "hashlane/kangarootwelve.h"
#include "hashlane/turboshake.h"
#include "machine/system/input_file.h"
#include "machine/system/threads.h"
#include "support/files.h"
#include "support/forced_kernel.h"
#include "support/kernel_param.h"
#include "support/oracle.h"

#include <map>
#include <numeric>

#if !defined(_WIN32)
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace hashlane::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes random_bytes(std::size_t size)
{
    static std::mt19937 random(7);
    Bytes bytes(size);
    for (std::uint8_t &byte : bytes)
        byte = static_cast<std::uint8_t>(random());
    return bytes;
}

std::string written(const std::string &name, const Bytes &bytes)
{
    const std::string path = scratch_path(name);
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char *>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    return path;
}

// The algorithm's digest of one message in one piece; empty if it has none.
Bytes digest_of(const sum::Algorithm &algorithm, const Bytes &message)
try {
    const auto hash = algorithm.start({});
    hash->update(message, nullptr);
    Bytes digest(algorithm.digest_bytes);
    hash->finish(digest.data());
    return digest;
} catch (const sum::NoDigest &) {
    return {};
}

struct Summed {
    std::vector<sum::FileSum> sums;
    bool finished = false;
    std::uint64_t bytes = 0;
};

Summed sum(const sum::Algorithm &algorithm, const std::vector<std::string> &paths,
           std::size_t threads, std::size_t cancel_after = SIZE_MAX)
{
    Summed summed;
    machine::ThreadPool pool(threads);
    sum::SumProgress progress;
    std::atomic<bool> cancel = false;
    summed.finished = sum::sum_files({algorithm, {}, paths, pool, cancel, progress},
                                     [&](std::size_t index, const sum::FileSum &sum) {
                                         EXPECT_EQ(index, summed.sums.size());
                                         summed.sums.push_back(sum);
                                         cancel = summed.sums.size() >= cancel_after;
                                     });
    summed.bytes = progress.bytes;
    return summed;
}

// Around the limits of small files, of pieces and of files that all threads read together.
class SumFiles : public testing::TestWithParam<sum::Algorithm> {
protected:
    void SetUp() override
    {
        for (const std::size_t size :
             {0u, 1u, 63u, 64u, 8192u, 8193u, 65535u, 65536u, 65537u, 262144u, 262145u, 524288u})
            add(size);
        for (int i = 0; i < 90; ++i)
            add(static_cast<std::size_t>(i) * 37);
        for (int i = 0; i < 20; ++i) // more than one thread keeps at once
            add(60'000 + static_cast<std::size_t>(i));
        add((std::size_t{8} << 20) + 5);
    }
    void add(std::size_t size)
    {
        messages_.push_back(random_bytes(size));
        paths_.push_back(written("sum-" + std::to_string(paths_.size()), messages_.back()));
    }
    std::vector<Bytes> messages_;
    std::vector<std::string> paths_;
};

TEST_P(SumFiles, OfAnySizeOnAnyThreads)
{
    const std::size_t bytes =
        std::accumulate(messages_.begin(), messages_.end(), std::size_t{0},
                        [](std::size_t all, const Bytes &message) { return all + message.size(); });
    for (const std::size_t threads : {1u, 3u}) {
        const Summed summed = sum(GetParam(), paths_, threads);
        EXPECT_TRUE(summed.finished);
        EXPECT_EQ(summed.bytes, bytes);
        ASSERT_EQ(summed.sums.size(), paths_.size());
        for (std::size_t i = 0; i < paths_.size(); ++i) {
            const Bytes expected = digest_of(GetParam(), messages_[i]);
            EXPECT_EQ(summed.sums[i].problem.empty(), !expected.empty());
            const auto *const digest = summed.sums[i].digest.data();
            EXPECT_EQ(Bytes(digest, digest + expected.size()), expected)
                << messages_[i].size() << " bytes";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, SumFiles,
                         testing::ValuesIn(sum::algorithms().begin(), sum::algorithms().end()),
                         [](const auto &algorithm) {
                             std::string name(algorithm.param.name);
                             std::erase(name, '-');
                             return name;
                         });

// Large files in the lanes of every kernel: more than lanes, of unequal lengths, the last bytes of
// some less than a block.
class LargeFiles : public KernelTest {};

TEST_P(LargeFiles, ShareLanes)
{
    std::vector<std::string> paths;
    std::vector<Bytes> messages;
    for (std::size_t i = 0; i < 21; ++i) {
        messages.push_back(random_bytes(65'536 + i * i * 1'000 + i % 3 * 71));
        paths.push_back(written("large-" + std::to_string(i), messages[i]));
    }
    const ForcedKernel forced(*GetParam());
    for (const char *const name : {"sha256", "sha3-256", "sha3-512", "shake128"}) {
        const sum::Algorithm &algorithm = *sum::find_algorithm(name);
        if ((algorithm.work == HASHLANE_WORK_SHA256) != (GetParam()->workload == Workload::sha256))
            continue;
        for (const std::size_t threads : {1u, 2u}) {
            const Summed summed = sum(algorithm, paths, threads);
            ASSERT_EQ(summed.sums.size(), paths.size());
            for (std::size_t i = 0; i < paths.size(); ++i)
                EXPECT_EQ(Bytes(summed.sums[i].digest.begin(),
                                summed.sums[i].digest.begin() + algorithm.digest_bytes),
                          oracle_digest(name, messages[i], algorithm.digest_bytes))
                    << name << " of file " << i;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Sha256, LargeFiles, testing::ValuesIn(kernels_of(Workload::sha256)),
                         kernel_test_name);
INSTANTIATE_TEST_SUITE_P(Sha3, LargeFiles, testing::ValuesIn(kernels_of(Workload::sha3)),
                         kernel_test_name);

#ifndef _WIN32
// Files are read where no more can be mapped.
TEST(LargeFilesUnmapped, ShareLanes)
{
    const std::string any = written("any", random_bytes(1));
    std::vector<std::unique_ptr<machine::MappedFile>> mapped;
    do
        mapped.push_back(std::make_unique<machine::MappedFile>(machine::InputFile(any)));
    while (!mapped.back()->bytes().empty());
    std::vector<std::string> paths;
    std::vector<Bytes> messages;
    for (std::size_t i = 0; i < 7; ++i) {
        messages.push_back(random_bytes(300'000 * i + 70'000));
        paths.push_back(written("unmapped-" + std::to_string(i), messages[i]));
    }
    for (const char *const name : {"sha256", "sha3-384", "kt128", "fsverity"}) {
        const sum::Algorithm &algorithm = *sum::find_algorithm(name);
        const Summed summed = sum(algorithm, paths, 2);
        ASSERT_EQ(summed.sums.size(), paths.size());
        for (std::size_t i = 0; i < paths.size(); ++i)
            EXPECT_EQ(Bytes(summed.sums[i].digest.begin(),
                            summed.sums[i].digest.begin() + algorithm.digest_bytes),
                      digest_of(algorithm, messages[i]))
                << name << " of file " << i;
    }
}
#endif

#if HASHLANE_OPENSSL
TEST(SumAlgorithm, IsOpenSslsOfThatName)
{
    const Bytes message = random_bytes(1000);
    for (const sum::Algorithm &algorithm : sum::algorithms()) {
        if (!algorithm.name.starts_with("sha"))
            continue;
        EXPECT_EQ(digest_of(algorithm, message),
                  openssl_digest(std::string(algorithm.name), message, algorithm.digest_bytes))
            << algorithm.name;
    }
}
#endif

TEST(SumAlgorithm, IsTheLibrarysOfThatNameAndLength)
{
    const Bytes message = random_bytes(1000);
    const auto expect = [&](const char *name, const auto &hash, auto function, std::size_t bytes) {
        Bytes digest(bytes);
        hash(function, digest);
        const sum::Algorithm &algorithm = *sum::find_algorithm(name);
        EXPECT_EQ(digest_of(algorithm, message), digest) << name;
        if (algorithm.is_tree())
            return;
        Bytes many(bytes);
        const std::uint8_t *const data = message.data();
        const std::size_t size = message.size();
        algorithm.hash_many(&data, &size, 1, many.data());
        EXPECT_EQ(many, digest) << name;
    };
    const auto turboshake = [&](auto function, Bytes &digest) {
        hashlane_turboshake_hash(function, HASHLANE_TURBOSHAKE_DOMAIN, message.data(),
                                 message.size(), digest.data(), digest.size());
    };
    const auto kangarootwelve = [&](auto function, Bytes &digest) {
        hashlane_kangarootwelve_hash(function, message.data(), message.size(), nullptr, 0,
                                     digest.data(), digest.size());
    };
    expect("turboshake128", turboshake, HASHLANE_TURBOSHAKE128, 32);
    expect("turboshake256", turboshake, HASHLANE_TURBOSHAKE256, 64);
    expect("kt128", kangarootwelve, HASHLANE_KT128, 32);
    expect("kt256", kangarootwelve, HASHLANE_KT256, 64);
}

TEST(SumAlgorithm, HasANameAndATag)
{
    for (const sum::Algorithm &algorithm : sum::algorithms()) {
        EXPECT_EQ(sum::find_algorithm(algorithm.name), &algorithm);
        EXPECT_EQ(sum::find_algorithm(algorithm.tag), &algorithm);
        EXPECT_LE(algorithm.digest_bytes, sum::most_digest_bytes);
    }
    EXPECT_EQ(sum::find_algorithm("md5"), nullptr);
}

// FIPS 180-4, FIPS 202, RFC 9861; fs-verity's and dm-verity's smallest blocks.
TEST(SumAlgorithm, HasTheDigestOfItsStandard)
{
    const std::map<std::string_view, std::size_t> digest_bytes = {
        {"sha256", 32},        {"sha3-224", 28},      {"sha3-256", 32}, {"sha3-384", 48},
        {"sha3-512", 64},      {"shake128", 32},      {"shake256", 64}, {"keccak-256", 32},
        {"turboshake128", 32}, {"turboshake256", 64}, {"kt128", 32},    {"kt256", 64},
        {"fsverity", 32},      {"dm-verity", 32}};
    ASSERT_EQ(sum::algorithms().size(), digest_bytes.size());
    for (const sum::Algorithm &algorithm : sum::algorithms())
        EXPECT_EQ(algorithm.digest_bytes, digest_bytes.at(algorithm.name)) << algorithm.name;
    const auto limits = [](const char *name) { return sum::find_algorithm(name)->limits; };
    EXPECT_EQ(limits("fsverity").least_block_bytes, 64U);
    EXPECT_EQ(limits("fsverity").most_salt_bytes, 32U);
    EXPECT_EQ(limits("dm-verity").least_block_bytes, 512U);
    EXPECT_EQ(limits("dm-verity").most_salt_bytes, 256U);
}

TEST(SumFilesErrors, AreThoseOfTheirFilesAlone)
{
    const Bytes message = random_bytes(100);
    const sum::Algorithm &algorithm = *sum::find_algorithm("sha256");
    const Summed summed =
        sum(algorithm, {scratch_path("absent"), written("there", message), scratch_path("")}, 2);
    ASSERT_EQ(summed.sums.size(), 3u);
    EXPECT_TRUE(summed.sums[0].is_missing);
    EXPECT_FALSE(summed.sums[0].is_opened);
    EXPECT_NE(summed.sums[0].problem, "");
    EXPECT_EQ(summed.sums[1].problem, "");
    EXPECT_FALSE(summed.sums[2].is_missing) << "it is a directory";
    EXPECT_NE(summed.sums[2].problem, "");
}

TEST(SumFilesErrors, CancelledOrFailingTakersEndIt)
{
    // One after the other, read whole and hashed together, and each on all threads.
    for (const auto &[name, size, threads] :
         {std::tuple("sha256", 70'000, 1), {"sha256", 70, 1}, {"kt128", 70'000, 2}}) {
        const std::vector<std::string> several(
            500, written("several", random_bytes(static_cast<std::size_t>(size))));
        const Summed summed =
            sum(*sum::find_algorithm(name), several, static_cast<std::size_t>(threads), 1);
        EXPECT_FALSE(summed.finished) << name;
        EXPECT_LT(summed.sums.size(), several.size()) << name;
    }

    const sum::Algorithm &algorithm = *sum::find_algorithm("kt128");
    const std::vector<std::string> paths(500, written("one", random_bytes(70'000)));
    machine::ThreadPool pool(2);
    sum::SumProgress progress;
    const std::atomic<bool> cancel = false;
    const auto fail = [](std::size_t, const sum::FileSum &) { throw std::runtime_error("full"); };
    EXPECT_THROW(sum::sum_files({algorithm, {}, paths, pool, cancel, progress}, fail),
                 std::runtime_error);
}

#if !defined(_WIN32)

// The limit of open files while it lives: this many in addition to those that are open.
class FewFiles {
public:
    explicit FewFiles(rlim_t files)
    {
        getrlimit(RLIMIT_NOFILE, &before_);
        const int next = dup(0); // the lowest number that is free
        close(next);
        const rlimit few{static_cast<rlim_t>(next) + files, before_.rlim_max};
        EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
    }
    ~FewFiles() { setrlimit(RLIMIT_NOFILE, &before_); }
    FewFiles(const FewFiles &) = delete;
    FewFiles &operator=(const FewFiles &) = delete;

private:
    rlimit before_{};
};

TEST(SumFilesLimits, AsManyAreOpenAsTheyAllow)
{
    const Bytes bytes = random_bytes(500'000);
    const std::vector<std::string> paths(100, written("many", bytes));
    for (const char *name : {"sha256", "sha3-256", "kt128"})
        for (const rlim_t files : {rlim_t{24}, rlim_t{40}}) {
            const FewFiles few(files);
            const sum::Algorithm &algorithm = *sum::find_algorithm(name);
            const Bytes digest = digest_of(algorithm, bytes);
            for (const sum::FileSum &sum : sum(algorithm, paths, 16).sums) {
                EXPECT_EQ(sum.problem, "") << name << ", " << files << " files";
                EXPECT_TRUE(std::equal(digest.begin(), digest.end(), sum.digest.begin()));
            }
        }
}

#endif

TEST(InputFile, IsReadToItsEnd)
{
    const Bytes bytes = random_bytes(1000);
    machine::InputFile file(written("input", bytes));
    EXPECT_EQ(file.size_of_regular(), 1000u);
    Bytes into(600);
    EXPECT_EQ(file.read(into), 600u);
    EXPECT_EQ(into, Bytes(bytes.begin(), bytes.begin() + 600));
    EXPECT_EQ(file.read(into), 400u);
    EXPECT_EQ(Bytes(into.begin(), into.begin() + 400), Bytes(bytes.begin() + 600, bytes.end()));
    EXPECT_EQ(file.read(into), 0u);
}

} // namespace
} // namespace hashlane::test
