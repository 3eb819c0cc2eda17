// SPDX-License-Identifier: MIT
#include "start_time.h"

#include "../system/host.h"
#include "exit_code.h"

#include <fmt/format.h>

#include <cmath>
#include <ctime>
#include <optional>
#include <regex>

namespace hashlane {
namespace {

using Clock = std::chrono::system_clock;

constexpr std::chrono::hours longest_delay{1}; // of a job that came too late for its time
constexpr std::chrono::hours longest_wait{24};

[[noreturn]] void reject(const std::string &text, const char *why)
{
    throw CommandError(fmt::format("--start-at: '{}' is {}", text, why));
}

constexpr const char *no_time =
    "no time such as 1795312800, 02:00, 02:00:30 or 2026-11-22T02:00:00Z";

int number(const std::ssub_match &match) { return match.matched ? std::stoi(match.str()) : 0; }

// The day's fields, which mktime() would take for those of another day.
bool is_in_range(const std::tm &time)
{
    return time.tm_mon >= 0 && time.tm_mon < 12 && time.tm_mday >= 1 && time.tm_mday <= 31 &&
           time.tm_hour < 24 && time.tm_min < 60 && time.tm_sec < 61;
}

Clock::time_point of_local(std::tm time)
{
    time.tm_isdst = -1;
    return Clock::from_time_t(std::mktime(&time));
}

Clock::time_point of_utc(const std::tm &time)
{
    using namespace std::chrono;
    const sys_days day = year(time.tm_year + 1900) / month(static_cast<unsigned>(time.tm_mon + 1)) /
                         std::chrono::day(static_cast<unsigned>(time.tm_mday));
    return day + hours(time.tm_hour) + minutes(time.tm_min) + seconds(time.tm_sec);
}

std::optional<Clock::time_point> since_epoch(const std::string &text)
{
    static const std::regex form("([0-9]{9,11})([.][0-9]{1,3})?");
    std::smatch match;
    if (!std::regex_match(text, match, form))
        return std::nullopt;
    const double fraction = match[2].matched ? std::stod("0" + match[2].str()) : 0;
    return Clock::from_time_t(0) + std::chrono::seconds(std::stoll(match[1].str())) +
           std::chrono::milliseconds(std::lround(fraction * 1000));
}

std::optional<Clock::time_point> of_the_day(const std::string &text, Clock::time_point now)
{
    static const std::regex form("([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?");
    std::smatch match;
    if (!std::regex_match(text, match, form))
        return std::nullopt;
    std::tm time = local_time(Clock::to_time_t(now));
    time.tm_hour = number(match[1]);
    time.tm_min = number(match[2]);
    time.tm_sec = number(match[3]);
    if (!is_in_range(time))
        return std::nullopt;
    // Over midnight a day of 23 or 25 hours still has its time.
    if (of_local(time) + longest_delay < now)
        ++time.tm_mday;
    else if (of_local(time) - now > longest_wait - longest_delay)
        --time.tm_mday;
    return of_local(time);
}

std::optional<Clock::time_point> of_iso_8601(const std::string &text)
{
    static const std::regex form("([0-9]{4})-([0-9]{2})-([0-9]{2})[T ]([0-9]{2}):([0-9]{2})"
                                 "(?::([0-9]{2}))?(Z|([+-])([0-9]{2}):?([0-9]{2}))?");
    std::smatch match;
    if (!std::regex_match(text, match, form))
        return std::nullopt;
    std::tm time{};
    time.tm_year = number(match[1]) - 1900;
    time.tm_mon = number(match[2]) - 1;
    time.tm_mday = number(match[3]);
    time.tm_hour = number(match[4]);
    time.tm_min = number(match[5]);
    time.tm_sec = number(match[6]);
    if (!is_in_range(time))
        return std::nullopt;
    if (!match[7].matched)
        return of_local(time);
    const std::chrono::minutes offset(60 * number(match[9]) + number(match[10]));
    return of_utc(time) - (match[8].str() == "-" ? -offset : offset);
}

} // namespace

Clock::time_point parse_start_time(const std::string &text, Clock::time_point now)
{
    std::optional<Clock::time_point> time = since_epoch(text);
    if (!time)
        time = of_the_day(text, now);
    if (!time)
        time = of_iso_8601(text);
    if (!time)
        reject(text, no_time);
    if (*time - now > longest_wait)
        reject(text, "more than a day ahead");
    return *time;
}

} // namespace hashlane
