// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_MEASURE_CONTEXT_H
#define HASHLANE_SRC_MEASURE_CONTEXT_H

#include "result.h"

namespace hashlane {

/// The facts about this machine and program; `command` is the line that the user typed.
Context gather_context(const std::string &command);

} // namespace hashlane

#endif
