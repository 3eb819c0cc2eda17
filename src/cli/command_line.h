// SPDX-License-Identifier: MIT
//
// From the words that the user typed to the command that they name.
#pragma once

#include "messages.h"

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

/// Does the work of a command; `line` is the user's command line. Returns the exit code, or throws
/// a CommandError.
using Execute = std::function<int(const std::string &line)>;

/// Declares the options of a command.
using Declare = Execute (*)(CLI::App &app);

/// An exit code that a command can return.
struct Outcome {
    constexpr Outcome() = default;
    constexpr Outcome(ExitCode exit_code) : code(exit_code), meaning(meaning_of(exit_code)) {}
    constexpr Outcome(ExitCode exit_code, const char *text) : code(exit_code), meaning(text) {}

    ExitCode code = exit_ok;
    const char *meaning = nullptr;
};

constexpr std::size_t most_outcomes = 7;

struct Command {
    const char *group; ///< the heading that it is listed under; see is_visible()
    const char *name;  ///< "run"; "chain verify" for a command of the family "chain"
    const char *summary;
    Declare declare;                 ///< null for a family of commands
    Outcome outcomes[most_outcomes]; ///< ascending; those without a meaning are unused
};

/// A further name, which stands for the words of a command line: "known" for "list published".
struct Alias {
    const char *name;
    const char *words;
};

/// A word that is no command, and the command line that does what it asks for.
struct Hint {
    const char *word;
    const char *line;
};

struct CommandTable {
    std::span<const Command> commands;
    std::span<const Alias> aliases;
    std::span<const Hint> hints;
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

/// Only prints: a help text, the version.
struct ShowText {
    std::string text;
};

/// A command with its options.
struct Run {
    const Command *command;
    Execute execute;

    /// Executes the command. If its exit code is none that the table lists, and so none that its
    /// help explains, a line on stderr reports that.
    int operator()(const std::string &line) const;
};

using Request = std::variant<ShowText, Run>;

/// Takes the arguments without the program's name. Throws a CommandError for any that are not
/// understood: one line with the mistake and its remedy.
Request parse_command_line(const CommandTable &table, std::vector<std::string> arguments);

} // namespace hashlane::cli
