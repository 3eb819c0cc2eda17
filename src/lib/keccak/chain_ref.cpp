// SPDX-License-Identifier: MIT
//
// Keccak chain, reference: one lane, to be read next to the standard.
//
// Contract: see chain.h. Needs nothing but C++.
// Idea: the five step mappings of FIPS 202 one after the other on the whole state, each as its
// section defines it; rotation offsets and round constants are computed by the standard's own
// algorithms, not taken from a table that a faster kernel shares.
// Source: NIST FIPS 202, August 2015, sections 3.2 and 3.3.

#include "reference.h"

extern "C" void hashlane_keccak_chain_ref_x1(std::uint64_t *states, std::uint64_t loops) noexcept
{
    for (; loops != 0; --loops) {
        reference_permute(states);
        const std::uint64_t first = states[0];
        for (int i = 0; i < 24; ++i)
            states[i] = states[i + 1];
        states[24] = first;
    }
}
