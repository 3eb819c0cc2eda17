// SPDX-License-Identifier: MIT
//
// The order of operations in a round of diagonal_compact.h, as tools/search_keccak_order prints it.
//
// Every order in which a result comes before its use is right. This one was fastest on Golden Cove,
// of some 100 000: what it decides is which port an operation gets when it could have two, and
// which of two that are ready goes first.
#ifndef HASHLANE_SRC_KECCAK_DIAGONAL_ORDER_H
#define HASHLANE_SRC_KECCAK_DIAGONAL_ORDER_H

namespace {

enum StepKind {
    to_column,   ///< register r into the order of columns
    add_three,   ///< the parities of registers r, q, p
    add_two,     ///< and of r and q
    before,      ///< parities to the column after
    rotate,      ///< θ's rotation of the parities
    after,       ///< and to the column before
    blend_once,  ///< the way back to layout (2, 1)
    blend_twice, ///< continued
    realign,     ///< and into the order of columns
    apply_theta,
    apply_rho,
    to_row,     ///< π
    apply_iota, ///< on χ's first operand in register 0
    apply_chi
};

struct Step {
    StepKind kind;
    int r = 0, q = 0, p = 0;
};

// Round 0, from layout (3, 2), with the way back to (2, 1).
constexpr Step round_zero[] = {
    {to_column, 2},   {to_column, 3},       {blend_once, 1},  {to_column, 4},  {blend_once, 0},
    {to_column, 1},   {add_three, 2, 0, 3}, {add_two, 1, 4},  {before},        {rotate},
    {after},          {blend_once, 4},      {blend_twice, 4}, {blend_once, 3}, {blend_twice, 3},
    {realign, 1},     {blend_once, 2},      {blend_twice, 0}, {realign, 0},    {blend_twice, 2},
    {realign, 2},     {apply_theta, 0},     {blend_twice, 1}, {realign, 3},    {realign, 4},
    {apply_rho, 0},   {to_row, 0},          {apply_theta, 2}, {apply_rho, 2},  {to_row, 2},
    {apply_theta, 3}, {apply_rho, 3},       {apply_theta, 1}, {apply_rho, 1},  {to_row, 1},
    {to_row, 3},      {apply_theta, 4},     {apply_rho, 4},   {apply_chi, 3},  {apply_chi, 2},
    {apply_chi, 1},   {apply_chi, 4},       {apply_iota},     {apply_chi, 0},
};
// Round 1, from (3, 1).
constexpr Step round_one[] = {
    {to_column, 2},   {to_column, 1},   {to_column, 3},   {add_three, 0, 2, 3},
    {to_column, 4},   {add_two, 1, 4},  {rotate},         {before},
    {after},          {apply_theta, 0}, {apply_rho, 0},   {to_row, 0},
    {apply_theta, 1}, {apply_rho, 1},   {apply_theta, 2}, {apply_rho, 2},
    {to_row, 2},      {apply_theta, 3}, {apply_rho, 3},   {to_row, 3},
    {to_row, 1},      {apply_chi, 3},   {apply_theta, 4}, {apply_rho, 4},
    {apply_chi, 4},   {apply_chi, 1},   {apply_chi, 2},   {apply_iota},
    {apply_chi, 0},
};
// Round 2, from (4, 4).
constexpr Step round_two[] = {
    {to_column, 2},  {to_column, 1}, {to_column, 3},   {to_column, 4}, {add_three, 0, 1, 2},
    {add_two, 4, 3}, {before},       {rotate},         {after},        {apply_theta, 0},
    {apply_rho, 0},  {to_row, 0},    {apply_theta, 2}, {apply_rho, 2}, {apply_theta, 1},
    {apply_rho, 1},  {to_row, 1},    {apply_theta, 3}, {to_row, 2},    {apply_rho, 3},
    {to_row, 3},     {apply_chi, 2}, {apply_theta, 4}, {apply_rho, 4}, {apply_iota},
    {apply_chi, 0},  {apply_chi, 4}, {apply_chi, 1},   {apply_chi, 3},
};

} // namespace

#endif
