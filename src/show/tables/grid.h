// SPDX-License-Identifier: MIT
//
// A table of texts, and the ways to draw one.
#pragma once

#include "exporters.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane::show {

struct Grid {
    struct Header {
        std::string text;
        bool left = false; ///< text to the left, numbers to the right
        /// If the terminal is too narrow, columns are left out, 1 first; 0 never is.
        unsigned spare = 0;
        std::size_t width = 0; ///< at least, with any cells
    };
    std::string title;
    std::vector<Header> headers = {};
    std::vector<std::vector<std::string>> rows = {}; ///< as many cells in each as headers
    std::optional<std::size_t> marked = {};          ///< the row to point out
};

/// The columns of a grid that are drawn on a terminal, and their widths.
class TableLayout {
public:
    TableLayout(const Grid &grid, const Style &style);

    /// Title and headings, with the line breaks.
    std::string heading() const;

    /// One row of the grid, or another with the same columns, with the line break.
    std::string line(const std::vector<std::string> &cells, bool marked = false) const;

private:
    std::size_t total_width(std::size_t gap) const;

    std::string title_;
    std::vector<Grid::Header> headers_; ///< of the grid, as wide as its cells
    std::vector<std::size_t> columns_;  ///< the ones of them that are drawn
    std::size_t gap_ = 1;
    bool color_;
};

std::string emphasised(const std::string &text, bool color);

/// Draws columns, with two spaces between them, or one if the terminal is narrow; or Markdown.
std::string draw(const Grid &grid, const Style &style);

/// Draws several, with an empty line between them.
std::string draw(const std::vector<Grid> &grids, const Style &style);

/// Draws the grid that `make` makes of a thing.
template <auto make, class Thing> std::string drawn(const Thing &thing, const Style &style)
{
    return draw(make(thing), style);
}

/// Writes each text on lines of its own, or as an item of a list of Markdown.
std::string draw(const std::vector<std::string> &texts, const Style &style);

/// Writes a line of RFC 4180's CSV, with the line break. Fields that need it are quoted.
std::string csv_line(const std::vector<std::string> &fields);

} // namespace hashlane::show
