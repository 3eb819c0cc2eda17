// SPDX-License-Identifier: MIT
#include "svg.h"

#include "text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlane::show {
namespace {

constexpr double file_width = 800, file_margin = 16, title_height = 40;

// The markers lie around (0, 0), and each is about as large as the others.
constexpr const char *markers[] = {
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", // circle
    "M-3.5-3.5h7v7h-7z",                  // square
    "M0-4.5L4.5 3.5h-9z",                 // triangle
    "M0-5L5 0L0 5L-5 0z",                 // diamond
    "M0 4.5L4.5-3.5h-9z",                 // triangle, point down
    "M-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
    "M-4.5-2h9v4h-9z",
    "M-2-4.5h4v9h-4z",
};

std::string percent(double share) { return svg_number(share * 100) + "%"; }

} // namespace

std::string escaped(std::string_view text)
{
    constexpr std::pair<std::string_view, std::string_view> entities[] = {
        {"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"},
        {"'", "&#39;"}, {"\t", "\t"},  {"\n", "\n"}};
    // Tabs and line feeds stay as they are.
    std::string safe;
    for (const std::string_view character : characters_of(text)) {
        const auto *const entity = std::ranges::find(
            entities, character, &std::pair<std::string_view, std::string_view>::first);
        safe += entity != std::end(entities) ? entity->second : shown(character);
    }
    return safe;
}

std::string svg_number(double value)
{
    std::string text = fmt::format("{:.2f}", value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
        text.pop_back();
    return text == "-0" ? "0" : text;
}

void Drawing::rect(const char *css, double x, double y, double width, double height)
{
    elements_ += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                             css, percent(x), svg_number(y), percent(width), svg_number(height));
}

void Drawing::line(const char *css, double x1, double y1, double x2, double y2)
{
    elements_ += fmt::format("<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", css,
                             percent(x1), svg_number(y1), percent(x2), svg_number(y2));
}

void Drawing::text(const char *css, double x, double y, Anchor anchor, std::string_view text)
{
    constexpr const char *anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    elements_ +=
        fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\"{}>{}</text>\n", css, percent(x),
                    svg_number(y), anchors[static_cast<std::size_t>(anchor)], escaped(text));
}

void Drawing::text(const char *css, double x, double y, std::string_view label,
                   std::string_view value)
{
    elements_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\">{}<tspan class=\"value\" "
                             "dx=\"8\">{}</tspan></text>\n",
                             css, percent(x), svg_number(y), escaped(label), escaped(value));
}

void Drawing::marker(std::size_t series, double x, double y, bool hollow)
{
    const std::size_t shape = series % std::size(markers);
    elements_ +=
        fmt::format("<svg class=\"at\" x=\"{}\" y=\"{}\"><path class=\"s{}{}\" d=\"{}\"/></svg>\n",
                    percent(x), svg_number(y), shape + 1, hollow ? " hollow" : "", markers[shape]);
}

void Drawing::stretched_path(const char *css, double x, double y, double width, double height,
                             std::string_view path)
{
    elements_ += fmt::format("<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" viewBox=\"0 0 1000 "
                             "{}\" preserveAspectRatio=\"none\"><path class=\"{}\" "
                             "d=\"{}\"/></svg>\n",
                             percent(x), svg_number(y), percent(width), svg_number(height),
                             svg_number(height), css, path);
}

std::string inline_svg(const Drawing &drawing, const std::string &id, const std::string &title,
                       const std::string &description)
{
    return fmt::format("<svg class=\"plot\" role=\"img\" aria-labelledby=\"{0}-t {0}-d\" "
                       "width=\"100%\" height=\"{1}\">\n<title id=\"{0}-t\">{2}</title>\n"
                       "<desc id=\"{0}-d\">{3}</desc>\n{4}</svg>\n",
                       id, svg_number(drawing.height), escaped(title), escaped(description),
                       drawing.elements());
}

std::string standalone_svg(const Drawing &drawing, const std::string &title,
                           const std::string &description)
{
    const double height = drawing.height + title_height + file_margin;
    const double inside = file_width - 2 * file_margin;
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-labelledby=\"t d\" "
        "width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n"
        "<title id=\"t\">{2}</title>\n<desc id=\"d\">{3}</desc>\n<style>\n{4}</style>\n"
        "<rect class=\"paper\" width=\"{0}\" height=\"{1}\"/>\n"
        "<text class=\"head\" x=\"{5}\" y=\"26\">{2}</text>\n"
        "<svg class=\"plot\" x=\"{5}\" y=\"{6}\" width=\"{7}\" height=\"{8}\">\n{9}</svg>\n"
        "</svg>\n",
        svg_number(file_width), svg_number(height), escaped(title), escaped(description),
        plot_style, svg_number(file_margin), svg_number(title_height), svg_number(inside),
        svg_number(drawing.height), drawing.elements());
}

} // namespace hashlane::show
