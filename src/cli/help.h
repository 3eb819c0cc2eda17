// SPDX-License-Identifier: MIT
//
// The texts of `hashlane help`.
#pragma once

#include "command_line.h"

namespace CLI {
class Option;
}

namespace hashlane::cli {

/// Groups of commands that the short help leaves out.
constexpr const char *suites_group = "Compatible with published benchmark suites";
constexpr const char *names_group = "Other names";

/// The group of options that the help shows last.
constexpr const char *output_group = "Output";

/// The summaries of all commands, group by group; `all` adds the hidden ones and the aliases.
std::string overview(const CommandTable &table, bool all);

/// The commands of a family.
std::string family_help(const CommandTable &table, const Command &family);

/// Usage, options by group, examples and exit codes. Nothing is wider than 80 columns.
std::string help_of(const Command &command, const CLI::App &app);

/// "--cpu LIST: Measure on these CPUs: 0,2-3".
std::string one_line_help(const CLI::Option &option);

} // namespace hashlane::cli
