// SPDX-License-Identifier: MIT
//
// Every kernel of salted chains against the stored segments, whose ends are of another
// implementation, and on random data against OpenSSL, where it is there, or the reference kernel.

#include "hashlane/sha256.h"

#include "support/kernel_param.h"
#include "support/proof.h"

namespace hashlane::test {
namespace {

void oracle(std::uint8_t *digest, const std::uint8_t *salt, std::uint64_t iterations)
{
#if HASHLANE_OPENSSL
    for (; iterations != 0; --iterations) {
        Bytes message(salt, salt + sha256_digest_bytes);
        message.insert(message.end(), digest, digest + sha256_digest_bytes);
        std::ranges::copy(oracle_digest("sha256", message), digest);
    }
#else
    function_of<Workload::sha256_salted>(reference_kernel(Workload::sha256_salted))(digest, salt,
                                                                                    iterations);
#endif
}

class Sha256SaltedKernel : public KernelTest {
protected:
    std::size_t bytes() const { return GetParam()->lanes * sha256_digest_bytes; }
    void run(std::uint8_t *digests, const std::uint8_t *salts, std::uint64_t iterations) const
    {
        function_of<Workload::sha256_salted> (*GetParam())(digests, salts, iterations);
    }
    std::mt19937_64 random_{GetParam()->lanes};
};

// Each segment in each lane, the others busy with something else.
TEST_P(Sha256SaltedKernel, EqualsStoredSegments)
{
    std::size_t found = 0;
    for (const OwnedSegment &segment : stored_proof()) {
        if (segment.salt.empty() || !segment.mixin.empty())
            continue;
        ++found;
        for (std::size_t at = 0; at < bytes(); at += sha256_digest_bytes) {
            const auto lane = static_cast<std::ptrdiff_t>(at);
            Bytes digests = random_bytes(random_, bytes()), salts = random_bytes(random_, bytes());
            std::ranges::copy(segment.start, digests.begin() + lane);
            std::ranges::copy(segment.salt, salts.begin() + lane);
            run(digests.data(), salts.data(), segment.hashes);
            EXPECT_TRUE(std::ranges::equal(segment.end,
                                           std::span(digests).subspan(at, sha256_digest_bytes)))
                << "lane " << at / sha256_digest_bytes;
        }
    }
    EXPECT_GT(found, 0U);
}

TEST_P(Sha256SaltedKernel, EqualsOracle)
{
    for (const std::uint64_t iterations : {0U, 1U, 2U, 3U, 17U, 64U}) {
        Bytes digests = random_bytes(random_, bytes());
        const Bytes salts = random_bytes(random_, bytes());
        Bytes expected = digests;
        run(digests.data(), salts.data(), iterations);
        for (std::size_t at = 0; at < bytes(); at += sha256_digest_bytes)
            oracle(expected.data() + at, salts.data() + at, iterations);
        EXPECT_EQ(digests, expected) << iterations << " iterations";
    }
}

TEST_P(Sha256SaltedKernel, ContinuesWhereItStopped)
{
    Bytes once = random_bytes(random_, bytes()), parts = once;
    const Bytes salts = random_bytes(random_, bytes());
    run(once.data(), salts.data(), 15);
    for (const std::uint64_t part : {1U, 2U, 0U, 5U, 7U})
        run(parts.data(), salts.data(), part);
    EXPECT_EQ(once, parts);
}

// Tests any alignment, no byte outside the digests, and none of the salts.
TEST_P(Sha256SaltedKernel, StaysInItsBuffer)
{
    constexpr std::size_t margin = 64;
    const Bytes input = random_bytes(random_, bytes()), salts = random_bytes(random_, bytes());
    Bytes expected = input;
    run(expected.data(), salts.data(), 3);
    for (std::size_t offset = 0; offset < 9; ++offset) {
        Bytes buffer(bytes() + 2 * margin, 0xa5), shifted(9, 0);
        shifted.insert(shifted.begin() + static_cast<std::ptrdiff_t>(offset), salts.begin(),
                       salts.end());
        const Bytes salts_before = shifted;
        const auto begin = buffer.begin() + static_cast<std::ptrdiff_t>(margin + offset);
        std::ranges::copy(input, begin);
        run(&*begin, shifted.data() + offset, 3);
        EXPECT_EQ(shifted, salts_before);
        EXPECT_TRUE(std::ranges::equal(std::span(&*begin, bytes()), expected)) << offset;
        std::fill_n(begin, bytes(), std::uint8_t{0xa5});
        EXPECT_EQ(std::ranges::count(buffer, 0xa5), static_cast<std::ptrdiff_t>(buffer.size()))
            << "written outside the buffer at offset " << offset;
    }
}

TEST_P(Sha256SaltedKernel, TakesDigestsAsTheirOwnSalts)
{
    Bytes digests = random_bytes(random_, bytes()), expected = digests;
    const Bytes salts = digests;
    run(expected.data(), salts.data(), 3);
    run(digests.data(), digests.data(), 3);
    EXPECT_EQ(digests, expected);
}

INSTANTIATE_TEST_SUITE_P(Registry, Sha256SaltedKernel,
                         testing::ValuesIn(kernels_of(Workload::sha256_salted)), kernel_test_name);

// Whatever the number of lanes, and with it the kernels.
TEST(Sha256Salted, AnyNumberOfLanesEqualsOneAfterTheOther)
{
    std::mt19937_64 random(2);
    for (std::size_t lanes = 0; lanes <= 40; ++lanes) {
        Bytes digests = random_bytes(random, 32 * lanes + 8);
        const Bytes salts = random_bytes(random, 32 * lanes);
        Bytes expected = digests;
        hashlane_sha256_salted(digests.data(), salts.data(), lanes, 5);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            oracle(expected.data() + 32 * lane, salts.data() + 32 * lane, 5);
        EXPECT_EQ(digests, expected) << lanes;
    }
}

} // namespace
} // namespace hashlane::test
