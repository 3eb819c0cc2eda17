// SPDX-License-Identifier: MIT
//
// Classes of nodes on the command line, and the exit code of a judgement: one for 'hashlane fleet'
// and 'hashlane node --check'.
#ifndef HASHLANE_SRC_COMMANDS_FAIL_ON_H
#define HASHLANE_SRC_COMMANDS_FAIL_ON_H

#include "../cli/options.h"
#include "../cluster/fleet/fleet_report.h"

#include <string>
#include <vector>

namespace hashlane::commands {

/// "wrong,slow-clock" → the classes. Throws a CommandError.
std::vector<cluster::NodeClass> read_classes(const std::string &name, const std::string &text);

/// --fail-on. Without it, everything but healthy fails.
CLI::Option *add_fail_on(CLI::App &app, cluster::FailOn &fail_on);

/// Returns the exit code of the report.
cli::ExitCode exit_code_of(const cluster::FleetReport &report, const cluster::FailOn &fail_on);

} // namespace hashlane::commands

#endif
