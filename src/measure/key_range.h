// SPDX-License-Identifier: MIT
//
// The Keccak suite's run: the chains of a range of keys, each exactly once, on one kernel.
#ifndef HASHLANE_SRC_MEASURE_KEY_RANGE_H
#define HASHLANE_SRC_MEASURE_KEY_RANGE_H

#include "keys.h"
#include "result.h"
#include "runner.h"
#include "spot_check.h"

#include <variant>
#include <vector>

namespace hashlane {

using KeyRangeOutcome = std::variant<KeyRangeResult, Mismatch, Interrupted>;

/// Runs the range on one thread for each of `cpus`; of the context's plan nothing is used. The
/// result is checked against the suite's published checksums where the range has some, and by a
/// spot check: stretches of its own chains, drawn at random, that an independent kernel repeats
/// (docs/methodology.md).
KeyRangeOutcome run_key_range(const Kernel &kernel, const KeyRangeRequest &request,
                              const std::vector<int> &cpus, const MeasureContext &context);

/// What a row says of its proof.
Row::Proof key_range_proof(const KeyRange &range, const SpotCheckResult &check, std::uint64_t seed);

} // namespace hashlane

#endif
