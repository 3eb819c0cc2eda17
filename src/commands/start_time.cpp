// SPDX-License-Identifier: MIT
#include "start_time.h"

#include "../cli/messages.h"
#include "../machine/system/iso_time.h"
#include "../machine/system/text.h"

#include <fmt/format.h>

#include <cmath>
#include <ctime>
#include <optional>

namespace hashlane::commands {
namespace {

using Clock = std::chrono::system_clock;

// Has any year, for which the nanoseconds of the clock itself are too many.
using Moment = std::chrono::sys_time<std::chrono::milliseconds>;

constexpr std::chrono::hours longest_delay{1}; // of a job that came too late for its time
constexpr std::chrono::hours longest_wait{24};

bool are_digits(const std::string &text, std::size_t least, std::size_t most)
{
    return text.size() >= least && text.size() <= most &&
           text.find_first_not_of("0123456789") == std::string::npos;
}

std::optional<Moment> since_epoch(const std::string &text)
{
    const std::size_t point = text.find('.');
    if (!are_digits(text.substr(0, point), 9, 11) ||
        (point != std::string::npos && !are_digits(text.substr(point + 1), 1, 3)))
        return std::nullopt;
    return Moment(std::chrono::milliseconds(std::llround(machine::leading_number(text) * 1000)));
}

std::optional<Moment> of_the_day(const std::string &text, Moment now)
{
    const std::string today = machine::iso_text(machine::in_local_time(Clock::to_time_t(now)));
    const std::optional<machine::IsoTime> time = machine::parse_iso_time(fmt::format(
        "{}{}{}", today.substr(0, today.find('T') + 1), text.find(':') == 1 ? "0" : "", text));
    if (!time || time->offset)
        return std::nullopt;
    // Over midnight a day of 23 or 25 hours still has its time.
    constexpr std::chrono::days day{1};
    if (machine::of_local_time(time->time) + longest_delay < now)
        return machine::of_local_time(time->time + day);
    if (machine::of_local_time(time->time) - now > longest_wait - longest_delay)
        return machine::of_local_time(time->time - day);
    return machine::of_local_time(time->time);
}

} // namespace

Clock::time_point parse_start_time(const std::string &text, Clock::time_point at)
{
    const auto now = std::chrono::floor<std::chrono::milliseconds>(at);
    std::optional<Moment> time = since_epoch(text);
    if (!time)
        time = of_the_day(text, now);
    if (const std::optional<machine::IsoTime> date = machine::parse_iso_time(text); !time && date)
        time = date->offset ? date->time - *date->offset : machine::of_local_time(date->time);
    if (!time)
        cli::fail("--start-at: '{}' is not a time such as 1795312800, 02:00, 02:00:30 or "
                  "2026-11-22T02:00:00Z",
                  text);
    if (*time - now > longest_wait)
        cli::fail("--start-at: '{}' is more than a day ahead", text);
    if (now - *time > longest_delay)
        cli::fail("--start-at: '{}' is more than an hour past", text);
    return *time;
}

} // namespace hashlane::commands
