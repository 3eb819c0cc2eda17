// SPDX-License-Identifier: MIT
//
// Chains in files, for tests of `hashlane chain`.
#pragma once

#include "support/program.h"

#include <algorithm>
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

inline bool has(const std::string &text, const std::string &part)
{
    return text.find(part) != std::string::npos;
}

/// 32 bytes, the last of which is 1, as hexadecimal.
inline const std::string one = std::string(63, '0') + "1";

/// Expects one line with the problem, and exit code 1.
inline void expect_bad(const std::string &arguments, const std::string &what)
{
    const Ran ran = hashlane(arguments);
    EXPECT_EQ(ran.code, 1) << arguments;
    EXPECT_EQ(ran.out, "") << arguments;
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
    EXPECT_TRUE(has(ran.err, what)) << ran.err;
}

} // namespace hashlane::test
