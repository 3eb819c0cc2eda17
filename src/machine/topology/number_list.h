// SPDX-License-Identifier: MIT
//
// Lists of processors and memory nodes, as Linux writes them.
#pragma once

#include <string>
#include <vector>

namespace hashlane::machine {

/// "0-3,8" → 0, 1, 2, 3, 8. Empty if the text is no such list.
std::vector<int> numbers_of(const std::string &list);

} // namespace hashlane::machine
