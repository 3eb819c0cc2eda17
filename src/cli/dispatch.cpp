// SPDX-License-Identifier: MIT
#include "dispatch.h"

#include <fmt/format.h>

#include <cstdio>

namespace hashlane {
namespace {

LoadedTuning load_or_warn()
{
    LoadedTuning loaded = load_tuning(user_tuning_path());
    if (loaded.status == HASHLANE_NOT_VALID)
        fmt::print(stderr,
                   "hashlane: {}: {}; using the built-in order. Run 'hashlane tune' again\n",
                   loaded.path, loaded.problem);
    return loaded;
}

} // namespace

const LoadedTuning &use_tuning()
{
    static const LoadedTuning loaded = load_or_warn();
    return loaded;
}

} // namespace hashlane
