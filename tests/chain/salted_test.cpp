// SPDX-License-Identifier: MIT
//
// Every kernel of salted chains against the stored segments, and against each other on random data.

#include "chain/salted.h"
#include "chain/salted_kernels.h"
#include "compiler/compiler.h"
#include "core/cpu_features.h"
#include "support/proof.h"
#include "support/skips.h"

#include <string_view>

namespace hashlane::test {
namespace {

struct SaltedCase {
    std::string_view name;
    FeatureSet features;
    std::size_t lanes;
    void (*kernel)(std::uint8_t *, const std::uint8_t *, std::uint64_t) noexcept;
};

constexpr SaltedCase salted_kernels[] = {
    {"portable_x1", no_features, 1, hashlane_sha256_salted_portable_x1},
#if HASHLANE_X86_64
    {"shani_x1", sha | ssse3 | sse41 | avx, 1, hashlane_sha256_salted_shani_x1},
    {"shani_x2", sha | ssse3 | sse41 | avx, 2, hashlane_sha256_salted_shani_x2},
    {"avx512_x16", avx512f | avx512vl, 16, hashlane_sha256_salted_avx512_x16},
#endif
};

void PrintTo(const SaltedCase &param, std::ostream *out) { *out << param.name; }

class SaltedKernel : public testing::TestWithParam<SaltedCase> {
protected:
    void SetUp() override
    {
        if ((this_cpu().features & GetParam().features) == GetParam().features)
            return;
        if (skips_are_failures())
            FAIL() << "needs " << feature_names(GetParam().features);
        GTEST_SKIP() << "needs " << feature_names(GetParam().features);
    }
};

// Each segment in each lane, the others busy with something else; nothing behind them is touched.
TEST_P(SaltedKernel, EqualsStoredSegments)
{
    const SaltedCase &param = GetParam();
    std::mt19937_64 random(1);
    for (const OwnedSegment &segment : stored_proof()) {
        if (segment.salt.empty() || !segment.mixin.empty())
            continue;
        for (std::size_t lane = 0; lane < param.lanes; ++lane) {
            Bytes digests = random_bytes(random, 32 * param.lanes + 33);
            Bytes salts = random_bytes(random, 32 * param.lanes + 1);
            const Bytes before = digests;
            std::ranges::copy(segment.start, digests.begin() + 1 + static_cast<long>(32 * lane));
            std::ranges::copy(segment.salt, salts.begin() + 1 + static_cast<long>(32 * lane));
            param.kernel(digests.data() + 1, salts.data() + 1, segment.hashes / 2);
            param.kernel(digests.data() + 1, salts.data() + 1, segment.hashes - segment.hashes / 2);
            EXPECT_TRUE(std::equal(segment.end.begin(), segment.end.end(),
                                   digests.begin() + 1 + static_cast<long>(32 * lane)))
                << "lane " << lane;
            EXPECT_EQ(digests.front(), before.front());
            EXPECT_TRUE(std::equal(before.end() - 32, before.end(), digests.end() - 32));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Chain, SaltedKernel, testing::ValuesIn(salted_kernels),
                         [](const auto &param) { return std::string(param.param.name); });

// Whatever the number of lanes, and with it the kernels.
TEST(Salted, AnyNumberOfLanesEqualsOneAfterTheOther)
{
    std::mt19937_64 random(2);
    for (std::size_t lanes = 0; lanes <= 40; ++lanes) {
        Bytes digests = random_bytes(random, 32 * (lanes + most_salted_lanes));
        const Bytes salts = random_bytes(random, digests.size());
        Bytes expected = digests;
        advance_salted(digests.data(), salts.data(), lanes, 5);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            std::uint8_t *const digest = expected.data() + 32 * lane;
            hashlane_sha256_salted_portable_x1(digest, salts.data() + 32 * lane, 5);
            EXPECT_TRUE(
                std::equal(digest, digest + 32, digests.begin() + static_cast<long>(32 * lane)))
                << lane << " of " << lanes;
        }
    }
}

} // namespace
} // namespace hashlane::test
