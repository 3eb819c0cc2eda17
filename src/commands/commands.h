// SPDX-License-Identifier: MIT
//
// The table of commands.
#pragma once

#include "../cli/command_line.h"
#include "../cli/help.h"

namespace hashlane::commands {

// The file of each command defines it.
#define HASHLANE_FAMILY(...)
#define HASHLANE_COMMAND(command, ...) extern const cli::Declare command##_command;
#include "commands.def"
#undef HASHLANE_COMMAND
#undef HASHLANE_FAMILY

/// The lines of commands.def.
const cli::CommandTable &command_table();

} // namespace hashlane::commands
