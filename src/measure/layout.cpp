// SPDX-License-Identifier: MIT
#include "layout.h"

#include "../compiler/compiler.h"

namespace hashlane {
namespace {

constexpr std::uint32_t line_bytes = 64;
constexpr std::uint32_t page_bytes = 4096;
constexpr std::uint32_t data_pages = 16;

// A frame for each bit of the distance, from half a page down to a line.
template <std::uint32_t bytes>
HASHLANE_NOINLINE void run_below(std::uint32_t distance, const std::function<void()> &body)
{
    if constexpr (bytes < line_bytes) {
        body();
    } else if ((distance & bytes) == 0) {
        run_below<bytes / 2>(distance, body);
    } else {
        volatile std::byte room[bytes];
        room[0] = std::byte{0};
        run_below<bytes / 2>(distance, body);
        room[bytes - 1] = std::byte{0}; // or the call could take the frame's place
    }
}

std::uint32_t draw_lines(std::mt19937_64 &random, std::uint32_t bytes)
{
    return std::uniform_int_distribution<std::uint32_t>(0, bytes / line_bytes - 1)(random) *
           line_bytes;
}

} // namespace

Layout draw_layout(std::mt19937_64 &random)
{
    const std::uint32_t stack = draw_lines(random, page_bytes);
    return {stack, draw_lines(random, data_pages * page_bytes)};
}

void run_further_down(std::uint32_t stack_bytes, const std::function<void()> &body)
{
    run_below<page_bytes / 2>(stack_bytes, body);
}

} // namespace hashlane
