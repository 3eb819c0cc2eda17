// SPDX-License-Identifier: MIT
#include "../system/terminal.h"
#include "commands.h"
#include "exit_code.h"

#include "hashlane/hashlane.h"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <vector>

namespace {

using namespace hashlane;

std::string joined(const std::vector<std::string> &words)
{
    return fmt::format("hashlane {}", fmt::join(words, " "));
}

// Google Benchmark's compare.py calls a binary with its own flags and no command.
std::vector<std::string> arguments_of(int argc, char **argv)
{
    std::vector<std::string> arguments(argv + 1, argv + argc);
    if (!arguments.empty() && arguments.front().starts_with("--benchmark_"))
        arguments.insert(arguments.begin(), "run");
    return arguments;
}

int run_program(int argc, char **argv)
{
    CLI::App program("Measures how fast a processor really hashes, and proves each result.",
                     "hashlane");
    program.set_version_flag("--version", "hashlane " HASHLANE_VERSION);
    program.require_subcommand(0, 1);
    program.footer("'hashlane COMMAND --help' tells a command's options.\n"
                   "Exit codes: 0 ok, 1 usage or internal error, 2 wrong digest, 3 kernel absent,\n"
                   "4 untrustworthy (--strict), 5 regression (compare), 130 interrupted.");
    const std::vector<Command> commands = {
        add_run(program),  add_sweep(program),   add_sha256(program), add_keccak(program),
        add_sha3(program), add_compare(program), add_list(program),   add_info(program),
        add_tune(program), add_verify(program)};
    const std::vector<std::string> arguments = arguments_of(argc, argv);
    try {
        // CLI11 takes them last first.
        program.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::Success &done) {
        return program.exit(done);
    } catch (const CLI::ParseError &error) {
        throw CommandError(fmt::format("{}; 'hashlane --help' lists what there is", error.what()));
    }
    for (const Command &command : commands)
        if (command.app->parsed())
            return command.act(joined(arguments));
    fmt::print("{}", program.help());
    return exit_ok;
}

} // namespace

int main(int argc, char **argv)
{
    set_up_standard_streams();
    try {
        const int code = run_program(argc, argv);
        if (std::fflush(stdout) != 0)
            throw CommandError("standard output: cannot be written");
        return code;
    } catch (const CommandError &failure) {
        fmt::print(stderr, "hashlane: {}\n", failure.what());
        return failure.code();
    } catch (const std::exception &error) {
        fmt::print(stderr, "hashlane: internal error: {}\n", error.what());
        return exit_usage;
    }
}
