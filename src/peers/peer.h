// SPDX-License-Identifier: MIT
//
// Other libraries' SHA-256 and SHA-3, to be measured beside our own kernels. Nothing is linked:
// they are opened at run time, where they are installed.
#ifndef HASHLANE_SRC_PEERS_PEER_H
#define HASHLANE_SRC_PEERS_PEER_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace hashlane {

enum class PeerFunction { sha256, sha3_256 };

/// Of both functions.
constexpr std::size_t peer_digest_bytes = 32;

/// Whole messages, one at a time. An object is used by one thread.
class PeerHash {
public:
    virtual ~PeerHash() = default;
    /// `digest` takes peer_digest_bytes and may overlap the message.
    virtual void hash(const std::uint8_t *message, std::size_t bytes, std::uint8_t *digest) = 0;
};

struct Peer {
    std::string name; ///< "openssl": the isa in a row's id
    /// As the library reports it, and its file: "Nettle 3.8, libnettle.so.8".
    std::string version;
    /// Throws LibraryUnavailable when this version lacks the function.
    std::function<std::unique_ptr<PeerHash>(PeerFunction)> make_hash;
};

struct MissingPeer {
    std::string name;
    std::string reason; ///< "cannot open libnettle.so.8"
};

struct FoundPeers {
    std::vector<Peer> peers;
    std::vector<MissingPeer> missing;
};

/// Opens those that are installed.
FoundPeers find_peers();

// One a library; throws LibraryUnavailable.
Peer find_openssl();
Peer find_libgcrypt();
Peer find_nettle();
Peer find_botan();

} // namespace hashlane

#endif
