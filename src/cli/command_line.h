// SPDX-License-Identifier: MIT
//
// What the user typed, as values. command_options.h declares the options.
#ifndef HASHLANE_SRC_CLI_COMMAND_LINE_H
#define HASHLANE_SRC_CLI_COMMAND_LINE_H

#include "chain_settings.h"
#include "fleet_settings.h"
#include "node_settings.h"
#include "settings.h"
#include "soak_settings.h"
#include "sum_settings.h"

#include <string>
#include <variant>
#include <vector>

namespace hashlane {

/// Nothing to do but to print: a help text, the version.
struct ShowText {
    std::string text;
};

using Request =
    std::variant<ShowText, RunSettings, SweepSettings, Sha256Settings, KeccakSettings, Sha3Settings,
                 CompareSettings, ReportSettings, KnownSettings, ListSettings, InfoSettings,
                 TuneSettings, VerifySettings, ChainCreateSettings, ChainVerifySettings,
                 ChainBenchSettings, SumSettings, FleetSettings, SoakSettings, NodeSettings,
                 HealthSettings>;

/// The arguments without the program's name. Throws a CommandError, one line that says what is
/// wrong and what would be right, for any that are not understood.
Request parse_command_line(const std::vector<std::string> &arguments);

} // namespace hashlane

#endif
