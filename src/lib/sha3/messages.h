// SPDX-License-Identifier: MIT
//
// Whole messages over a Form of src/lib/keccak/in_place.h that transposes, with AVX512F: from the
// caller's memory to the caller's memory, and the states in registers alone.
//
// Contract: see src/lib/core/forms.h.
// Idea: a message's whole words are one masked load for each eight of them, whatever their number;
// its last bytes and the padding are one word more. No branch depends on a length of 8 or more, so
// unequal lengths cost what equal ones do.
#pragma once

#include "../core/forms.h"
#include "absorb.h"

#include <cstring>
#include <immintrin.h>

namespace {

constexpr std::size_t most_block_words = 24;

struct PaddedBlock {
    alignas(64) std::uint64_t words[most_block_words];
};

// The last `part` < 8 bytes of a message. No byte outside of it is read.
HASHLANE_INLINE std::uint64_t last_bytes(const std::uint8_t *end, std::size_t part,
                                         std::size_t bytes)
{
    std::uint64_t word = 0;
    if (bytes >= 8) {
        std::memcpy(&word, end - 8, sizeof word);
        return word >> (8 * (7 - part)) >> 8;
    }
    for (std::size_t i = part; i != 0; --i)
        word = word << 8 | *--end;
    return word;
}

template <int eight> HASHLANE_INLINE __mmask8 mask_of(unsigned words)
{
    return static_cast<__mmask8>(words >> (8 * eight));
}

constexpr std::uint64_t last_padding_bit_of_word = std::uint64_t{1} << 63;

// The last block of a message of `bytes`, of which `rest` are left, at `from`.
HASHLANE_INLINE void write_last_block(PaddedBlock &block, const std::uint8_t *from,
                                      std::size_t rest, std::size_t bytes,
                                      const hashlane::SpongeMessages &lanes)
{
    const std::size_t whole = rest / 8, part = rest % 8, last = lanes.rate_bytes / 8 - 1;
    const std::uint64_t end_word = last_bytes(from + rest, part, bytes) |
                                   lanes.suffix << (8 * part) |
                                   (whole == last ? last_padding_bit_of_word : 0);
    const unsigned end = 1U << whole;
    unroll<most_block_words / 8>([&](auto i) HASHLANE_INLINE_LAMBDA {
        // Put together in registers: a load of what several stores wrote would wait for them.
        const __m512i empty = _mm512_maskz_set1_epi64(
            mask_of<i>(1U << last), static_cast<long long>(last_padding_bit_of_word));
        __m512i words = _mm512_mask_loadu_epi64(empty, mask_of<i>(end - 1), from + 64 * i);
        words = _mm512_mask_set1_epi64(words, mask_of<i>(end), static_cast<long long>(end_word));
        _mm512_storeu_si512(block.words + 8 * i, words);
    });
}

template <class Form>
HASHLANE_INLINE void hash_messages_in_place(const hashlane::SpongeMessages &lanes)
{
    constexpr std::uint64_t group_bytes = 8 * Form::words_together;
    PaddedBlock ends[Form::states];
    const std::uint64_t before = (lanes.blocks - 1) * lanes.rate_bytes;
    for (int lane = 0; lane < Form::states; ++lane)
        write_last_block(ends[lane], lanes.messages[lane] + before, lanes.bytes[lane] - before,
                         lanes.bytes[lane], lanes);
    const std::uint8_t *from[Form::states];
    unroll<Form::states>([&](auto lane) HASHLANE_INLINE_LAMBDA {
        from[lane] = reinterpret_cast<const std::uint8_t *>(ends[lane].words);
    });
    State<Form> a;
    unroll<keccak_words>([&](auto i) HASHLANE_INLINE_LAMBDA { a[i] = typename Form::Register{}; });
    for (std::uint64_t offset = 0; offset <= before; offset += lanes.rate_bytes) {
        if (offset != before) {
            xor_block_transposed<Form>(a, lanes.messages, offset, lanes.rate_bytes);
        } else {
            // The words after the rate are zeros: no word remains to be gathered by itself.
            xor_block_transposed<Form>(
                a, from, 0, (lanes.rate_bytes + group_bytes - 1) / group_bytes * group_bytes);
        }
        permute_in_place<Form>(a, lanes.rounds);
    }
    unroll<8 / Form::words_together>([&](auto group) HASHLANE_INLINE_LAMBDA {
        if (group * group_bytes < lanes.output_bytes)
            Form::store_words(lanes.outputs, group * group_bytes, a + Form::words_together * group);
    });
}

} // namespace

#define HASHLANE_SHA3_MESSAGES(symbol, ...)                                                        \
    extern "C" void symbol##_messages(const hashlane::SpongeMessages &lanes) noexcept              \
    {                                                                                              \
        hash_messages_in_place<__VA_ARGS__>(lanes);                                                \
    }
