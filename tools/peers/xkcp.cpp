// SPDX-License-Identifier: MIT
//
// XKCP: whole messages one by one, as it has no function of several; permutations of one, four and
// eight states, which it keeps interleaved: word 0 of each state, then word 1 of each.
#include "peer.h"

extern "C" {
int SHA3_256(unsigned char *output, const unsigned char *input, std::size_t bytes);
int SHAKE128(unsigned char *output, std::size_t output_bytes, const unsigned char *input,
             std::size_t bytes);
int TurboSHAKE(unsigned capacity_bits, const unsigned char *input, std::size_t bytes,
               unsigned char domain, unsigned char *output, std::size_t output_bytes);
int KT128(const unsigned char *input, std::size_t bytes, unsigned char *output,
          std::size_t output_bytes, const unsigned char *customization,
          std::size_t customization_bytes);
void KeccakP1600_OverwriteBytes(void *state, const unsigned char *bytes, unsigned offset,
                                unsigned count);
void KeccakP1600_ExtractBytes(const void *state, unsigned char *bytes, unsigned offset,
                              unsigned count);
void KeccakP1600_Permute_24rounds(void *state);
void KeccakP1600times4_PermuteAll_24rounds(void *states);
// Only where the target has it: then null.
__attribute__((weak)) void KeccakP1600times8_PermuteAll_24rounds(void *states);
}

const char *peer_implementation() { return PEER_IMPLEMENTATION; }

void peer_sha3_256(const std::uint8_t *messages, std::size_t bytes, std::size_t count,
                   std::uint8_t *outputs, std::size_t output_bytes)
{
    for (std::size_t i = 0; i < count; ++i)
        SHA3_256(outputs + i * output_bytes, messages + i * bytes, bytes);
}

void peer_shake128(const std::uint8_t *messages, std::size_t bytes, std::size_t count,
                   std::uint8_t *outputs, std::size_t output_bytes)
{
    for (std::size_t i = 0; i < count; ++i)
        SHAKE128(outputs + i * output_bytes, output_bytes, messages + i * bytes, bytes);
}

void peer_turboshake128(const std::uint8_t *messages, std::size_t bytes, std::size_t count,
                        std::uint8_t *outputs, std::size_t output_bytes)
{
    for (std::size_t i = 0; i < count; ++i)
        TurboSHAKE(256, messages + i * bytes, bytes, 0x1f, outputs + i * output_bytes,
                   output_bytes);
}

void peer_kt128(const std::uint8_t *messages, std::size_t bytes, std::size_t count,
                std::uint8_t *outputs, std::size_t output_bytes)
{
    for (std::size_t i = 0; i < count; ++i)
        KT128(messages + i * bytes, bytes, outputs + i * output_bytes, output_bytes, nullptr, 0);
}

namespace {

constexpr std::size_t words = 25;
constexpr unsigned state_bytes = words * sizeof(std::uint64_t);

// One state is kept in an order that its implementation chooses.
void permute_one(std::uint64_t *state, std::size_t times)
{
    alignas(64) std::uint64_t own[words];
    auto *const bytes = reinterpret_cast<unsigned char *>(state);
    KeccakP1600_OverwriteBytes(own, bytes, 0, state_bytes);
    for (std::size_t time = 0; time < times; ++time)
        KeccakP1600_Permute_24rounds(own);
    KeccakP1600_ExtractBytes(own, bytes, 0, state_bytes);
}

} // namespace

void peer_keccak_f1600(std::uint64_t *states, std::size_t count, std::size_t times)
{
    const bool has_eight = KeccakP1600times8_PermuteAll_24rounds != nullptr;
    const std::size_t lanes = count % 8 == 0 && has_eight ? 8 : count % 4 == 0 ? 4 : 1;
    auto *const permute =
        lanes == 8 ? KeccakP1600times8_PermuteAll_24rounds : KeccakP1600times4_PermuteAll_24rounds;
    for (std::size_t first = 0; first < count; first += lanes, states += lanes * words) {
        if (lanes == 1) {
            permute_one(states, times);
            continue;
        }
        alignas(64) std::uint64_t all[8 * words];
        for (std::size_t i = 0; i < lanes * words; ++i)
            all[i % words * lanes + i / words] = states[i];
        for (std::size_t time = 0; time < times; ++time)
            permute(all);
        for (std::size_t i = 0; i < lanes * words; ++i)
            states[i] = all[i % words * lanes + i / words];
    }
}
