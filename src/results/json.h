// SPDX-License-Identifier: MIT
//
// JSON in and out. A file is read as an object with fields of given names and kinds; errors name
// the place in the file. A text is written from a value that is built up first.
// Neither needs nlohmann's header, which takes seconds to compile: json.cpp alone includes it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace hashlane::results {

/// A file that cannot be used. The text names the file, the fault and its place.
class BadFile : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Reads the keys of one JSON object. Each function is named after the kind of value that it
/// returns; it throws a BadFile if the key is missing or has another kind.
class JsonFields {
public:
    /// `where` is the object's place in the file, "context.hashlane"; empty for the whole file.
    /// Throws a BadFile when `json` is no object.
    JsonFields(const nlohmann::json &json, std::string file, std::string where);

    bool has(const char *key) const;
    bool has_value(const char *key) const; ///< that is not null

    std::string text(const char *key) const;          ///< printable
    std::string text_or_empty(const char *key) const; ///< empty if the key is missing
    bool flag(const char *key) const;
    double number(const char *key) const;        ///< at least 0; 0, or from 1e-30 to 1e30
    double number_or_nan(const char *key) const; ///< null: not a number
    double signed_number(const char *key) const; ///< likewise, and its negative
    unsigned count(const char *key) const;       ///< a whole number from 1 to a million
    std::uint64_t whole(const char *key) const;  ///< a whole number of at least 0
    /// These do not throw: nothing if the key is missing or has another kind.
    std::optional<std::string> find_text(const char *key) const;
    std::optional<std::uint64_t> find_whole(const char *key) const;
    std::vector<double> numbers(const char *key) const;
    std::vector<double> numbers_or_nan(const char *key) const; ///< null: not a number
    std::vector<std::string> texts(const char *key) const;     ///< printable
    std::vector<int> cpu_numbers(const char *key) const;
    JsonFields object(const char *key) const;
    std::vector<JsonFields> objects(const char *key) const;                  ///< an array of them
    std::map<std::string, std::string> texts_by_name(const char *key) const; ///< an object's
    std::vector<std::string> keys() const; ///< as they are, not yet printable

    /// Returns this object; errors call it "WHERE (NAME)".
    JsonFields named(const std::string &name) const;

    /// "'FILE': WHERE: PROBLEM".
    [[noreturn]] void fail(const std::string &problem) const;
    /// Fails for a clock, a cost or a rate, by the unit that the key names, which no processor and
    /// no device has; NaN is not known. All functions that return numbers of at least 0 do the
    /// same.
    void require_plausible(const char *key, std::span<const double> numbers) const;

private:
    const nlohmann::json &at(const char *key) const;
    const nlohmann::json &array(const char *key) const;
    std::string place_of(const char *key) const;
    void require(bool right, const char *key, const char *what) const;

    const nlohmann::json &json_;
    std::string file_, where_;
};

/// The JSON of a file, or the object that JSON lines amount to.
class JsonDocument {
public:
    /// Throws a BadFile where `text` is no JSON, or no object.
    JsonDocument(const std::string &text, std::string file);
    ~JsonDocument();

    /// Valid as long as the document.
    const JsonFields &fields() const { return fields_; }

private:
    std::unique_ptr<const nlohmann::json> json_;
    JsonFields fields_;
};

/// A value to be written.
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
    Json(const std::map<std::string, std::string> &texts); ///< an object
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

    bool is_array() const { return is<Array>(); }
    template <class Kind> bool is() const { return std::holds_alternative<Kind>(value_); }
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

/// Returns the value on one line, with its line break.
std::string json_line(const Json &json);

/// Rounds to six digits: further ones differ between compilers.
double six_digits(double value);

/// Six digits, or null for nothing and for not a number.
Json rounded(const std::optional<double> &value);
Json rounded_each(const std::vector<double> &values);

/// Throws a BadFile when the file cannot be read or is empty.
std::string text_of_result_file(const std::string &path);

} // namespace hashlane::results

/// The keys of a result file (docs/reference/json.md) that several lists and readers spell.
namespace hashlane::results::result_key {

// Keys of the file.
constexpr const char *context = "context";
constexpr const char *benchmarks = "benchmarks";
constexpr const char *mismatches = "mismatches";

// Keys of a line of a stream.
constexpr const char *place = "place";
constexpr const char *final = "final";
constexpr const char *row = "row";

// Keys of the context.
constexpr const char *json_schema_version = "json_schema_version";
constexpr const char *hashlane = "hashlane";

// Keys of context.hashlane.
constexpr const char *version = "version";
constexpr const char *cpu_model = "cpu_model";
constexpr const char *cpu_identity = "cpu_identity";
constexpr const char *microcode = "microcode";

constexpr const char *topology = "topology";

// Keys of a row, an element of benchmarks.
constexpr const char *name = "name";
constexpr const char *workload = "workload";
constexpr const char *title = "title"; ///< of a plug-in's own workload
constexpr const char *unit = "unit";   ///< of a plug-in's own workload
constexpr const char *threads = "threads";
constexpr const char *cpus = "cpus";
constexpr const char *core_kind = "core_kind";
constexpr const char *bytes_per_hash = "bytes_per_hash";
constexpr const char *function = "function"; ///< of a message
constexpr const char *cycle_source = "cycle_source";
constexpr const char *cycles_per_hash = "cycles_per_hash"; ///< of a row, and of its samples
constexpr const char *hashes_per_second = "hashes_per_second";
constexpr const char *noise = "noise";
constexpr const char *kernel = "kernel";
constexpr const char *cores = "cores"; ///< of a row, and of the topology

// Keys of visits, and of a thread, an element of samples.
constexpr const char *ns_per_hash = "ns_per_hash";
constexpr const char *kept_share = "kept_share";

} // namespace hashlane::results::result_key
