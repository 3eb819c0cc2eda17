// SPDX-License-Identifier: MIT
//
// Other libraries' functions as jobs: one lane, proven as our kernels are.
#ifndef HASHLANE_SRC_PEERS_PEER_JOB_H
#define HASHLANE_SRC_PEERS_PEER_JOB_H

#include "../measure/runner.h"
#include "peer.h"

namespace hashlane {

/// SHA-256 of a digest again and again; "sha256-chain.openssl.x1". Throws LibraryUnavailable when
/// the library lacks the function.
Job peer_chain_job(const Peer &peer);

/// SHA3-256 of messages of `bytes` ≥ 32 bytes, each beginning with the digest before;
/// "sha3.openssl.x1/sha3-256/64". Throws LibraryUnavailable when the library lacks the function.
Job peer_sha3_job(const Peer &peer, std::size_t bytes);

/// SHA-256 of messages of `bytes` ≥ 32 bytes in the same way; "sha256.openssl.x1/64". Throws
/// LibraryUnavailable when the library lacks the function.
Job peer_sha256_job(const Peer &peer, std::size_t bytes);

/// SHA-256 of nodes of 64 bytes; "sha256-nodes.openssl.x1". Throws LibraryUnavailable when the
/// library lacks the function.
Job peer_nodes_job(const Peer &peer);

} // namespace hashlane

#endif
