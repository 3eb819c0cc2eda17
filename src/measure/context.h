// SPDX-License-Identifier: MIT
#pragma once

#include "../results/run.h"

#include <string>

namespace hashlane::measure {

/// Returns the facts about this program alone: version, compiler, flags, type of build.
results::Context context_of_build();

/// Returns the facts about this machine and program; `command` is the line that the user typed.
results::Context gather_context(const std::string &command);

} // namespace hashlane::measure
