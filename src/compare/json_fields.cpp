// SPDX-License-Identifier: MIT
#include "json_fields.h"

#include "../system/printable.h"
#include "result_keys.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <climits>
#include <cmath>
#include <limits>
#include <map>

namespace hashlane {
namespace {

using Json = nlohmann::json;

constexpr unsigned most = 1000000;

bool is_amount(const Json &json)
{
    return json.is_number() && std::isfinite(json.get<double>()) && json.get<double>() >= 0;
}

[[noreturn]] void fail_at(std::size_t byte, const std::string &text, const std::string &file)
{
    byte = std::min(byte, text.size());
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(byte);
    throw BadFile(fmt::format("'{}': not JSON at line {}, byte {} of {}: truncated or damaged",
                              file, 1 + std::count(text.begin(), end, '\n'), byte, text.size()));
}

// What a stream of JSON lines amounts to (docs/json.md), line by line.
class Stream {
public:
    // Whether it can be a line of one.
    bool add(const Json &line)
    {
        if (!line.is_object())
            return false;
        if (line.contains(result_key::place)) {
            if (!line[result_key::place].is_number_unsigned() || !line.contains(result_key::row))
                return false;
            rows_[line[result_key::place].get<std::size_t>()] = line[result_key::row];
        } else {
            report_.update(line);
        }
        return true;
    }

    // As a file of 'run --out' has it.
    Json report()
    {
        Json &rows = report_[result_key::benchmarks] = Json::array();
        for (const auto &[place, row] : rows_)
            if (!row.is_null())
                rows.push_back(row);
        return report_;
    }

private:
    Json report_ = Json::object();
    std::map<std::size_t, Json> rows_;
};

// The first line says what it is: there the context is alone and whole.
bool is_stream(const std::string &text)
{
    const std::size_t end = text.find('\n');
    if (end == std::string::npos)
        return false;
    const Json first =
        Json::parse(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
    return first.is_object() && first.contains(result_key::context) &&
           !first.contains(result_key::benchmarks);
}

// A line that was not finished when the program ended counts as not written.
Json report_of_stream(const std::string &text, const std::string &file)
{
    Stream stream;
    for (std::size_t from = 0, end = 0; (end = text.find('\n', from)) != std::string::npos;
         from = end + 1) {
        const std::string line = text.substr(from, end - from);
        const Json json = Json::parse(line, nullptr, false);
        if (json.is_discarded() || !stream.add(json))
            fail_at(from, text, file);
    }
    return stream.report();
}

std::unique_ptr<const Json> parsed(const std::string &text, const std::string &file)
{
    try {
        if (is_stream(text))
            return std::make_unique<const Json>(report_of_stream(text, file));
        return std::make_unique<const Json>(Json::parse(text));
    } catch (const Json::parse_error &error) {
        fail_at(error.byte, text, file);
    } catch (const Json::out_of_range &) {
        throw BadFile(fmt::format("'{}': a number in it is larger than any measured", file));
    }
}

bool is_count(const Json &json)
{
    return json.is_number_integer() && json.get<double>() >= 1 && json.get<double>() <= most;
}

bool is_cpu_number(const Json &json)
{
    return json.is_number_unsigned() && json.get<std::uint64_t>() <= INT_MAX;
}

} // namespace

JsonFields::JsonFields(const Json &json, std::string file, std::string where)
    : json_(json), file_(std::move(file)), where_(std::move(where))
{
    if (!json.is_object())
        fail("not an object");
}

bool JsonFields::has(const char *key) const { return json_.contains(key); }

bool JsonFields::has_value(const char *key) const { return has(key) && !json_[key].is_null(); }

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

double JsonFields::number_or_nan(const char *key) const
{
    return at(key).is_null() ? std::numeric_limits<double>::quiet_NaN() : number(key);
}

double JsonFields::signed_number(const char *key) const
{
    require(at(key).is_number() && std::isfinite(json_[key].get<double>()), key, "a number");
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

std::vector<double> JsonFields::numbers_or_nan(const char *key) const
{
    const auto is_known = [](const Json &json) { return json.is_null() || is_amount(json); };
    require(std::ranges::all_of(array(key), is_known), key,
            "an array of numbers of at least 0 and nulls");
    std::vector<double> numbers;
    for (const Json &number : json_[key])
        numbers.push_back(number.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                           : number.get<double>());
    return numbers;
}

std::vector<std::string> JsonFields::texts(const char *key) const
{
    require(std::ranges::all_of(array(key), [](const Json &json) { return json.is_string(); }), key,
            "an array of texts");
    std::vector<std::string> texts;
    for (const Json &text : json_[key])
        texts.push_back(printable(text.get<std::string>()));
    return texts;
}

std::vector<std::string> JsonFields::keys() const
{
    std::vector<std::string> keys;
    for (const auto &[key, value] : json_.items())
        keys.push_back(key);
    return keys;
}

const Json &JsonFields::array(const char *key) const
{
    require(at(key).is_array(), key, "an array");
    return json_[key];
}

JsonFields JsonFields::object(const char *key) const { return {at(key), file_, place_of(key)}; }

std::vector<int> JsonFields::cpu_numbers(const char *key) const
{
    require(std::ranges::all_of(array(key), is_cpu_number), key, "an array of CPU numbers");
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

std::vector<std::optional<JsonFields>> JsonFields::objects_or_nulls(const char *key) const
{
    const Json &elements = array(key);
    std::vector<std::optional<JsonFields>> objects(elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i)
        if (!elements[i].is_null())
            objects[i].emplace(elements[i], file_, fmt::format("{}[{}]", place_of(key), i));
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
