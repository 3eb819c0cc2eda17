// SPDX-License-Identifier: MIT
//
// One list of fields for both ways: what a FieldWriter writes when it goes through the list, a
// FieldReader reads back. A list is a generic lambda, `[](auto &file, auto &thing) { … }`.
#pragma once

#include "json.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hashlane::results {

class FieldWriter {
public:
    bool has(const char * /*key*/) const { return true; }
    void operator()(const char *key, const auto &value) { json_[key] = value; }
    void few(const char *key, const auto &value) { json_[key] = value; }
    /// A number of six digits, or null for not a number.
    void rounded(const char *key, double value) { json_[key] = results::rounded(value); }
    /// Writes null for an empty text.
    void text_if_any(const char *key, const std::string &text)
    {
        json_[key] = text.empty() ? Json() : Json(text);
    }
    /// Older files may lack it.
    void text_or_empty(const char *key, const std::string &text) { json_[key] = text; }
    /// Two counts, the second of all tries: [7, 10].
    void times(const char *key, unsigned count, unsigned tries)
    {
        json_[key] = Json::Array{count, tries};
    }
    /// A value with a spelling of its own.
    void as(const char *key, const auto &value, const auto &write, const auto & /*read*/)
    {
        json_[key] = write(value);
    }
    /// A value that follows from the rest is not read back.
    void derived(const char *key, const auto &value) { json_[key] = value(); }
    /// Checked when it is read.
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

    bool has(const char *key) const { return fields_.has(key); }
    void operator()(const char *key, double &value) { value = fields_.number(key); }
    void operator()(const char *key, std::uint64_t &value) { value = whole(key, most_exact); }
    void operator()(const char *key, std::string &value) { value = fields_.text(key); }
    void operator()(const char *key, bool &value) { value = fields_.flag(key); }
    void operator()(const char *key, std::vector<std::string> &texts)
    {
        texts = fields_.texts(key);
    }
    void operator()(const char *key, std::vector<int> &cpus) { cpus = fields_.cpu_numbers(key); }
    void operator()(const char *key, std::optional<double> &value)
    {
        if (fields_.has_value(key))
            value = fields_.number(key);
    }
    void operator()(const char *key, std::vector<std::uint64_t> &counts)
    {
        for (const double number : fields_.numbers(key))
            counts.push_back(whole(key, number, most_exact));
    }
    /// Reads a count of things of which nothing has more than a million.
    template <class Number> void few(const char *key, Number &value)
    {
        value = static_cast<Number>(whole(key, most_few));
    }
    template <class Number> void few(const char *key, std::optional<Number> &value)
    {
        if (fields_.has_value(key))
            few(key, value.emplace());
    }
    void rounded(const char *key, double &value) { value = fields_.number_or_nan(key); }
    void text_if_any(const char *key, std::string &text)
    {
        if (fields_.has_value(key))
            text = fields_.text(key);
    }
    void text_or_empty(const char *key, std::string &text) { text = fields_.text_or_empty(key); }
    void times(const char *key, unsigned &count, unsigned &tries)
    {
        const std::vector<double> times = fields_.numbers(key);
        if (times.size() != 2 || times[0] > times[1] || times[1] > most_tries)
            fields_.fail(fmt::format("'{}' is not a pair of counts", key));
        count = static_cast<unsigned>(times[0]);
        tries = static_cast<unsigned>(times[1]);
    }
    void as(const char *key, auto &value, const auto & /*write*/, const auto &read)
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

    static void read(const JsonFields &from, auto &thing, const auto &fields)
    {
        FieldReader reader(from);
        fields(reader, thing);
    }

private:
    static constexpr double most_exact = 9007199254740992; // 2^53
    static constexpr double most_few = 1e6, most_tries = 1000;

    std::uint64_t whole(const char *key, double most) const
    {
        return whole(key, fields_.number(key), most);
    }

    std::uint64_t whole(const char *key, double number, double most) const
    {
        if (number > most || number != std::floor(number))
            fields_.fail(fmt::format("'{}' is not a whole number up to {:.0f}", key, most));
        return static_cast<std::uint64_t>(number);
    }

    const JsonFields &fields_;
};

} // namespace hashlane::results
