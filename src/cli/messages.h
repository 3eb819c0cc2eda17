// SPDX-License-Identifier: MIT
//
// How the program answers: with an exit code, lines on standard output and stderr, and whole files.
#pragma once

#include "../machine/system/terminal.h"
#include "../machine/system/text.h"

#include <fmt/format.h>

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace hashlane::cli {

/// The exit codes of the program. commands.def lists those of each command.
enum ExitCode {
    exit_ok = 0,
    exit_usage = 1, ///< or an internal error
    exit_wrong_digest = 2,
    exit_absent = 3,        ///< a requested kernel, device or browser; fleet: not judged
    exit_untrustworthy = 4, ///< with --strict
    exit_regression = 5,    ///< compare, with --fail-above; fleet: a node needs attention
    exit_interrupted = 130,
};

/// Describes an exit code in the help of commands for which it has its usual meaning.
constexpr const char *meaning_of(ExitCode code)
{
    constexpr const char *meanings[] = {
        "Success",
        "Usage error, unreadable or unwritable file, or internal error",
        "A kernel computed a wrong digest; its value is not printed",
        "A requested kernel, device or clock is not available on this machine",
        "With --strict, a row is not trustworthy",
        "With --fail-above, a row is slower by more than that, beyond doubt"};
    return code == exit_interrupted ? "Interrupted; rows measured before are kept" : meanings[code];
}

/// Ends the program with one line on stderr: the mistake, its place and its remedy.
class CommandError : public std::runtime_error {
public:
    explicit CommandError(const std::string &line, ExitCode code = exit_usage)
        : std::runtime_error(line), code_(code)
    {
    }
    ExitCode code() const { return code_; }

private:
    ExitCode code_;
};

/// Throws a CommandError of that line.
template <class... Values>
[[noreturn]] void fail(fmt::format_string<Values...> form, Values &&...values)
{
    throw CommandError(fmt::format(form, std::forward<Values>(values)...));
}
template <class... Values>
[[noreturn]] void fail(ExitCode code, fmt::format_string<Values...> form, Values &&...values)
{
    throw CommandError(fmt::format(form, std::forward<Values>(values)...), code);
}

/// A value for a text: of what others wrote no line end, escape sequence or turned direction is
/// left.
template <class Value> decltype(auto) shown(const Value &value)
{
    if constexpr (std::is_convertible_v<const Value &, std::string_view>)
        return machine::printable(value);
    else
        return value;
}

/// Writes to standard output, at once. A failure ends nothing, because files and the exit code
/// still have the result: the first one is said on stderr, and counts in code_after_failures(). A
/// disk may have room again: what follows a line that was cut begins a line of its own. The program
/// writes to standard output and stderr by these functions alone.
void print(std::string_view text);

/// Says on stderr, in one line, what failed, where the command goes on. It counts in
/// code_after_failures().
void say_failure(const std::string &line);

/// Returns the code that a command with both ends with: a wrong result comes before an interrupt,
/// an interrupt before a failure, and a failure before the rest.
ExitCode graver(int one, int other);

/// Returns the exit code of a program whose work ended with `code`, and with exit_usage if
/// something failed.
int code_after_failures(int code);

template <class First, class... Values>
void print(fmt::format_string<First, Values...> form, First &&first, Values &&...values)
{
    print(fmt::format(fmt::runtime(fmt::string_view(form)), shown(first), shown(values)...));
}

/// Writes lines to stderr, at once. A closed or full stream is ignored. Names and texts of others
/// cannot move the cursor or set colours: control characters are shown as "\x1b".
void say_lines(const std::string &lines);

/// Likewise. The line ends are those of the form alone, and a text without values is the program's
/// own.
template <class... Values> void say(fmt::format_string<Values...> form, Values &&...values)
{
    if constexpr (sizeof...(Values) == 0)
        static_cast<void>(machine::write_all(machine::Stream::error, fmt::format(form)));
    else
        say_lines(fmt::format(fmt::runtime(fmt::string_view(form)), shown(values)...));
}

/// Calls `work` with each place of a list of `files` files. One for which it throws a BadFile has
/// its line on stderr and is left out; the others have their turn. Returns the code of a file that
/// cannot be read if there was one.
ExitCode for_each_file(std::size_t files, const std::function<void(std::size_t place)> &work);

/// Replaces the last line on a terminal on stderr by this text.
void redraw_line(const std::string &text);

/// A file that holds either its old content or a whole new one, never a part: each write goes to
/// a temporary file, which then takes its place.
class OutFile {
public:
    /// The meaning of "-".
    enum class Dash {
        is_refused, ///< standard output has the result in another form
        is_standard_output,
    };

    /// Throws a CommandError that names the option if writing is not possible, or if the file is an
    /// input of the command. With an empty path every write does nothing.
    explicit OutFile(std::string path, const char *option = "--out", Dash dash = Dash::is_refused);
    /// Returns false, after say_failure(), if the text could not be written.
    bool write(const std::string &text) const;
    /// For a file that is written again later: returns why it could not be written now, or nothing.
    std::string try_write(const std::string &text) const;
    bool is_wanted() const { return !path_.empty(); }
    bool is_standard_output() const { return path_ == "-"; }

private:
    std::string refusal(const std::error_code &error) const;

    std::string path_;
    const char *option_;
};

} // namespace hashlane::cli
