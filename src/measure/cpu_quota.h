// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_MEASURE_CPU_QUOTA_H
#define HASHLANE_SRC_MEASURE_CPU_QUOTA_H

#include <filesystem>
#include <optional>

namespace hashlane {

/// The processor time that this process's cgroups allow it, in CPUs: 1.5 is one and a half. The
/// least of all groups that it is in, of versions 1 and 2; nothing where none limits it. `root`
/// is the file system's root, or in tests a folder in its place.
std::optional<double> cpu_quota(const std::filesystem::path &root = "/");

} // namespace hashlane

#endif
