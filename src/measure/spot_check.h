// SPDX-License-Identifier: MIT
//
// Spot proof of Keccak chains that have no stored answer: stretches of the run's own chains,
// recorded while it ran, repeated by a kernel that shares no code with the one under test.
#ifndef HASHLANE_SRC_MEASURE_SPOT_CHECK_H
#define HASHLANE_SRC_MEASURE_SPOT_CHECK_H

#include "../clock/core.h"
#include "task.h"

#include <vector>

namespace hashlane {

/// All lanes of one call to a kernel.
struct RecordedStretch {
    std::uint64_t first_key = 0;       ///< of lane 0
    std::uint64_t from_loop = 0;       ///< loops that lay behind when it began
    std::uint64_t loops = 0;           ///< loops of the stretch
    std::vector<std::uint64_t> before; ///< lanes × 25 words; each link has its own lanes
    std::vector<std::uint64_t> after;
};

struct LinkCheck {
    std::uint64_t stretches = 0; ///< lanes of links that were repeated
    std::uint64_t loops = 0;     ///< in all of them together
    std::string by;              ///< the id of the kernel that repeated them
    std::optional<Mismatch> mismatch;
};

/// Repeats every lane of the first link with `independent`, a kernel of one lane, then more of them
/// for a twentieth of `run_seconds` or half a second, whichever is longer. `id` names what made
/// the links.
LinkCheck check_links(const std::string &id, const Kernel &independent,
                      const std::vector<RecordedStretch> &links, double run_seconds, Core &machine);

} // namespace hashlane

#endif
