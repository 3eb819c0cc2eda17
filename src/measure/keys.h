// SPDX-License-Identifier: MIT
//
// A range of keys of the Keccak suite, and what its chains end at, as plain data.
#ifndef HASHLANE_SRC_MEASURE_KEYS_H
#define HASHLANE_SRC_MEASURE_KEYS_H

#include "row.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hashlane {

struct KeyRange {
    std::uint64_t first = 0; ///< the first key
    std::uint64_t last = 0;  ///< one past the last key; more than `first`
    std::uint64_t loops = 0; ///< of each chain; 0 leaves its start

    std::uint64_t keys() const { return last - first; }
};

struct KeyRangeRequest {
    KeyRange range;
    bool keep_chains = false;                     ///< KeyRangeResult::chains is wanted
    std::optional<std::uint64_t> spot_check_seed; ///< drawn anew where none is given
};

struct ChainEnd {
    std::uint64_t checksum = 0;
    double seconds = 0; ///< wall time of the call that computed it, with all its lanes
};

struct KeyRangeResult {
    Row row;
    std::vector<ChainEnd> chains; ///< in order of keys; empty unless asked for
};

} // namespace hashlane

#endif
