// SPDX-License-Identifier: MIT
//
// Creates a chain into a file of raw checkpoints, which at every moment holds a whole beginning of
// it: whatever ends the program, it goes on from there.
#ifndef HASHLANE_SRC_PROOF_CREATOR_H
#define HASHLANE_SRC_PROOF_CREATOR_H

#include "reader.h"

#include <atomic>
#include <functional>

namespace hashlane::proof {

struct CreateProgress {
    std::uint64_t checkpoints = 0; ///< in the file
    std::uint64_t count = 0;       ///< that there are to be
    std::uint64_t hashes = 0;      ///< computed by this run
    double seconds = 0;            ///< of this run
};

struct CreateOutcome {
    CreateProgress end;
    std::uint64_t resumed_at = 0; ///< checkpoints already in the file
    std::uint64_t cut_off = 0;    ///< whole checkpoints, from the first one of zeros on
    bool resumed_wrong = false;   ///< they do not follow from each other; nothing was changed
};

/// Appends checkpoints to `path` until there are header.count, or `stop` is set. It makes the file
/// with its header, or, with `resume`, continues it: an incomplete checkpoint at the end, and
/// checkpoints from the first of zeros on, as a power cut leaves them, are removed, the last whole
/// one is computed once more from the one before, and the header's count becomes header.count.
/// Throws a BadProof, also if another process writes to the file.
CreateOutcome create_proof(const std::string &path, const ChainHeader &header, bool resume,
                           const std::function<void(const CreateProgress &)> &report,
                           const std::atomic<bool> &stop);

} // namespace hashlane::proof

#endif
