// SPDX-License-Identifier: MIT
//
// Chains in files, for tests of `hashlane chain`.
#pragma once

#include "support/program.h"

#include <string>

namespace hashlane::test {

inline std::string path_in(const std::string &name) { return scratch_path("chain-" + name); }

inline void write_file(const std::string &path, const std::string &content)
{
    std::ofstream(path, std::ios::binary) << content;
}

/// A chain in a file with a new name.
inline std::string created(const std::string &options)
{
    static int files = 0;
    const std::string path = path_in("proof-" + std::to_string(files++));
    const Ran ran = hashlane("chain create " + path + " " + options);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return path;
}

/// 32 bytes, the last of which is 1, as hexadecimal.
inline const std::string one = std::string(63, '0') + "1";

/// Expects one line with the problem, and exit code 1.
inline void expect_bad(const std::string &arguments, const std::string &what)
{
    SCOPED_TRACE(arguments);
    expect_refused(hashlane(arguments), what);
}

} // namespace hashlane::test
