// SPDX-License-Identifier: MIT
#include "commands.h"

#include <algorithm>

namespace hashlane::commands {

const cli::CommandTable &command_table()
{
    using namespace cli; // the exit codes and groups of commands.def
    static constexpr Command commands[] = {
#define HASHLANE_FAMILY(group, name, summary) {group, name, summary, nullptr, {}},
#define HASHLANE_COMMAND(function, group, name, summary, ...)                                      \
    {group, name, summary, function##_command, {__VA_ARGS__}},
#include "commands.def"
#undef HASHLANE_COMMAND
#undef HASHLANE_FAMILY
    };
    static constexpr Alias aliases[] = {
#define HASHLANE_ALIAS(name, words) {name, words},
#include "commands.def"
#undef HASHLANE_ALIAS
    };
    static constexpr Hint hints[] = {
#define HASHLANE_HINT(word, line) {word, line},
#include "commands.def"
#undef HASHLANE_HINT
    };
    static constexpr CommandTable table{commands, aliases, hints};
    return table;
}

cli::ExitCode failure_code(const std::vector<std::string> &arguments)
{
    const auto is_check = [](const std::string &argument) {
        return argument == "--check" || argument.starts_with("--check=");
    };
    const bool judges = !arguments.empty() &&
                        (arguments.front() == "health" ||
                         (arguments.front() == "node" && std::ranges::any_of(arguments, is_check)));
    return judges ? cli::exit_unknown : cli::exit_usage;
}

} // namespace hashlane::commands
