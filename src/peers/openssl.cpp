// SPDX-License-Identifier: MIT
//
// OpenSSL, 1.1.1 and 3. SHA-256 through SHA256_Init, _Update, _Final, which do without the
// allocations and locks of EVP; SHA-3 has EVP alone, here with a context that is used again.
// Sources: SHA256_Init(3), EVP_DigestInit(3), openssl/sha.h.

#include "../system/shared_object.h"
#include "peer.h"

namespace hashlane {
namespace {

constexpr int success = 1;

class OpensslSha256 final : public PeerHash {
public:
    explicit OpensslSha256(const SharedObject &library)
        : init_(library.find<int(void *)>("SHA256_Init")),
          update_(library.find<int(void *, const void *, std::size_t)>("SHA256_Update")),
          final_(library.find<int(unsigned char *, void *)>("SHA256_Final"))
    {
    }
    void hash(const std::uint8_t *message, std::size_t bytes, std::uint8_t *digest) override
    {
        init_(context_);
        update_(context_, message, bytes);
        final_(digest, context_);
    }

private:
    int (*init_)(void *);
    int (*update_)(void *, const void *, std::size_t);
    int (*final_)(unsigned char *, void *);
    // SHA256_CTX, a public structure of 28 32-bit words.
    alignas(16) std::uint32_t context_[28] = {};
};

class OpensslEvp final : public PeerHash {
public:
    OpensslEvp(const SharedObject &library, const char *get_function)
        : init_(library.find<int(void *, const void *, void *)>("EVP_DigestInit_ex")),
          update_(library.find<int(void *, const void *, std::size_t)>("EVP_DigestUpdate")),
          final_(library.find<int(void *, unsigned char *, unsigned *)>("EVP_DigestFinal_ex")),
          context_(library.find<void *()>("EVP_MD_CTX_new")(),
                   library.find<void(void *)>("EVP_MD_CTX_free"))
    {
        const void *function = library.find<const void *()>(get_function)();
        if (init_(context_.get(), function, nullptr) != success)
            throw LibraryUnavailable(library.name() + " offers no SHA3-256");
    }

    void hash(const std::uint8_t *message, std::size_t bytes, std::uint8_t *digest) override
    {
        init_(context_.get(), nullptr, nullptr); // the same function again
        update_(context_.get(), message, bytes);
        final_(context_.get(), digest, nullptr);
    }

private:
    int (*init_)(void *, const void *, void *);
    int (*update_)(void *, const void *, std::size_t);
    int (*final_)(void *, unsigned char *, unsigned *);
    std::unique_ptr<void, void (*)(void *)> context_;
};

} // namespace

Peer find_openssl()
{
    const SharedObject library({"libcrypto.so.3", "libcrypto.so.1.1"});
    constexpr int version_text = 0; // OPENSSL_VERSION
    const std::string version = library.find<const char *(int)>("OpenSSL_version")(version_text);
    return {"openssl", version + ", " + library.name(),
            [library](PeerFunction function) -> std::unique_ptr<PeerHash> {
                if (function == PeerFunction::sha256)
                    return std::make_unique<OpensslSha256>(library);
                return std::make_unique<OpensslEvp>(library, "EVP_sha3_256");
            }};
}

} // namespace hashlane
