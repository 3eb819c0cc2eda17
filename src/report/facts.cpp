// SPDX-License-Identifier: MIT
#include "facts.h"

#include "grid.h"
#include "json_value.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

constexpr std::size_t name_width = 15;
constexpr std::size_t least_width = 20;

// Where the character behind the first `count` of them begins.
std::size_t end_of_characters(const std::string &text, std::size_t count)
{
    const auto begins_character = [](char byte) { return (byte & 0xc0) != 0x80; }; // in UTF-8
    std::size_t end = 0;
    while (end < text.size() && (!begins_character(text[end]) || count-- > 0))
        ++end;
    return end;
}

// What of `text` fits, up to a space. A word that is longer stays whole.
std::size_t line_end(const std::string &text, std::size_t width)
{
    const std::size_t end = end_of_characters(text, width);
    if (end == text.size())
        return end;
    const std::size_t space = text.rfind(' ', end);
    return space != std::string::npos ? space : std::min(text.find(' '), text.size());
}

} // namespace

std::size_t facts_value_width(const Style &style)
{
    return std::max<std::size_t>(style.width, name_width + least_width) - name_width;
}

std::string write_facts_table(const Facts &facts, const Style &style)
{
    std::string text;
    for (const Fact &fact : facts) {
        std::string name = fact.name, value = fact.value;
        do {
            const std::size_t end = line_end(value, facts_value_width(style));
            text += fmt::format("{:<{}}{}\n", name, name_width, value.substr(0, end));
            value.erase(0, end + 1);
            name.clear();
        } while (!value.empty());
    }
    return text;
}

std::string write_facts_markdown(const Facts &facts)
{
    Grid grid{"", {{"fact", true}, {"value", true}}, {}, {}};
    for (const Fact &fact : facts)
        grid.rows.push_back({fact.name, fact.value});
    return draw_markdown(grid);
}

std::string write_facts_json(const Facts &facts)
{
    Json json;
    std::string name;
    for (const Fact &fact : facts) {
        if (!fact.name.empty()) {
            name = fact.name;
            json[name] = fact.value;
        } else {
            if (!json[name].is_array())
                json[name] = Json::Array{json[name]};
            json[name].push_back(fact.value);
        }
    }
    return json_text(json);
}

} // namespace hashlane
