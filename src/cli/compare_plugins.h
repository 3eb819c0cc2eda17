// SPDX-License-Identifier: MIT
//
// Plug-ins against a result file.
#ifndef HASHLANE_SRC_CLI_COMPARE_PLUGINS_H
#define HASHLANE_SRC_CLI_COMPARE_PLUGINS_H

#include "../compare/result_file.h"
#include "exit_code.h"
#include "settings.h"

#include <string>
#include <vector>

namespace hashlane {

struct PluginDuels {
    /// The file's rows, then those of the plug-ins, under the same names:
    /// "sha256-chain.plugin:mine.x1 against shani.x1".
    std::vector<ResultFile> files;
    ExitCode code = exit_ok; ///< of what went wrong meanwhile
};

/// Measures the plug-ins' kernels, a second each, and puts each beside the file's fastest row of
/// the same work: a trusted one if there is one, and with as many lanes if there is one. Throws a
/// CommandError or a BadFile.
PluginDuels measure_duels(const ResultFile &file, const CompareSettings &settings,
                          const std::string &line);

} // namespace hashlane

#endif
