// SPDX-License-Identifier: MIT
//
// The sponge and the functions of FIPS 202 over any permutation, for one message and on lanes.
#pragma once

#include "../base/little_endian.h"
#include "../core/columns.h"
#include "../dispatch/call_plan.h"

#include "hashlane/sha3.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace hashlane {

/// Returns the kernel for the sponge of one message.
inline Sha3Absorb *single_absorb(const KernelTable &choice = active_table<Workload::sha3>())
{
    return function_of<Workload::sha3>(*choice.single);
}

/// A sponge over Keccak-p[1600, rounds].
struct Sponge {
    std::uint32_t rate_bytes;
    std::uint8_t suffix; ///< domain separation, then the first bit of pad10*1
    unsigned rounds;
};

struct Sha3Function {
    hashlane_sha3_function function;
    std::string_view name;    ///< "sha3-256", "shake128"
    std::uint32_t rate_bytes; ///< 200 minus twice the security strength in bytes
    std::uint8_t suffix;      ///< domain separation, then the first bit of pad10*1
    std::size_t digest_bytes; ///< 0: an extendable-output function
    unsigned rounds = keccak_f_rounds;
};

/// Returns the sponge that such a function is.
constexpr Sponge sponge_of(const Sha3Function &function)
{
    return {function.rate_bytes, function.suffix, function.rounds};
}

/// Returns the six functions, FIPS 202 tables 3 and 4, in the order of the enumeration.
std::span<const Sha3Function> sha3_functions();

/// Returns the four of the submission to the SHA-3 competition, which go over the same sponges.
std::span<const Sha3Function> keccak_functions();

/// TurboSHAKE128 (RFC 9861, 2.2) with the domain 0x1f, for the benchmark. It is none of the ten:
/// `function` is the one whose rate it has.
constexpr Sha3Function benchmark_turboshake128{HASHLANE_SHAKE128, "turboshake128", 168, 0x1f, 0,
                                               keccak_p_rounds};

/// Null when the value is none of the ten.
const Sha3Function *find_sha3_function(hashlane_sha3_function function);

/// The one of the ten with that name, or null.
const Sha3Function *find_sha3_function(std::string_view name);

/// The value of `version` in a context that was started.
constexpr std::uint16_t sponge_started = 1;

// The incremental interface of sha3.h, over the permutation of one `absorb` kernel with one
// lane. All calls on one `hash` must name the same kernel only for speed: any gives one result.
// `rounds` must be the same in all of them.

void sponge_init(hashlane_sha3_context &hash, const Sha3Function &function);

/// Does the same for any sponge whose rate one of the functions has.
void sponge_init(hashlane_sha3_context &hash, const Sponge &sponge);

/// True if nothing beyond the state would be read or written, whatever the structure contains: it
/// was initialised, or might have been.
bool is_usable(const hashlane_sha3_context &hash);

/// Precondition of both: usable. Of this one: not yet squeezed.
void sponge_absorb(hashlane_sha3_context &hash, Sha3Absorb *absorb,
                   std::span<const std::uint8_t> message, unsigned rounds = keccak_f_rounds);

void sponge_squeeze(hashlane_sha3_context &hash, Sha3Absorb *absorb, std::span<std::uint8_t> output,
                    unsigned rounds = keccak_f_rounds);

/// Hashes `lanes` messages of `bytes` bytes each at once, `lanes` being the kernel's; each output
/// may overlap any message.
void sponge_hash(const Sha3Function &function, Sha3Absorb *absorb, unsigned lanes,
                 const std::uint8_t *const *messages, std::size_t bytes,
                 std::uint8_t *const *outputs, std::size_t output_bytes);

/// Does the same, by the kernel's form for whole messages (forms.h) if it has one.
void sponge_hash(const Sha3Function &function, const Kernel &kernel,
                 const std::uint8_t *const *messages, std::size_t bytes,
                 std::uint8_t *const *outputs, std::size_t output_bytes);

/// Hashes the messages of a call, whose parts lie in columns. Lane i writes to outputs[i]; lanes
/// beyond the call's messages repeat the first, output and all.
void sponge_hash_columns(const Sha3Function &function, const KernelCall &call, Columns columns,
                         std::uint8_t *const *outputs, std::size_t output_bytes);

// ---- Any number of states, through kernels that take a fixed number at a time ----

