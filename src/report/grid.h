// SPDX-License-Identifier: MIT
//
// A table of texts, and the ways to draw one.
#ifndef HASHLANE_SRC_REPORT_GRID_H
#define HASHLANE_SRC_REPORT_GRID_H

#include "report.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane {

struct Grid {
    struct Header {
        std::string text;
        bool left = false; ///< text to the left, numbers to the right
        /// Left out where the terminal is too narrow, the first such column first.
        bool spare = false;
    };
    std::string title;
    std::vector<Header> headers;
    std::vector<std::vector<std::string>> rows; ///< as many cells in each as there are headers
    std::optional<std::size_t> marked;          ///< the row to point out
};

/// Aligned with spaces. Two between columns, or one where the terminal is narrow.
std::string draw_table(const Grid &grid, const Style &style);

/// GitHub-flavoured Markdown.
std::string draw_markdown(const Grid &grid);

/// Breaks at spaces so that no line is longer than `width`; further lines are indented.
std::string wrap(const std::string &text, unsigned width);

/// A field of RFC 4180's CSV.
std::string csv_field(const std::string &text);

} // namespace hashlane

#endif
