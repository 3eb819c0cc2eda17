// SPDX-License-Identifier: MIT
//
// libgcrypt 1.8 and later, through gcry_md_hash_buffer: one call a message, no allocation.
// Sources: The Libgcrypt Reference Manual, "Initializing the library", "Hashing"; gcrypt.h.

#include "../system/shared_object.h"
#include "peer.h"

namespace hashlane {
namespace {

constexpr int disable_secure_memory = 37;   // GCRYCTL_DISABLE_SECMEM
constexpr int initialization_finished = 38; // GCRYCTL_INITIALIZATION_FINISHED
constexpr int test_algorithm = 8;           // GCRYCTL_TEST_ALGO
constexpr int sha256 = 8;                   // GCRY_MD_SHA256
constexpr int sha3_256 = 313;               // GCRY_MD_SHA3_256

class LibgcryptHash final : public PeerHash {
public:
    LibgcryptHash(const SharedObject &library, int algorithm)
        : hash_buffer_(
              library.find<void(int, void *, const void *, std::size_t)>("gcry_md_hash_buffer")),
          algorithm_(algorithm)
    {
        auto *const info = library.find<int(int, int, void *, std::size_t *)>("gcry_md_algo_info");
        if (info(algorithm, test_algorithm, nullptr, nullptr) != 0)
            throw LibraryUnavailable(library.name() + " offers no such function");
    }
    void hash(const std::uint8_t *message, std::size_t bytes, std::uint8_t *digest) override
    {
        hash_buffer_(algorithm_, digest, message, bytes);
    }

private:
    void (*hash_buffer_)(int, void *, const void *, std::size_t);
    int algorithm_;
};

} // namespace

Peer find_libgcrypt()
{
    const SharedObject library({"libgcrypt.so.20"});
    const char *version = library.find<const char *(const char *)>("gcry_check_version")(nullptr);
    auto *const control = library.find<int(int, ...)>("gcry_control");
    control(disable_secure_memory, 0);
    control(initialization_finished, 0);
    return {"libgcrypt", "Libgcrypt " + std::string(version) + ", " + library.name(),
            [library](PeerFunction function) {
                return std::make_unique<LibgcryptHash>(
                    library, function == PeerFunction::sha256 ? sha256 : sha3_256);
            }};
}

} // namespace hashlane
