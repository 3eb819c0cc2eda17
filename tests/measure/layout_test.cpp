// SPDX-License-Identifier: MIT
#include "measure/visit.h"

#include "lib/base/compiler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace hashlane::test {
namespace {

constexpr std::uint32_t line_bytes = 64;
constexpr std::uint32_t page_bytes = 4096;
constexpr std::uint32_t data_range_bytes = 16 * page_bytes;

TEST(DrawLayout, StaysInItsRangesAndReachesAllOfThem)
{
    std::mt19937_64 random(1);
    std::set<std::uint32_t> stacks, data;
    for (int i = 0; i < 20000; ++i) {
        const measure::Layout layout = measure::draw_layout(random);
        ASSERT_EQ(layout.stack_bytes % line_bytes, 0U);
        ASSERT_EQ(layout.data_bytes % line_bytes, 0U);
        ASSERT_LT(layout.stack_bytes, page_bytes);
        ASSERT_LT(layout.data_bytes, data_range_bytes);
        stacks.insert(layout.stack_bytes);
        data.insert(layout.data_bytes);
    }
    EXPECT_EQ(stacks.size(), page_bytes / line_bytes);
    EXPECT_EQ(data.size(), data_range_bytes / line_bytes);
}

// Returns the address of a call's stack. A local variable's address would not do: AddressSanitizer
// may keep it elsewhere.
HASHLANE_NOINLINE std::uintptr_t stack_address()
{
#if defined(__GNUC__)
    return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
#else
    volatile char local = 0;
    return reinterpret_cast<std::uintptr_t>(&local);
#endif
}

HASHLANE_NOINLINE std::uintptr_t stack_address_further_down(std::uint32_t bytes)
{
    std::uintptr_t address = 0;
    measure::run_further_down(bytes, [&] { address = stack_address(); });
    return address;
}

TEST(RunFurtherDown, MovesTheStackByJustSoMuch)
{
    const std::uintptr_t top = stack_address_further_down(0);
    for (std::uint32_t bytes = 0; bytes < page_bytes; bytes += line_bytes)
        EXPECT_EQ(top - stack_address_further_down(bytes), bytes);
}

TEST(RunFurtherDown, RunsTheBodyOnce)
{
    int runs = 0;
    measure::run_further_down(3 * line_bytes, [&] { ++runs; });
    EXPECT_EQ(runs, 1);
}

template <class T> void expect_zeros_at_every_offset(std::size_t count)
{
    for (std::uint32_t bytes = 0; bytes < data_range_bytes; bytes += line_bytes) {
        workloads::PlacedData<T> data(count, bytes);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(data.data()) % page_bytes, bytes % page_bytes);
        EXPECT_TRUE(std::all_of(data.data(), data.data() + count, [](T x) { return x == 0; }));
        // A sanitizer reports missing space.
        std::fill_n(data.data(), count, T{1});
    }
}

TEST(PlacedData, IsZerosBehindTheStartOfAPageWithRoomForAll)
{
    expect_zeros_at_every_offset<std::uint8_t>(1);
    expect_zeros_at_every_offset<std::uint8_t>(page_bytes + 1);
    expect_zeros_at_every_offset<std::uint64_t>(25 * 16);
}

} // namespace
} // namespace hashlane::test
