// SPDX-License-Identifier: MIT
//
// Any number of lanes through kernels that take a fixed number at a time.
#pragma once

#include "dispatch_table.h"

#include <algorithm>
#include <type_traits>
#include <vector>

namespace hashlane {

/// For `count` lanes from the one numbered `first` on. Only in the last of several calls may there
/// be fewer of them than the kernel has.
struct KernelCall {
    const Kernel &kernel;
    std::size_t first, count;
};

/// Calls call(KernelCall) for each call that dispatch makes for `lanes` lanes, in their order; of
/// sha3 each absorbs `blocks` blocks.
template <class Call>
void for_each_call(const KernelTable &choice, std::size_t lanes, const Call &call,
                   std::uint64_t blocks = many_blocks)
{
    for (std::size_t first = 0; first < lanes;) {
        const Kernel &kernel = choice.kernel(lanes - first, blocks);
        const std::size_t count = std::min<std::size_t>(kernel.lanes, lanes - first);
        call(KernelCall{kernel, first, count});
        first += count;
    }
}

/// Returns the kernels of these calls.
inline std::vector<const Kernel *> calls_for(const DispatchTable &choice, Workload workload,
                                             std::size_t lanes, std::uint64_t blocks = many_blocks)
{
    std::vector<const Kernel *> plan;
    for_each_call(
        choice.of(workload), lanes, [&](const KernelCall &call) { plan.push_back(&call.kernel); },
        blocks);
    return plan;
}

/// The part that a call takes of an array with `size` elements per lane: the array, or, if it has
/// fewer lanes than the kernel, copies of them and of the first one. At most `most` lanes.
template <std::size_t size, class Element, std::size_t most = max_lanes> class CallLanes {
public:
    CallLanes(const KernelCall &call, Element *array)
        : own_(array + call.first * size),
          count_(call.count),
          copied_(call.count != call.kernel.lanes)
    {
        for (std::size_t lane = 0; copied_ && lane < call.kernel.lanes; ++lane)
            std::copy_n(own_ + (lane < count_ ? lane * size : 0), size, copies_ + lane * size);
    }
    Element *begin() { return copied_ ? copies_ : own_; }

    /// Writes the kernel's changes to the array.
    void put_back() const
    {
        if (copied_)
            std::copy_n(copies_, count_ * size, own_);
    }

private:
    Element *own_;
    std::size_t count_;
    bool copied_;
    alignas(64) std::remove_const_t<Element> copies_[most * size];
};

} // namespace hashlane
