// SPDX-License-Identifier: MIT
//
// Where a figure stands among published ones.
#ifndef HASHLANE_SRC_KNOWN_STANDING_H
#define HASHLANE_SRC_KNOWN_STANDING_H

#include "published.h"

#include <string>
#include <vector>

namespace hashlane {

/// What is compared: one chain (or message) alone, or all that a core can do.
enum class Use { one_chain, one_core };

/// What a core reached at best.
struct KnownCore {
    const PublishedResult *best;
    double cycles;
};

/// The best of each kind of core that has cycles for it, the fewest first.
std::vector<KnownCore> known_cores(std::string_view workload, std::string_view message, Use use);

/// "fewer than all of 5 published cores", "fewer than 3 of 5 published cores". Of at least one
/// core.
std::string rank_text(const std::vector<KnownCore> &cores, double cycles);

/// "Zen 5 133.25, Zen 4 132.80, …": at most so many.
std::string cores_text(const std::vector<KnownCore> &cores, std::size_t most);

} // namespace hashlane

#endif
