// SPDX-License-Identifier: MIT
//
// What standard output and standard error lead to.
#ifndef HASHLANE_SRC_SYSTEM_TERMINAL_H
#define HASHLANE_SRC_SYSTEM_TERMINAL_H

#include <optional>

namespace hashlane {

enum class Stream { out, error };

bool is_terminal(Stream stream);

/// Columns of the terminal that standard output is; nothing where it is none.
std::optional<unsigned> terminal_width();

/// To be called once, before anything is written: has the terminal read UTF-8 and colours, lines
/// end as they are written, and the program end in silence when a reader, like head, goes away.
void set_up_standard_streams();

} // namespace hashlane

#endif
