// SPDX-License-Identifier: MIT
#include "parse.h"

#include "exit_code.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <set>
#include <sstream>

namespace hashlane {
namespace {

[[noreturn]] void reject(const std::string &option, const std::string &text,
                         const std::string &right)
{
    throw CommandError(fmt::format("{}: '{}' is not {}", option, text, right));
}

// The whole of `text` as a number.
template <class Number> bool read_all(const std::string &text, Number &number)
{
    const char *end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    return result.ec == std::errc{} && result.ptr == end && !text.empty();
}

} // namespace

std::uint64_t parse_integer(const std::string &option, const std::string &text, std::uint64_t least,
                            std::uint64_t most)
{
    std::uint64_t number = 0;
    if (!read_all(text, number) || number < least || number > most)
        reject(option, text, fmt::format("a whole number from {} to {}", least, most));
    return number;
}

std::uint64_t parse_count(const std::string &option, const std::string &text)
{
    std::uint64_t factor = 1;
    std::string digits = text;
    const std::string suffixes = "KMG";
    if (!text.empty())
        if (const auto at = suffixes.find(text.back()); at != std::string::npos) {
            digits.pop_back();
            for (std::size_t i = 0; i <= at; ++i)
                factor *= 1000;
        }
    std::uint64_t number = 0;
    if (!read_all(digits, number) || number == 0 || number > UINT64_MAX / factor)
        reject(option, text, "a number of at least 1, such as 500, 10K, 10M or 1G");
    return number * factor;
}

std::vector<unsigned> parse_list(const std::string &option, const std::string &text, unsigned least,
                                 unsigned most)
{
    std::set<unsigned> numbers;
    std::istringstream items(text + ",");
    for (std::string item; std::getline(items, item, ',');) {
        const std::size_t dash = item.find('-');
        unsigned first = 0, last = 0;
        if (!read_all(item.substr(0, dash), first) ||
            !read_all(dash == std::string::npos ? item : item.substr(dash + 1), last) ||
            first < least || last > most || last < first)
            reject(option, text,
                   fmt::format("a list of numbers and ranges from {} to {}, such as 1-4,8", least,
                               most));
        for (unsigned number = first; number <= last; ++number)
            numbers.insert(number);
    }
    return {numbers.begin(), numbers.end()};
}

double parse_number(const std::string &option, const std::string &text, double most,
                    const std::string &suffix)
{
    std::string digits = text;
    if (!suffix.empty() && digits.ends_with(suffix))
        digits.resize(digits.size() - suffix.size());
    double number = 0;
    if (!read_all(digits, number) || !std::isfinite(number) || number > most)
        reject(option, text, fmt::format("a number above 0 and up to {}", most));
    return number;
}

double parse_positive(const std::string &option, const std::string &text, double most,
                      const std::string &suffix)
{
    const double number = parse_number(option, text, most, suffix);
    if (number <= 0)
        reject(option, text, fmt::format("a number above 0 and up to {}", most));
    return number;
}

} // namespace hashlane
