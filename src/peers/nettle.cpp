// SPDX-License-Identifier: MIT
//
// Nettle 3.6 and later, through its table of hash functions.
// Sources: the Nettle manual, "Hash functions", struct nettle_hash; nettle-meta.h.

#include "../system/shared_object.h"
#include "peer.h"

#include <string_view>

namespace hashlane {
namespace {

// struct nettle_hash.
struct NettleHashTable {
    const char *name;
    unsigned context_size, digest_size, block_size;
    void (*init)(void *);
    void (*update)(void *, std::size_t, const std::uint8_t *);
    void (*digest)(void *, std::size_t, std::uint8_t *);
};

class NettleHash final : public PeerHash {
public:
    explicit NettleHash(const NettleHashTable &table)
        : table_(table), context_(table.context_size / sizeof(std::max_align_t) + 1)
    {
        table_.init(context_.data());
    }
    void hash(const std::uint8_t *message, std::size_t bytes, std::uint8_t *digest) override
    {
        table_.update(context_.data(), bytes, message);
        table_.digest(context_.data(), peer_digest_bytes, digest); // and starts anew
    }

private:
    const NettleHashTable &table_;
    std::vector<std::max_align_t> context_;
};

const NettleHashTable &find_hash(const SharedObject &library, std::string_view name)
{
    auto *const hashes = library.find<const NettleHashTable *const *()>("nettle_get_hashes");
    for (const NettleHashTable *const *hash = hashes(); *hash != nullptr; ++hash)
        if ((*hash)->name == name)
            return **hash;
    throw LibraryUnavailable(library.name() + " offers no " + std::string(name));
}

} // namespace

Peer find_nettle()
{
    const SharedObject library({"libnettle.so.8"});
    const auto number = [&](const char *symbol) {
        return std::to_string(library.find<int()>(symbol)());
    };
    const std::string version =
        number("nettle_version_major") + "." + number("nettle_version_minor");
    return {"nettle", "Nettle " + version + ", " + library.name(),
            [library](PeerFunction function) {
                return std::make_unique<NettleHash>(
                    find_hash(library, function == PeerFunction::sha256 ? "sha256" : "sha3_256"));
            }};
}

} // namespace hashlane
