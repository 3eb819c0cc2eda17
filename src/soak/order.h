// SPDX-License-Identifier: MIT
//
// The visits of one pass, in an order that only seed and number of the pass decide: a soak that was
// killed goes on where it was.
#ifndef HASHLANE_SRC_SOAK_ORDER_H
#define HASHLANE_SRC_SOAK_ORDER_H

#include "soak.h"

namespace hashlane {

struct PlannedVisit {
    std::optional<std::size_t> core; ///< that runs alone; nothing: all together
    std::size_t kernel = 0;
    bool bursts = false;
    std::uint64_t seed = 0;
};

/// Every kernel on each core alone, core after core, and then each on all cores together; alone is
/// left out where there is one core only. Cores and kernels are in random order.
std::vector<PlannedVisit> order_of_pass(const SoakRequest &request, std::uint64_t pass);

/// Another one for each pass.
std::uint64_t seed_of_pass(const SoakRequest &request, std::uint64_t pass);

} // namespace hashlane

#endif
