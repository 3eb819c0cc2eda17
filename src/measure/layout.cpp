// SPDX-License-Identifier: MIT
#include "layout.h"

#include "../compiler/alloca.h"
#include "../compiler/compiler.h"

namespace hashlane {
namespace {

constexpr std::uint32_t line_bytes = 64;
constexpr std::uint32_t page_bytes = 4096;
constexpr std::uint32_t data_pages = 16;

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

HASHLANE_NOINLINE void run_further_down(std::uint32_t stack_bytes,
                                        const std::function<void()> &body)
{
    // Of frames of fixed sizes compilers make what they like: some give room to a branch that is
    // not taken, or none to memory that is hardly used.
    auto *const room = static_cast<volatile std::byte *>(HASHLANE_ALLOCA(stack_bytes + line_bytes));
    room[0] = std::byte{0};
    body();
    room[0] = std::byte{0}; // or the call could take the frame's place
}

} // namespace hashlane
