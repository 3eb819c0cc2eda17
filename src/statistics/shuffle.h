// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_STATISTICS_SHUFFLE_H
#define HASHLANE_SRC_STATISTICS_SHUFFLE_H

#include <random>
#include <utility>
#include <vector>

namespace hashlane {

/// The same order for the same state of `random` everywhere: std::shuffle() and the standard's
/// distributions differ between libraries.
template <class Item> void shuffle(std::vector<Item> &items, std::mt19937_64 &random)
{
    for (std::size_t left = items.size(); left > 1; --left)
        std::swap(items[left - 1], items[static_cast<std::size_t>(random() % left)]);
}

} // namespace hashlane

#endif
