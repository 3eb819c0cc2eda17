// SPDX-License-Identifier: MIT
//
// One function a subcommand: it adds itself to the program and returns what to do when chosen.
#ifndef HASHLANE_SRC_CLI_COMMANDS_H
#define HASHLANE_SRC_CLI_COMMANDS_H

#include <CLI/CLI.hpp>

#include <functional>
#include <string>

namespace hashlane {

struct Command {
    CLI::App *app = nullptr;
    /// Takes the line that the user typed; returns the exit code.
    std::function<int(const std::string &line)> act;
};

Command add_run(CLI::App &program);
Command add_sha256(CLI::App &program);
Command add_keccak(CLI::App &program);
Command add_sha3(CLI::App &program);
Command add_list(CLI::App &program);
Command add_info(CLI::App &program);
Command add_sweep(CLI::App &program);
Command add_tune(CLI::App &program);
Command add_verify(CLI::App &program);
Command add_compare(CLI::App &program);

} // namespace hashlane

#endif
