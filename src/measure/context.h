// SPDX-License-Identifier: MIT
#pragma once

#include "../results/run.h"

#include <string>

namespace hashlane::measure {

results::Build this_build();

/// Returns the facts about this machine and program; `command` is the line that the user typed.
results::Context gather_context(const std::string &command);

} // namespace hashlane::measure
