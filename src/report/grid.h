// SPDX-License-Identifier: MIT
//
// A table of texts, and the ways to draw one.
#ifndef HASHLANE_SRC_REPORT_GRID_H
#define HASHLANE_SRC_REPORT_GRID_H

#include "style.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane {

struct Grid {
    struct Header {
        std::string text;
        bool left = false; ///< text to the left, numbers to the right
        /// Where the terminal is too narrow columns are left out, 1 first; 0 never is.
        unsigned spare = 0;
        std::size_t least_width = 0; ///< whatever its cells are
    };
    std::string title;
    std::vector<Header> headers;
    std::vector<std::vector<std::string>> rows; ///< as many cells in each as there are headers
    std::optional<std::size_t> marked;          ///< the row to point out
};

/// Which of a grid's columns are drawn on a terminal, and how wide each is.
class TableLayout {
public:
    TableLayout(const Grid &grid, const Style &style);

    /// Title and headings, with the line breaks.
    std::string heading() const;

    /// One row of the grid, or another with the same columns, with the line break.
    std::string line(const std::vector<std::string> &cells, bool marked = false) const;

private:
    struct Column {
        std::size_t index; ///< of its cell in a row
        std::size_t width;
        bool left;
        unsigned spare;
    };
    std::size_t total_width(std::size_t gap) const;
    std::string aligned(const std::vector<std::string> &cells) const;

    std::string title_;
    std::vector<std::string> headings_; ///< of all columns of the grid
    std::vector<Column> columns_;       ///< that are drawn
    std::size_t gap_ = 1;
    bool color_;
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
