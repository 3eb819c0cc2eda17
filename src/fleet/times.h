// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_FLEET_TIMES_H
#define HASHLANE_SRC_FLEET_TIMES_H

#include <optional>
#include <string>

namespace hashlane {

/// Seconds since 1970 of "2026-11-22T02:00:00+00:00"; nothing for another text.
std::optional<double> seconds_of(const std::string &iso_time);

/// "2026-11-22T02:00:00+00:00", now.
std::string time_now();

} // namespace hashlane

#endif
