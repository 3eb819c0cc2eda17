// SPDX-License-Identifier: MIT

#include "hashlane/hashlane.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <span>
#include <string>

namespace {
thread_local int allocations_left = -1; // any number
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete" // it takes the new one for the old
#endif

void *operator new(std::size_t bytes)
{
    void *const memory = allocations_left == 0 ? nullptr : std::malloc(bytes);
    if (memory == nullptr)
        throw std::bad_alloc();
    allocations_left -= allocations_left > 0 ? 1 : 0;
    return memory;
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }

namespace hashlane::test {
namespace {

// The bytes that a function gets from an argument.
std::string taken(const hashlane::Bytes &bytes)
{
    return {reinterpret_cast<const char *>(bytes.data), bytes.size};
}

TEST(CPlusPlus, AnArrayHasAllOfItsBytes)
{
    char letters[4] = {'a', 0, 'b', 0};
    std::uint8_t numbers[4] = {1, 0, 2, 0};
    const std::uint8_t constant[2] = {3, 0};
    const std::byte bytes[2] = {std::byte{4}, std::byte{0}};
    EXPECT_EQ(taken(letters), std::string("a\0b\0", 4));
    EXPECT_EQ(taken(numbers), std::string("\1\0\2\0", 4));
    EXPECT_EQ(taken(constant), std::string("\3\0", 2));
    EXPECT_EQ(taken(bytes), std::string("\4\0", 2));
    EXPECT_EQ(taken(std::array<char, 2>{'a', 0}), std::string("a\0", 2));
    EXPECT_EQ(taken(std::span(letters)), std::string("a\0b\0", 4));

    const std::uint8_t rows[2][3] = {{0, 0, 7}, {8, 0, 0}};
    const std::vector<Digest> digests = hashlane::sha256_many(rows);
    EXPECT_EQ(digests[0], hashlane::sha256(std::string("\0\0\7", 3)));
    EXPECT_EQ(digests[1], hashlane::sha256(rows[1]));
}

TEST(CPlusPlus, ALiteralIsItsText)
{
    EXPECT_EQ(taken("text"), "text");
    EXPECT_EQ(taken(""), "");
    EXPECT_EQ(taken("a\0b"), std::string("a\0b", 3));
    EXPECT_EQ(taken(u8"µ"), "\xc2\xb5");
    const char unended[2] = {'a', 'b'};
    EXPECT_EQ(taken(unended), "ab");
    const char *const pointer = "text\0more";
    EXPECT_EQ(taken(pointer), "text");
    std::string owned = "owned";
    EXPECT_EQ(taken(owned.data()), "owned");
    EXPECT_EQ(taken(owned), "owned");
    EXPECT_EQ(taken(std::string_view("a\0b", 3)), std::string("a\0b", 3));
}

TEST(CPlusPlus, ATreeHasTheLeavesThatItHas)
{
    hashlane::MerkleTree tree(HASHLANE_MERKLE_SSZ, std::vector<Digest>(5), 4);
    const Digest root = tree.root();
    const hashlane::MerkleTree other(std::move(tree));
    EXPECT_EQ(other.root(), root);
    EXPECT_EQ(tree.root(), hashlane::MerkleTree(HASHLANE_MERKLE_SSZ, {}, 4).root());
    EXPECT_THROW(tree.proof(0), std::invalid_argument);
    EXPECT_THROW(tree.update(0, root), std::invalid_argument);
}

TEST(CPlusPlus, ATreeIsAssignedAsAWholeOrNotAtAll)
{
    const hashlane::MerkleTree large(HASHLANE_MERKLE_RFC9162, std::vector<Digest>(1000));
    for (int enough = 0;; ++enough) {
        hashlane::MerkleTree tree(HASHLANE_MERKLE_RFC9162, std::vector<Digest>(2));
        const Digest before = tree.root();
        allocations_left = enough;
        bool is_assigned = true;
        try {
            tree = large;
        } catch (const std::bad_alloc &) {
            is_assigned = false;
        }
        allocations_left = -1;
        EXPECT_EQ(tree.root(), is_assigned ? large.root() : before) << enough;
        if (is_assigned) {
            EXPECT_EQ(enough, 2) << "one for the leaves, one for the levels";
            return;
        }
        EXPECT_THROW(tree.update(900, before), std::invalid_argument);
    }
}

} // namespace
} // namespace hashlane::test
