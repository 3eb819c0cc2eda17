// SPDX-License-Identifier: MIT
#include "messages.h"

#include "exit_code.h"

namespace hashlane {

void print(std::string_view text)
{
    if (const std::error_code error = write_all(Stream::out, text))
        throw CommandError(fmt::format("standard output: cannot be written: {}", error.message()));
}

} // namespace hashlane
