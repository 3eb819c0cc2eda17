// SPDX-License-Identifier: MIT
//
// From what the user typed to the command that does it.
#ifndef HASHLANE_SRC_CLI_COMMAND_LINE_H
#define HASHLANE_SRC_CLI_COMMAND_LINE_H

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace CLI {
class App;
}

namespace hashlane::cli {

/// Does what a command was asked for; `line` is what the user typed. Returns the exit code, or
/// throws a CommandError.
using Execute = std::function<int(const std::string &line)>;

struct Command {
    const char *name; ///< "run"; "chain verify" for a command of the group "chain", which precedes
    const char *summary;
    Execute (*declare)(CLI::App &app); ///< declares the options; null for a group of commands
};

/// A command of settings, of their options, and of what is done with them.
template <class Settings>
Execute command(CLI::App &app, void (*declare)(CLI::App &app, Settings &settings),
                int (*execute)(const Settings &settings, const std::string &line))
{
    const auto settings = std::make_shared<Settings>();
    declare(app, *settings);
    return [settings, execute](const std::string &line) { return execute(*settings, line); };
}

/// Nothing to do but to print: a help text, the version.
struct ShowText {
    std::string text;
};

using Request = std::variant<ShowText, Execute>;

/// The arguments without the program's name. Throws a CommandError, one line that says what is
/// wrong and what would be right, for any that are not understood.
Request parse_command_line(std::span<const Command> commands,
                           const std::vector<std::string> &arguments);

} // namespace hashlane::cli

#endif
