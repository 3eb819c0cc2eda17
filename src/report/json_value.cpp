// SPDX-License-Identifier: MIT
#include "json_value.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hashlane {
namespace {

using Text = nlohmann::ordered_json;

constexpr std::size_t indent = 2;

Text converted(const Json &json);

Text converted(const Json::Array &values)
{
    Text array = Text::array();
    for (const Json &value : values)
        array.push_back(converted(value));
    return array;
}

Text converted(const Json::Object &members)
{
    Text object = Text::object();
    for (std::size_t i = 0; i < members.keys.size(); ++i)
        object[members.keys[i]] = converted(members.values[i]);
    return object;
}

Text converted(const Json &json)
{
    return std::visit(
        [](const auto &value) -> Text {
            using Kind = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Kind, Json::Array> || std::is_same_v<Kind, Json::Object>)
                return converted(value);
            else
                return value;
        },
        json.value());
}

std::string compact(const Text &json)
{
    return json.dump(-1, ' ', false, Text::error_handler_t::replace);
}

bool is_on_one_line(const Text &json)
{
    return json.empty() || !json.is_structured() ||
           (json.is_array() && std::ranges::all_of(json, [](const Text &element) {
                return element.is_number() || element.is_null();
            }));
}

void append(std::string &text, const Text &json, std::size_t depth)
{
    if (is_on_one_line(json)) {
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

Json::Json(std::initializer_list<Member> members) : value_(Object())
{
    for (const Member &member : members)
        (*this)[member.key] = member.value;
}

Json &Json::operator[](std::string_view key)
{
    if (std::holds_alternative<std::nullptr_t>(value_))
        value_ = Object();
    auto &[keys, values] = std::get<Object>(value_);
    const auto found = std::ranges::find(keys, key);
    if (found != keys.end())
        return values[static_cast<std::size_t>(found - keys.begin())];
    keys.emplace_back(key);
    return values.emplace_back();
}

void Json::push_back(Json value) { std::get<Array>(value_).push_back(std::move(value)); }

std::string json_text(const Json &json)
{
    std::string text;
    append(text, converted(json), 0);
    return text + "\n";
}

std::string json_line(const Json &json) { return compact(converted(json)) + "\n"; }

} // namespace hashlane
