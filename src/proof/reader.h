// SPDX-License-Identifier: MIT
//
// Proofs on disk: digests, the headers of raw checkpoints, and streams of segments, as files may be
// larger than memory, or pipes.
#ifndef HASHLANE_SRC_PROOF_READER_H
#define HASHLANE_SRC_PROOF_READER_H

#include "hashlane/chain.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace hashlane::proof {

// ---- Digests, and the problems of files that cannot be read.

using Digest = std::array<std::uint8_t, 32>;

/// A proof that cannot be read: one line, with the file and the place in it.
class BadProof : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Throws a BadProof, "cannot WHAT 'FILE': …", with the system's reason.
[[noreturn]] void fail_to(const char *what, const std::string &path, std::error_code error);

/// Parses 64 hexadecimal digits; nothing for any other text.
std::optional<Digest> parse_digest(std::string_view hex);
std::string to_hex(const Digest &digest);

/// Returns the number as a big-endian digest, modulo 2^256.
Digest number_digest(std::uint64_t number);
void add(Digest &digest, const Digest &number);

// ---- The text file next to raw checkpoints, which holds the chain's parameters:
// docs/how-to/chains.md.

struct ChainHeader {
    Digest start{};
    std::vector<Digest> mixes; ///< into the start, in this order, before the first hash
    std::uint64_t every = 0;   ///< hashes from one checkpoint to the next
    std::uint64_t count = 0;   ///< checkpoints that there are to be
    std::optional<Digest> salt;
    std::uint64_t salt_adds = 0; ///< to the salt, for each next checkpoint

    bool operator==(const ChainHeader &) const = default;

    /// Returns the starting value of the first segment.
    Digest first_digest() const;
    /// Returns the salt of the segment that leads to checkpoint `index`.
    std::optional<Digest> salt_of(std::uint64_t index) const;
};

/// "FILE.header"
std::string header_path(const std::string &path);

std::string write_header(const ChainHeader &header);

/// Throws a BadProof.
ChainHeader read_header(const std::string &path);

// ---- Segments.

struct ProofSegment {
    Digest start{}; ///< with the digest that is mixed into it
    Digest end{};
    std::uint64_t hashes = 0;
    std::optional<Digest> mixin;
    std::optional<Digest> salt;

    /// Returns a view that is valid as long as this object stays at its address.
    hashlane_chain_segment view() const;
};

class ProofReader {
public:
    virtual ~ProofReader() = default;
    /// False at the end. Throws a BadProof with the place, and a machine::Interrupted. Every
    /// segment but the first starts where the one before it ended.
    virtual bool next(ProofSegment &segment) = 0;
};

/// Opens raw checkpoints if there is a file `header` (empty: PATH.header, if that exists), and JSON
/// lines otherwise. "-": standard input. The number of checkpoints must match the header, unless
/// the chain is `unfinished`. Throws a BadProof.
std::unique_ptr<ProofReader> open_proof(const std::string &path, const std::string &header,
                                        bool unfinished);

} // namespace hashlane::proof

#endif
