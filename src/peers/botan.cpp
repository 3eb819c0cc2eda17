// SPDX-License-Identifier: MIT
//
// Botan 2 and 3, through its C interface.
// Source: Botan Reference Guide, "C API", Hash Functions.

#include "../system/shared_object.h"
#include "peer.h"

namespace hashlane {
namespace {

class BotanHash final : public PeerHash {
public:
    BotanHash(const SharedObject &library, const char *name)
        : update_(
              library.find<int(void *, const std::uint8_t *, std::size_t)>("botan_hash_update")),
          final_(library.find<int(void *, std::uint8_t *)>("botan_hash_final")),
          hash_(nullptr, library.find<int(void *)>("botan_hash_destroy"))
    {
        auto *const init =
            library.find<int(void **, const char *, std::uint32_t)>("botan_hash_init");
        void *hash = nullptr;
        if (init(&hash, name, 0) != 0)
            throw LibraryUnavailable(library.name() + " offers no " + name);
        hash_.reset(hash);
    }

    void hash(const std::uint8_t *message, std::size_t bytes, std::uint8_t *digest) override
    {
        update_(hash_.get(), message, bytes);
        final_(hash_.get(), digest); // and starts anew
    }

private:
    int (*update_)(void *, const std::uint8_t *, std::size_t);
    int (*final_)(void *, std::uint8_t *);
    std::unique_ptr<void, int (*)(void *)> hash_;
};

} // namespace

Peer find_botan()
{
    const SharedObject library({"libbotan-3.so.5", "libbotan-3.so.4", "libbotan-3.so.3",
                                "libbotan-3.so.2", "libbotan-2.so.19"});
    const char *version = library.find<const char *()>("botan_version_string")();
    return {"botan", std::string(version) + ", " + library.name(),
            [library](PeerFunction function) {
                return std::make_unique<BotanHash>(
                    library, function == PeerFunction::sha256 ? "SHA-256" : "SHA-3(256)");
            }};
}

} // namespace hashlane
