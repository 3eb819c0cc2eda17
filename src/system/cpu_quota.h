// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SYSTEM_CPU_QUOTA_H
#define HASHLANE_SRC_SYSTEM_CPU_QUOTA_H

#include "host.h"

#include <filesystem>
#include <optional>

namespace hashlane {

/// The processor time that this process's cgroups allow it, in CPUs: 1.5 is one and a half. The
/// least of all groups that it is in, of versions 1 and 2; nothing where none limits it. `root`
/// is where Linux's files are, in tests another folder; empty where there are none.
std::optional<double> cpu_quota(const std::filesystem::path &root = linux_root());

/// Whether the system shows those groups: without them nothing is known of a limit.
bool is_cpu_quota_visible(const std::filesystem::path &root = linux_root());

} // namespace hashlane

#endif
