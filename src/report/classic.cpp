// SPDX-License-Identifier: MIT
#include "report.h"

#include <fmt/format.h>

namespace hashlane {

std::string write_classic(const KeyRangeResult &result)
{
    const Row::KeyRangeSum &range = *result.row.key_range;
    std::string text;
    std::uint64_t sum = 0;
    std::uint64_t key = range.first;
    for (const ChainEnd &chain : result.chains) {
        sum ^= chain.checksum;
        text += fmt::format("_S_ {:10} {:16x} {:16x} {:12.6f}\n", key++, chain.checksum, sum,
                            chain.seconds);
    }
    return text +
           fmt::format(
               "_F_ fkey= {:6} lkey= {:6} loops= {:7} SUM= {:16x} seconds= {:f}   Mks= {:f}\n",
               range.first, range.last, range.loops, range.checksum, range.seconds,
               result.row.figures.units_per_second / 1e6);
}

} // namespace hashlane
