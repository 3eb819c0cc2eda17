// SPDX-License-Identifier: MIT
#include "times.h"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <string_view>

namespace hashlane {
namespace {

// The digits at a place of a fixed form.
std::optional<int> digits_at(std::string_view text, std::size_t place, std::size_t count)
{
    if (text.size() < place + count)
        return {};
    const std::string_view digits = text.substr(place, count);
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool is_whole = error == std::errc() && end == digits.data() + digits.size();
    return is_whole && value >= 0 ? std::optional(value) : std::nullopt;
}

// "+01:30" in seconds; "Z" or nothing is 0.
std::optional<int> offset_of(std::string_view text)
{
    if (text.empty() || text == "Z")
        return 0;
    const std::optional<int> hours = digits_at(text, 1, 2), minutes = digits_at(text, 4, 2);
    if ((text.front() != '+' && text.front() != '-') || !hours || !minutes || text.size() != 6)
        return {};
    const int seconds = *hours * 3600 + *minutes * 60;
    return text.front() == '-' ? -seconds : seconds;
}

} // namespace

std::optional<double> seconds_of(const std::string &iso_time)
{
    constexpr std::size_t bare_length = 19;
    const std::string_view text = iso_time;
    const auto year = digits_at(text, 0, 4), month = digits_at(text, 5, 2),
               day = digits_at(text, 8, 2), hour = digits_at(text, 11, 2),
               minute = digits_at(text, 14, 2), second = digits_at(text, 17, 2);
    if (!year || !month || !day || !hour || !minute || !second)
        return {};
    const std::optional<int> offset = offset_of(text.substr(bare_length));
    const std::chrono::year_month_day date{std::chrono::year(*year),
                                           std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*day))};
    if (!offset || !date.ok())
        return {};
    const auto days = std::chrono::sys_days(date).time_since_epoch().count();
    return 86400.0 * static_cast<double>(days) + *hour * 3600 + *minute * 60 + *second - *offset;
}

std::string time_now()
{
    using std::chrono::floor;
    const auto now = std::chrono::system_clock::now();
    const auto today = floor<std::chrono::days>(now);
    const std::chrono::year_month_day date(today);
    const std::chrono::hh_mm_ss time(floor<std::chrono::seconds>(now - today));
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}+00:00", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                       time.hours().count(), time.minutes().count(), time.seconds().count());
}

} // namespace hashlane
