// SPDX-License-Identifier: MIT
#include "start_time.h"

#include "../cli/messages.h"
#include "../cluster/fleet/node_file.h"
#include "../machine/system/host.h"

#include <fmt/format.h>

#include <cmath>
#include <ctime>
#include <optional>

namespace hashlane::commands {
namespace {

using Clock = std::chrono::system_clock;

constexpr std::chrono::hours longest_delay{1}; // of a job that came too late for its time
constexpr std::chrono::hours longest_wait{24};

// Local time, which is at the same numbers as `time` is in UTC.
Clock::time_point of_local(std::chrono::sys_seconds time)
{
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(time - day);
    std::tm fields{};
    fields.tm_year = static_cast<int>(date.year()) - 1900;
    fields.tm_mon = static_cast<int>(static_cast<unsigned>(date.month())) - 1;
    fields.tm_mday = static_cast<int>(static_cast<unsigned>(date.day()));
    fields.tm_hour = static_cast<int>(clock.hours().count());
    fields.tm_min = static_cast<int>(clock.minutes().count());
    fields.tm_sec = static_cast<int>(clock.seconds().count());
    fields.tm_isdst = -1;
    return Clock::from_time_t(std::mktime(&fields));
}

bool are_digits(const std::string &text, std::size_t least, std::size_t most)
{
    return text.size() >= least && text.size() <= most &&
           text.find_first_not_of("0123456789") == std::string::npos;
}

std::optional<Clock::time_point> since_epoch(const std::string &text)
{
    const std::size_t point = text.find('.');
    if (!are_digits(text.substr(0, point), 9, 11) ||
        (point != std::string::npos && !are_digits(text.substr(point + 1), 1, 3)))
        return std::nullopt;
    return Clock::from_time_t(0) + std::chrono::milliseconds(std::llround(std::stod(text) * 1000));
}

std::optional<Clock::time_point> of_the_day(const std::string &text, Clock::time_point now)
{
    const std::tm today = machine::local_time(Clock::to_time_t(now));
    const std::optional<cluster::IsoTime> time = cluster::parse_iso_time(
        fmt::format("{:04}-{:02}-{:02}T{}{}", today.tm_year + 1900, today.tm_mon + 1, today.tm_mday,
                    text.find(':') == 1 ? "0" : "", text));
    if (!time || time->offset)
        return std::nullopt;
    // Over midnight a day of 23 or 25 hours still has its time.
    constexpr std::chrono::days day{1};
    if (of_local(time->time) + longest_delay < now)
        return of_local(time->time + day);
    if (of_local(time->time) - now > longest_wait - longest_delay)
        return of_local(time->time - day);
    return of_local(time->time);
}

std::optional<Clock::time_point> of_a_date(const std::string &text)
{
    const std::optional<cluster::IsoTime> time = cluster::parse_iso_time(text);
    if (!time)
        return std::nullopt;
    return time->offset ? Clock::time_point(time->time - *time->offset) : of_local(time->time);
}

} // namespace

Clock::time_point parse_start_time(const std::string &text, Clock::time_point now)
{
    std::optional<Clock::time_point> time = since_epoch(text);
    if (!time)
        time = of_the_day(text, now);
    if (!time)
        time = of_a_date(text);
    if (!time)
        cli::fail("--start-at: '{}' is not a time such as 1795312800, 02:00, 02:00:30 or "
                  "2026-11-22T02:00:00Z",
                  text);
    if (*time - now > longest_wait)
        cli::fail("--start-at: '{}' is more than a day ahead", text);
    return *time;
}

} // namespace hashlane::commands
