// SPDX-License-Identifier: MIT
//
// The hash functions of whole files.
#pragma once

#include "../machine/system/threads.h"

#include "hashlane/hashlane.h"

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace hashlane::sum {

/// The algorithm has no digest of this message: "its size is not a multiple of …".
class NoDigest : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// One message in pieces.
class MessageHash {
public:
    MessageHash() = default;
    MessageHash(const MessageHash &) = delete;
    MessageHash &operator=(const MessageHash &) = delete;
    virtual ~MessageHash() = default;

    /// `pool`: null, or threads that a tree hash uses.
    virtual void update(std::span<const std::uint8_t> piece, machine::ThreadPool *pool) = 0;

    /// Writes the digest, of the algorithm's length. Nothing may follow. May throw a NoDigest.
    virtual void finish(std::uint8_t *digest) = 0;
};

constexpr std::size_t most_digest_bytes = 64;

/// The most messages that one call of hash_many takes, and the most lanes of a kernel.
constexpr std::size_t most_messages = 64;

/// The parameters of a tree over the blocks of a file.
struct BlockTreeForm {
    std::size_t block_bytes = 4096;
    std::vector<std::uint8_t> salt;
};

/// The limits of a BlockTreeForm; 0: the algorithm is not such a tree.
struct BlockTreeLimits {
    std::size_t least_block_bytes = 0, most_block_bytes = 0, most_salt_bytes = 0;
};

struct Algorithm {
    std::string_view name; ///< "sha3-256"
    std::string_view tag;  ///< "SHA3-256": in lines of the BSD form
    std::size_t digest_bytes;
    std::unique_ptr<MessageHash> (*start)(const BlockTreeForm &form);

    // The members up to append_blocks are for functions that hash a message in a single lane. A
    // tree, which uses all lanes for one message, and threads as well, has none of them.

    hashlane_work work = HASHLANE_WORK_SHA256;
    std::size_t block_bytes = 1;

    /// digests: count × digest_bytes.
    void (*hash_many)(const std::uint8_t *const *messages, const std::size_t *bytes,
                      std::size_t count, std::uint8_t *digests) = nullptr;

    /// Appends as many whole blocks to each of several messages, which consist of whole blocks so
    /// far: at most hashlane_lanes(work).
    void (*append_blocks)(MessageHash *const *hashes, const std::uint8_t *const *pieces,
                          std::uint64_t blocks, std::size_t count) = nullptr;

    // These two are for trees over the blocks of a file.

    BlockTreeLimits limits = {};
    std::string_view prefix = ""; ///< of digests in lines without a tag: "sha256:"

    bool is_tree() const { return hash_many == nullptr; }
};

/// Start the digest of fs-verity, SHA-256 of the descriptor with the file's size, the salt and the
/// root (Linux, Documentation/filesystems/fsverity.rst), and the root hash of dm-verity in its
/// format 1, with blocks of one size for data and hashes (Linux,
/// Documentation/admin-guide/device-mapper/verity.rst). A device has whole blocks: other files have
/// no such digest.
std::unique_ptr<MessageHash> start_fs_verity(const BlockTreeForm &form);
std::unique_ptr<MessageHash> start_dm_verity(const BlockTreeForm &form);

std::span<const Algorithm> algorithms();

/// SHA-256.
const Algorithm &usual_algorithm();

/// By name, tag or prefix; null if there is none.
const Algorithm *find_algorithm(std::string_view name);

} // namespace hashlane::sum
