// SPDX-License-Identifier: MIT
//
// SHA-256 chain on SSE4: one lane, for processors without the SHA extensions.
//
// Contract: see kernels.h. Needs SSSE3 and SSE4.1.
// Idea: a hash in general registers is bound by their operations, a third of which belong to the
// schedule. Here vector units, idle otherwise, compute four words of the schedule at a time, with K
// added, sixteen rounds ahead; the rounds read them as memory operands. Words 8…15 are constants.
// Source: FIPS 180-4, 6.2.2.

#include "../base/compiler.h"
#include "kernels.h"

#include <immintrin.h>

namespace {

HASHLANE_INLINE __m128i load_four(const std::uint32_t *words)
{
    return _mm_loadu_si128(reinterpret_cast<const __m128i *>(words));
}
HASHLANE_INLINE void store_four(std::uint32_t *words, __m128i v)
{
    _mm_storeu_si128(reinterpret_cast<__m128i *>(words), v);
}
HASHLANE_INLINE __m128i xor3(__m128i a, __m128i b, __m128i c)
{
    return _mm_xor_si128(_mm_xor_si128(a, b), c);
}
template <int n> HASHLANE_INLINE __m128i rotr(__m128i a)
{
    return _mm_xor_si128(_mm_srli_epi32(a, n), _mm_slli_epi32(a, 32 - n));
}

// σ1 of two words. Each fills both words of a 64-bit half: a 64-bit shift then rotates it. The two
// results are in words 0 and 2.
HASHLANE_INLINE __m128i sigma1_of_doubled(__m128i a)
{
    return xor3(_mm_srli_epi64(a, 17), _mm_srli_epi64(a, 19), _mm_srli_epi32(a, 10));
}

// The next four words, over the oldest four of the sixteen in v. Words 0 and 1 of the four need
// the two newest words of v; words 2 and 3 need words 0 and 1.
HASHLANE_INLINE __m128i schedule(__m128i w16, __m128i w12, __m128i w8, __m128i w4)
{
    const __m128i w15 = _mm_alignr_epi8(w12, w16, 4);
    const __m128i w7 = _mm_alignr_epi8(w4, w8, 4);
    const __m128i sigma0 = xor3(rotr<7>(w15), rotr<18>(w15), _mm_srli_epi32(w15, 3));
    const __m128i sum = _mm_add_epi32(_mm_add_epi32(w16, w7), sigma0);
    const __m128i only_low = _mm_set_epi8(-1, -1, -1, -1, -1, -1, -1, -1, 11, 10, 9, 8, 3, 2, 1, 0);
    const __m128i only_high =
        _mm_set_epi8(11, 10, 9, 8, 3, 2, 1, 0, -1, -1, -1, -1, -1, -1, -1, -1);
    const __m128i low = sigma1_of_doubled(_mm_shuffle_epi32(w4, 0xfa));
    const __m128i first = _mm_add_epi32(sum, _mm_shuffle_epi8(low, only_low));
    const __m128i high = sigma1_of_doubled(_mm_shuffle_epi32(first, 0x50));
    return _mm_add_epi32(first, _mm_shuffle_epi8(high, only_high));
}

// The compiler then adds in the order written, which is the shortest for e.
HASHLANE_INLINE std::uint32_t keep(std::uint32_t a)
{
    HASHLANE_KEEP("r", a);
    return a;
}

// In round t, working variable `name` (a = 0 … h = 7) is s[(name - t) mod 8]. Maj(a, b, c)
// is b ^ ((a ^ b) & (b ^ c)), and b ^ c is the a ^ b of the round before.
struct Variables {
    std::uint32_t s[8];
    std::uint32_t b_xor_c;
};

template <int t> HASHLANE_INLINE void round(Variables &v, std::uint32_t wk)
{
    const auto at = [&v](int name) -> std::uint32_t & { return v.s[(name + 64 - t) % 8]; };
    const std::uint32_t h_k_w = keep(at(7) + wk);
    const std::uint32_t with_ch = keep(h_k_w + choose(at(4), at(5), at(6)));
    const std::uint32_t t1 = keep(with_ch + big_sigma1(at(4)));
    const std::uint32_t a_xor_b = at(0) ^ at(1);
    const std::uint32_t maj = at(1) ^ (a_xor_b & v.b_xor_c);
    v.b_xor_c = a_xor_b;
    at(3) += t1;
    at(7) = keep(t1 + maj) + big_sigma0(at(0));
}

struct Schedule {
    __m128i v[4];         // the newest sixteen words
    std::uint32_t wk[16]; // and K added
};

// Words 4g … 4g+3, g ≥ 4.
HASHLANE_INLINE void extend(Schedule &w, int g, const std::uint32_t *k)
{
    const __m128i next = schedule(w.v[g % 4], w.v[(g + 1) % 4], w.v[(g + 2) % 4], w.v[(g + 3) % 4]);
    w.v[g % 4] = next;
    store_four(w.wk + 4 * (g % 4), _mm_add_epi32(next, load_four(k)));
}

HASHLANE_INLINE void iterate(std::uint32_t (&digest)[8])
{
    Schedule w;
    w.v[0] = load_four(digest);
    w.v[1] = load_four(digest + 4);
    w.v[2] = load_four(padding);
    w.v[3] = load_four(padding + 4);
    Variables v;
    unroll<8>([&](auto i) { v.s[i] = initial_hash[i]; });
    v.b_xor_c = initial_hash[1] ^ initial_hash[2];
    unroll<4>([&](auto g) {
        unroll<4>([&](auto i) {
            constexpr int t = 4 * g + i;
            const std::uint32_t word = t < 8 ? digest[t % 8] : padding[t % 8];
            round<t>(v, word + round_constant[t]);
        });
        extend(w, g, round_constant + 16 + 4 * g);
    });
    for (int t = 16; t < 48; t += 16)
        unroll<4>([&](auto g) {
            unroll<4>([&](auto i) { round<4 * g + i>(v, w.wk[4 * g + i]); });
            extend(w, g, round_constant + t + 16 + 4 * g);
        });
    unroll<16>([&](auto i) { round<i>(v, w.wk[i]); });
    unroll<8>([&](auto i) { digest[i] = initial_hash[i] + v.s[i]; });
}

} // namespace

extern "C" void hashlane_sha256_chain_sse4_x1(std::uint8_t *digests,
                                              std::uint64_t iterations) noexcept
{
    std::uint32_t digest[8];
    for (int i = 0; i < 8; ++i)
        digest[i] = load(digests + 4 * i);
    for (; iterations != 0; --iterations)
        iterate(digest);
    for (int i = 0; i < 8; ++i)
        store(digests + 4 * i, digest[i]);
}
