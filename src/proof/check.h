// SPDX-License-Identifier: MIT
//
// The verification of a proof while it is read: some thousand segments at a time.
#ifndef HASHLANE_SRC_PROOF_CHECK_H
#define HASHLANE_SRC_PROOF_CHECK_H

#include "../backends/gpu/verify.h"
#include "reader.h"

#include <functional>

namespace hashlane::proof {

struct CheckProgress {
    std::uint64_t right = 0; ///< segments
    std::uint64_t hashes = 0;
    double seconds = 0;
};

struct CheckRequest {
    unsigned threads = 1;
    /// Segments index, index + parts, … with index from 1 are this part's.
    std::uint64_t part = 1, parts = 1;
    bool any = false;
    std::uint64_t deadline_ns = 0; ///< 0: none
    const int *cancel = nullptr;
    std::vector<backends::Device *> devices; ///< in addition to the threads
    /// Called a few times per second, on another thread; may be empty.
    std::function<void(const CheckProgress &)> progress;
};

struct WrongSegment {
    std::uint64_t index = 0;      ///< from 0
    std::uint64_t first_hash = 0; ///< hashes of the chain before it
    Digest expected{};            ///< the claimed digest
    Digest computed{};
};

struct CheckOutcome {
    hashlane_chain_stop stop = HASHLANE_CHAIN_DONE; ///< done: all of this part is right
    std::uint64_t segments = 0; ///< of the whole proof, up to the end of reading
    std::uint64_t right = 0;    ///< of this part's
    std::uint64_t hashes = 0;   ///< that were computed
    double seconds = 0;
    unsigned threads = 0;
    std::vector<backends::DeviceShare> devices;
    std::optional<WrongSegment> wrong;
    /// The fingerprint of everything that was read: parts of the same proof have the same.
    Digest fingerprint{};
};

/// Throws a BadProof, a ThreadError.
CheckOutcome check_proof(ProofReader &reader, const CheckRequest &request);

// ---- Results of the parts of one proof, on disk: each lists the checked segments, and all name
// the proof.

/// Returns "done", "wrong", "cancelled", "deadline".
std::string_view stop_name(hashlane_chain_stop stop);

/// JSON.
std::string write_part(const CheckOutcome &outcome, const CheckRequest &request);

/// Combines the outcomes of the parts. Throws a BadProof unless every part of the same proof is
/// present exactly once.
CheckOutcome combine_parts(const std::vector<std::string> &paths);

} // namespace hashlane::proof

#endif
