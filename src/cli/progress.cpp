// SPDX-License-Identifier: MIT
#include "progress.h"

#include <fmt/format.h>

#include <cstdio>
#include <unistd.h>

namespace hashlane {

Progress::Progress(bool quiet) : shown_(isatty(STDERR_FILENO) != 0 && !quiet) {}

void Progress::show(std::size_t index, std::size_t count, const std::string &name) const
{
    if (shown_)
        fmt::print(stderr, "\r\033[K[{}/{}] {}", index + 1, count, name);
}

void Progress::clear() const
{
    if (shown_)
        fmt::print(stderr, "\r\033[K");
}

} // namespace hashlane
