// SPDX-License-Identifier: MIT
#include "keccak_suite.h"

namespace hashlane {
namespace {

constexpr int state_words = 25;

constexpr std::uint64_t start_constant[state_words] = {
    0x6170727463692e6b, 0x68406570632e6d6f, 0x3335203539383937, 0x3436333333383732,
    0x3931313736203339, 0x350a323839303437, 0x3730313834363020, 0x2039363838323330,
    0x3131303737362039, 0x3638313533203832, 0x3930383334343036, 0x3332373120323335,
    0x2020340a31383131, 0x7463692e6b656469, 0x70632e6d6f310a31, 0x3539383937323338,
    0x3333383732203930, 0x3736203339393937, 0x3839303437343920, 0x3834363020323636,
    0x3838323330383435, 0x37373620390a2032, 0x3533203832333236, 0x3334343036353935,
    0x3120323335393530,
};

} // namespace

void keccak_suite_start(std::uint64_t *state, std::uint64_t key)
{
    for (int i = 0; i < state_words; ++i)
        state[i] = start_constant[i] ^ key;
}

std::uint64_t keccak_suite_checksum(const std::uint64_t *state)
{
    std::uint64_t sum = 0;
    for (int i = 0; i < state_words; ++i)
        sum ^= state[i];
    return sum;
}

} // namespace hashlane
