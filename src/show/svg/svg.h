// SPDX-License-Identifier: MIT
//
// SVG, written by hand. Across, coordinates are shares of the width (0 to 1), written as per cent:
// a plot is as wide as the page allows, and its text keeps its size. Down, they are
// pixels. Colours are classes (plot.css), for light and dark.
#pragma once

#include <string>
#include <string_view>

namespace hashlane::show {

/// Escapes a text for XML and HTML, in elements and in attributes. Bytes that are no UTF-8, or
/// no character of XML, become U+FFFD.
std::string escaped(std::string_view text);

/// Writes a number of pixels or per cent: two digits after the point at most, without zeros at the
/// end.
std::string svg_number(double value);

enum class Anchor { start, middle, end };

/// The elements of a drawing, one after the other.
class Drawing {
public:
    void rect(const char *css, double x, double y, double width, double height);
    void line(const char *css, double x1, double y1, double x2, double y2);
    void text(const char *css, double x, double y, Anchor anchor, std::string_view text);

    /// Writes a label, and a value of class "value" behind it.
    void text(const char *css, double x, double y, std::string_view label, std::string_view value);

    /// The marker of the n-th series: eight shapes, then from the beginning. Class "s1" to "s8".
    void marker(std::size_t series, double x, double y, bool hollow);

    /// A path whose x is 0 to 1000 across the given part of the width.
    void stretched_path(const char *css, double x, double y, double width, double height,
                        std::string_view path);

    void add(const Drawing &other) { elements_ += other.elements_; }

    const std::string &elements() const { return elements_; }

    double height = 0; ///< in pixels

private:
    std::string elements_;
};

/// Writes a drawing for a page: as wide as there is room. `id` makes the ids of its title and
/// description.
std::string inline_svg(const Drawing &drawing, const std::string &id, const std::string &title,
                       const std::string &description);

/// Writes a file of its own, 800 pixels wide, with its colours.
std::string standalone_svg(const Drawing &drawing, const std::string &title,
                           const std::string &description);

/// plot.css, the classes that drawings use: cmake/page_texts.cmake makes it a text.
extern const char *const plot_style;

} // namespace hashlane::show
