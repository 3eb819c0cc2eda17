// SPDX-License-Identifier: MIT
//
// Any number of chains through a kernel that takes a fixed number at a time.
#ifndef HASHLANE_SRC_CORE_LANE_GROUPS_H
#define HASHLANE_SRC_CORE_LANE_GROUPS_H

#include "kernel.h"

#include <algorithm>

namespace hashlane {

/// Advances `count` lanes of `size` elements each, lane after lane in `data`, by `iterations`.
/// A last group that does not fill the kernel is filled with copies of its first lane.
/// `advance` is a kernel with `lanes` ≤ max_lanes lanes.
template <std::size_t size, class Element>
void advance_lanes(void (*advance)(Element *, std::uint64_t) noexcept, unsigned lanes,
                   Element *data, std::size_t count, std::uint64_t iterations)
{
    for (; count >= lanes; count -= lanes, data += lanes * size)
        advance(data, iterations);
    if (count == 0)
        return;
    Element group[max_lanes * size];
    for (unsigned lane = 0; lane < lanes; ++lane)
        std::copy_n(data + (lane < count ? lane * size : 0), size, group + lane * size);
    advance(group, iterations);
    std::copy_n(group, count * size, data);
}

} // namespace hashlane

#endif
