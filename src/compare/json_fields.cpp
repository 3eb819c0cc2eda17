// SPDX-License-Identifier: MIT
#include "json_fields.h"

#include <fmt/format.h>

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

std::string JsonFields::text(const char *key) const
{
    require(at(key).is_string(), key, "a text");
    return json_[key].get<std::string>();
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

JsonFields JsonFields::object(const char *key) const
{
    return {at(key), file_, (where_.empty() ? "" : where_ + ".") + key};
}

void JsonFields::fail(const std::string &problem) const
{
    throw BadFile(fmt::format("'{}': {}{}", file_, where_.empty() ? "" : where_ + ": ", problem));
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

} // namespace hashlane
