// SPDX-License-Identifier: MIT
#include "json_fields.h"

#include "../system/printable.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace hashlane {
namespace {

using Json = nlohmann::json;

constexpr unsigned most = 1000000;

bool is_amount(const Json &json)
{
    return json.is_number() && std::isfinite(json.get<double>()) && json.get<double>() >= 0;
}

std::unique_ptr<const Json> parsed(const std::string &text, const std::string &file)
{
    try {
        return std::make_unique<const Json>(Json::parse(text));
    } catch (const Json::parse_error &error) {
        const std::size_t byte = std::min(error.byte, text.size());
        const auto end = text.begin() + static_cast<std::ptrdiff_t>(byte);
        throw BadFile(fmt::format("'{}': not JSON at line {}, byte {} of {}: truncated or damaged",
                                  file, 1 + std::count(text.begin(), end, '\n'), byte,
                                  text.size()));
    } catch (const Json::out_of_range &) {
        throw BadFile(fmt::format("'{}': a number in it is larger than any measured", file));
    }
}

bool is_count(const Json &json)
{
    return json.is_number_integer() && json.get<double>() >= 1 && json.get<double>() <= most;
}

} // namespace

JsonFields::JsonFields(const Json &json, std::string file, std::string where)
    : json_(json), file_(std::move(file)), where_(std::move(where))
{
    if (!json.is_object())
        fail("not an object");
}

bool JsonFields::has(const char *key) const { return json_.contains(key); }

std::string JsonFields::text(const char *key) const
{
    require(at(key).is_string(), key, "a text");
    return printable(json_[key].get<std::string>());
}

std::string JsonFields::text_or_empty(const char *key) const { return has(key) ? text(key) : ""; }

bool JsonFields::flag(const char *key) const
{
    require(at(key).is_boolean(), key, "true or false");
    return json_[key].get<bool>();
}

double JsonFields::number(const char *key) const
{
    require(is_amount(at(key)), key, "a number of at least 0");
    return json_[key].get<double>();
}

unsigned JsonFields::count(const char *key) const
{
    require(is_count(at(key)), key, "a whole number above 0");
    return json_[key].get<unsigned>();
}

std::vector<double> JsonFields::numbers(const char *key) const
{
    require(std::ranges::all_of(array(key), is_amount), key, "an array of numbers of at least 0");
    return json_[key].get<std::vector<double>>();
}

const Json &JsonFields::array(const char *key) const
{
    require(at(key).is_array(), key, "an array");
    return json_[key];
}

JsonFields JsonFields::object(const char *key) const { return {at(key), file_, place_of(key)}; }

std::vector<int> JsonFields::cpu_numbers(const char *key) const
{
    require(std::ranges::all_of(array(key), &Json::is_number_integer), key,
            "an array of CPU numbers");
    return json_[key].get<std::vector<int>>();
}

std::vector<JsonFields> JsonFields::objects(const char *key) const
{
    const Json &elements = array(key);
    std::vector<JsonFields> objects;
    for (std::size_t i = 0; i < elements.size(); ++i)
        objects.emplace_back(elements[i], file_, fmt::format("{}[{}]", place_of(key), i));
    return objects;
}

JsonFields JsonFields::named(const std::string &name) const
{
    return {json_, file_, fmt::format("{} ({})", where_, name)};
}

void JsonFields::fail(const std::string &problem) const
{
    throw BadFile(fmt::format("'{}': {}{}", file_, where_.empty() ? "" : where_ + ": ", problem));
}

std::string JsonFields::place_of(const char *key) const
{
    return (where_.empty() ? "" : where_ + ".") + key;
}

const Json &JsonFields::at(const char *key) const
{
    if (!has(key))
        fail(fmt::format("'{}' is missing", key));
    return json_[key];
}

void JsonFields::require(bool right, const char *key, const char *what) const
{
    if (!right)
        fail(fmt::format("'{}' is not {}", key, what));
}

JsonDocument::JsonDocument(const std::string &text, std::string file)
    : json_(parsed(text, file)), fields_(*json_, std::move(file), "")
{
}

JsonDocument::~JsonDocument() = default;

} // namespace hashlane
