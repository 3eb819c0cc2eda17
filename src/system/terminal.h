// SPDX-License-Identifier: MIT
//
// What standard output and standard error lead to.
#ifndef HASHLANE_SRC_SYSTEM_TERMINAL_H
#define HASHLANE_SRC_SYSTEM_TERMINAL_H

#include <optional>

namespace hashlane {

enum class Stream { out, error };

bool is_terminal(Stream stream);

struct TerminalSize {
    unsigned columns = 0;
    unsigned lines = 0;
};

/// Of the terminal that standard output is; nothing if it is none.
std::optional<TerminalSize> terminal_size();

/// Whether standard output is a terminal on which a program can write over earlier lines.
bool can_redraw();

/// To be called once, before anything is written: has the terminal read UTF-8 and colours, lines
/// end as they are written, and the program end in silence when a reader, like head, goes away.
void set_up_standard_streams();

} // namespace hashlane

#endif
