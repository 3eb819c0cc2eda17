// SPDX-License-Identifier: MIT
#include "json_text.h"

#include <algorithm>

namespace hashlane {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t indent = 2;

std::string compact(const Json &json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool stands_on_one_line(const Json &json)
{
    return json.empty() || !json.is_structured() ||
           (json.is_array() && std::ranges::all_of(json, &Json::is_number));
}

void append(std::string &text, const Json &json, std::size_t depth)
{
    if (stands_on_one_line(json)) {
        text += compact(json);
        return;
    }
    const std::string margin(indent * (depth + 1), ' ');
    text += json.is_array() ? "[" : "{";
    const char *separator = "\n";
    for (const auto &[key, value] : json.items()) {
        text += separator + margin;
        if (json.is_object())
            text += compact(key) + ": ";
        append(text, value, depth + 1);
        separator = ",\n";
    }
    text += "\n" + std::string(indent * depth, ' ') + (json.is_array() ? "]" : "}");
}

} // namespace

std::string json_text(const Json &json)
{
    std::string text;
    append(text, json, 0);
    return text + "\n";
}

} // namespace hashlane
