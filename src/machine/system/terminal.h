// SPDX-License-Identifier: MIT
//
// The targets of standard output and standard error, and the signals with which a user ends the
// program.
#pragma once

#include <atomic>
#include <optional>
#include <string_view>
#include <system_error>

namespace hashlane::machine {

enum class Stream { out, error };

bool is_terminal(Stream stream);

struct TerminalSize {
    unsigned columns = 0;
    unsigned lines = 0;
};

/// Returns the size of the terminal that the stream leads to; nothing if it is no terminal.
std::optional<TerminalSize> terminal_size(Stream stream);

/// True if the stream is a terminal that understands escape sequences: on it a program can
/// overwrite earlier lines, and set colours.
bool can_redraw(Stream stream);

/// Writes all of the text, without a buffer, and waits for a slow reader. Returns the error, if
/// there was one.
std::error_code write_all(Stream stream, std::string_view text);
/// Writes to the file of this number, on POSIX.
std::error_code write_all(int descriptor, std::string_view text);

/// Called once, before any file is opened and anything is written: makes the terminal read UTF-8
/// and colours, lines end as they are written, and the program end in silence when a reader, like
/// head, goes away. If a stream is closed, no file takes its number; a file that grows too large is
/// an error of the write, and no signal.
void set_up_standard_streams();

/// From now on a first SIGINT, SIGTERM or SIGHUP sets interrupted() instead of ending the program;
/// a second one ends it at once, unless it follows within a second and is no SIGINT. Signals that
/// were ignored when the program started, for example by nohup, stay ignored.
void watch_interrupts();

/// True once a watched signal has arrived.
const std::atomic<bool> &interrupted();

/// Not 0 once a watched signal has arrived, for the library, which takes an int.
const int *interrupted_flag();

} // namespace hashlane::machine
