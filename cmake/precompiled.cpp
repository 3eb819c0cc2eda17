// SPDX-License-Identifier: MIT
//
// Owns the headers that cmake/rooms.cmake precompiles.
