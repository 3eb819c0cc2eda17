// SPDX-License-Identifier: MIT
//
// Keccak chain in general registers with BMI: one lane.
//
// Contract: see chain.h. Needs BMI1 (ANDN) and BMI2 (RORX).
// Idea: the portable kernel's code under other flags. ANDN makes χ two operations per word with no
// copy, RORX rotates into another register: about 130 operations per round instead of 180.
// Source: FIPS 202, 3.2 and 3.3.

#include "chain.h"

HASHLANE_KECCAK_CHAIN(hashlane_keccak_chain_bmi2_x1, chain<WordOps>)
