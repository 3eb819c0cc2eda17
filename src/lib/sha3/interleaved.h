// SPDX-License-Identifier: MIT
//
// The permutation alone, of interleaved states: none of their words changes its place.
//
// Contract: see src/lib/core/forms.h.
#pragma once

#include "../keccak/in_place.h"
#include "../keccak/permutation.h"

#include <cstdint>

namespace {

// A type of its own has rounds of its own: compilers inline what one function calls.
template <class Ops> struct Interleaved : Ops {};

/// Ops of permutation.h, or a Form of in_place.h.
template <class Form>
HASHLANE_INLINE void permute_interleaved(std::uint64_t *words, std::uint64_t stride,
                                         unsigned rounds)
{
    using Register = typename Form::Register;
    if constexpr (requires { Form::permute_at(words, rounds); })
        if (stride == Form::states)
            return Form::permute_at(words, rounds);
    HASHLANE_ALIGNED_FRAME(sizeof(Register));
    Register a[keccak_words];
    unroll<keccak_words>([&](auto i) HASHLANE_INLINE_LAMBDA {
        Register word;
        __builtin_memcpy(&word, words + i * stride, sizeof word);
        // A copy, or GCC moves words from register to register all through the permutation.
        if constexpr (requires { Form::words_together; })
            a[i] = Form::copy(word);
        else
            a[i] = word;
    });
    if constexpr (requires { Form::rounds_unrolled; })
        keccak_permute<Interleaved<Form>>(a, static_cast<int>(rounds));
    else
        permute_in_place<Form>(a, rounds);
    unroll<keccak_words>([&](auto i) HASHLANE_INLINE_LAMBDA {
        const Register word = a[i];
        __builtin_memcpy(words + i * stride, &word, sizeof word);
    });
}

} // namespace

#define HASHLANE_SHA3_INTERLEAVED(symbol, ...)                                                     \
    extern "C" void symbol##_interleaved(std::uint64_t *words, std::uint64_t stride,               \
                                         unsigned rounds) noexcept                                 \
    {                                                                                              \
        permute_interleaved<__VA_ARGS__>(words, stride, rounds);                                   \
    }
