// SPDX-License-Identifier: MIT
//
// Proofs as streams of segments: files may be larger than memory, or pipes.
#ifndef HASHLANE_SRC_PROOF_READER_H
#define HASHLANE_SRC_PROOF_READER_H

#include "header.h"

#include "hashlane/chain.h"

#include <memory>

namespace hashlane {

struct ProofSegment {
    Digest start{}; ///< with what is mixed into it
    Digest end{};
    std::uint64_t hashes = 0;
    std::optional<Digest> mixin;
    std::optional<Digest> salt;

    /// Valid as long as this stays where it is.
    hashlane_chain_segment view() const;
};

class ProofReader {
public:
    virtual ~ProofReader() = default;
    /// False at the end. Throws a BadProof with the place. Every segment but the first starts where
    /// the one before it ended.
    virtual bool next(ProofSegment &segment) = 0;
};

/// Of raw checkpoints, if there is a file `header` (empty: PATH.header, if that is there), and else
/// of JSON lines. "-": standard input. Checkpoints are as many as the header says, unless the chain
/// is `unfinished`. Throws a BadProof.
std::unique_ptr<ProofReader> open_proof(const std::string &path, const std::string &header,
                                        bool unfinished);

} // namespace hashlane

#endif
