// SPDX-License-Identifier: MIT
//
// fs-verity and dm-verity against what an implementation in Python computed, from the kernel's
// documentation of both.
// tests/commands/sum_test.cpp compares them with the programs of Linux.

#include "machine/system/text.h"
#include "sum/algorithms.h"
#include "support/files.h"
#include "support/hex.h"
#include "support/messages.h"

#include <nlohmann/json.hpp>

namespace hashlane::test {
namespace {

struct Vector {
    const sum::Algorithm *algorithm;
    sum::BlockTreeForm form;
    std::size_t bytes;
    std::string digest;
};

std::vector<Vector> read_vectors()
{
    std::vector<Vector> vectors;
    const auto file = nlohmann::json::parse(read_file(test_path("vectors/block_trees.json")));
    for (const auto &row : file["vectors"])
        vectors.push_back({sum::find_algorithm(row["function"].get<std::string>()),
                           {row["block_bytes"],
                            machine::parse_hex(row["salt"].get<std::string>()).value_or(Bytes{})},
                           row["bytes"],
                           row["digest"]});
    return vectors;
}

// In pieces of this many bytes.
std::string digest_of(const Vector &vector, std::size_t piece_bytes, machine::ThreadPool *pool)
{
    static const Bytes longest = pattern(std::size_t{1} << 22);
    std::span<const std::uint8_t> left = std::span(longest).first(vector.bytes);
    const auto hash = vector.algorithm->start(vector.form);
    while (!left.empty()) {
        const auto piece = left.first(std::min(left.size(), piece_bytes));
        hash->update(piece, pool);
        left = left.subspan(piece.size());
    }
    Bytes digest(vector.algorithm->digest_bytes);
    hash->finish(digest.data());
    return to_hex(digest);
}

TEST(BlockTree, EqualsStoredVectors)
{
    machine::ThreadPool pool(3);
    const std::vector<Vector> vectors = read_vectors();
    ASSERT_GT(vectors.size(), 150u);
    for (const Vector &vector : vectors)
        for (const auto &[piece_bytes, threads] :
             {std::pair(std::size_t{1} << 22, static_cast<machine::ThreadPool *>(nullptr)),
              {std::size_t{1} << 22, &pool},
              {4 * vector.form.block_bytes - 1, nullptr}})
            EXPECT_EQ(digest_of(vector, piece_bytes, threads), vector.digest)
                << vector.algorithm->name << ' ' << vector.bytes << " bytes in blocks of "
                << vector.form.block_bytes << ", salt of " << vector.form.salt.size()
                << ", in pieces of " << piece_bytes;
}

TEST(BlockTree, DmVerityHasNoDigestOfAPartOfABlock)
{
    const sum::Algorithm &dm_verity = *sum::find_algorithm("dm-verity");
    for (const std::size_t bytes : {0u, 1u, 4095u, 4097u})
        EXPECT_THROW(digest_of({&dm_verity, {}, bytes, ""}, 4096, nullptr), sum::NoDigest) << bytes;
}

} // namespace
} // namespace hashlane::test
