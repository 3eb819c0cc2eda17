// SPDX-License-Identifier: MIT
#include "terminal.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace hashlane {
namespace {

int descriptor_of(Stream stream) { return stream == Stream::out ? STDOUT_FILENO : STDERR_FILENO; }

// Another program may have left the pipe or terminal such that a write does not wait.
void wait_until_writable(int descriptor)
{
    pollfd wanted{descriptor, POLLOUT, 0};
    poll(&wanted, 1, -1);
}

// The first file that is opened would get the number of a closed stream, and what is meant for the
// stream with it. Written to, this one fails as a closed one does.
void fill_closed_streams()
{
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(descriptor, F_GETFD) == -1 && errno == EBADF)
            open("/dev/null", O_RDONLY); // the lowest free number: this one
}

} // namespace

bool is_terminal(Stream stream) { return isatty(descriptor_of(stream)) != 0; }

std::optional<TerminalSize> terminal_size(Stream stream)
{
    winsize size{};
    if (ioctl(descriptor_of(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return TerminalSize{size.ws_col, size.ws_row};
    return std::nullopt;
}

bool can_redraw()
{
    const char *const type = std::getenv("TERM");
    return is_terminal(Stream::out) && type != nullptr && std::string_view(type) != "dumb";
}

std::error_code write_all(Stream stream, std::string_view text)
{
    const int descriptor = descriptor_of(stream);
    while (!text.empty()) {
        const ssize_t written = write(descriptor, text.data(), text.size());
        if (written >= 0)
            text.remove_prefix(static_cast<std::size_t>(written));
        else if (errno == EAGAIN || errno == EWOULDBLOCK)
            wait_until_writable(descriptor);
        else if (errno != EINTR)
            return {errno, std::generic_category()};
    }
    return {};
}

void set_up_standard_streams()
{
    fill_closed_streams();
    std::signal(SIGPIPE, SIG_DFL);
    std::signal(SIGXFSZ, SIG_IGN);
}

} // namespace hashlane
