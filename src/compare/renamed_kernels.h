// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_COMPARE_RENAMED_KERNELS_H
#define HASHLANE_SRC_COMPARE_RENAMED_KERNELS_H

#include <string>

namespace hashlane {

/// A kernel's id, with or without a message behind it, as it is spelled now: result files keep the
/// ids of the version that wrote them.
std::string current_name(const std::string &name);

} // namespace hashlane

#endif
