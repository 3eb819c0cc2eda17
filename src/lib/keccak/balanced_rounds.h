// SPDX-License-Identifier: MIT
//
// A round as a list of balanced.h's instructions, in an order that was found by search
// (docs/internals/log-keccak.md).
//   HASHLANE_ROUND(v, SUM)    a round; SUM has the instructions that take the next one's parities
// After it each word is in another register.
//   HASHLANE_NEXT(v)          brings words and parities back to theirs
//   HASHLANE_ROTATE(v)        brings words back, with the chain's rotation by a word
//   HASHLANE_STORE_AFTER(v)   stores the words
#pragma once

// clang-format off

#define HASHLANE_ROUND(v, SUM)                                                                     \
    ADD(v, 30, 28, 28) SRL(v, 31, 28, 63) XOR3(v, 30, 26, 31) ROL(v, 26, 26, 1)                    \
    ROL(v, 31, 27, 1) XOR(v, 26, 29, 26) XOR(v, 31, 25, 31) ROL(v, 29, 29, 1) XOR(v, 6, 6, 31)     \
    ROL(v, 25, 25, 1) XOR(v, 12, 12, 30) XOR(v, 7, 7, 30) XOR3(v, 18, 27, 29) XOR(v, 25, 28, 25)   \
    ROL(v, 6, 6, 44) XOR(v, 24, 24, 25) XOR(v, 10, 10, 26) XOR(v, 22, 22, 30) XOR(v, 9, 9, 25)     \
    XOR(v, 1, 1, 31) MOVE(v, 28, 27) XOR3(v, 28, 23, 29) XOR(v, 0, 0, 26) MOVE(v, 23, 29)          \
    XOR3(v, 23, 13, 27) ROL(v, 12, 12, 43) XOR(v, 20, 20, 26) MOVE(v, 13, 27) XOR3(v, 13, 3, 29)   \
    XOR(v, 16, 16, 31) ROL(v, 18, 18, 21) ROL(v, 24, 24, 14) ROL(v, 1, 1, 1) ROL(v, 7, 7, 6)       \
    ROL(v, 22, 22, 61) ROL(v, 20, 20, 18) ROL(v, 16, 16, 45) ROL(v, 13, 13, 28)                    \
    ROL(v, 28, 28, 56) ROL(v, 23, 23, 25) ROL(v, 9, 9, 20) XOR(v, 11, 11, 31) ROL(v, 10, 10, 3)    \
    MOVE(v, 3, 12) CHI1(v, 3, 6, 18) XOR3(v, 29, 8, 27) IOTA(v, 27, 0) ROL(v, 29, 29, 55)          \
    ROL(v, 11, 11, 10) CHI0(v, 27, 6, 12) XOR(v, 5, 5, 26) CHI0(v, 12, 18, 24)                     \
    XOR(v, 19, 19, 25) CHI0(v, 18, 24, 0) XOR(v, 4, 4, 25) XOR(v, 2, 2, 30) XOR(v, 30, 17, 30)     \
    ROL(v, 5, 5, 36) ROL(v, 19, 19, 8) XOR(v, 25, 14, 25) XOR(v, 31, 21, 31) ROL(v, 2, 2, 62)      \
    ROL(v, 30, 30, 15) XOR(v, 26, 15, 26) ROL(v, 25, 25, 39) ROL(v, 4, 4, 27) ROL(v, 31, 31, 2)    \
    ROL(v, 26, 26, 41) MOVE(v, 15, 16) CHI0(v, 15, 22, 13) MOVE(v, 21, 19) CHI0(v, 21, 20, 1)      \
    MOVE(v, 14, 19) CHI2(v, 14, 7, 23) CHI0(v, 24, 0, 6) MOVE(v, 6, 9) CHI2(v, 6, 22, 13)          \
    MOVE(v, 0, 23) CHI2(v, 0, 1, 7) MOVE(v, 17, 10) CHI0(v, 17, 16, 22) MOVE(v, 22, 9)             \
    CHI0(v, 22, 10, 16) CHI2(v, 10, 13, 9) MOVE(v, 9, 4) CHI2(v, 9, 30, 28) CHI1(v, 19, 23, 20)    \
    MOVE(v, 23, 26) CHI0(v, 23, 31, 2) MOVE(v, 13, 30) CHI1(v, 13, 11, 28) MOVE(v, 16, 4)          \
    CHI0(v, 16, 5, 11) CHI2(v, 30, 5, 11) MOVE(v, 11, 26) CHI2(v, 11, 29, 25) MOVE(v, 8, 25)       \
    CHI2(v, 8, 2, 29) CHI1(v, 26, 25, 31) CHI1(v, 4, 28, 5) SUM(MOVE(v, 5, 16))                    \
    SUM(XOR3(v, 5, 0, 27)) SUM(MOVE(v, 28, 11)) SUM(XOR3(v, 28, 14, 3)) SUM(MOVE(v, 25, 23))       \
    SUM(XOR3(v, 25, 9, 21)) SUM(XOR3(v, 25, 15, 18)) CHI0(v, 20, 1, 7) CHI0(v, 31, 2, 29)          \
    SUM(MOVE(v, 29, 26)) SUM(XOR3(v, 29, 12, 19)) SUM(XOR3(v, 5, 10, 8)) SUM(MOVE(v, 2, 4))        \
    SUM(XOR3(v, 2, 6, 24)) SUM(XOR3(v, 29, 13, 17)) SUM(XOR3(v, 2, 31, 20))                        \
    SUM(XOR3(v, 28, 30, 22))

