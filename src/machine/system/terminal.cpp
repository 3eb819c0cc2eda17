// SPDX-License-Identifier: MIT
#include "terminal.h"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>

#if defined(_WIN32)
#include <windows.h>

#include <cstdio>
#include <io.h>
#else
#include <csignal>
#include <ctime>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>
#endif

namespace hashlane::machine {

#if defined(_WIN32)

namespace {

HANDLE handle_of(Stream stream)
{
    return GetStdHandle(stream == Stream::out ? STD_OUTPUT_HANDLE : STD_ERROR_HANDLE);
}

UINT code_page_before = 0;

} // namespace

bool is_terminal(Stream stream)
{
    DWORD mode = 0;
    return GetConsoleMode(handle_of(stream), &mode) != 0;
}

std::optional<TerminalSize> terminal_size(Stream stream)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (GetConsoleScreenBufferInfo(handle_of(stream), &info) == 0)
        return std::nullopt;
    const int columns = info.srWindow.Right - info.srWindow.Left + 1;
    const int lines = info.srWindow.Bottom - info.srWindow.Top + 1;
    if (columns <= 0 || lines <= 0)
        return std::nullopt;
    return TerminalSize{static_cast<unsigned>(columns), static_cast<unsigned>(lines)};
}

bool can_redraw(Stream stream)
{
    DWORD mode = 0;
    return GetConsoleMode(handle_of(stream), &mode) != 0 &&
           (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

std::error_code write_all(Stream stream, std::string_view text)
{
    std::FILE *const file = stream == Stream::out ? stdout : stderr;
    errno = 0;
    if (std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0)
        return {};
    return {errno != 0 ? errno : EIO, std::generic_category()};
}

void set_up_standard_streams()
{
    // Reports are compared byte by byte, also with those of other systems.
    _setmode(_fileno(stdout), _O_BINARY);
    _setmode(_fileno(stderr), _O_BINARY);
    // The console keeps its code page when the program has ended.
    code_page_before = GetConsoleOutputCP();
    if (code_page_before != 0 && SetConsoleOutputCP(CP_UTF8) != 0)
        std::atexit([] { SetConsoleOutputCP(code_page_before); });
    for (const Stream stream : {Stream::out, Stream::error}) {
        DWORD mode = 0;
        if (GetConsoleMode(handle_of(stream), &mode) != 0)
            SetConsoleMode(handle_of(stream), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
}

#else

namespace {

int descriptor_of(Stream stream) { return stream == Stream::out ? STDOUT_FILENO : STDERR_FILENO; }

} // namespace

bool is_terminal(Stream stream) { return isatty(descriptor_of(stream)) != 0; }

std::optional<TerminalSize> terminal_size(Stream stream)
{
    winsize size{};
    if (ioctl(descriptor_of(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return TerminalSize{size.ws_col, size.ws_row};
    return std::nullopt;
}

bool can_redraw(Stream stream)
{
    const char *const variable = std::getenv("TERM");
    const std::string_view type = variable != nullptr ? variable : "";
    return is_terminal(stream) && !type.empty() && type != "dumb";
}

std::error_code write_all(Stream stream, std::string_view text)
{
    return write_all(descriptor_of(stream), text);
}

std::error_code write_all(int descriptor, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = write(descriptor, text.data(), text.size());
        if (written >= 0)
            text.remove_prefix(static_cast<std::size_t>(written));
        else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            // Another program may have left the pipe or terminal such that a write does not wait.
            pollfd wanted{descriptor, POLLOUT, 0};
            poll(&wanted, 1, -1);
        } else if (errno != EINTR)
            return {errno, std::generic_category()};
    }
    return {};
}

void set_up_standard_streams()
{
    // Otherwise the first file that is opened would get the number of a closed stream, and the
    // stream's output with it. Reading and writing fail as with a closed one.
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(descriptor, F_GETFD) == -1 && errno == EBADF)
            open("/dev/null", descriptor == STDIN_FILENO
                                  ? O_WRONLY
                                  : O_RDONLY); // the lowest free number: this one
    std::signal(SIGPIPE, SIG_DFL);
    std::signal(SIGXFSZ, SIG_IGN);
}

#endif

// ---- Interrupts ----

namespace {

std::atomic<bool> flag = false;
int flag_of_library = 0;

void set_flags()
{
    std::atomic_ref<int>(flag_of_library).store(1);
    flag = true;
}

#if defined(_WIN32)

// Handles Ctrl-C and Ctrl-Break; a closed window or a logout ends the program as if it had no
// handler.
BOOL WINAPI on_event(DWORD event)
{
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT)
        return FALSE;
    // Not handled the second time: the default handler then ends the program.
    const bool again = flag;
    set_flags();
    return again ? FALSE : TRUE;
}

bool install() { return SetConsoleCtrlHandler(on_event, TRUE) != 0; }

#else

#if !defined(__riscv)
static_assert(std::atomic<bool>::is_always_lock_free);
#endif // there GCC 12 claims less than it does: loads and stores of a byte are one instruction

std::atomic<std::uint32_t> first_at_ms = 0;
static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

// Wraps around, as differences of it do not.
std::uint32_t milliseconds_now()
{
    constexpr std::uint32_t in_a_second = 1000, ns_in_one = 1'000'000;
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint32_t>(now.tv_sec) * in_a_second +
           static_cast<std::uint32_t>(now.tv_nsec) / ns_in_one;
}

// A scheduler that ends a job sends the same signal by two ways, to a step and through its starter.
// Only a person at a terminal means a second one within a second.
extern "C" void on_signal(int signal)
{
    constexpr std::uint32_t same_wish_ms = 1000;
    const std::uint32_t now = milliseconds_now();
    if (!flag) {
        first_at_ms = now;
        set_flags();
    } else if (signal == SIGINT || now - first_at_ms >= same_wish_ms) {
        std::signal(signal, SIG_DFL);
        raise(signal);
    }
}

bool install()
{
    struct sigaction action{};
    action.sa_handler = on_signal;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before{};
        if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signal, &action, nullptr);
    }
    return true;
}

#endif

} // namespace

void watch_interrupts() { [[maybe_unused]] static const bool installed = install(); }

const std::atomic<bool> &interrupted() { return flag; }

const int *interrupted_flag() { return &flag_of_library; }

} // namespace hashlane::machine
