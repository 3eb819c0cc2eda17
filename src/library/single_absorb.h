// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_LIBRARY_SINGLE_ABSORB_H
#define HASHLANE_SRC_LIBRARY_SINGLE_ABSORB_H

#include "../dispatch/dispatch_table.h"

namespace hashlane {

/// The sponge of one message.
inline Sha3Absorb *single_absorb()
{
    return *std::get_if<Sha3Absorb *>(&active_dispatch().single(Workload::sha3).function);
}

} // namespace hashlane

#endif
