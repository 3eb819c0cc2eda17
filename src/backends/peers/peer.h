// SPDX-License-Identifier: MIT
//
// SHA-256 and SHA-3 of other libraries, for a comparison with hashlane's kernels. Nothing is
// linked: installed libraries are opened at run time.
#pragma once

#include "../../measure/runner.h"
#include "../../results/row.h"
#include "../../workloads/table.h"

#include <functional>
#include <string>
#include <vector>

namespace hashlane::backends {

struct Peer {
    std::string name; ///< "openssl": the isa in a row's id
    /// As the library reports it, and its file: "Nettle 3.8, libnettle.so.8".
    std::string version;
    /// Throws LibraryUnavailable when this version lacks the function.
    std::function<workloads::PeerHash(workloads::PeerFunction)> make_hash;
};

struct FoundPeers {
    std::vector<Peer> peers;
    std::vector<results::Skipped> missing;
};

/// Opens those that are installed.
FoundPeers find_peers();

// Each returns one library; throws LibraryUnavailable.
Peer find_openssl();
Peer find_libgcrypt();
Peer find_nettle();
Peer find_botan();

// Other libraries' functions as jobs: one lane, checked in the same way as hashlane's kernels.

/// Makes the jobs of the workload by the library's function: "sha256-chain.openssl.x1",
/// "sha3.openssl.x1/sha3-256/64". Returns none if no library has such a function; throws
/// LibraryUnavailable if this one lacks it.
std::vector<measure::Job> peer_jobs(const Peer &peer, Workload workload);

} // namespace hashlane::backends
