// SPDX-License-Identifier: MIT
//
// Command lines, an argument a line. Nothing is executed.
#include "cli/command_line.h"
#include "cli/exit_code.h"
#include "target.h"

namespace hashlane::fuzz {
namespace {

void run(Input &input)
{
    std::vector<std::string> arguments;
    while (!input.is_empty() && arguments.size() < 32) {
        arguments.push_back(input.line());
        std::erase(arguments.back(), '\0'); // the system's arguments end there
    }
    try {
        const Request request = parse_command_line(arguments);
        if (const auto *text = std::get_if<ShowText>(&request))
            require(!text->text.empty(), "nothing to show");
    } catch (const CommandError &refused) {
        require(refused.code() != exit_ok, "refused with success");
        require(std::string_view(refused.what()) != "", "refused without a reason");
    }
}

const Target target("command_line", run);

} // namespace
} // namespace hashlane::fuzz
