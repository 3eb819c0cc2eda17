// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SYSTEM_CACHE_DIRECTORY_H
#define HASHLANE_SRC_SYSTEM_CACHE_DIRECTORY_H

#include "fixed_text.h"

namespace hashlane {

/// Where this user's programs keep what they can compute again; empty where the environment does
/// not say.
///   Linux, Unix  $XDG_CACHE_HOME, or ~/.cache
///   macOS        ~/Library/Caches
///   Windows      %LOCALAPPDATA%
PathText user_cache_directory();

/// hashlane/ in it; empty where there is none.
inline PathText own_cache_directory()
{
    PathText cache = user_cache_directory();
    if (!cache.empty())
        cache += "/hashlane";
    return cache.overflowed() ? PathText() : cache;
}

/// What the user can do where it is empty: "set HOME or XDG_CACHE_HOME to an absolute path".
extern const char *const cache_directory_advice;

} // namespace hashlane

#endif
