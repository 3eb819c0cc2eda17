// SPDX-License-Identifier: MIT
#include "settings.h"

#include "../machine/system/terminal.h"
#include "messages.h"

#include <cstdlib>
#include <regex>

namespace hashlane::cli {
namespace {

constexpr unsigned default_width = 80;

// <regex> calls itself for each character, and a stack has an end.
std::regex regex_of(const std::string &expression)
{
    constexpr std::size_t most_characters = 1000;
    if (expression.size() > most_characters)
        fail("--filter: has {} characters, more than {}", expression.size(), most_characters);
    return std::regex(expression);
}

} // namespace

show::Style style_for(const OutputSettings &output)
{
    show::Style style;
    const char *const no_color = std::getenv("NO_COLOR"); // https://no-color.org
    style.color = output.color == ColorUse::automatic
                      ? machine::is_terminal(machine::Stream::out) &&
                            (no_color == nullptr || *no_color == '\0')
                      : output.color == ColorUse::always;
    const std::optional<machine::TerminalSize> terminal =
        machine::terminal_size(machine::Stream::out);
    style.width = terminal ? terminal->columns : default_width;
    style.bars = terminal.has_value();
    style.sha256_unit = output.sha256_unit;
    return style;
}

IdFilter::IdFilter(const std::string &expression)
try
    : text_(expression), finds_([regex = regex_of(expression)](std::string_view id) {
          return std::regex_search(id.begin(), id.end(), regex);
      }) {
} catch (const std::regex_error &) {
    fail("--filter: '{}' is not a regular expression (ECMAScript)", expression);
}

bool IdFilter::operator()(std::string_view id) const { return finds_all() || finds_(id); }

} // namespace hashlane::cli
