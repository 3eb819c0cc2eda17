// SPDX-License-Identifier: MIT
#include "settings.h"

#include "../machine/system/terminal.h"
#include "../machine/system/text.h"
#include "messages.h"

#include <algorithm>
#include <cstdlib>
#include <regex>

namespace hashlane::cli {
namespace {

constexpr unsigned default_width = 80;

// A bound of the states that <regex> makes: of nested repetitions the counts multiply.
double states_of(const std::string &expression)
{
    auto states = static_cast<double>(expression.size());
    for (std::size_t at = 0; (at = expression.find_first_of("{,", at)) != std::string::npos;) {
        const std::size_t digits = ++at;
        at = std::min(expression.find_first_not_of("0123456789", digits), expression.size());
        const std::string count = expression.substr(digits, at - digits);
        states *= std::max(1.0, machine::parse_number<double>(count).value_or(1));
    }
    return states;
}

// A search takes a time that grows with the id times the expression, whatever both are. <regex>
// calls itself for each character and each state, and a stack has an end.
std::regex regex_of(const std::string &expression)
{
    constexpr std::size_t most_characters = 1000;
    constexpr double most_states = 5000;
    if (expression.size() > most_characters)
        fail("--filter: has {} characters, more than {}", expression.size(), most_characters);
    if (states_of(expression) > most_states)
        fail("--filter: the repetitions of '{}' are too large", expression);
    for (const char *const ahead : {"(?=", "(?!"})
        if (expression.find(ahead) != std::string::npos)
            fail("--filter: '{}' has a '{}', for which there is no limit of time", expression,
                 ahead);
    auto form = std::regex::ECMAScript | std::regex::nosubs;
#if defined(__GLIBCXX__) // others give up after a while
    form |= std::regex_constants::__polynomial;
#endif
    static_cast<void>(std::regex(expression, form)); // no bracket of it may be one of the next
    return std::regex("[\\s\\S]*(?:" + expression + ")", form);
}

bool finds(const std::regex &from_the_beginning, std::string_view id)
try {
    return std::regex_search(id.begin(), id.end(), from_the_beginning,
                             std::regex_constants::match_continuous);
} catch (const std::regex_error &) {
    fail("--filter: takes too long to find in '{}'", id);
}

} // namespace

show::Style style_for(const OutputSettings &output)
{
    show::Style style;
    const char *const no_color = std::getenv("NO_COLOR"); // https://no-color.org
    style.color = output.color == ColorUse::automatic
                      ? machine::can_redraw(machine::Stream::out) &&
                            (no_color == nullptr || *no_color == '\0')
                      : output.color == ColorUse::always;
    const std::optional<machine::TerminalSize> terminal =
        machine::terminal_size(machine::Stream::out);
    style.width = terminal ? terminal->columns : default_width;
    style.bars = terminal.has_value();
    style.sha256_unit = output.sha256_unit;
    return style;
}

IdFilter::IdFilter(const std::string &expression, bool finds_matches)
try
    : text_(expression),
      finds_matches_(finds_matches),
      finds_([regex = regex_of(expression)](std::string_view id) { return finds(regex, id); }) {
} catch (const std::regex_error &) {
    fail("--filter: '{}' is not a regular expression (ECMAScript)", expression);
}

bool IdFilter::operator()(std::string_view id) const
{
    return finds_all() || finds_(id) == finds_matches_;
}

} // namespace hashlane::cli
