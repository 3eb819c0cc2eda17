// SPDX-License-Identifier: MIT
//
// What most of several things agree on.
#pragma once

#include <cstddef>
#include <map>

namespace hashlane::cluster {

/// True if a value is the rule: two thirds of at least three have it.
constexpr bool is_rule(std::size_t votes, std::size_t all)
{
    return all >= 3 && 3 * votes >= 2 * all;
}

/// Returns the value that is the rule; null if there is none.
template <class Value> const Value *rule_of(const std::map<Value, std::size_t> &votes)
{
    std::size_t all = 0;
    for (const auto &[value, count] : votes)
        all += count;
    for (const auto &[value, count] : votes)
        if (is_rule(count, all))
            return &value;
    return nullptr;
}

} // namespace hashlane::cluster
