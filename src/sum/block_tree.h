// SPDX-License-Identifier: MIT
//
// Trees over the blocks of a file, with SHA-256, as Linux checks them: the digest of fs-verity and
// the root hash of dm-verity.
#pragma once

#include "algorithms.h"

namespace hashlane::sum {

/// One level of a tree, and those above it: hashes blocks, whose digests are the next level's
/// blocks. Memory does not depend on the number of blocks.
class TreeLevel {
public:
    /// `prefix` stands before each block that is hashed; it must outlive the level.
    TreeLevel(std::size_t block_bytes, const std::vector<std::uint8_t> &prefix)
        : block_bytes_(block_bytes), prefix_(prefix)
    {
    }

    /// Appends `count` blocks, hashed on all lanes, and on all threads of a pool.
    void append(const std::uint8_t *blocks, std::size_t count, machine::ThreadPool *pool);

    /// Returns the digest that all blocks come down to, which is that of a single block. Nothing
    /// may follow. Precondition: there is a block.
    const std::uint8_t *root();

private:
    void hash(const std::uint8_t *blocks, std::size_t count, std::uint8_t *digests,
              machine::ThreadPool *pool) const;
    void pass_on(machine::ThreadPool *pool);

    std::size_t block_bytes_;
    const std::vector<std::uint8_t> &prefix_;
    std::vector<std::uint8_t> digests_; ///< that are not hashed yet
    std::uint64_t count_ = 0;           ///< of the blocks so far
    std::unique_ptr<TreeLevel> above_;
};

/// The parts of both functions that are the same.
class BlockTree : public MessageHash {
public:
    static constexpr std::size_t digest_bytes = 32;

    void update(std::span<const std::uint8_t> piece, machine::ThreadPool *pool) override;

protected:
    BlockTree(std::size_t block_bytes, std::vector<std::uint8_t> prefix)
        : block_bytes_(block_bytes), prefix_(std::move(prefix)), leaves_(block_bytes, prefix_)
    {
    }

    /// Pads the last block with zeros. Precondition: the file is not empty.
    const std::uint8_t *root();

    const std::size_t block_bytes_;
    std::uint64_t bytes_ = 0;

private:
    const std::vector<std::uint8_t> prefix_;
    TreeLevel leaves_;
    std::vector<std::uint8_t> rest_; ///< less than a block
};

/// The digest of fs-verity: SHA-256 of the descriptor with the file's size, the salt and the root
/// (Linux, Documentation/filesystems/fsverity.rst).
class FsVerity final : public BlockTree {
public:
    explicit FsVerity(const BlockTreeForm &form);
    void finish(std::uint8_t *digest) override;

private:
    const std::vector<std::uint8_t> salt_;
};

/// The root hash of dm-verity in its format 1, with blocks of one size for data and hashes (Linux,
/// Documentation/admin-guide/device-mapper/verity.rst). A device has whole blocks: other files have
/// no digest.
class DmVerity final : public BlockTree {
public:
    explicit DmVerity(const BlockTreeForm &form) : BlockTree(form.block_bytes, form.salt) {}
    void finish(std::uint8_t *digest) override;
};

} // namespace hashlane::sum
