// SPDX-License-Identifier: MIT
#include "dispatch.h"

#include "../system/printable.h"
#include "messages.h"

namespace hashlane {
namespace {

LoadedTuning load_or_warn()
{
    LoadedTuning loaded = load_tuning(user_tuning_path().c_str());
    if (loaded.status == HASHLANE_NOT_VALID)
        say("hashlane: {}: {}; using the built-in order. Run 'hashlane tune' again\n",
            printable(loaded.path), printable(loaded.problem));
    return loaded;
}

} // namespace

const LoadedTuning &use_tuning()
{
    static const LoadedTuning loaded = load_or_warn();
    return loaded;
}

} // namespace hashlane
