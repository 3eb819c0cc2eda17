// SPDX-License-Identifier: MIT
//
// HASHLANE_ALLOCA(bytes): so much memory on the stack of the function that it stands in.
#ifndef HASHLANE_SRC_COMPILER_ALLOCA_H
#define HASHLANE_SRC_COMPILER_ALLOCA_H

#if defined(__GNUC__)
#define HASHLANE_ALLOCA(bytes) __builtin_alloca(bytes)
#elif defined(_MSC_VER)
#include <malloc.h>
#define HASHLANE_ALLOCA(bytes) _alloca(bytes)
#else
#include <alloca.h>
#define HASHLANE_ALLOCA(bytes) alloca(bytes)
#endif

#endif
