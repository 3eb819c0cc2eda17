// SPDX-License-Identifier: MIT
//
// Keccak chain, portable: one lane in plain C++, as fast as a compiler makes it.
//
// Contract: see chain.h. Needs nothing but C++.
// Idea: bound by the operations of the round, and by loads and stores: 25 words do not fit the
// general registers of most processors. The round template applies θ while it gathers each row
// for χ, so that a word is loaded once and stored once a round.
// Source: FIPS 202, 3.2 and 3.3.

#include "chain.h"

HASHLANE_KECCAK_CHAIN(hashlane_keccak_chain_portable_x1, chain<WordOps>)
