// SPDX-License-Identifier: MIT
#include "backends/plugins/plugin.h"
#include "cli/command_line.h"
#include "cli/messages.h"
#include "commands/commands.h"
#include "machine/system/file_lock.h"
#include "machine/system/input_file.h"
#include "machine/system/terminal.h"
#include "machine/system/text.h"
#include "machine/system/threads.h"
#include "machine/system/used_files.h"
#include "proof/proof.h"
#include "results/json.h"

#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace hashlane {
namespace {

int run_program(const std::vector<std::string> &arguments)
{
    machine::tell_of_no_lock([](const std::string &path, const std::string &reason) {
        cli::say("hashlane: '{}' cannot be locked: {}; no other process is kept from it\n", path,
                 reason);
    });
    return cli::parse_command_line(commands::command_table(), arguments)(
        fmt::format("hashlane {}", fmt::join(arguments, " ")));
}

// True if a file or the system failed, and not the program.
bool is_outside(const std::exception &error)
{
    return dynamic_cast<const results::BadFile *>(&error) != nullptr ||
           dynamic_cast<const proof::BadProof *>(&error) != nullptr ||
           dynamic_cast<const machine::ThreadError *>(&error) != nullptr ||
           dynamic_cast<const machine::FileConflict *>(&error) != nullptr ||
           dynamic_cast<const std::filesystem::filesystem_error *>(&error) != nullptr;
}

// Runs the program, and says what ended it early.
int run_and_say(const std::vector<std::string> &arguments)
try {
    return run_program(arguments);
} catch (const cli::CommandError &error) {
    cli::say("hashlane: {}\n", machine::printable(error.what()));
    return error.code();
} catch (const machine::Interrupted &) {
    cli::say("hashlane: interrupted\n");
    return cli::exit_interrupted;
} catch (const std::bad_alloc &) {
    cli::say("hashlane: no memory is left\n");
    return cli::exit_usage;
} catch (const std::exception &error) {
    cli::say("hashlane: {}{}\n",
             is_outside(error) ? "" : "internal error: ", machine::printable(error.what()));
    return cli::exit_usage;
}

} // namespace
} // namespace hashlane

int main(int argc, char **argv)
{
    using namespace hashlane;
    machine::set_up_standard_streams();
    if (argc == 2 && argv[1] == std::string_view(backends::plugin_host_argument))
        backends::host_plugin();
    if (argc == 2 && argv[1] == std::string_view(backends::program_host_argument))
        backends::host_kernels();
    std::vector<std::string> arguments(argv + 1, argv + argc);
    // Google Benchmark's compare.py calls a binary with its own flags and no command.
    if (!arguments.empty() && arguments.front().starts_with("--benchmark_"))
        arguments.insert(arguments.begin(), "run");
    return cli::code_after_failures(run_and_say(arguments));
}
