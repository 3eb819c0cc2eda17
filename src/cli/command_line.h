// SPDX-License-Identifier: MIT
//
// From the words that the user typed to the command that they name.
#pragma once

#include "messages.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace hashlane::cli {

/// Does the work of a command; `line` is the user's command line. Returns the exit code, or throws
/// a CommandError.
using Execute = std::function<int(const std::string &line)>;

/// Declares the options of a command.
using Declare = Execute (*)(CLI::App &app);

/// An exit code that a command can return.
struct Outcome {
    Outcome(ExitCode exit_code) : code(exit_code), meaning(meaning_of(exit_code)) {}
    Outcome(ExitCode exit_code, const char *text) : code(exit_code), meaning(text) {}

    ExitCode code;
    const char *meaning;
};

struct Command {
    const char *group; ///< the heading that it is listed under
    const char *name;  ///< "run"; "chain verify" for a command of the family "chain"
    const char *summary;
    Declare declare;               ///< null for a family of commands
    std::vector<Outcome> outcomes; ///< ascending
};

/// A word, and the words that it stands for.
struct Synonym {
    const char *word;
    const char *meant;
};

struct CommandTable {
    std::span<const Command> commands;
    std::span<const Synonym> aliases; ///< further names: "known" for "list published"
    /// Words that are no commands, and the command lines that do what they ask for.
    std::span<const Synonym> hints;
};

/// A command of settings, of their options, and of the work that they ask for.
template <class Settings, void (*declare)(CLI::App &app, Settings &settings),
          int (*execute)(const Settings &settings, const std::string &line)>
Execute command(CLI::App &app)
{
    const auto settings = std::make_shared<Settings>();
    declare(app, *settings);
    return [settings](const std::string &line) { return execute(*settings, line); };
}

/// Takes the arguments without the program's name. Returns what they ask for: a command with its
/// options, or a text. If the exit code of a command is none that the table lists, and so none that
/// its help explains, a line on stderr reports that. Throws a CommandError for arguments that are
/// not understood: one line with the mistake and its remedy.
Execute parse_command_line(const CommandTable &table, std::vector<std::string> arguments);

} // namespace hashlane::cli
