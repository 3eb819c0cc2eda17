// SPDX-License-Identifier: MIT
//
// Trees over the blocks of a file, with SHA-256, as Linux checks them: the digest of fs-verity and
// the root hash of dm-verity.
#include "algorithms.h"

#include "hashlane/sha256.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>

namespace hashlane::sum {
namespace {

constexpr std::size_t digest_bytes = HASHLANE_SHA256_BYTES;

constexpr std::size_t task_bytes = std::size_t{256} << 10; // for a thread, until it takes more

std::size_t rounded_up(std::size_t bytes, std::size_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

// One level of a tree, and those above it: hashes blocks, whose digests are the next level's
// blocks. Memory does not depend on the number of blocks.
class TreeLevel {
public:
    // `prefix` stands before each block that is hashed; it must outlive the level.
    TreeLevel(std::size_t block_bytes, const std::vector<std::uint8_t> &prefix)
        : block_bytes_(block_bytes), prefix_(prefix)
    {
    }

    // Appends `count` blocks, hashed on all lanes, and on all threads of a pool.
    void append(const std::uint8_t *blocks, std::size_t count, machine::ThreadPool *pool)
    {
        count_ += count;
        while (count != 0) {
            if (digests_.size() == most_kept_bytes_)
                pass_on(pool);
            const std::size_t kept = digests_.size();
            const std::size_t some = std::min(count, (most_kept_bytes_ - kept) / digest_bytes);
            digests_.resize(kept + some * digest_bytes);
            hash(blocks, some, digests_.data() + kept, pool);
            blocks += some * block_bytes_;
            count -= some;
        }
    }

    // Returns the digest that all blocks come down to, which is that of a single block. Nothing may
    // follow. Precondition: there is a block.
    const std::uint8_t *root()
    {
        if (count_ == 1)
            return digests_.data();
        digests_.resize(rounded_up(digests_.size(), block_bytes_));
        pass_on(nullptr);
        return above_->root();
    }

private:
    void hash(const std::uint8_t *blocks, std::size_t count, std::uint8_t *digests,
              machine::ThreadPool *pool) const
    {
        const auto hash_some = [&](std::size_t first, std::size_t some) {
            const std::array<hashlane_column, 2> columns = {
                {{prefix_.data(), 0, prefix_.size()},
                 {blocks + first * block_bytes_, block_bytes_, block_bytes_}}};
            hashlane_sha256_columns(columns.data(), columns.size(), some,
                                    digests + first * digest_bytes, digest_bytes);
        };
        if (pool == nullptr)
            return hash_some(0, count);
        const std::size_t task = std::max<std::size_t>(task_bytes / block_bytes_, 1);
        pool->run((count + task - 1) / task, [&](std::size_t index, std::size_t /*worker*/) {
            hash_some(index * task, std::min(task, count - index * task));
        });
    }

    void pass_on(machine::ThreadPool *pool)
    {
        if (above_ == nullptr)
            above_ = std::make_unique<TreeLevel>(block_bytes_, prefix_);
        above_->append(digests_.data(), digests_.size() / block_bytes_, pool);
        digests_.clear();
    }

    std::size_t block_bytes_;
    // Digests that a level keeps before the level above hashes them: many calls' worth for each
    // thread, and whole blocks, as both are powers of two.
    std::size_t most_kept_bytes_ = std::max(std::size_t{512} << 10, block_bytes_);
    const std::vector<std::uint8_t> &prefix_;
    std::vector<std::uint8_t> digests_; // that are not hashed yet
    std::uint64_t count_ = 0;           // of the blocks so far
    std::unique_ptr<TreeLevel> above_;
};

// The parts of both functions that are the same.
class BlockTree : public MessageHash {
public:
    void update(std::span<const std::uint8_t> piece, machine::ThreadPool *pool) override
    {
        bytes_ += piece.size();
        if (!rest_.empty()) {
            const auto missing = piece.first(std::min(piece.size(), block_bytes_ - rest_.size()));
            rest_.insert(rest_.end(), missing.begin(), missing.end());
            piece = piece.subspan(missing.size());
            if (rest_.size() == block_bytes_) {
                leaves_.append(rest_.data(), 1, nullptr);
                rest_.clear();
            }
        }
        const std::size_t blocks = piece.size() / block_bytes_;
        leaves_.append(piece.data(), blocks, pool);
        const auto last = piece.subspan(blocks * block_bytes_);
        rest_.insert(rest_.end(), last.begin(), last.end());
    }

protected:
    BlockTree(std::size_t block_bytes, std::vector<std::uint8_t> prefix)
        : block_bytes_(block_bytes), prefix_(std::move(prefix)), leaves_(block_bytes, prefix_)
    {
    }

    // Pads the last block with zeros. Precondition: the file is not empty.
    const std::uint8_t *root()
    {
        if (!rest_.empty()) {
            rest_.resize(block_bytes_);
            leaves_.append(rest_.data(), 1, nullptr);
        }
        return leaves_.root();
    }

    const std::size_t block_bytes_;
    std::uint64_t bytes_ = 0;

private:
    const std::vector<std::uint8_t> prefix_;
    TreeLevel leaves_;
    std::vector<std::uint8_t> rest_; // less than a block
};

// fs-verity fills the salt up to the hash function's block.
std::vector<std::uint8_t> whole_blocks(std::vector<std::uint8_t> salt)
{
    salt.resize(rounded_up(salt.size(), HASHLANE_SHA256_BLOCK_BYTES));
    return salt;
}

class FsVerity final : public BlockTree {
public:
    explicit FsVerity(const BlockTreeForm &form)
        : BlockTree(form.block_bytes, whole_blocks(form.salt)), salt_(form.salt)
    {
    }

    void finish(std::uint8_t *digest) override
    {
        constexpr std::size_t root_at = 16, salt_at = 80, descriptor_bytes = 256;
        constexpr std::uint8_t version = 1, sha256 = 1;
        std::array<std::uint8_t, descriptor_bytes> descriptor = {
            version, sha256, static_cast<std::uint8_t>(std::countr_zero(block_bytes_)),
            static_cast<std::uint8_t>(salt_.size())};
        for (std::size_t i = 0; i < 8; ++i)
            descriptor[8 + i] = static_cast<std::uint8_t>(bytes_ >> (8 * i));
        if (bytes_ != 0) // an empty file has no tree
            std::copy_n(root(), digest_bytes, descriptor.data() + root_at);
        std::ranges::copy(salt_, descriptor.data() + salt_at);
        hashlane_sha256(descriptor.data(), descriptor.size(), digest);
    }

private:
    const std::vector<std::uint8_t> salt_;
};

class DmVerity final : public BlockTree {
public:
    explicit DmVerity(const BlockTreeForm &form) : BlockTree(form.block_bytes, form.salt) {}

    void finish(std::uint8_t *digest) override
    {
        if (bytes_ == 0 || bytes_ % block_bytes_ != 0)
            throw NoDigest("dm-verity needs whole blocks of " + std::to_string(block_bytes_) +
                           " bytes, one or more; it has " + std::to_string(bytes_) +
                           (bytes_ == 1 ? " byte" : " bytes"));
        std::copy_n(root(), digest_bytes, digest);
    }
};

} // namespace

std::unique_ptr<MessageHash> start_fs_verity(const BlockTreeForm &form)
{
    return std::make_unique<FsVerity>(form);
}

std::unique_ptr<MessageHash> start_dm_verity(const BlockTreeForm &form)
{
    return std::make_unique<DmVerity>(form);
}

} // namespace hashlane::sum
