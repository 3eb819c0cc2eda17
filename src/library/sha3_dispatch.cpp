// SPDX-License-Identifier: MIT
#include "sha3_dispatch.h"

#include "../dispatch/dispatch_table.h"

namespace hashlane {
namespace {

AbsorbKernel absorb_kernel(const Kernel &kernel)
{
    return {*std::get_if<Sha3Absorb *>(&kernel.function), kernel.lanes};
}

} // namespace

AbsorbDispatch absorb_dispatch()
{
    return {absorb_kernel(active_dispatch().single(Workload::sha3)).absorb, [](std::size_t left) {
                return absorb_kernel(active_dispatch().kernel(Workload::sha3, left));
            }};
}

} // namespace hashlane
