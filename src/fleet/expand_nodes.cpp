// SPDX-License-Identifier: MIT
#include "node_names.h"

#include "../system/printable.h"
#include "read_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string_view>
#include <unordered_set>

namespace hashlane {
namespace {

constexpr std::size_t most_digits = 9;

[[noreturn]] void refuse(std::string_view part, const char *problem)
{
    throw std::invalid_argument(fmt::format("'{}' {}", printable(part), problem));
}

unsigned number_of(std::string_view digits, std::string_view range)
{
    unsigned value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (digits.empty() || digits.size() > most_digits || error != std::errc() ||
        end != digits.data() + digits.size())
        refuse(range, "is no number and no range such as 1-32");
    return value;
}

// "01-16", "1-31/2", "7".
void add_range(std::string_view range, std::vector<std::string> &numbers)
{
    const std::size_t slash = std::min(range.find('/'), range.size());
    const unsigned step = slash < range.size() ? number_of(range.substr(slash + 1), range) : 1;
    const std::string_view ends = range.substr(0, slash);
    const std::size_t dash = std::min(ends.find('-'), ends.size());
    const std::string_view first = ends.substr(0, dash);
    const unsigned begin = number_of(first, range);
    const unsigned end = dash < ends.size() ? number_of(ends.substr(dash + 1), range) : begin;
    const std::size_t width = first.starts_with('0') ? first.size() : 0;
    if (step == 0 || end < begin)
        refuse(range, "is a range that ends before it begins, or has no step");
    if ((end - begin) / step >= most_nodes)
        refuse(range, "are more nodes than any fleet has");
    for (unsigned long long value = begin; value <= end; value += step)
        numbers.push_back(fmt::format("{:0{}}", value, width));
}

// Calls take(part) for each part between commas that are in no brackets.
template <class Take> void split(std::string_view list, const Take &take)
{
    std::size_t begin = 0;
    bool inside = false;
    for (std::size_t i = 0; i <= list.size(); ++i) {
        if (i == list.size() || (list[i] == ',' && !inside)) {
            take(list.substr(begin, i - begin));
            begin = i + 1;
        } else if (list[i] == '[' || list[i] == ']') {
            inside = list[i] == '[';
        }
    }
}

// Every name so far, with every number of the brackets behind it.
void append_each(std::vector<std::string> &names, const std::vector<std::string> &numbers,
                 std::string_view pattern)
{
    if (names.size() > most_nodes / numbers.size())
        refuse(pattern, "are more nodes than any fleet has");
    std::vector<std::string> longer;
    longer.reserve(names.size() * numbers.size());
    for (const std::string &name : names)
        for (const std::string &number : numbers)
            longer.push_back(name + number);
    names = std::move(longer);
}

std::vector<std::string> names_of(std::string_view pattern)
{
    std::vector<std::string> names = {""};
    for (std::size_t at = 0; at < pattern.size();) {
        const std::size_t open = std::min(pattern.find('[', at), pattern.size());
        append_each(names, {std::string(pattern.substr(at, open - at))}, pattern);
        if (open == pattern.size())
            break;
        const std::size_t close = pattern.find(']', open);
        if (close == std::string_view::npos)
            refuse(pattern, "has a bracket that is not closed");
        std::vector<std::string> numbers;
        split(pattern.substr(open + 1, close - open - 1),
              [&](std::string_view range) { add_range(range, numbers); });
        append_each(names, numbers, pattern);
        at = close + 1;
    }
    for (const std::string &name : names)
        if (!is_node_name(name))
            refuse(name, "is no host name");
    return names;
}

} // namespace

std::vector<std::string> expand_nodes(const std::string &list)
{
    std::vector<std::string> all;
    std::unordered_set<std::string> seen;
    split(list, [&](std::string_view pattern) {
        for (std::string &name : names_of(pattern))
            if (seen.insert(name).second)
                all.push_back(std::move(name));
        if (all.size() > most_nodes)
            refuse(pattern, "makes more nodes than any fleet has");
    });
    return all;
}

} // namespace hashlane
