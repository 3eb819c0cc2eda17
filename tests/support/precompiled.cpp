// SPDX-License-Identifier: MIT
//
// Nothing: CMake wants a file for the headers that it precompiles.
