// SPDX-License-Identifier: MIT
#include "machine/system/cpus.h"
#include "support/error_text.h"
#include "support/text.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

namespace hashlane::test {
namespace {

using Cpus = std::vector<int>;

const Cpus allowed = {0, 1, 2, 3, 8};

std::string complaint(const std::string &list)
{
    return error_text<std::invalid_argument>([&] { machine::parse_cpu_list(list, allowed); });
}

TEST(CpuList, Parses)
{
    EXPECT_EQ(machine::parse_cpu_list("0", allowed), Cpus({0}));
    EXPECT_EQ(machine::parse_cpu_list("2-3,0,8,2", allowed), Cpus({0, 2, 3, 8}));
}

TEST(CpuList, SaysWhatIsWrong)
{
    for (const char *list : {"", "x", "1,", ",1", "1-", "-1", "1--2", "1 2"})
        EXPECT_TRUE(contains(complaint(list), "is not a CPU list")) << list;
    EXPECT_EQ(complaint("4"), "CPU 4 is not allowed here; this process may use 0-3,8");
    EXPECT_EQ(complaint("0-4"), "CPU 4 is not allowed here; this process may use 0-3,8");
    EXPECT_EQ(complaint("3-2"), "'3-2' runs backwards");
}

TEST(CpuList, NumbersAreOfCpusThatThereCanBe)
{
    EXPECT_EQ(machine::cpu_number("0"), 0);
    EXPECT_EQ(machine::cpu_number("65535"), 65535);
    for (const char *text : {"", "65536", "2147483647", "2147483648", "99999999999999999999", "-1",
                             "+1", " 1", "1 ", "X", "0x1"})
        EXPECT_EQ(machine::cpu_number(text), std::nullopt) << text;
}

TEST(CpuList, AGroupHasTheCpusOfItsMask)
{
    EXPECT_EQ(machine::cpus_of_group(0, 0b1011), Cpus({0, 1, 3}));
    EXPECT_EQ(machine::cpus_of_group(2, std::uint64_t{1} << 63 | 1), Cpus({128, 191}));
    EXPECT_EQ(machine::cpus_of_group(1, 0), Cpus());
}

TEST(CpuList, Formats)
{
    EXPECT_EQ(machine::format_cpu_list({0, 1, 2, 5}), "0-2,5");
    EXPECT_EQ(machine::format_cpu_list({7}), "7");
    EXPECT_EQ(machine::format_cpu_list({6, 7}), "6-7");
}

#if defined(__linux__)
TEST(Pinning, AThreadKnowsItsCpu)
{
    for (const int cpu : machine::allowed_cpus())
        std::thread([cpu] {
            const bool is_pinned = machine::pin_this_thread(cpu);
            EXPECT_TRUE(!is_pinned || machine::this_threads_cpu() == cpu) << cpu;
        }).join();
}
#endif

} // namespace
} // namespace hashlane::test
