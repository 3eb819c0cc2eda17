// SPDX-License-Identifier: MIT
//
// What tools/measure_others builds of other people's code: a shared object for each library, from
// an adapter in this folder and a checkout. An adapter exports those of these functions that its
// library has; tools/others.cpp times each one that it finds.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {

/// Hashes `count` messages of `bytes` bytes, which follow each other, as the library's own users
/// would: output_bytes bytes of each to `outputs`.
using PeerHash = void(const std::uint8_t *messages, std::size_t bytes, std::size_t count,
                      std::uint8_t *outputs, std::size_t output_bytes);

/// Permutes each of `count` states, which follow each other, `times` times by Keccak-f[1600].
using PeerPermute = void(std::uint64_t *states, std::size_t count, std::size_t times);

/// peer_sha256_nodes: of 64 bytes, where the library has a function for them; peer_sha256_compress:
/// of one block each, without padding.
PeerHash peer_sha256, peer_sha256_nodes, peer_sha256_compress, peer_sha3_256, peer_shake128;
PeerHash peer_sha256_pieces;             // each message in pieces of eight bytes
PeerHash peer_turboshake128, peer_kt128; // domain 0x1f; no customization
/// Which of its implementations the library runs, where it has several and tells.
using PeerImplementation = const char *();
PeerImplementation peer_implementation;

/// peer_keccak_f1600_x8: where the library permutes no fewer than eight.
PeerPermute peer_keccak_f1600, peer_keccak_f1600_x8;
}