#define HASHLANE_NEXT(v)                                                                           \
    MOVE(v, 1, 3) MOVE(v, 3, 18) MOVE(v, 7, 17) MOVE(v, 17, 13) MOVE(v, 13, 21) MOVE(v, 18, 9)     \
    MOVE(v, 9, 6) MOVE(v, 6, 22) MOVE(v, 21, 11) MOVE(v, 11, 14) MOVE(v, 14, 20) MOVE(v, 20, 8)    \
    MOVE(v, 8, 15) MOVE(v, 15, 16) MOVE(v, 16, 30) MOVE(v, 22, 26) MOVE(v, 26, 28)                 \
    MOVE(v, 28, 25) MOVE(v, 25, 5) MOVE(v, 5, 10) MOVE(v, 10, 0) MOVE(v, 0, 27) MOVE(v, 27, 29)    \
    MOVE(v, 29, 2) MOVE(v, 2, 12) MOVE(v, 12, 19) MOVE(v, 19, 4) MOVE(v, 4, 24) MOVE(v, 24, 31)

#define HASHLANE_ROTATE(v)                                                                         \
    MOVE(v, 1, 12) MOVE(v, 2, 18) MOVE(v, 5, 22) MOVE(v, 7, 15) MOVE(v, 12, 21) MOVE(v, 15, 30)    \
    MOVE(v, 18, 4) MOVE(v, 4, 10) MOVE(v, 10, 14) MOVE(v, 14, 16) MOVE(v, 16, 13)                  \
    MOVE(v, 13, 20) MOVE(v, 20, 11) MOVE(v, 11, 19) MOVE(v, 19, 8) MOVE(v, 8, 6) MOVE(v, 6, 17)    \
    MOVE(v, 17, 9) MOVE(v, 9, 0) MOVE(v, 0, 3) MOVE(v, 3, 24) MOVE(v, 21, 26) MOVE(v, 22, 23)      \
    MOVE(v, 23, 31) MOVE(v, 24, 27)

#define HASHLANE_STORE_AFTER(v)                                                                    \
    STORE(v, 0, 27) STORE(v, 1, 3) STORE(v, 2, 12) STORE(v, 3, 18) STORE(v, 4, 24)                 \
    STORE(v, 5, 10) STORE(v, 6, 22) STORE(v, 7, 17) STORE(v, 8, 15) STORE(v, 9, 6)                 \
    STORE(v, 10, 0) STORE(v, 11, 14) STORE(v, 12, 19) STORE(v, 13, 21) STORE(v, 14, 20)            \
    STORE(v, 15, 16) STORE(v, 16, 30) STORE(v, 17, 13) STORE(v, 18, 9) STORE(v, 19, 4)             \
    STORE(v, 20, 8) STORE(v, 21, 11) STORE(v, 22, 26) STORE(v, 23, 23) STORE(v, 24, 31)

// clang-format on
