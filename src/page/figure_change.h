// SPDX-License-Identifier: MIT
//
// What changed from one file to another, row by row.
#ifndef HASHLANE_SRC_PAGE_FIGURE_CHANGE_H
#define HASHLANE_SRC_PAGE_FIGURE_CHANGE_H

#include "figure.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane {

struct Change {
    RowKey key;
    double ratio = 1; ///< of the costs: below 1 is faster
    std::optional<Range> interval;
    std::string verdict; ///< "faster", "slower", "same", "uncertain"
    std::string reason;  ///< why uncertain; else empty
};

Figure change_figure(const std::string &name, const std::string &title,
                     const std::vector<Change> &changes);

} // namespace hashlane

#endif
