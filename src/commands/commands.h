// SPDX-License-Identifier: MIT
//
// The table of commands.
#ifndef HASHLANE_SRC_COMMANDS_COMMANDS_H
#define HASHLANE_SRC_COMMANDS_COMMANDS_H

#include "../cli/command_line.h"

namespace hashlane::commands {

// Each is defined in the command's own file.
#define HASHLANE_GROUP(name, summary)
#define HASHLANE_COMMAND(function, name, summary) cli::Execute function##_command(CLI::App &app);
#include "commands.def"
#undef HASHLANE_COMMAND
#undef HASHLANE_GROUP

inline constexpr cli::Command command_table[] = {
#define HASHLANE_GROUP(name, summary) {name, summary, nullptr},
#define HASHLANE_COMMAND(function, name, summary) {name, summary, function##_command},
#include "commands.def"
#undef HASHLANE_COMMAND
#undef HASHLANE_GROUP
};

/// All that commands.def lists.
inline std::span<const cli::Command> all_commands() { return command_table; }

} // namespace hashlane::commands

#endif
