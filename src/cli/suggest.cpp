// SPDX-License-Identifier: MIT
#include "suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace hashlane::cli {
namespace {

constexpr std::size_t most_letters = 64; // of the words that are compared

// Optimal string alignment: rows of the table of distances between all beginnings.
std::size_t mistakes(std::string_view from, std::string_view to)
{
    std::vector<std::size_t> before, last(to.size() + 1), row(to.size() + 1);
    for (std::size_t j = 0; j <= to.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= from.size(); ++i) {
        before = std::exchange(last, row);
        row[0] = i;
        for (std::size_t j = 1; j <= to.size(); ++j) {
            const bool same = from[i - 1] == to[j - 1];
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row.back();
}

} // namespace

std::string did_you_mean(std::string_view typed, const std::vector<std::string> &known)
{
    std::size_t fewest = std::min(typed.size(), most_letters) / 3 + 1;
    const std::string *nearest = nullptr;
    if (typed.size() <= most_letters)
        for (const std::string &word : known)
            if (const std::size_t count = mistakes(typed, word); count < fewest) {
                fewest = count;
                nearest = &word;
            }
    return nearest == nullptr ? "" : fmt::format(" (did you mean '{}'?)", *nearest);
}

} // namespace hashlane::cli
