// SPDX-License-Identifier: MIT
//
// Keccak chain with two of ARMv8.2's SHA3 instructions: two lanes.
//
// Contract: see chain.h. Needs FEAT_SHA3.
// Idea: Neoverse N2, V1 and V2 execute SHA3 instructions on one vector pipe of two or four. XAR and
// RAX1 do three plain operations' work each and stay; EOR3 and BCAX do two's, and leave that pipe
// to the others: 29 on it and 72 on any, where chain_armv8sha3.cpp has 64 and 2.
// Source: FIPS 202, 3.2 and 3.3; H. Becker, M. Kannwischer, ia.cr/2022/1243, 3.3, for the balance.

#include "two_states.h"

HASHLANE_KECCAK_CHAIN(hashlane_keccak_chain_armv8sha3_xar_x2, chain_in_place<TwoStates<Xar>>)
