// SPDX-License-Identifier: MIT
//
// The C interface of fips202x4.h. A context is four states, the message's last block added but not
// permuted: squeezeblocks() permutes before it writes.

#include "../base/wipe.h"
#include "../sha3/sponge.h"

#include "hashlane/fips202x4.h"

#include <algorithm>

using namespace hashlane;

namespace {

constexpr std::size_t ways = 4;

static_assert(sizeof(hashlane_shake128x4_context) >= ways * keccak_state_words * 8);

const Sha3Function &shake128() { return *find_sha3_function(HASHLANE_SHAKE128); }
const Sha3Function &shake256() { return *find_sha3_function(HASHLANE_SHAKE256); }

void absorb_once(std::uint64_t *states, const Sha3Function &function,
                 const std::uint8_t *const (&in)[ways], std::size_t bytes)
{
    const std::size_t rate = function.rate_bytes, blocks = bytes / rate, rest = bytes % rate;
    std::fill_n(states, ways * keccak_state_words, 0);
    if (blocks != 0)
        absorb_lanes(active_table<Workload::sha3>(), states, ways, in, rate, blocks,
                     keccak_f_rounds);
    for (std::size_t i = 0; i < ways; ++i) {
        std::uint64_t *const state = states + i * keccak_state_words;
        xor_bytes(state, 0, in[i] + blocks * rate, rest);
        xor_byte(state, rest, function.suffix);
        xor_byte(state, rate - 1, last_padding_bit);
    }
}

void squeeze(std::uint64_t *states, const Sha3Function &function, std::uint8_t *const (&out)[ways],
             std::size_t bytes)
{
    const std::size_t rate = function.rate_bytes;
    for (std::size_t done = 0; done < bytes; done += rate) {
        absorb_lanes(active_table<Workload::sha3>(), states, ways, nullptr, 0, 1, keccak_f_rounds);
        for (std::size_t i = 0; i < ways; ++i)
            copy_bytes(states + i * keccak_state_words, 0, out[i] + done,
                       std::min(rate, bytes - done));
    }
}

} // namespace

extern "C" {

void hashlane_shake128x4_init(hashlane_shake128x4_context *context) noexcept { *context = {}; }

void hashlane_shake256x4_init(hashlane_shake256x4_context *context) noexcept { *context = {}; }

void hashlane_shake128x4_absorb_once(hashlane_shake128x4_context *context, const uint8_t *in0,
                                     const uint8_t *in1, const uint8_t *in2, const uint8_t *in3,
                                     size_t bytes) noexcept
{
    absorb_once(context->opaque, shake128(), {in0, in1, in2, in3}, bytes);
}

void hashlane_shake256x4_absorb_once(hashlane_shake256x4_context *context, const uint8_t *in0,
                                     const uint8_t *in1, const uint8_t *in2, const uint8_t *in3,
                                     size_t bytes) noexcept
{
    absorb_once(context->opaque, shake256(), {in0, in1, in2, in3}, bytes);
}

void hashlane_shake128x4_squeezeblocks(hashlane_shake128x4_context *context, uint8_t *out0,
                                       uint8_t *out1, uint8_t *out2, uint8_t *out3,
                                       size_t blocks) noexcept
{
    squeeze(context->opaque, shake128(), {out0, out1, out2, out3},
            blocks * HASHLANE_SHAKE128_RATE_BYTES);
}

void hashlane_shake256x4_squeezeblocks(hashlane_shake256x4_context *context, uint8_t *out0,
                                       uint8_t *out1, uint8_t *out2, uint8_t *out3,
                                       size_t blocks) noexcept
{
    squeeze(context->opaque, shake256(), {out0, out1, out2, out3},
            blocks * HASHLANE_SHAKE256_RATE_BYTES);
}

void hashlane_shake128x4_release(hashlane_shake128x4_context *context) noexcept
{
    wipe(context, sizeof *context);
}

void hashlane_shake256x4_release(hashlane_shake256x4_context *context) noexcept
{
    wipe(context, sizeof *context);
}

void hashlane_shake256x4(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                         const uint8_t *in3, size_t bytes, uint8_t *out0, uint8_t *out1,
                         uint8_t *out2, uint8_t *out3, size_t output_bytes) noexcept
{
    hashlane_shake256x4_context context;
    hashlane_shake256x4_absorb_once(&context, in0, in1, in2, in3, bytes);
    squeeze(context.opaque, shake256(), {out0, out1, out2, out3}, output_bytes);
    hashlane_shake256x4_release(&context);
}

} // extern "C"
