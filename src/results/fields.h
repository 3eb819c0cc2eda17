// SPDX-License-Identifier: MIT
//
// One list of fields for both ways: what a FieldWriter writes when it goes through the list, a
// FieldReader reads back. A list is a generic lambda, `[](auto &file, auto &thing) { … }`.
//
//     file("kernel", thing.kernel);              // always in the file
//     file.or_default("pinned", thing.pinned);   // always written; older files may lack it
//     file.if_any("device", thing.device);       // in the file unless it is empty, zero or nothing
//     if (file.has("seconds", thing.sum.has_value())) // in the file if the second is true
//         file.members(thing.sum, sum_fields);
#pragma once

#include "json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hashlane::results {

class FieldWriter {
public:
    /// True if the file has the field: when it is written, if it is `there`.
    bool has(const char * /*key*/, bool there = true) const { return there; }
    void operator()(const char *key, const auto &value) { json_[key] = value; }
    void or_default(const char *key, const auto &value) { json_[key] = value; }
    template <class Value> void if_any(const char *key, const Value &value)
    {
        if (value != Value())
            json_[key] = value;
    }
    /// Writes the fields of the part that is there as fields of the whole.
    void members(const auto &part, const auto &fields) { fields(*this, *part); }
    void count_up_to_a_million(const char *key, const auto &value) { json_[key] = value; }
    /// A number of six digits, or null for not a number.
    void rounded(const char *key, double value) { json_[key] = results::rounded(value); }
    void rounded(const char *key, const std::vector<double> &values)
    {
        json_[key] = rounded_each(values);
    }
    /// A number as it is, or null for not a number; likewise each of several.
    void or_nan(const char *key, const auto &value) { json_[key] = value; }
    /// A temperature may be below 0, as no other figure.
    void with_sign(const char *key, const auto &value) { json_[key] = value; }
    /// Writes null for an empty text.
    void text_if_any(const char *key, const std::string &text)
    {
        json_[key] = text.empty() ? Json() : Json(text);
    }
    /// Two counts, the second of all tries: [7, 10].
    void times(const char *key, unsigned count, unsigned tries)
    {
        json_[key] = Json::Array{count, tries};
    }
    /// A value with its own reader and writer.
    void custom(const char *key, const auto &value, const auto &write, const auto & /*read*/)
    {
        json_[key] = write(value);
    }
    /// A value that follows from the rest is not read back.
    void derived(const char *key, const auto &value) { json_[key] = value(); }
    /// A requirement is checked when the fields are read.
    template <class... Values> void require(bool, const char *, const Values &...) const {}
    void part(const char *key, const auto &thing, const auto &fields)
    {
        json_[key] = written(thing, fields);
    }
    /// Writes null for none.
    void object(const char *key, const auto &thing, const auto &fields)
    {
        json_[key] = thing ? written(*thing, fields) : Json();
    }
    void list(const char *key, const auto &things, const auto &fields, const char * /*name*/ = "")
    {
        json_[key] = written_list(things, fields);
    }

    static Json written(const auto &thing, const auto &fields)
    {
        FieldWriter writer;
        fields(writer, thing);
        return std::move(writer.json_);
    }
    static Json written_list(const auto &things, const auto &fields)
    {
        Json array = Json::array();
        for (const auto &thing : things)
            array.push_back(written(thing, fields));
        return array;
    }

private:
    Json json_ = Json::object();
};

/// Throws a BadFile if a field is missing or has another kind.
class FieldReader {
public:
    explicit FieldReader(const JsonFields &fields) : fields_(fields) {}

