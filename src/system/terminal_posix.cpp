// SPDX-License-Identifier: MIT
#include "terminal.h"

#include <csignal>
#include <sys/ioctl.h>
#include <unistd.h>

namespace hashlane {

bool is_terminal(Stream stream)
{
    return isatty(stream == Stream::out ? STDOUT_FILENO : STDERR_FILENO) != 0;
}

std::optional<unsigned> terminal_width()
{
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return std::nullopt;
}

void set_up_standard_streams() { std::signal(SIGPIPE, SIG_DFL); }

} // namespace hashlane
