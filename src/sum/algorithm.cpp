// SPDX-License-Identifier: MIT
#include "algorithm.h"

#include "hashlane/kangarootwelve.h"
#include "hashlane/sha256.h"
#include "hashlane/sha3.h"
#include "hashlane/turboshake.h"

#include <algorithm>
#include <array>

namespace hashlane {
namespace {

// Where each digest goes.
std::array<std::uint8_t *, most_messages> outputs(std::uint8_t *digests, std::size_t count,
                                                  std::size_t digest_bytes)
{
    std::array<std::uint8_t *, most_messages> to{};
    for (std::size_t i = 0; i < count; ++i)
        to[i] = digests + i * digest_bytes;
    return to;
}

struct Sha256 final : MessageHash {
    static void many(const std::uint8_t *const *messages, const std::size_t *bytes,
                     std::size_t count, std::uint8_t *digests)
    {
        hashlane_sha256_many(messages, bytes, count, digests);
    }
    Sha256() { hashlane_sha256_init(&context); }
    void update(std::span<const std::uint8_t> piece, ThreadPool * /*pool*/) override
    {
        hashlane_sha256_update(&context, piece.data(), piece.size());
    }
    void finish(std::uint8_t *digest) override { hashlane_sha256_final(&context, digest); }

    hashlane_sha256_context context;
};

template <hashlane_sha3_function function, std::size_t digest_bytes>
struct Sha3 final : MessageHash {
    static void many(const std::uint8_t *const *messages, const std::size_t *bytes,
                     std::size_t count, std::uint8_t *digests)
    {
        hashlane_sha3_hash_unequal(function, messages, bytes, count,
                                   outputs(digests, count, digest_bytes).data(), digest_bytes);
    }
    Sha3() { hashlane_sha3_init(&hash, function); }
    void update(std::span<const std::uint8_t> piece, ThreadPool * /*pool*/) override
    {
        hashlane_sha3_absorb(&hash, piece.data(), piece.size());
    }
    void finish(std::uint8_t *digest) override
    {
        hashlane_sha3_squeeze(&hash, digest, digest_bytes);
    }

    hashlane_sha3 hash;
};

template <hashlane_turboshake_function function, std::size_t digest_bytes>
struct TurboShake final : MessageHash {
    static void many(const std::uint8_t *const *messages, const std::size_t *bytes,
                     std::size_t count, std::uint8_t *digests)
    {
        hashlane_turboshake_hash_many(function, HASHLANE_TURBOSHAKE_DOMAIN, messages, bytes, count,
                                      outputs(digests, count, digest_bytes).data(), digest_bytes);
    }
    TurboShake() { hashlane_turboshake_init(&hash, function, HASHLANE_TURBOSHAKE_DOMAIN); }
    void update(std::span<const std::uint8_t> piece, ThreadPool * /*pool*/) override
    {
        hashlane_turboshake_absorb(&hash, piece.data(), piece.size());
    }
    void finish(std::uint8_t *digest) override
    {
        hashlane_turboshake_squeeze(&hash, digest, digest_bytes);
    }

    hashlane_turboshake hash;
};

void run_on(void *context, void (*work)(void *argument, std::size_t index), void *argument,
            std::size_t count)
{
    static_cast<ThreadPool *>(context)->run(
        count, [&](std::size_t index, std::size_t /*worker*/) { work(argument, index); });
}

template <hashlane_kangarootwelve_function function, std::size_t digest_bytes>
struct KangarooTwelve final : MessageHash {
    static void many(const std::uint8_t *const *messages, const std::size_t *bytes,
                     std::size_t count, std::uint8_t *digests)
    {
        for (std::size_t i = 0; i < count; ++i)
            hashlane_kangarootwelve_hash(function, messages[i], bytes[i], nullptr, 0,
                                         digests + i * digest_bytes, digest_bytes, nullptr);
    }
    KangarooTwelve() { hashlane_kangarootwelve_init(&hash, function); }
    void update(std::span<const std::uint8_t> piece, ThreadPool *pool) override
    {
        if (pool == nullptr) {
            hashlane_kangarootwelve_absorb(&hash, piece.data(), piece.size());
            return;
        }
        const hashlane_pool threads = {run_on, pool};
        hashlane_kangarootwelve_absorb_pool(&hash, piece.data(), piece.size(), &threads);
    }
    void finish(std::uint8_t *digest) override
    {
        hashlane_kangarootwelve_squeeze(&hash, digest, digest_bytes);
    }

    hashlane_kangarootwelve hash;
};

template <class Hash>
constexpr Algorithm algorithm(std::string_view name, std::string_view tag, std::size_t digest_bytes,
                              bool is_tree = false)
{
    return {
        name,         tag,
        digest_bytes, is_tree,
        Hash::many,   []() -> std::unique_ptr<MessageHash> { return std::make_unique<Hash>(); }};
}

// The digests of functions whose output has no end are twice as long as their security strength.
constexpr Algorithm all[] = {
    algorithm<Sha256>("sha256", "SHA256", 32),
    algorithm<Sha3<HASHLANE_SHA3_224, 28>>("sha3-224", "SHA3-224", 28),
    algorithm<Sha3<HASHLANE_SHA3_256, 32>>("sha3-256", "SHA3-256", 32),
    algorithm<Sha3<HASHLANE_SHA3_384, 48>>("sha3-384", "SHA3-384", 48),
    algorithm<Sha3<HASHLANE_SHA3_512, 64>>("sha3-512", "SHA3-512", 64),
    algorithm<Sha3<HASHLANE_SHAKE128, 32>>("shake128", "SHAKE128", 32),
    algorithm<Sha3<HASHLANE_SHAKE256, 64>>("shake256", "SHAKE256", 64),
    algorithm<TurboShake<HASHLANE_TURBOSHAKE128, 32>>("turboshake128", "TurboSHAKE128", 32),
    algorithm<TurboShake<HASHLANE_TURBOSHAKE256, 64>>("turboshake256", "TurboSHAKE256", 64),
    algorithm<KangarooTwelve<HASHLANE_KT128, 32>>("kt128", "KT128", 32, true),
    algorithm<KangarooTwelve<HASHLANE_KT256, 64>>("kt256", "KT256", 64, true),
};

} // namespace

std::span<const Algorithm> algorithms() { return all; }

const Algorithm &usual_algorithm() { return all[0]; }

const Algorithm *find_algorithm(std::string_view name)
{
    const auto *const found = std::ranges::find_if(all, [name](const Algorithm &algorithm) {
        return algorithm.name == name || algorithm.tag == name;
    });
    return found == std::end(all) ? nullptr : found;
}

} // namespace hashlane
