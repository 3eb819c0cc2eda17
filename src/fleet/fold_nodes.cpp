// SPDX-License-Identifier: MIT
#include "node_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace hashlane {
namespace {

// As a number in a name: "07" has the width 2, and so has "17" beside it; else the width is 0.
struct Number {
    std::size_t width = 0;
    unsigned long long value = 0;
    auto operator<=>(const Number &) const = default;

    std::string text() const { return fmt::format("{:0{}}", value, width); }
};

// "rack2n07-ib": the texts "rack", "n", "-ib", the numbers 2 and 07. As many texts as numbers, and
// one.
struct Parts {
    std::vector<std::string> texts = {""};
    std::vector<std::string> digits;
};

constexpr std::size_t most_digits = 18; // that fit into a number

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

class Pattern {
public:
    void add(const std::vector<std::string> &digits)
    {
        padded_.resize(digits.size());
        for (std::size_t axis = 0; axis < digits.size(); ++axis)
            if (digits[axis].size() > 1 && digits[axis].front() == '0')
                padded_[axis].insert(digits[axis].size());
        names_.push_back(digits);
    }

    std::string folded(const std::vector<std::string> &texts) const
    {
        std::string all;
        for (const Box &box : boxes()) {
            all += all.empty() ? "" : ",";
            for (std::size_t axis = 0; axis < box.size(); ++axis)
                all += texts[axis] + brackets(box[axis]);
            all += texts.back();
        }
        return all;
    }

private:
    std::vector<Box> boxes() const
    {
        std::vector<Box> boxes;
        for (const std::vector<std::string> &name : names_) {
            Box &box = boxes.emplace_back();
            for (std::size_t axis = 0; axis < name.size(); ++axis)
                box.push_back({{padded_[axis].contains(name[axis].size()) ? name[axis].size() : 0,
                                std::stoull(name[axis])}});
        }
        // Along the last axis first, as numbers within a rack follow each other.
        for (std::size_t axis = padded_.size(); axis-- > 0;)
            boxes = merged(std::move(boxes), axis);
        return boxes;
    }

    // Boxes that are equal but for one axis become one.
    static std::vector<Box> merged(std::vector<Box> boxes, std::size_t axis)
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

    std::vector<std::set<std::size_t>> padded_; ///< lengths of numbers with zeros, for each axis
    std::vector<std::vector<std::string>> names_;
};

} // namespace

std::string fold_nodes(const std::vector<std::string> &names)
{
    std::map<std::vector<std::string>, Pattern> patterns;
    for (const std::string &name : names) {
        const Parts parts = parts_of(name);
        patterns[parts.texts].add(parts.digits);
    }
    std::string all;
    for (const auto &[texts, pattern] : patterns)
        all += (all.empty() ? "" : ",") + pattern.folded(texts);
    return all;
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

} // namespace hashlane
