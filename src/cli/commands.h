// SPDX-License-Identifier: MIT
//
// One function a subcommand, each in a file of its own. `line` is what the user typed. They return
// the exit code, or throw a CommandError.
#ifndef HASHLANE_SRC_CLI_COMMANDS_H
#define HASHLANE_SRC_CLI_COMMANDS_H

#include <string>

namespace hashlane {

struct RunSettings;
struct SweepSettings;
struct Sha256Settings;
struct KeccakSettings;
struct Sha3Settings;
struct CompareSettings;
struct ReportSettings;
struct KnownSettings;
struct ListSettings;
struct InfoSettings;
struct TuneSettings;
struct VerifySettings;
struct ChainCreateSettings;
struct ChainVerifySettings;
struct ChainBenchSettings;
struct SumSettings;
struct FleetSettings;
struct NodeSettings;
struct HealthSettings;
struct SoakSettings;

int execute(const RunSettings &settings, const std::string &line);
int execute(const SweepSettings &settings, const std::string &line);
int execute(const Sha256Settings &settings, const std::string &line);
int execute(const KeccakSettings &settings, const std::string &line);
int execute(const Sha3Settings &settings, const std::string &line);
int execute(const CompareSettings &settings, const std::string &line);
int execute(const ReportSettings &settings, const std::string &line);
int execute(const KnownSettings &settings, const std::string &line);
int execute(const ListSettings &settings, const std::string &line);
int execute(const InfoSettings &settings, const std::string &line);
int execute(const TuneSettings &settings, const std::string &line);
int execute(const VerifySettings &settings, const std::string &line);
int execute(const ChainCreateSettings &settings, const std::string &line);
int execute(const ChainVerifySettings &settings, const std::string &line);
int execute(const ChainBenchSettings &settings, const std::string &line);
int execute(const SumSettings &settings, const std::string &line);
int execute(const FleetSettings &settings, const std::string &line);
int execute(const NodeSettings &settings, const std::string &line);
int execute(const HealthSettings &settings, const std::string &line);
int execute(const SoakSettings &settings, const std::string &line);

} // namespace hashlane

#endif