    bool has(const char *key, bool /*there*/ = true) const { return fields_.has(key); }
    void operator()(const char *key, double &value) { value = fields_.number(key); }
    void operator()(const char *key, std::uint64_t &value) { value = fields_.whole(key); }
    void operator()(const char *key, unsigned &value) { count_up_to_a_million(key, value); }
    void operator()(const char *key, int &value) { count_up_to_a_million(key, value); }
    void operator()(const char *key, std::string &value) { value = fields_.text(key); }
    void operator()(const char *key, bool &value) { value = fields_.flag(key); }
    void operator()(const char *key, std::vector<std::string> &texts)
    {
        texts = fields_.texts(key);
    }
    void operator()(const char *key, std::map<std::string, std::string> &texts)
    {
        texts = fields_.texts_by_name(key);
    }
    void operator()(const char *key, std::vector<int> &cpus) { cpus = fields_.cpu_numbers(key); }
    void operator()(const char *key, std::vector<double> &values) { values = fields_.numbers(key); }
    void operator()(const char *key, std::vector<unsigned> &counts) { read_counts(key, counts); }
    void operator()(const char *key, std::vector<std::uint64_t> &counts)
    {
        read_counts(key, counts);
    }
    /// Null is nothing.
    template <class Value> void operator()(const char *key, std::optional<Value> &value)
    {
        if (fields_.has_value(key))
            (*this)(key, value.emplace());
    }
    void or_default(const char *key, auto &value)
    {
        if (fields_.has(key))
            (*this)(key, value);
    }
    void if_any(const char *key, auto &value) { or_default(key, value); }
    /// With Part{}, since Clang refuses emplace() for a struct inside Row whose members have
    /// initial values.
    template <class Part> void members(std::optional<Part> &part, const auto &fields)
    {
        fields(*this, part.emplace(Part{}));
    }
    /// Reads a count of things of which nothing has more than a million.
    template <class Number> void count_up_to_a_million(const char *key, Number &value)
    {
        constexpr double million = 1e6;
        value = static_cast<Number>(whole(key, fields_.number(key), million));
    }
    template <class Number>
    void count_up_to_a_million(const char *key, std::optional<Number> &value)
    {
        if (fields_.has_value(key))
            count_up_to_a_million(key, value.emplace());
    }
    void rounded(const char *key, double &value) { value = fields_.number_or_nan(key); }
    void rounded(const char *key, std::vector<double> &values) { (*this)(key, values); }
    void or_nan(const char *key, double &value) { value = fields_.number_or_nan(key); }
    void or_nan(const char *key, std::vector<double> &values)
    {
        values = fields_.numbers_or_nan(key);
    }
    void with_sign(const char *key, std::optional<double> &value)
    {
        if (fields_.has_value(key))
            value = fields_.signed_number(key);
    }
    void text_if_any(const char *key, std::string &text)
    {
        if (fields_.has_value(key))
            text = fields_.text(key);
    }
    void times(const char *key, unsigned &count, unsigned &tries)
    {
        std::vector<unsigned> times;
        read_counts(key, times);
        if (times.size() != 2 || times[0] > times[1] || times[1] > most_tries)
            fields_.fail(fmt::format("'{}' is not a pair of counts", key));
        count = times[0];
        tries = times[1];
    }
    void custom(const char *key, auto &value, const auto & /*write*/, const auto &read)
    {
        value = read(fields_, key);
    }
    void derived(const char * /*key*/, const auto & /*value*/) {}
    template <class... Values>
    void require(bool right, const char *problem, const Values &...values) const
    {
        if (!right)
            fields_.fail(fmt::format(fmt::runtime(problem), values...));
    }
    void part(const char *key, auto &thing, const auto &fields)
    {
        read(fields_.object(key), thing, fields);
    }
    void object(const char *key, auto &thing, const auto &fields)
    {
        if (fields_.has_value(key))
            read(fields_.object(key), thing.emplace(), fields);
    }
    /// `name`: the key of a text that errors call an element by.
    void list(const char *key, auto &things, const auto &fields, const char *name = "")
    {
        for (const JsonFields &one : fields_.objects(key))
            read(*name == '\0' ? one : one.named(one.text(name)), things.emplace_back(), fields);
    }
    /// An element of a map is read as a pair; of several with one key the last one stays.
    template <class Key, class Value>
    void list(const char *key, std::map<Key, Value> &things, const auto &fields)
    {
        for (const JsonFields &one : fields_.objects(key)) {
            std::pair<Key, Value> thing;
            read(one, thing, fields);
            things.insert_or_assign(std::move(thing.first), std::move(thing.second));
        }
    }

    static void read(const JsonFields &from, auto &thing, const auto &fields)
    {
        FieldReader reader(from);
        fields(reader, thing);
    }

private:
    static constexpr double most_exact = 9007199254740992; // 2^53
    static constexpr unsigned most_tries = 1000;

    std::uint64_t whole(const char *key, double number, double most) const
    {
        if (number > most || number != std::floor(number))
            fields_.fail(fmt::format("'{}' is not a whole number up to {:.0f}", key, most));
        return static_cast<std::uint64_t>(number);
    }

    template <class Number> void read_counts(const char *key, std::vector<Number> &counts) const
    {
        constexpr double most =
            std::min(most_exact, static_cast<double>(std::numeric_limits<Number>::max()));
        for (const double number : fields_.numbers(key))
            counts.push_back(static_cast<Number>(whole(key, number, most)));
    }

    const JsonFields &fields_;
};

} // namespace hashlane::results
