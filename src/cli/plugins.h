// SPDX-License-Identifier: MIT
//
// From --plugin to jobs.
#ifndef HASHLANE_SRC_CLI_PLUGINS_H
#define HASHLANE_SRC_CLI_PLUGINS_H

#include "../measure/result.h"
#include "../plugins/plugin.h"
#include "id_filter.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlane {

/// A kernel of a plug-in that can run here.
struct PluginChoice {
    PluginFile file;
    std::size_t kernel = 0;

    const PluginKernel &described() const { return file.kernels.at(kernel); }
    std::string id() const { return plugin_kernel_id(described()); }
};

struct Plugins {
    std::vector<PluginChoice> kernels;
    std::vector<Skipped> skipped; ///< kernels that say that they cannot run here
    std::vector<Skipped> failed;  ///< files that crashed or hung when they were opened

    bool any() const { return !kernels.empty() || !skipped.empty() || !failed.empty(); }

    /// What the run says at its end of files that failed; or empty.
    std::string failure() const;
};

/// As `run` measures it.
std::vector<Job> jobs_of(const PluginChoice &choice);

/// Opens the files, and takes the kernels whose id `finds` finds. Throws a CommandError where a
/// file is no plug-in, two kernels have one id, or this system has none of what plug-ins need.
Plugins open_plugins(const std::vector<std::string> &paths, const IdFilter &finds);

} // namespace hashlane

#endif
