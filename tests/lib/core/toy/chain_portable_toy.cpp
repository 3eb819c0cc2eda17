// SPDX-License-Identifier: MIT
//
// SHA-256 chain as the standard has it: the file that add_a_kernel_test.sh adds to src/lib/sha256/.
#include "kernels.h"

namespace {

void compress(std::uint32_t (&digest)[8])
{
    std::uint32_t w[64];
    std::uint32_t s[8]; // a = 0 … h = 7
    for (int i = 0; i < 8; ++i) {
        w[i] = digest[i];
        w[i + 8] = padding[i];
        s[i] = initial_hash[i];
    }
    for (int t = 16; t < 64; ++t)
        w[t] = small_sigma1(w[t - 2]) + w[t - 7] + small_sigma0(w[t - 15]) + w[t - 16];
    for (int t = 0; t < 64; ++t) {
        const std::uint32_t t1 =
            s[7] + big_sigma1(s[4]) + choose(s[4], s[5], s[6]) + round_constant[t] + w[t];
        const std::uint32_t t2 = big_sigma0(s[0]) + majority(s[0], s[1], s[2]);
        for (int i = 7; i > 0; --i)
            s[i] = s[i - 1];
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (int i = 0; i < 8; ++i)
        digest[i] = initial_hash[i] + s[i];
}

} // namespace

extern "C" void hashlane_sha256_chain_portable_toy_x1(std::uint8_t *digests,
                                                      std::uint64_t iterations) noexcept
{
    std::uint32_t digest[8];
    for (int i = 0; i < 8; ++i)
        digest[i] = load(digests + 4 * i);
    for (; iterations != 0; --iterations)
        compress(digest);
    for (int i = 0; i < 8; ++i)
        store(digests + 4 * i, digest[i]);
}
