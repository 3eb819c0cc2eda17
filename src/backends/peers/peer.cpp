// SPDX-License-Identifier: MIT
#include "peer.h"

#include "../../machine/system/shared_object.h"

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

namespace hashlane::backends {

using workloads::PeerFunction;
using workloads::PeerHash;

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
        } catch (const machine::LibraryUnavailable &absent) {
            found.missing.push_back({name, absent.what()});
        }
    }
    return found;
}

// OpenSSL, 1.1.1 and 3. SHA-256 through SHA256_Init, _Update, _Final, which do without the
// allocations and locks of EVP; SHA-3 has EVP alone, here with a context that is used again.
// Sources: SHA256_Init(3), EVP_DigestInit(3), openssl/sha.h.
namespace {

constexpr int success = 1;

PeerHash openssl_sha256(const machine::SharedObject &library)
{
    int (*const init)(void *) = library.find("SHA256_Init");
    int (*const update)(void *, const void *, std::size_t) = library.find("SHA256_Update");
    int (*const final)(unsigned char *, void *) = library.find("SHA256_Final");
    // SHA256_CTX, a public structure of 28 32-bit words.
    struct alignas(16) Context {
        std::uint32_t words[28];
    };
    return [=, context = Context{}](const std::uint8_t *message, std::size_t bytes,
                                    std::uint8_t *digest) mutable {
        init(&context);
        update(&context, message, bytes);
        final(digest, &context);
    };
}

PeerHash openssl_sha3_256(const machine::SharedObject &library)
{
    int (*const init)(void *, const void *, void *) = library.find("EVP_DigestInit_ex");
    int (*const update)(void *, const void *, std::size_t) = library.find("EVP_DigestUpdate");
    int (*const final)(void *, unsigned char *, unsigned *) = library.find("EVP_DigestFinal_ex");
    const std::shared_ptr<void> context(library.find<void *()>("EVP_MD_CTX_new")(),
                                        library.find<void(void *)>("EVP_MD_CTX_free"));
    const void *function = library.find<const void *()>("EVP_sha3_256")();
    if (init(context.get(), function, nullptr) != success)
        throw machine::LibraryUnavailable(library.name() + " offers no SHA3-256");
    return [=](const std::uint8_t *message, std::size_t bytes, std::uint8_t *digest) {
        init(context.get(), nullptr, nullptr); // the same function again
        update(context.get(), message, bytes);
        final(context.get(), digest, nullptr);
    };
}

} // namespace

Peer find_openssl()
{
    const machine::SharedObject library({"libcrypto.so.3", "libcrypto.so.1.1"});
    constexpr int version_text = 0; // OPENSSL_VERSION
    const std::string version = library.find<const char *(int)>("OpenSSL_version")(version_text);
    return {"openssl", version + ", " + library.name(), [library](PeerFunction function) {
                return function == PeerFunction::sha256 ? openssl_sha256(library)
                                                        : openssl_sha3_256(library);
            }};
}

// libgcrypt 1.8 and later, through gcry_md_hash_buffer: one call a message, no allocation.
// Sources: The Libgcrypt Reference Manual, "Initializing the library", "Hashing"; gcrypt.h.
namespace {

constexpr int disable_secure_memory = 37;   // GCRYCTL_DISABLE_SECMEM
constexpr int initialization_finished = 38; // GCRYCTL_INITIALIZATION_FINISHED
constexpr int test_algorithm = 8;           // GCRYCTL_TEST_ALGO
constexpr int sha256 = 8;                   // GCRY_MD_SHA256
constexpr int sha3_256 = 313;               // GCRY_MD_SHA3_256

PeerHash libgcrypt_hash(const machine::SharedObject &library, int algorithm)
{
    auto *const info = library.find<int(int, int, void *, std::size_t *)>("gcry_md_algo_info");
    if (info(algorithm, test_algorithm, nullptr, nullptr) != 0)
        throw machine::LibraryUnavailable(library.name() + " offers no such function");
    void (*const hash)(int, void *, const void *, std::size_t) =
        library.find("gcry_md_hash_buffer");
    return [=](const std::uint8_t *message, std::size_t bytes, std::uint8_t *digest) {
        hash(algorithm, digest, message, bytes);
    };
}

} // namespace

Peer find_libgcrypt()
{
    const machine::SharedObject library({"libgcrypt.so.20"});
    const char *version = library.find<const char *(const char *)>("gcry_check_version")(nullptr);
    auto *const control = library.find<int(int, ...)>("gcry_control");
    control(disable_secure_memory, 0);
    control(initialization_finished, 0);
    return {"libgcrypt", "Libgcrypt " + std::string(version) + ", " + library.name(),
            [library](PeerFunction function) {
                return libgcrypt_hash(library,
                                      function == PeerFunction::sha256 ? sha256 : sha3_256);
            }};
}

