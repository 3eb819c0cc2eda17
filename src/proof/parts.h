// SPDX-License-Identifier: MIT
//
// Results of the parts of one proof, on disk: each says what it checked, and all say of which
// proof.
#ifndef HASHLANE_SRC_PROOF_PARTS_H
#define HASHLANE_SRC_PROOF_PARTS_H

#include "check.h"

namespace hashlane {

/// "done", "wrong", "cancelled", "deadline".
std::string_view stop_name(hashlane_chain_stop stop);

/// JSON.
std::string write_part(const CheckOutcome &outcome, const CheckRequest &request);

/// What the parts say together. Throws a BadProof unless every part of the same proof is there
/// once.
CheckOutcome combine_parts(const std::vector<std::string> &paths);

} // namespace hashlane

#endif
