// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_EXIT_CODE_H
#define HASHLANE_SRC_CLI_EXIT_CODE_H

#include <stdexcept>
#include <string>

namespace hashlane {

/// What the program returns; README lists them for users.
enum ExitCode {
    exit_ok = 0,
    exit_usage = 1, ///< or an internal error
    exit_wrong_digest = 2,
    exit_absent = 3,        ///< a requested kernel, device or browser is not here
    exit_untrustworthy = 4, ///< with --strict
    exit_regression = 5,    ///< compare, with --fail-over; fleet: a node to be looked at
    exit_interrupted = 130,
};

/// Ends the program with one line on stderr: what is wrong, where, and what would be right.
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

} // namespace hashlane

#endif
