// SPDX-License-Identifier: MIT

#include "hashlane/common.h"

extern "C" void hashlane_wipe(void *data, size_t bytes) noexcept
{
    volatile unsigned char *at = static_cast<unsigned char *>(data);
    for (; bytes != 0; --bytes)
        *at++ = 0;
}
