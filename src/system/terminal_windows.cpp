// SPDX-License-Identifier: MIT
#include "terminal.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <io.h>
#include <windows.h>

namespace hashlane {
namespace {

HANDLE handle_of(Stream stream)
{
    return GetStdHandle(stream == Stream::out ? STD_OUTPUT_HANDLE : STD_ERROR_HANDLE);
}

UINT code_page_before = 0;

void restore_code_page() { SetConsoleOutputCP(code_page_before); }

// The console keeps its code page when the program has ended.
void write_utf8()
{
    code_page_before = GetConsoleOutputCP();
    if (code_page_before != 0 && SetConsoleOutputCP(CP_UTF8) != 0)
        std::atexit(restore_code_page);
}

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

bool can_redraw()
{
    DWORD mode = 0;
    return GetConsoleMode(handle_of(Stream::out), &mode) != 0 &&
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
    write_utf8();
    for (const Stream stream : {Stream::out, Stream::error}) {
        DWORD mode = 0;
        if (GetConsoleMode(handle_of(stream), &mode) != 0)
            SetConsoleMode(handle_of(stream), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
}

} // namespace hashlane
