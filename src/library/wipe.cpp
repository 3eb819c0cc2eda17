// SPDX-License-Identifier: MIT
//
// The C interface of wipe.h.

#include "../compiler/wipe.h"

#include "hashlane/wipe.h"

extern "C" void hashlane_wipe(void *bytes, size_t size) noexcept { hashlane::wipe(bytes, size); }