// Nettle 3.6 and later, through its table of hash functions.
// Sources: the Nettle manual, "Hash functions", struct nettle_hash; nettle-meta.h.
namespace {

// struct nettle_hash.
struct NettleHashTable {
    const char *name;
    unsigned context_size, digest_size, block_size;
    void (*init)(void *);
    void (*update)(void *, std::size_t, const std::uint8_t *);
    void (*digest)(void *, std::size_t, std::uint8_t *);
};

const NettleHashTable &find_hash(const machine::SharedObject &library, std::string_view name)
{
    auto *const hashes = library.find<const NettleHashTable *const *()>("nettle_get_hashes");
    for (const NettleHashTable *const *hash = hashes(); *hash != nullptr; ++hash)
        if ((*hash)->name == name)
            return **hash;
    throw machine::LibraryUnavailable(library.name() + " offers no " + std::string(name));
}

PeerHash nettle_hash(const NettleHashTable &table)
{
    std::vector<std::max_align_t> context(table.context_size / sizeof(std::max_align_t) + 1);
    table.init(context.data());
    return [&table, context = std::move(context)](const std::uint8_t *message, std::size_t bytes,
                                                  std::uint8_t *digest) mutable {
        table.update(context.data(), bytes, message);
        table.digest(context.data(), workloads::peer_digest_bytes, digest); // and starts again
    };
}

} // namespace

Peer find_nettle()
{
    const machine::SharedObject library({"libnettle.so.8"});
    const auto number = [&](const char *symbol) {
        return std::to_string(library.find<int()>(symbol)());
    };
    const std::string version =
        number("nettle_version_major") + "." + number("nettle_version_minor");
    return {"nettle", "Nettle " + version + ", " + library.name(),
            [library](PeerFunction function) {
                return nettle_hash(
                    find_hash(library, function == PeerFunction::sha256 ? "sha256" : "sha3_256"));
            }};
}

// Botan 2 and 3, through its C interface.
// Source: Botan Reference Guide, "C API", Hash Functions.
namespace {

PeerHash botan_hash(const machine::SharedObject &library, const char *name)
{
    auto *const init = library.find<int(void **, const char *, std::uint32_t)>("botan_hash_init");
    int (*const update)(void *, const std::uint8_t *, std::size_t) =
        library.find("botan_hash_update");
    int (*const final)(void *, std::uint8_t *) = library.find("botan_hash_final");
    auto *const destroy = library.find<int(void *)>("botan_hash_destroy");
    void *made = nullptr;
    if (init(&made, name, 0) != 0)
        throw machine::LibraryUnavailable(library.name() + " offers no " + name);
    return [=, context = std::shared_ptr<void>(made, destroy)](
               const std::uint8_t *message, std::size_t bytes, std::uint8_t *digest) {
        update(context.get(), message, bytes);
        final(context.get(), digest); // and starts again
    };
}

} // namespace

Peer find_botan()
{
    const machine::SharedObject library({"libbotan-3.so.5", "libbotan-3.so.4", "libbotan-3.so.3",
                                         "libbotan-3.so.2", "libbotan-2.so.19"});
    const char *version = library.find<const char *()>("botan_version_string")();
    return {
        "botan", std::string(version) + ", " + library.name(), [library](PeerFunction function) {
            return botan_hash(library, function == PeerFunction::sha256 ? "SHA-256" : "SHA-3(256)");
        }};
}

std::vector<measure::Job> peer_jobs(const Peer &peer, Workload workload)
{
    const workloads::WorkloadEntry &entry = workloads::entry_of(workload);
    std::vector<measure::Job> jobs;
    if (entry.make_peer_task == nullptr)
        return jobs;
    peer.make_hash(*entry.peer_function); // or throws
    for (const auto &message : measure::messages_of(entry.benchmarks.front())) {
        measure::Job job = measure::job_of(
            workload, std::string(workload_name(workload)) + "." + peer.name + ".x1", message);
        job.peer = peer.version;
        job.make_task = [peer, &entry, message, id = job.kernel_id](std::uint32_t data_bytes) {
            return entry.make_peer_task(id, peer.make_hash(*entry.peer_function), message,
                                        data_bytes);
        };
        jobs.push_back(std::move(job));
    }
    return jobs;
}

} // namespace hashlane::backends
