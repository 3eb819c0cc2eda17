// SPDX-License-Identifier: MIT
//
// Runs the built program as a user's shell would.
#pragma once

#include "files.h"
#include "text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <sys/wait.h>

namespace hashlane::test {

struct Ran {
    int code = -1; ///< exit code, or 128 plus the signal
    std::string out;
    std::string err;
};

/// The cache directory of the program under test: never the user's own. It exists only if a test
/// makes it.
inline std::string cache_path() { return scratch_path("cache"); }

/// For tests that meet a program while it runs: `wait_until CONDITION...` waits at most two
/// minutes, and `takes_signals PID` holds once the process handles SIGTERM (bit 14 of the caught
/// signals).
constexpr const char *shell_functions =
    "wait_until() { naps=0; until \"$@\" || [ $naps -ge 2400 ]; do naps=$((naps + 1)); "
    "sleep 0.05; done; }; "
    "takes_signals() { grep -qs '^SigCgt:.*[4-7c-f]...$' /proc/$1/status; }; ";

/// `line` is given to the shell, with HASHLANE standing for the program. Plug-ins may take a
/// minute: other work on the machine, or a sanitizer, makes them slow.
inline Ran shell(const std::string &line, const std::string &program = HASHLANE_PROGRAM)
{
    const std::string out = scratch_path("out"), err = scratch_path("err");
    const std::string command = std::string(shell_functions) + "HASHLANE='" + program +
                                "'; XDG_CACHE_HOME='" + cache_path() + "'; HASHLANE_NODE_LOCK='" +
                                scratch_path("node") +
                                "'; HASHLANE_PLUGIN_DEADLINE=60; export XDG_CACHE_HOME "
                                "HASHLANE_NODE_LOCK HASHLANE_PLUGIN_DEADLINE; { " +
                                line + "\n} >'" + out + "' 2>'" + err + "' </dev/null";
    const int status = std::system(command.c_str());
    Ran ran;
    ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    ran.out = read_file(out);
    ran.err = read_file(err);
    std::remove(out.c_str());
    std::remove(err.c_str());
    return ran;
}

/// The program with these arguments.
inline Ran hashlane(const std::string &arguments, const std::string &program = HASHLANE_PROGRAM)
{
    return shell("exec \"$HASHLANE\" " + arguments, program);
}

/// Expects that exit code, and returns the JSON of standard output, or the rows in it.
inline nlohmann::json json_of(const Ran &ran, int code = 0)
{
    EXPECT_EQ(ran.code, code) << ran.err;
    return nlohmann::json::parse(ran.out);
}
inline nlohmann::json rows_of(const Ran &ran, int code = 0)
{
    return json_of(ran, code)["benchmarks"];
}

/// Expects one line that has that part, nothing else, and the exit code.
inline void expect_refused(const Ran &ran, std::string_view part, int code = 1)
{
    EXPECT_EQ(ran.code, code) << ran.err;
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
    EXPECT_TRUE(ran.err.starts_with("hashlane: ")) << ran.err;
    EXPECT_TRUE(contains(ran.err, part));
}

} // namespace hashlane::test
