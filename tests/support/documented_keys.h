// SPDX-License-Identifier: MIT
//
// Whether the pages about JSON name each key that is written.
#pragma once

#include "files.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <utility>

namespace hashlane::test {

/// The words that the pages have in code: `groups[].memory` has two. A word may be cut: `min_…`.
inline const std::set<std::string> &documented_words()
{
    static const std::set<std::string> words = [] {
        std::set<std::string> all;
        for (const char *const page : {"json.md", "node-file.md", "chain-formats.md"}) {
            const std::string text = read_file(test_path("../docs/reference/") + page);
            bool is_code = false;
            std::string word;
            for (const char c : text) {
                if (is_code &&
                    (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-'))
                    word += c;
                else
                    all.insert(std::exchange(word, ""));
                is_code = is_code != (c == '`');
            }
        }
        return all;
    }();
    return words;
}

inline bool is_documented(const std::string &key)
{
    // Keys of Google Benchmark's files, which its own pages describe.
    static const std::set<std::string> googles = {"run_name",
                                                  "run_type",
                                                  "repetitions",
                                                  "repetition_index",
                                                  "time_unit",
                                                  "family_index",
                                                  "per_family_instance_index",
                                                  "level",
                                                  "num_sharing",
                                                  "size",
                                                  "type"};
    const std::set<std::string> &words = documented_words();
    const auto begins_or_ends_it = [&](const std::string &word) {
        return word.size() > 3 && ((word.ends_with('_') && key.starts_with(word)) ||
                                   (word.starts_with('_') && key.ends_with(word)));
    };
    return words.contains(key) || googles.contains(key) ||
           std::ranges::any_of(words, begins_or_ends_it);
}

/// Adds the keys of all objects of `json` that no page names. Objects of texts have names of their
/// own, such as those of settings.
inline void add_undocumented_keys(const nlohmann::json &json, std::set<std::string> &keys)
{
    static const std::set<std::string> with_free_names = {"settings", "hardware", "mitigations",
                                                          "summary"};
    if (json.is_array())
        for (const nlohmann::json &element : json)
            add_undocumented_keys(element, keys);
    if (!json.is_object())
        return;
    for (const auto &[key, value] : json.items()) {
        if (!is_documented(key))
            keys.insert(key);
        if (!with_free_names.contains(key))
            add_undocumented_keys(value, keys);
    }
}

inline std::set<std::string> undocumented_keys(const nlohmann::json &json)
{
    std::set<std::string> keys;
    add_undocumented_keys(json, keys);
    return keys;
}

} // namespace hashlane::test
