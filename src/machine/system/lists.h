// SPDX-License-Identifier: MIT
//
// Lists that are made of each element of another, and texts that are made of lists.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace hashlane::machine {

/// Returns what `of`, a function or a member, is of each of these things, in their order.
template <class Things, class Of> auto each(const Things &things, const Of &of)
{
    using Thing = decltype(*std::begin(things));
    std::vector<std::decay_t<std::invoke_result_t<const Of &, Thing>>> values;
    if constexpr (std::ranges::sized_range<const Things>)
        values.reserve(std::ranges::size(things));
    for (const auto &thing : things)
        values.push_back(std::invoke(of, thing));
    return values;
}

/// Divides things into groups that have the same value of `of`, in the order of their first ones.
template <class Thing, class Of> auto grouped(const std::vector<Thing> &things, const Of &of)
{
    std::map<std::decay_t<std::invoke_result_t<const Of &, const Thing &>>, std::size_t> places;
    std::vector<std::vector<Thing>> groups;
    for (const Thing &thing : things) {
        const auto [place, is_new] = places.try_emplace(std::invoke(of, thing), groups.size());
        if (is_new)
            groups.emplace_back();
        groups[place->second].push_back(thing);
    }
    return groups;
}

/// True if one of these things, or what `of` is of one, is this one.
template <class Things, class Thing, class Of = std::identity>
bool contains(const Things &things, const Thing &thing, const Of &of = {})
{
    return std::ranges::find(things, thing, of) != std::ranges::end(things);
}

/// Returns the texts or numbers as one text.
template <class Things> std::string joined(const Things &things, std::string_view between = ", ")
{
    return fmt::format("{}", fmt::join(things, between));
}

} // namespace hashlane::machine
