// SPDX-License-Identifier: MIT
//
// From what users type to values. Each function throws a CommandError whose line begins with
// `option`.
#ifndef HASHLANE_SRC_CLI_PARSE_H
#define HASHLANE_SRC_CLI_PARSE_H

#include <cstdint>
#include <string>
#include <vector>

namespace hashlane {

/// A whole number from `least` to `most`.
std::uint64_t parse_integer(const std::string &option, const std::string &text,
                            std::uint64_t least = 0, std::uint64_t most = UINT64_MAX);

/// A count of at least 1 with K, M or G for thousands, millions or milliards: "10M".
std::uint64_t parse_count(const std::string &option, const std::string &text);

/// Whole numbers and ranges of them from `least` to `most`: "1-4,8" → {1, 2, 3, 4, 8}; ascending,
/// without repeats.
std::vector<unsigned> parse_list(const std::string &option, const std::string &text, unsigned least,
                                 unsigned most);

/// At most `most`, and for the caller to check whether it is enough.
double parse_number(const std::string &option, const std::string &text, double most,
                    const std::string &suffix = "");

/// More than 0 and at most `most`; a unit `suffix` may follow: "0.5", "0.5s".
double parse_positive(const std::string &option, const std::string &text, double most,
                      const std::string &suffix = "");

} // namespace hashlane

#endif
