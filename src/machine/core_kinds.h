// SPDX-License-Identifier: MIT
//
// Which CPUs are of which kind of core.
#ifndef HASHLANE_SRC_MACHINE_CORE_KINDS_H
#define HASHLANE_SRC_MACHINE_CORE_KINDS_H

#include "../core/cpu_features.h"

#include <functional>
#include <map>
#include <vector>

namespace hashlane {

using CpusByKind = std::map<CoreKind, std::vector<int>>;

/// Asks each CPU, on a thread that is bound to it. On a processor that is not hybrid it asks none.
CpusByKind cpus_by_kind(const std::vector<int> &cpus);

/// The same where `kind_of` knows.
CpusByKind cpus_by_kind(const std::vector<int> &cpus, const std::function<CoreKind(int)> &kind_of);

} // namespace hashlane

#endif
