// SPDX-License-Identifier: MIT
#include "terminal.h"

#include <csignal>
#include <cstdlib>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace hashlane {

bool is_terminal(Stream stream)
{
    return isatty(stream == Stream::out ? STDOUT_FILENO : STDERR_FILENO) != 0;
}

std::optional<TerminalSize> terminal_size()
{
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return TerminalSize{size.ws_col, size.ws_row};
    return std::nullopt;
}

bool can_redraw()
{
    const char *const type = std::getenv("TERM");
    return is_terminal(Stream::out) && type != nullptr && std::string_view(type) != "dumb";
}

void set_up_standard_streams() { std::signal(SIGPIPE, SIG_DFL); }

} // namespace hashlane
