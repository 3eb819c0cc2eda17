// SPDX-License-Identifier: MIT
#include "machine/system/iso_time.h"
#include "support/environment.h"

#include <gtest/gtest.h>

#include <chrono>
#include <ctime>

namespace hashlane::test {
namespace {

void set_time_zone()
{
#if defined(_WIN32)
    _tzset();
#else
    tzset();
#endif
}

TEST(IsoTime, HasTheLimitsOfAClock)
{
    const auto seconds = [](const char *text) {
        const auto time = machine::parse_iso_time(text);
        return time ? time->time.time_since_epoch().count() : -1;
    };
    const auto day = seconds("1970-01-02T00:00:00Z");
    EXPECT_EQ(day, 86400);
    EXPECT_EQ(seconds("1970-01-01T23:59:59Z"), day - 1);
    EXPECT_EQ(seconds("1970-01-01 23:59"), day - 60);
    EXPECT_EQ(seconds("1970-01-01T23:59:60Z"), day) << "a leap second";
    for (const char *const bad : {"1970-01-01T24:00:00Z", "1970-01-01T23:60:00Z",
                                  "1970-01-01T23:59:61Z", "1970-13-01T00:00", "1970-02-30T00:00",
                                  "1970-01-01T00:00:0", "1970-01-01T00:00:00ZZ", "1970-01-01", ""})
        EXPECT_EQ(seconds(bad), -1) << bad;
}

TEST(IsoTime, IsReadWithItsOffset)
{
    EXPECT_EQ(machine::seconds_of("1970-01-01T00:00:00+00:00"), 0);
    EXPECT_EQ(machine::seconds_of("2026-11-22T02:00:00Z"), 1795312800);
    EXPECT_EQ(machine::seconds_of("2026-11-22T03:30:00+01:30"), 1795312800);
    for (const char *text :
         {"", "yesterday", "2026-13-01T00:00:00", "2026-02-30T00:00:00", "2026-11-22T02:00:00+0130",
          "2026-11-22T02:00", "2026-11-22 02:00:00 UTC", "2026-11-22T02:00:00+99:99",
          "2026-11-22T02:00:00+24:00", "2026-11-22T02:00:00-01:60"})
        EXPECT_FALSE(machine::seconds_of(text)) << text;
    EXPECT_TRUE(machine::seconds_of(machine::utc_now()));
    EXPECT_EQ(machine::utc_now().substr(19), "+00:00");
}

TEST(IsoTime, IsReadAsItIsWritten)
{
    for (int minutes = -14 * 60; minutes <= 14 * 60; minutes += 15) {
        machine::IsoTime time = machine::parse_iso_time("2026-11-22T02:03:04Z").value();
        time.offset = std::chrono::minutes(minutes);
        const std::string text = machine::iso_text(time);
        const auto read = machine::parse_iso_time(text);
        ASSERT_TRUE(read) << text;
        EXPECT_EQ(read->time, time.time) << text;
        EXPECT_EQ(read->offset, time.offset) << text;
    }
}

// In UTC, ahead of it, and behind it, half an hour off.
TEST(IsoTime, LocalHasItsOffset)
{
    const auto date_in = [](const char *zone) {
        const Environment variable("TZ", zone);
        set_time_zone();
        return machine::iso_text(machine::in_local_time(1767323045));
    };
    EXPECT_EQ(date_in("UTC0"), "2026-01-02T03:04:05+00:00");
    EXPECT_EQ(date_in("AAA-9:30"), "2026-01-02T12:34:05+09:30");
    EXPECT_EQ(date_in("AAA+3:30"), "2026-01-01T23:34:05-03:30");
    set_time_zone();
}

TEST(IsoTime, IsReadAsItWasWritten)
{
    for (const char *const text : {"2026-11-22T02:00:00+01:30", "2026-11-22T02:00:00-00:30",
                                   "2024-02-29T23:59:59+00:00", "1969-12-31T23:59:59"})
        EXPECT_EQ(machine::iso_text(machine::parse_iso_time(text).value()), text);
    const machine::IsoTime local = machine::in_local_time(1767323045);
    EXPECT_EQ(machine::of_local_time(local.time), local.time - local.offset.value());
}

} // namespace
} // namespace hashlane::test
