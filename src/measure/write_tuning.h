// SPDX-License-Identifier: MIT
//
// Writing a tuning file, which the library only reads.
#pragma once

#include "../lib/dispatch/tuning.h"

#include <string>

namespace hashlane::measure {

std::string write_tuning(const Tuning &tuning, const TuningKey &key);

/// Returns the lines and the last one, with their checksum.
std::string with_checksum(const std::string &lines);

} // namespace hashlane::measure
