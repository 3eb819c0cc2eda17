// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_STATISTICS_SORT_BY_H
#define HASHLANE_SRC_STATISTICS_SORT_BY_H

#include <algorithm>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

namespace hashlane {

/// The smallest key first; what has the same key keeps its order. (Clang warns of GCC's
/// std::stable_sort, which asks for its memory by a deprecated function.)
template <class T, class Key> void sort_by(std::vector<T> &values, Key key)
{
    using Place = std::pair<std::decay_t<std::invoke_result_t<Key, const T &>>, std::size_t>;
    std::vector<Place> places;
    for (std::size_t i = 0; i < values.size(); ++i)
        places.emplace_back(std::invoke(key, std::as_const(values[i])), i);
    std::ranges::sort(places);
    std::vector<T> sorted;
    sorted.reserve(values.size());
    for (const Place &place : places)
        sorted.push_back(std::move(values[place.second]));
    values = std::move(sorted);
}

} // namespace hashlane

#endif
