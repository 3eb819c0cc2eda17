// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>

namespace hashlane::commands {

/// Reads --start-at: seconds since 1970 ("1795312800"), local time of the day ("02:00", "02:00:30";
/// the next one, or the last if that is less than an hour ago), or ISO 8601 ("2026-11-22T02:00:00",
/// local, or with Z or an offset behind). Throws a CommandError for another text, and for a time
/// more than a day ahead: that is a mistake.
std::chrono::system_clock::time_point parse_start_time(const std::string &text,
                                                       std::chrono::system_clock::time_point now);

} // namespace hashlane::commands
