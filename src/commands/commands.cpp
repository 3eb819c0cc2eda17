// SPDX-License-Identifier: MIT
#include "commands.h"

namespace hashlane::commands {

const cli::CommandTable &command_table()
{
    using namespace cli; // the exit codes and groups of commands.def
    static const Command commands[] = {
#define HASHLANE_FAMILY(group, name, summary) {group, name, summary, nullptr, {}},
#define HASHLANE_COMMAND(command, group, name, summary, ...)                                       \
    {group, name, summary, command##_command, {__VA_ARGS__}},
#include "commands.def"
#undef HASHLANE_COMMAND
#undef HASHLANE_FAMILY
    };
    static constexpr Synonym aliases[] = {
#define HASHLANE_ALIAS(name, words) {name, words},
#include "commands.def"
#undef HASHLANE_ALIAS
    };
    static constexpr Synonym hints[] = {
#define HASHLANE_HINT(word, line) {word, line},
#include "commands.def"
#undef HASHLANE_HINT
    };
    static const CommandTable table{commands, aliases, hints};
    return table;
}

} // namespace hashlane::commands
