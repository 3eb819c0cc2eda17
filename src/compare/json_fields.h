// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_COMPARE_JSON_FIELDS_H
#define HASHLANE_SRC_COMPARE_JSON_FIELDS_H

#include "bad_file.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hashlane {

/// Reads the keys of one JSON object. Each function's name says what the key must be; it throws
/// a BadFile if the key is missing or is something else.
class JsonFields {
public:
    /// `where` is the object's place in the file, "context.hashlane"; empty for the whole file.
    /// Throws a BadFile when `json` is no object.
    JsonFields(const nlohmann::json &json, std::string file, std::string where);

    bool has(const char *key) const;
    bool has_value(const char *key) const; ///< that is not null

    std::string text(const char *key) const;          ///< printable
    std::string text_or_empty(const char *key) const; ///< empty where there is no such key
    bool flag(const char *key) const;
    double number(const char *key) const;        ///< finite, at least 0
    double number_or_nan(const char *key) const; ///< null: not a number
    double signed_number(const char *key) const; ///< finite
    unsigned count(const char *key) const;       ///< a whole number from 1 to a million
    std::vector<double> numbers(const char *key) const;
    std::vector<double> numbers_or_nan(const char *key) const; ///< null: not a number
    std::vector<std::string> texts(const char *key) const;     ///< printable
    std::vector<int> cpu_numbers(const char *key) const;
    JsonFields object(const char *key) const;
    std::vector<JsonFields> objects(const char *key) const; ///< an array of them
    std::vector<std::string> keys() const;                  ///< as they are, not yet printable
    std::vector<std::optional<JsonFields>> objects_or_nulls(const char *key) const; ///< the same

    /// The same object, which errors call "WHERE (NAME)".
    JsonFields named(const std::string &name) const;

    /// "'FILE': WHERE: PROBLEM".
    [[noreturn]] void fail(const std::string &problem) const;

private:
    const nlohmann::json &at(const char *key) const;
    const nlohmann::json &array(const char *key) const;
    std::string place_of(const char *key) const;
    void require(bool right, const char *key, const char *what) const;

    const nlohmann::json &json_;
    std::string file_, where_;
};

/// The JSON of a file; of JSON lines, what they amount to.
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

} // namespace hashlane

#endif
