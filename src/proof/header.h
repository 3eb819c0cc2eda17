// SPDX-License-Identifier: MIT
//
// The text file beside raw checkpoints that says what chain they are of: docs/chains.md.
#ifndef HASHLANE_SRC_PROOF_HEADER_H
#define HASHLANE_SRC_PROOF_HEADER_H

#include "digest.h"

#include <vector>

namespace hashlane {

struct ChainHeader {
    Digest start{};
    std::vector<Digest> mixes; ///< into the start, in this order, before the first hash
    std::uint64_t every = 0;   ///< hashes from one checkpoint to the next
    std::uint64_t count = 0;   ///< checkpoints that there are to be
    std::optional<Digest> salt;
    std::uint64_t salt_adds = 0; ///< to the salt, for each next checkpoint

    bool operator==(const ChainHeader &) const = default;

    /// What the first segment's hashes begin with.
    Digest first_digest() const;
    /// Of the segment that leads to checkpoint `index`.
    std::optional<Digest> salt_of(std::uint64_t index) const;
};

/// "FILE.header"
std::string header_path(const std::string &path);

std::string write_header(const ChainHeader &header);

/// Throws a BadProof.
ChainHeader read_header(const std::string &path);

} // namespace hashlane

#endif