/// Does the same as an `absorb` kernel (absorb.h), for any number of states.
void absorb_lanes(const KernelTable &choice, std::uint64_t *states, std::size_t lanes,
                  const std::uint8_t *const *blocks, std::uint64_t rate_bytes, std::uint64_t count,
                  unsigned rounds);

/// Permutes `count` interleaved states: word i of state s is words[i * count + s].
void permute_interleaved(const KernelTable &choice, std::uint64_t *words, std::size_t count,
                         unsigned rounds);

/// Absorbs `blocks` whole blocks of `rate_bytes`, the rate of all, into each of `count` messages
/// that were begun, at most max_absorb_lanes: those at messages[i] into hashes[i], which holds no
/// part of a block.
void sponge_absorb_blocks(const KernelTable &choice, hashlane_sha3_context *const *hashes,
                          const std::uint8_t *const *messages, std::uint64_t rate_bytes,
                          std::uint64_t blocks, std::size_t count, unsigned rounds);

/// A place for each message's output, and the bytes that are written there; anywhere if none are.
struct OutputRows {
    std::uint8_t *first;
    std::size_t stride, bytes;

    std::uint8_t *at(std::size_t message) const
    {
        return bytes == 0 ? first : first + message * stride;
    }
};

/// The outputs of a call's messages: lanes beyond these repeat the first, output and all.
struct CallOutputs {
    CallOutputs(const KernelCall &call, const OutputRows &rows)
    {
        for (std::size_t lane = 0; lane < call.kernel.lanes; ++lane)
            at[lane] = rows.at(call.first + (lane < call.count ? lane : 0));
    }
    std::uint8_t *at[max_absorb_lanes];
};

/// Messages of unequal lengths: message i is bytes[i] long.
struct UnequalMessages {
    const std::uint8_t *const *messages;
    const std::size_t *bytes;
    std::size_t count;
    OutputRows outputs;
};

/// Hashes them on the lanes of a core: as one ends, the next takes its lane. An output may overlap
/// its own message.
void sponge_hash_unequal(const Sponge &sponge, const KernelTable &choice,
                         const UnequalMessages &messages);

// ---- The bytes of a state of 25 words, FIPS 202, B.1: the first byte of a word is its lowest ----

/// The last 1 of pad10*1, in the last byte of a block.
constexpr std::uint8_t last_padding_bit = 0x80;

inline void xor_byte(std::uint64_t *state, std::size_t at, std::uint8_t value)
{
    state[at / 8] ^= std::uint64_t{value} << (8 * (at % 8));
}

inline std::uint8_t byte_of(const std::uint64_t *state, std::size_t at)
{
    return static_cast<std::uint8_t>(state[at / 8] >> (8 * (at % 8)));
}

/// XORs `bytes` bytes into the word that byte `at` is in; they do not reach beyond it. In a
/// register: one after the other in memory, each would wait for the store of the one before.
inline void xor_part_of_word(std::uint64_t *state, std::size_t at, const std::uint8_t *message,
                             std::size_t bytes)
{
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < bytes; ++i)
        word |= std::uint64_t{message[i]} << (8 * (at % 8 + i));
    state[at / 8] ^= word;
}

/// XORs `bytes` bytes into the state from byte `at` on, a word at a time where it can.
inline void xor_bytes(std::uint64_t *state, std::size_t at, const std::uint8_t *message,
                      std::size_t bytes)
{
    if (at % 8 != 0) {
        const std::size_t first = bytes < 8 - at % 8 ? bytes : 8 - at % 8;
        xor_part_of_word(state, at, message, first);
        at += first;
        message += first;
        bytes -= first;
    }
    if (bytes < 8) {
        if (bytes != 0)
            xor_part_of_word(state, at, message, bytes);
        return;
    }
    for (; bytes >= 8; bytes -= 8, at += 8, message += 8)
        state[at / 8] ^= load_eight(message);
    // The bytes before them are the message's, too, and are shifted out.
    if (bytes != 0)
        state[at / 8] ^= load_eight(message + bytes - 8) >> (8 * (8 - bytes));
}

/// Writes `bytes` bytes of the state from byte `at` on.
inline void copy_bytes(const std::uint64_t *state, std::size_t at, std::uint8_t *output,
                       std::size_t bytes)
{
    if constexpr (std::endian::native == std::endian::little)
        std::copy_n(reinterpret_cast<const std::uint8_t *>(state) + at, bytes, output);
    else
        for (; bytes != 0; --bytes)
            *output++ = byte_of(state, at++);
}

} // namespace hashlane
