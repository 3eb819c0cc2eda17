// SPDX-License-Identifier: MIT
//
// The only way in which the program writes to standard output and stderr.
#ifndef HASHLANE_SRC_CLI_MESSAGES_H
#define HASHLANE_SRC_CLI_MESSAGES_H

#include "../system/terminal.h"

#include <fmt/format.h>

#include <string_view>

namespace hashlane {

/// Writes to standard output, at once. Throws a CommandError that names the cause where that fails.
void print(std::string_view text);

/// Writes to stderr, at once. Where that is closed or full nothing is said, and all goes on.
template <class... Values> void say(fmt::format_string<Values...> form, Values &&...values)
{
    write_all(Stream::error, fmt::format(form, std::forward<Values>(values)...));
}

} // namespace hashlane

#endif
