// SPDX-License-Identifier: MIT
#pragma once

#include "../results/run.h"

#include <ctime>
#include <string>

namespace hashlane::measure {

/// Returns ISO 8601 in local time with offset, as Google Benchmark writes it:
/// "2026-01-02T03:04:05+09:30".
std::string date_of(std::time_t time);
inline std::string date_now() { return date_of(std::time(nullptr)); }

/// Returns the facts about this program alone: version, compiler, flags, type of build.
results::Context context_of_build();

/// Returns the facts about this machine and program; `command` is the line that the user typed.
results::Context gather_context(const std::string &command);

} // namespace hashlane::measure
