// SPDX-License-Identifier: MIT
#include "iso_time.h"

#include "text.h"

#include <fmt/format.h>

#include <cstdlib>

namespace hashlane::machine {
namespace {

using std::chrono::sys_seconds;

constexpr int first_year = 1900; // of std::tm

// Fields of a calendar and of a clock, as the C library counts them, which decides about summer
// time.
std::tm fields_of(sys_seconds time)
{
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(time - day);
    std::tm fields{};
    fields.tm_year = static_cast<int>(date.year()) - first_year;
    fields.tm_mon = static_cast<int>(static_cast<unsigned>(date.month())) - 1;
    fields.tm_mday = static_cast<int>(static_cast<unsigned>(date.day()));
    fields.tm_hour = static_cast<int>(clock.hours().count());
    fields.tm_min = static_cast<int>(clock.minutes().count());
    fields.tm_sec = static_cast<int>(clock.seconds().count());
    fields.tm_isdst = -1;
    return fields;
}

sys_seconds time_of(const std::tm &fields)
{
    using namespace std::chrono;
    return sys_days{year{fields.tm_year + first_year} / (fields.tm_mon + 1) / fields.tm_mday} +
           hours{fields.tm_hour} + minutes{fields.tm_min} + seconds{fields.tm_sec};
}

// Both remove the returned part from the beginning of the text; text that does not match is
// unchanged.
std::optional<char> take(std::string_view &text, std::string_view one_of)
{
    if (text.empty() || one_of.find(text.front()) == std::string_view::npos)
        return {};
    const char taken = text.front();
    text.remove_prefix(1);
    return taken;
}
std::optional<int> digits(std::string_view &text, std::size_t count)
{
    const auto number =
        text.size() < count ? std::nullopt : parse_number<unsigned>(text.substr(0, count));
    if (number)
        text.remove_prefix(count);
    return number;
}

// Parses "+01:30", "-0500", "Z", or nothing; returns false for another text.
bool read_offset(std::string_view text, std::optional<std::chrono::minutes> &offset)
{
    const std::optional<char> sign = take(text, "Z+-");
    if (!sign)
        return text.empty();
    offset.emplace(0);
    if (*sign == 'Z')
        return text.empty();
    const std::optional<int> hours = digits(text, 2);
    take(text, ":");
    const std::optional<int> minutes = digits(text, 2);
    if (!hours || !minutes || *hours > 23 || *minutes > 59)
        return false;
    *offset = std::chrono::minutes((*sign == '-' ? -1 : 1) * (60 * *hours + *minutes));
    return text.empty();
}

} // namespace

std::string iso_text(const IsoTime &time)
{
    const std::tm fields = fields_of(time.time);
    std::string text = fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}",
                                   fields.tm_year + first_year, fields.tm_mon + 1, fields.tm_mday,
                                   fields.tm_hour, fields.tm_min, fields.tm_sec);
    if (!time.offset)
        return text;
    const auto offset = time.offset->count();
    return text + fmt::format("{}{:02}:{:02}", offset < 0 ? '-' : '+', std::abs(offset) / 60,
                              std::abs(offset) % 60);
}

std::string minute_text(const std::string &iso_time)
{
    constexpr std::size_t minutes = 16, separator = 10;
    std::string text = iso_time.substr(0, minutes);
    if (text.size() > separator)
        text[separator] = ' ';
    return text;
}

std::optional<IsoTime> parse_iso_time(std::string_view text)
{
    const auto behind = [&](std::string_view separators) {
        return take(text, separators) ? digits(text, 2) : std::nullopt;
    };
    const auto year = digits(text, 4), month = behind("-"), day = behind("-"), hour = behind("T "),
               minute = behind(":");
    if (!year || !month || !day || !hour || !minute || *hour > 23 || *minute > 59)
        return {};
    const std::chrono::year_month_day date{std::chrono::year(*year),
                                           std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*day))};
    const int second = take(text, ":") ? digits(text, 2).value_or(99) : 0;
    IsoTime time;
    if (!date.ok() || second > 60 || !read_offset(text, time.offset))
        return {};
    time.time = std::chrono::sys_days(date) + std::chrono::hours(*hour) +
                std::chrono::minutes(*minute) + std::chrono::seconds(second);
    return time;
}

std::optional<double> seconds_of(std::string_view iso_time)
{
    constexpr std::size_t bare = 19, with_z = 20, with_offset = 25; // lengths
    const std::size_t length = iso_time.size();
    const std::optional<IsoTime> time = parse_iso_time(iso_time);
    if (!time || (length != bare && length != with_z && length != with_offset))
        return {};
    const auto since_1970 =
        time->time.time_since_epoch() - time->offset.value_or(std::chrono::minutes(0));
    return std::chrono::duration<double>(since_1970).count();
}

IsoTime in_local_time(std::time_t time)
{
    std::tm fields{};
#if defined(_WIN32)
    localtime_s(&fields, &time);
#else
    localtime_r(&time, &fields);
#endif
    // strftime's %z is a name on Windows.
    const sys_seconds shown = time_of(fields);
    return {shown, std::chrono::duration_cast<std::chrono::minutes>(
                       shown - std::chrono::system_clock::from_time_t(time))};
}

sys_seconds of_local_time(sys_seconds time)
{
    std::tm fields = fields_of(time);
    return std::chrono::floor<std::chrono::seconds>(
        std::chrono::system_clock::from_time_t(std::mktime(&fields)));
}

std::string local_time_now() { return iso_text(in_local_time(std::time(nullptr))); }

std::string utc_now()
{
    return iso_text({std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()),
                     std::chrono::minutes(0)});
}

} // namespace hashlane::machine
