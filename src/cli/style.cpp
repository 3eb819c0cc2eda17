// SPDX-License-Identifier: MIT
#include "style.h"

#include "../system/terminal.h"

#include <cstdlib>

namespace hashlane {
namespace {

constexpr unsigned default_width = 80;

// https://no-color.org
bool user_wants_none()
{
    const char *const no_color = std::getenv("NO_COLOR");
    return no_color != nullptr && *no_color != '\0';
}

} // namespace

Style style_for(const OutputSettings &output)
{
    Style style;
    style.color = output.color == ColorUse::automatic
                      ? is_terminal(Stream::out) && !user_wants_none()
                      : output.color == ColorUse::always;
    const std::optional<TerminalSize> terminal = terminal_size(Stream::out);
    style.width = terminal ? terminal->columns : default_width;
    style.bars = terminal.has_value();
    style.sha256_unit = output.sha256_unit;
    return style;
}

} // namespace hashlane
