// SPDX-License-Identifier: MIT
//
// The options of each subcommand. They write what they are given to `settings`, which must live
// until the command line has been parsed.
#ifndef HASHLANE_SRC_CLI_COMMAND_OPTIONS_H
#define HASHLANE_SRC_CLI_COMMAND_OPTIONS_H

#include "chain_settings.h"
#include "fleet_settings.h"
#include "node_settings.h"
#include "settings.h"
#include "soak_settings.h"
#include "sum_settings.h"

namespace CLI {
class App;
}

namespace hashlane {

void declare(CLI::App &app, RunSettings &settings);
void declare(CLI::App &app, SweepSettings &settings);
void declare(CLI::App &app, Sha256Settings &settings);
void declare(CLI::App &app, KeccakSettings &settings);
void declare(CLI::App &app, Sha3Settings &settings);
void declare(CLI::App &app, CompareSettings &settings);
void declare(CLI::App &app, ReportSettings &settings);
void declare(CLI::App &app, KnownSettings &settings);
void declare(CLI::App &app, ListSettings &settings);
void declare(CLI::App &app, InfoSettings &settings);
void declare(CLI::App &app, TuneSettings &settings);
void declare(CLI::App &app, VerifySettings &settings);
void declare(CLI::App &app, ChainCreateSettings &settings);
void declare(CLI::App &app, ChainVerifySettings &settings);
void declare(CLI::App &app, ChainBenchSettings &settings);
void declare(CLI::App &app, SumSettings &settings);
void declare(CLI::App &app, FleetSettings &settings);
void declare(CLI::App &app, NodeSettings &settings);
void declare(CLI::App &app, HealthSettings &settings);
void declare(CLI::App &app, SoakSettings &settings);

} // namespace hashlane

#endif
