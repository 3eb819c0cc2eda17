// SPDX-License-Identifier: MIT
#include "../plugins/host.h"
#include "../system/terminal.h"
#include "../system/threads.h"
#include "command_line.h"
#include "commands.h"
#include "exit_code.h"
#include "messages.h"

#include <fmt/format.h>

#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace hashlane {
namespace {

// Google Benchmark's compare.py calls a binary with its own flags and no command.
std::vector<std::string> arguments_of(int argc, char **argv)
{
    std::vector<std::string> arguments(argv + 1, argv + argc);
    if (!arguments.empty() && arguments.front().starts_with("--benchmark_"))
        arguments.insert(arguments.begin(), "run");
    return arguments;
}

int execute(const ShowText &show, const std::string & /*line*/)
{
    print(show.text);
    return exit_ok;
}

int run_program(const std::vector<std::string> &arguments)
{
    const std::string line = fmt::format("hashlane {}", fmt::join(arguments, " "));
    const Request request = parse_command_line(arguments);
    return std::visit([&](const auto &settings) { return execute(settings, line); }, request);
}

} // namespace
} // namespace hashlane

int main(int argc, char **argv)
{
    using namespace hashlane;
    set_up_standard_streams();
    if (argc == 2 && argv[1] == std::string_view(plugin_host_argument))
        host_plugin();
    try {
        return run_program(arguments_of(argc, argv));
    } catch (const CommandError &error) {
        say("hashlane: {}\n", error.what());
        return error.code();
    } catch (const ThreadError &error) {
        say("hashlane: {}\n", error.what());
        return exit_usage;
    } catch (const std::exception &error) {
        say("hashlane: internal error: {}\n", error.what());
        return exit_usage;
    }
}
