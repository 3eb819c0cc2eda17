// SPDX-License-Identifier: MIT
/*
 * Trees, digests and pools by the C++ header.
 *
 *     c++ -std=c++20 tree.cpp -lhashlane -pthread
 */
#include <hashlane/hashlane.hpp>

#include <cstdint>
#include <iostream>
#include <string>

namespace {

std::string hex(const hashlane::Digest &digest)
{
    std::string text;
    for (const std::uint8_t byte : digest) {
        text += "0123456789abcdef"[byte >> 4];
        text += "0123456789abcdef"[byte & 15];
    }
    return text;
}

// A transfer of an airdrop, say: the entries, the root that a contract has, and a proof for it.
bool is_proven(const std::vector<std::string> &entries, std::size_t index)
{
    std::vector<hashlane::Digest> leaves;
    for (const std::string &entry : entries) {
        const hashlane::Digest once = hashlane::sha3(HASHLANE_KECCAK_256, entry);
        leaves.push_back(hashlane::sha3(HASHLANE_KECCAK_256, once));
    }
    const hashlane::MerkleTree tree(HASHLANE_MERKLE_KECCAK_256_SORTED, leaves);
    const std::vector<hashlane::Digest> proof = tree.proof(index);
    const hashlane_merkle_tree shape = {HASHLANE_MERKLE_KECCAK_256_SORTED, 0, leaves.size()};
    return hashlane_merkle_verify(&shape, index, leaves[index].data(), hashlane::bytes_of(proof),
                                  proof.size(), tree.root().data()) == HASHLANE_OK;
}

// The digest of one message in three ways.
bool is_one_digest(const std::string &message)
{
    hashlane::Sha256 pieces;
    pieces.update(message.substr(0, 1));
    pieces.update(std::string_view(message).substr(1));
    const hashlane::Pool pool(2);
    const std::vector<std::string> messages(3, message);
    const hashlane::Digest digest = hashlane::sha256(message);
    return pieces.finish() == digest && hashlane::sha256_many(messages, pool).back() == digest;
}

bool is_refused()
{
    try {
        hashlane::sha3<31>(HASHLANE_SHA3_256, "a length that no digest has");
    } catch (const std::invalid_argument &) {
        return true;
    }
    return false;
}

} // namespace

int main()
{
    const bool is_right = is_proven({"one", "two", "three", "four", "five"}, 4) &&
                          is_one_digest("abcdef") && is_refused();
    std::cout << hex(hashlane::sha256("abc")) << (is_right ? " right\n" : " wrong\n");
    return is_right ? 0 : 1;
}
