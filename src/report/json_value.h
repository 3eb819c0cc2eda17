// SPDX-License-Identifier: MIT
//
// A JSON value to be written. Its text is nlohmann's (json_value.cpp), whose header takes seconds
// to compile: writers build values without it.
#ifndef HASHLANE_SRC_REPORT_JSON_VALUE_H
#define HASHLANE_SRC_REPORT_JSON_VALUE_H

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace hashlane {

class Json {
public:
    struct Member;
    using Array = std::vector<Json>;
    /// In this order; as many keys as values.
    struct Object {
        std::vector<std::string> keys;
        std::vector<Json> values;
    };
    using Value = std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double,
                               std::string, Array, Object>;

    Json(std::nullptr_t = nullptr) : value_(nullptr) {}
    Json(bool value) : value_(value) {}
    Json(std::signed_integral auto value) : value_(std::int64_t{value}) {}
    Json(std::unsigned_integral auto value) : value_(std::uint64_t{value}) {}
    Json(double value) : value_(value) {}
    Json(const char *text) : value_(std::string(text)) {}
    Json(std::string_view text) : value_(std::string(text)) {}
    Json(std::string text) : value_(std::move(text)) {}
    Json(Array values) : value_(std::move(values)) {}
    template <class T> Json(const std::vector<T> &values);
    template <class T> Json(const std::optional<T> &value) : Json(value ? Json(*value) : Json()) {}

    /// An object: {{"key", value}, …}.
    Json(std::initializer_list<Member> members);

    static Json object() { return Json(std::initializer_list<Member>()); }
    static Json array() { return Array(); }

    /// The member with that key; a new one at the end if there is none. A null becomes an object.
    /// Precondition: an object, or null.
    Json &operator[](std::string_view key);

    /// Precondition: an array.
    void push_back(Json value);
    Json &back() { return std::get<Array>(value_).back(); }
    std::size_t size() const { return std::get<Array>(value_).size(); }

    bool is_array() const { return std::holds_alternative<Array>(value_); }
    const Value &value() const { return value_; }

private:
    Value value_;
};

struct Json::Member {
    std::string key;
    Json value;
};

template <class T> Json::Json(const std::vector<T> &values)
{
    Array array;
    for (const T &value : values)
        array.emplace_back(value);
    value_ = std::move(array);
}

/// Indented by two spaces, but an array of numbers and nulls is on one line: there are thousands of
/// samples.
/// Bytes that are no UTF-8 are replaced. Ends with a line break.
std::string json_text(const Json &json);

/// The same on one line.
std::string json_line(const Json &json);

} // namespace hashlane

#endif
