// SPDX-License-Identifier: MIT
//
// Command lines, an argument a line. Nothing is executed.
#include "cli/messages.h"
#include "commands/commands.h"
#include "target.h"

namespace hashlane::fuzz::command_line_target {
namespace {

void run(Input &input)
{
    std::vector<std::string> arguments;
    while (!input.is_empty() && arguments.size() < 32) {
        arguments.push_back(input.line());
        std::erase(arguments.back(), '\0'); // the system's arguments end there
    }
    try {
        static_cast<void>(cli::parse_command_line(commands::command_table(), arguments));
    } catch (const cli::CommandError &refused) {
        require(refused.code() != cli::exit_ok, "refused with success");
        require(std::string_view(refused.what()) != "", "refused without a reason");
    }
}

const Target target("command_line", run, mutate_lines);

} // namespace
} // namespace hashlane::fuzz::command_line_target
