// SPDX-License-Identifier: MIT
//
// A fuzz target: a function that does something with an input and throws a Finding where what comes
// out is wrong. Each is in a file of its own, with a constant
//
//   const Target target("cpu_list", run, mutate_list);
//
// or without a mutator of its own. The same file is linked with libFuzzer, alone ('./dev fuzz'),
// and with all others into a test that replays tests/fuzz/corpus/.
#pragma once

#include "input.h"
#include "mutators.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace hashlane::fuzz {

/// A result is wrong. Derived from nothing that a target catches.
class Finding : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

/// `what` is joined only if it is wrong: some targets ask once per character.
template <class... Parts> void require(bool right, const Parts &...what)
{
    if (!right)
        throw Finding((std::string() + ... + what));
}

/// A message for people: one line, without control characters.
inline void require_one_line(const std::string &message)
{
    require(!message.empty(), "an empty message");
    for (const char c : message)
        require(static_cast<unsigned char>(c) >= ' ' && c != '\x7f',
                "a message with a control character: ", message);
}

struct Target {
    Target(const char *target_name, void (*target_run)(Input &), Mutate target_mutate = nullptr)
        : name(target_name), run(target_run), mutate(target_mutate)
    {
        all().push_back(this);
    }
    Target(const Target &) = delete;
    Target &operator=(const Target &) = delete;

    /// Those that are linked into this program.
    static std::vector<const Target *> &all()
    {
        static std::vector<const Target *> targets;
        return targets;
    }

    const char *const name;
    void (*const run)(Input &input);
    const Mutate mutate; ///< null: libFuzzer's alone
};

} // namespace hashlane::fuzz
