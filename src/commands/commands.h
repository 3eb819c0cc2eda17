// SPDX-License-Identifier: MIT
//
// The table of commands.
#ifndef HASHLANE_SRC_COMMANDS_COMMANDS_H
#define HASHLANE_SRC_COMMANDS_COMMANDS_H

#include "../cli/command_line.h"
#include "../cli/help.h"

namespace hashlane::commands {

// The file of each command defines its function.
#define HASHLANE_FAMILY(...)
#define HASHLANE_COMMAND(function, ...) cli::Execute function##_command(CLI::App &app);
#include "commands.def"
#undef HASHLANE_COMMAND
#undef HASHLANE_FAMILY

/// The lines of commands.def.
const cli::CommandTable &command_table();

} // namespace hashlane::commands

#endif
