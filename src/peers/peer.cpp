// SPDX-License-Identifier: MIT
#include "peer.h"

#include "../system/shared_object.h"

#include <utility>

namespace hashlane {

FoundPeers find_peers()
{
    constexpr std::pair<const char *, Peer (*)()> libraries[] = {{"openssl", find_openssl},
                                                                 {"libgcrypt", find_libgcrypt},
                                                                 {"nettle", find_nettle},
                                                                 {"botan", find_botan}};
    FoundPeers found;
    for (const auto &[name, find] : libraries) {
        try {
            found.peers.push_back(find());
        } catch (const LibraryUnavailable &absent) {
            found.missing.push_back({name, absent.what()});
        }
    }
    return found;
}

} // namespace hashlane
