// SPDX-License-Identifier: MIT
//
// Work in a process of its own: if it fails, this one goes on. Also opens files with the desktop's
// programs.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace hashlane::machine {

/// True if this system has ask_child() and answer_parent(). On others neither may be called.
bool has_child_processes();

/// The failure of a process, or of the foreign code in it: "it crashed: Segmentation fault", "it
/// did not return within 10 s".
class ChildFailure : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct Child {
    const char *argument;     ///< its only one
    std::string program = ""; ///< found on the PATH; empty: this program again
};

/// Runs the program, sends it the request, and waits for its answer until the deadline. Returns the
/// answer, or nothing if `stop` was set; throws a ChildFailure. The output of this program as a
/// child goes to stderr, that of another one nowhere; standard input is empty. The child is in a
/// process group of its own, which is killed at the end, and it ends when this process does.
std::optional<std::string> ask_child(const Child &child, std::string_view request,
                                     double deadline_seconds, const std::atomic<bool> &stop);

/// The whole work of the child: reads the request, before anything else, sends what `answer` makes
/// of it, and ends the process. Returns only if there is no request.
void answer_parent(const std::function<std::string(const std::string &request)> &answer);

/// Shows a file with the desktop's program for its kind, without waiting for that program to end.
/// Returns an error text, or an empty one on success. Precondition: an absolute path.
///   Linux, Unix  xdg-open, if there is a display
///   macOS        open
///   Windows      ShellExecute
std::string open_in_browser(const std::filesystem::path &file);

} // namespace hashlane::machine
