// SPDX-License-Identifier: MIT
//
// Times as files and options write them: "2026-11-22T02:00:00+01:30". One function writes them, one
// reads them.
#pragma once

#include <chrono>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>

namespace hashlane::machine {

struct IsoTime {
    std::chrono::sys_seconds time; ///< as if the offset were 0
    /// 90 min for "+01:30", 0 for "Z"; nothing if the text has none.
    std::optional<std::chrono::minutes> offset;
};

/// Returns "2026-11-22T02:00:00+01:30", or the text without an offset if there is none.
std::string iso_text(const IsoTime &time);

/// Returns "2026-11-22 02:00" of "2026-11-22T02:00:00+00:00"; a day alone is as it was.
std::string minute_text(const std::string &iso_time);

/// Reads such a text. Seconds, the offset and its colon may be left out, and a space may be in the
/// place of the T. Nothing for another text, or for a day that does not exist.
std::optional<IsoTime> parse_iso_time(std::string_view text);

/// Returns the seconds since 1970 of a time with seconds, and an offset with its colon or none:
/// UTC. Nothing for another text.
std::optional<double> seconds_of(std::string_view iso_time);

/// Returns the local time with its offset.
IsoTime in_local_time(std::time_t time);

/// Returns the point of time at which clocks here show `time`. Of an hour that summer time skips or
/// repeats the C library decides.
std::chrono::sys_seconds of_local_time(std::chrono::sys_seconds time);

/// Return the current time as text: in local time, as Google Benchmark writes it, and in UTC
/// ("+00:00").
std::string local_time_now();
std::string utc_now();

} // namespace hashlane::machine
