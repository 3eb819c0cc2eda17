// SPDX-License-Identifier: MIT
#include "display.h"

#include "../system/terminal.h"

#include <fmt/format.h>

#include <cstdio>

namespace hashlane {

Display::Display(const OutputSettings & /*output*/, bool quiet)
    : progress_(is_terminal(Stream::error) && !quiet)
{
}

void Display::announce(std::size_t index, std::size_t count, const std::string &name) const
{
    if (!progress_)
        return;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    const double left =
        elapsed.count() * static_cast<double>(count - index) / static_cast<double>(index);
    fmt::print(stderr, "\r\033[K[{}/{}{}] {}", index + 1, count,
               index == 0 ? "" : fmt::format(", {:.0f} s left", left), name);
}

void Display::show(const Row & /*row*/) {}

void Display::clear_progress() const
{
    if (progress_)
        fmt::print(stderr, "\r\033[K");
}

} // namespace hashlane
