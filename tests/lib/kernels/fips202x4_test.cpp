// SPDX-License-Identifier: MIT
//
// SHAKE of four messages, over every sha3 kernel, against the oracle.

#include "support/forced_kernel.h"
#include "support/kernel_param.h"
#include "support/oracle.h"
#include "support/random_bytes.h"

#include "hashlane/fips202x4.h"

#include <cstring>

namespace hashlane::test {
namespace {

struct Shake128 {
    static constexpr const char *name = "shake128";
    static constexpr std::size_t rate = HASHLANE_SHAKE128_RATE_BYTES;
    using Context = hashlane_shake128x4_context;
    static constexpr auto init = hashlane_shake128x4_init;
    static constexpr auto absorb_once = hashlane_shake128x4_absorb_once;
    static constexpr auto squeezeblocks = hashlane_shake128x4_squeezeblocks;
    static constexpr auto release = hashlane_shake128x4_release;
};

struct Shake256 {
    static constexpr const char *name = "shake256";
    static constexpr std::size_t rate = HASHLANE_SHAKE256_RATE_BYTES;
    using Context = hashlane_shake256x4_context;
    static constexpr auto init = hashlane_shake256x4_init;
    static constexpr auto absorb_once = hashlane_shake256x4_absorb_once;
    static constexpr auto squeezeblocks = hashlane_shake256x4_squeezeblocks;
    static constexpr auto release = hashlane_shake256x4_release;
};

std::vector<Bytes> four_messages(std::size_t bytes)
{
    std::vector<Bytes> messages;
    for (std::size_t i = 0; i < 4; ++i)
        messages.push_back(random_bytes(bytes, 10 * bytes + i));
    return messages;
}

template <class Shake> void expect_blocks_equal_oracle(std::size_t bytes)
{
    const std::vector<Bytes> in = four_messages(bytes);
    typename Shake::Context context;
    Shake::init(&context);
    Shake::absorb_once(&context, in[0].data(), in[1].data(), in[2].data(), in[3].data(), bytes);
    std::vector<Bytes> out(4, Bytes(6 * Shake::rate + 1, 0xc5));
    std::size_t at = 0;
    for (const std::size_t blocks : {1U, 3U, 0U, 2U}) {
        Shake::squeezeblocks(&context, &out[0][at], &out[1][at], &out[2][at], &out[3][at], blocks);
        at += blocks * Shake::rate;
    }
    for (std::size_t i = 0; i < 4; ++i) {
        Bytes expected = oracle_digest(Shake::name, in[i], at);
        expected.push_back(0xc5);
        EXPECT_EQ(out[i], expected) << Shake::name << " of " << bytes << " bytes, message " << i;
    }
    Shake::release(&context);
    const typename Shake::Context zeros{};
    EXPECT_EQ(std::memcmp(&context, &zeros, sizeof context), 0);
}

class Fips202x4 : public KernelTest {};

TEST_P(Fips202x4, EqualsOracle)
{
    const ForcedKernel forced(*GetParam());
    for (const std::size_t bytes :
         {0U, 1U, 33U, 34U, 66U, 135U, 136U, 137U, 167U, 168U, 169U, 500U}) {
        expect_blocks_equal_oracle<Shake128>(bytes);
        expect_blocks_equal_oracle<Shake256>(bytes);
    }
}

TEST_P(Fips202x4, WholeOutputs)
{
    const ForcedKernel forced(*GetParam());
    for (const std::size_t size : {0U, 1U, 128U, 136U, 137U, 500U}) {
        const std::vector<Bytes> in = four_messages(33 + size);
        std::vector<Bytes> out(4, Bytes(size + 1, 0xc5));
        hashlane_shake256x4(in[0].data(), in[1].data(), in[2].data(), in[3].data(), 33 + size,
                            out[0].data(), out[1].data(), out[2].data(), out[3].data(), size);
        for (std::size_t i = 0; i < 4; ++i) {
            Bytes expected = oracle_digest("shake256", in[i], size);
            expected.push_back(0xc5);
            EXPECT_EQ(out[i], expected) << size << " bytes, message " << i;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Registry, Fips202x4, testing::ValuesIn(kernels_of(Workload::sha3)),
                         kernel_test_name);

} // namespace
} // namespace hashlane::test
