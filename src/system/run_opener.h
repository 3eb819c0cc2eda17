// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SYSTEM_RUN_OPENER_H
#define HASHLANE_SRC_SYSTEM_RUN_OPENER_H

#include <string>

namespace hashlane {

/// Runs `program FILE`, found on the PATH, without our streams. It has two seconds to fail; if it
/// runs on it is left alone. Why it failed, or empty.
std::string run_opener(const std::string &program, const std::string &file);

} // namespace hashlane

#endif
