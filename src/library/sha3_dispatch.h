// SPDX-License-Identifier: MIT
//
// Dispatch's choice of sha3 kernels, for src/sha3.
#ifndef HASHLANE_SRC_LIBRARY_SHA3_DISPATCH_H
#define HASHLANE_SRC_LIBRARY_SHA3_DISPATCH_H

#include "../sha3/lanes.h"

namespace hashlane {

AbsorbDispatch absorb_dispatch();

} // namespace hashlane

#endif
