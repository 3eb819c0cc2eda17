// SPDX-License-Identifier: MIT
#include "node_names.h"

#include "../../machine/system/text.h"
#include "node_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <stdexcept>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace hashlane::cluster {
namespace {

constexpr std::size_t most_digits = 18; // of a number in a name

using Value = unsigned long long; // which has them

[[noreturn]] void refuse(std::string_view part, const char *problem)
{
    throw std::invalid_argument(fmt::format("'{}' {}", machine::printable(part), problem));
}

Value number_of(std::string_view digits, std::string_view range)
{
    const std::optional<Value> value = machine::parse_number<Value>(digits);
    if (!value || digits.size() > most_digits)
        refuse(range, "is no number and no range such as 1-32");
    return *value;
}

// Adds "01-16", "1-31/2", "7".
void add_range(std::string_view range, std::vector<std::string> &numbers)
{
    const std::size_t slash = std::min(range.find('/'), range.size());
    const Value step = slash < range.size() ? number_of(range.substr(slash + 1), range) : 1;
    const auto read = [&](std::string_view digits) {
        return std::optional(number_of(digits, range));
    };
    const auto [begin, end] = *machine::parse_range(range.substr(0, slash), read);
    const std::size_t length = std::min(range.find_first_of("-/"), range.size());
    const std::size_t width = range.starts_with('0') ? length : 0;
    if (step == 0 || end < begin)
        refuse(range, "is a range that ends before it begins, or has no step");
    if ((end - begin) / step >= most_nodes)
        refuse(range, "are more nodes than any fleet has");
    for (Value value = begin; value <= end; value += step)
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

// Appends every number of the brackets to every name so far.
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

namespace {

// A number in a name: "07" has the width 2, and so has "17" in the same list; otherwise the width
// is 0.
struct Number {
    std::size_t width = 0;
    Value value = 0;
    auto operator<=>(const Number &) const = default;

    std::string text() const { return fmt::format("{:0{}}", value, width); }
};

// "rack2n07-ib": the texts "rack", "n", "-ib", the numbers 2 and 07. As many texts as numbers, and
// one.
struct Parts {
    std::vector<std::string> texts = {""};
    std::vector<std::string> digits;
};

Parts parts_of(const std::string &name)
{
    Parts parts;
    for (std::size_t i = 0; i < name.size();) {
        std::size_t end = i;
        while (end < name.size() && name[end] >= '0' && name[end] <= '9')
            ++end;
        if (end == i || end - i > most_digits) {
            end = std::max(end, i + 1);
            parts.texts.back() += name.substr(i, end - i);
        } else {
            parts.digits.push_back(name.substr(i, end - i));
            parts.texts.emplace_back();
        }
        i = end;
    }
    return parts;
}

std::string brackets(const std::set<Number> &numbers)
{
    std::string text;
    for (auto from = numbers.begin(); from != numbers.end();) {
        auto last = from, next = std::next(from);
        while (next != numbers.end() && next->width == last->width &&
               next->value == last->value + 1)
            last = next++;
        text += (text.empty() ? "" : ",") + from->text();
        if (last != from)
            text += "-" + last->text();
        from = next;
    }
    return numbers.size() == 1 ? text : "[" + text + "]";
}

// Names that differ in their numbers alone: each axis has the numbers at one place.
using Box = std::vector<std::set<Number>>;

// Boxes that are equal but for one axis become one.
std::vector<Box> merged(std::vector<Box> boxes, std::size_t axis)
{
    std::map<Box, std::set<Number>> by_others;
    for (Box &box : boxes) {
        std::set<Number> numbers = std::move(box[axis]);
        box[axis].clear();
        by_others[std::move(box)].merge(numbers);
    }
    boxes.clear();
    for (const auto &[others, numbers] : by_others) {
        boxes.push_back(others);
        boxes.back()[axis] = numbers;
    }
    return boxes;
}

// Groups names with the same texts by their digits.
std::vector<Box> boxes_of(const std::vector<std::vector<std::string>> &names)
{
    const std::size_t axes = names.front().size();
    std::vector<Box> boxes(names.size(), Box(axes));
    for (std::size_t axis = 0; axis < axes; ++axis) {
        std::set<std::size_t> padded; // lengths of numbers with zeros
        for (const std::vector<std::string> &name : names)
            if (name[axis].size() > 1 && name[axis].front() == '0')
                padded.insert(name[axis].size());
        for (std::size_t i = 0; i < names.size(); ++i) {
            const std::string &digits = names[i][axis];
            boxes[i][axis].insert(
                Number{padded.contains(digits.size()) ? digits.size() : 0, std::stoull(digits)});
        }
    }
    // Along the last axis first, as numbers within a rack follow each other.
    for (std::size_t axis = axes; axis-- > 0;)
        boxes = merged(std::move(boxes), axis);
    return boxes;
}

} // namespace

std::string fold_nodes(const std::vector<std::string> &names)
{
    std::map<std::vector<std::string>, std::vector<std::vector<std::string>>> alike;
    for (const std::string &name : names) {
        const Parts parts = parts_of(name);
        alike[parts.texts].push_back(parts.digits);
    }
    std::string all;
    for (const auto &[texts, digits] : alike)
        for (const Box &box : boxes_of(digits)) {
            all += all.empty() ? "" : ",";
            for (std::size_t axis = 0; axis < box.size(); ++axis)
                all += texts[axis] + brackets(box[axis]);
            all += texts.back();
        }
    return all;
}

std::string bare_node_name(const std::string &name)
{
    const Parts parts = parts_of(name.substr(0, name.find('.')));
    std::string bare = parts.texts.front();
    for (std::size_t i = 0; i < parts.digits.size(); ++i)
        bare += std::to_string(std::stoull(parts.digits[i])) + parts.texts[i + 1];
    return bare;
}

bool node_comes_before(const std::string &a, const std::string &b)
{
    const Parts left = parts_of(a), right = parts_of(b);
    for (std::size_t i = 0; i < std::min(left.texts.size(), right.texts.size()); ++i) {
        if (left.texts[i] != right.texts[i])
            return left.texts[i] < right.texts[i];
        if (i >= std::min(left.digits.size(), right.digits.size()))
            break;
        const auto value = [i](const Parts &parts) { return std::stoull(parts.digits[i]); };
        if (value(left) != value(right))
            return value(left) < value(right);
    }
    return a < b;
}

} // namespace hashlane::cluster
