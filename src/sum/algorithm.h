// SPDX-License-Identifier: MIT
//
// The hash functions of whole files.
#ifndef HASHLANE_SRC_SUM_ALGORITHM_H
#define HASHLANE_SRC_SUM_ALGORITHM_H

#include "../system/thread_pool.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace hashlane {

/// One message in pieces.
class MessageHash {
public:
    MessageHash() = default;
    MessageHash(const MessageHash &) = delete;
    MessageHash &operator=(const MessageHash &) = delete;
    virtual ~MessageHash() = default;

    /// `pool`: null, or threads that a tree hash uses.
    virtual void update(std::span<const std::uint8_t> piece, ThreadPool *pool) = 0;

    /// Writes the digest, of the algorithm's length. Nothing may follow.
    virtual void finish(std::uint8_t *digest) = 0;
};

constexpr std::size_t most_digest_bytes = 64;

/// The most messages that one call of hash_many takes.
constexpr std::size_t most_messages = 64;

struct Algorithm {
    std::string_view name; ///< "sha3-256"
    std::string_view tag;  ///< "SHA3-256": in lines of the BSD form
    std::size_t digest_bytes;
    bool is_tree; ///< several threads can hash one message

    /// digests: count × digest_bytes.
    void (*hash_many)(const std::uint8_t *const *messages, const std::size_t *bytes,
                      std::size_t count, std::uint8_t *digests);
    std::unique_ptr<MessageHash> (*start)();
};

std::span<const Algorithm> algorithms();

/// SHA-256.
const Algorithm &usual_algorithm();

/// By name or tag; null if there is none.
const Algorithm *find_algorithm(std::string_view name);

} // namespace hashlane

#endif
