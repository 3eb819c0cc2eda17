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
    style.width = terminal_width().value_or(default_width);
    style.sha256_unit = output.sha256_unit;
    return style;
}

} // namespace hashlane
