/* SPDX-License-Identifier: MIT */
/* What the headers of hashlane share: the status of a call, and what C and C++ write differently.
 */
#ifndef HASHLANE_COMMON_H
#define HASHLANE_COMMON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define HASHLANE_NOEXCEPT noexcept
#else
#define HASHLANE_NOEXCEPT
#endif

typedef enum hashlane_status {
    HASHLANE_OK = 0,
    HASHLANE_BAD_ARGUMENT = 1, /* an argument outside the documented range; nothing was done */
    HASHLANE_NOT_FOUND = 2,    /* the file does not exist, or has nothing for this core */
    HASHLANE_NOT_VALID = 3,    /* the file cannot be used; nothing was done */
    HASHLANE_WRONG = 4,        /* what was to be verified is wrong */
    HASHLANE_STOPPED = 5       /* stopped before the answer was known */
} hashlane_status;

#endif
