// SPDX-License-Identifier: MIT
//
// The Keccak suite's run: the chains of a range of keys, each exactly once, on one kernel.
#pragma once

#include "../results/run.h"
#include "../workloads/keccak_chain.h"
#include "runner.h"

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace hashlane::measure {

struct KeyRange {
    std::uint64_t first = 0; ///< the first key
    std::uint64_t last = 0;  ///< one past the last key; more than `first`
    std::uint64_t loops = 0; ///< of each chain; 0 leaves its start

    std::uint64_t keys() const { return last - first; }
};

struct KeyRangeRequest {
    KeyRange range;
    bool keep_chains = false;                     ///< KeyRangeResult::chains is wanted
    std::optional<std::uint64_t> spot_check_seed; ///< drawn if none is given
};

struct ChainEnd {
    std::uint64_t checksum = 0;
    double seconds = 0; ///< wall time of the call that computed it, with all its lanes
};

struct KeyRangeResult {
    results::Row row;
    std::vector<ChainEnd> chains; ///< in order of keys; empty unless requested
};

using KeyRangeOutcome = std::variant<KeyRangeResult, results::Mismatch, Interrupted>;

/// Runs the range on one thread for each of `cpus`; nothing of the context's plan is used. The
/// result is checked against the published checksums of the Keccak suite if the range has some, and
/// by a spot check: stretches of its own chains, drawn at random, that an independent kernel
/// repeats (docs/explanation/methodology.md).
KeyRangeOutcome run_key_range(const Kernel &kernel, const KeyRangeRequest &request,
                              const std::vector<int> &cpus, const MeasureContext &context);

/// Describes the check of a row's results.
results::Row::Proof key_range_proof(const KeyRange &range, const workloads::SpotCheckResult &check,
                                    std::uint64_t seed);

} // namespace hashlane::measure
