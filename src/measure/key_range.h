// SPDX-License-Identifier: MIT
//
// The Keccak suite's run: the chains of a range of keys, each exactly once, on one kernel.
#ifndef HASHLANE_SRC_MEASURE_KEY_RANGE_H
#define HASHLANE_SRC_MEASURE_KEY_RANGE_H

#include "result.h"
#include "runner.h"
#include "spot_check.h"

#include <atomic>
#include <variant>
#include <vector>

namespace hashlane {

struct KeyRange {
    std::uint64_t first = 0; ///< the first key
    std::uint64_t last = 0;  ///< one past the last key; more than `first`
    std::uint64_t loops = 0; ///< of each chain; 0 leaves its start
};

struct ChainEnd {
    std::uint64_t checksum = 0;
    double seconds = 0; ///< wall time of the call that computed it, with all its lanes
};

struct KeyRangeResult {
    Row row;
    std::vector<ChainEnd> chains; ///< in order of keys; empty unless asked for
};

/// Runs the range on one thread for each of `cpus`. The result is checked against the suite's
/// published checksums where the range has some, and by links: stretches of its own chains,
/// drawn at random, that an independent kernel repeats (docs/methodology.md).
std::variant<KeyRangeResult, Mismatch, Interrupted>
run_key_range(const Kernel &kernel, const KeyRange &range, const std::vector<int> &cpus,
              const ClockRequest &clock, bool keep_chains, const std::atomic<bool> &stop);

/// What a row says of its proof.
std::string describe_proof(const KeyRange &range, const LinkCheck &links);

} // namespace hashlane

#endif
