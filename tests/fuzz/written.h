// SPDX-License-Identifier: MIT
//
// What every text of a format is, whatever names are in it: no line, column, tag, formula or label
// is a name's.
#pragma once

#include "show/tables/exporters.h"
#include "target.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace hashlane::fuzz {

inline std::vector<std::string> lines_of(std::string_view text)
{
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

inline bool is_number(const std::string &text)
{
    char *end = nullptr;
    std::strtod(text.c_str(), &end);
    return !text.empty() && *end == '\0';
}

/// Takes no escape sequence but those of colour.
inline void require_no_control(std::string text, bool color)
{
    for (std::size_t at = 0; color && (at = text.find("\x1b[", at)) != std::string::npos;) {
        const std::size_t end = text.find_first_not_of("0123456789;", at + 2);
        require(end != std::string::npos && text[end] == 'm', "an escape sequence of a name");
        text.erase(at, end + 1 - at);
    }
    for (const char c : text)
        require(c == '\n' || (static_cast<unsigned char>(c) >= ' ' && c != '\x7f'),
                "a control character");
}

/// RFC 4180: as many fields in each line, and none that a spreadsheet would compute.
inline void require_csv(const std::string &text)
{
    std::size_t columns = 0;
    std::vector<std::string> fields(1);
    bool is_quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string &field = fields.back();
        if (text[i] == '"' && is_quoted && i + 1 < text.size() && text[i + 1] == '"')
            field += text[++i];
        else if (text[i] == '"')
            is_quoted = !is_quoted;
        else if (is_quoted || (text[i] != ',' && text[i] != '\n'))
            field += text[i];
        else {
            require(field.size() < 2 || std::string_view("=@+-").find(field[0]) > 3 ||
                        is_number(field),
                    "a formula: ", field);
            if (text[i] == '\n') {
                require(columns == 0 || columns == fields.size(), "a line of other columns");
                columns = fields.size();
                fields.clear();
            }
            fields.emplace_back();
        }
    }
    require(!is_quoted && fields == std::vector<std::string>(1), "a line without an end");
}

/// Tables have as many cells in each row, and nothing is a tag, a link, a mention, an issue, a
/// formula or a character reference.
inline void require_markdown(const std::string &text)
{
    std::ptrdiff_t cells = 0;
    for (const std::string &line : lines_of(text)) {
        std::string rest = line, plain;
        for (const std::string &kept_apart :
             {std::string("<span>@</span>"), std::string("<span>$</span>"),
              std::string("<span>#</span>"), std::string("<span>-</span>")})
            for (std::size_t at = 0; (at = rest.find(kept_apart)) != rest.npos;)
                rest.replace(at, kept_apart.size(), " ");
        for (std::size_t i = 0; i < rest.size(); ++i)
            if (rest[i] == '\\')
                ++i;
            else
                plain += rest[i];
        require(plain.find_first_of("<[&`@$") == std::string::npos, "markup of a name: ", line);
        require(plain.find("://") == plain.npos && plain.find("www.") == plain.npos,
                "a link of a name: ", line);
        for (std::size_t at = 0; (at = plain.find_first_of("0123456789", at)) != plain.npos; ++at) {
            const std::string_view before = std::string_view(plain).substr(0, at);
            require(!before.ends_with('#') && !before.ends_with("GH-"),
                    "an issue of a name: ", line);
        }
        const std::ptrdiff_t here = plain.starts_with('|') ? std::ranges::count(plain, '|') : 0;
        require(cells == 0 || here == 0 || here == cells, "a row of other cells: ", line);
        cells = here;
    }
}

/// `name{label="value",…} number`, or a comment of the metric.
inline void require_prometheus(const std::string &text)
{
    for (const std::string &line : lines_of(text)) {
        if (line.starts_with("# HELP hashlane_") || line.starts_with("# TYPE hashlane_"))
            continue;
        std::size_t at = line.find('{');
        require(line.starts_with("hashlane_") && at != std::string::npos, "no metric: ", line);
        for (++at; line[at] != '}'; at += line[at] == ',' ? 1 : 0) {
            at = std::min(line.find("=\"", at), line.size() - 2) + 2;
            while (at < line.size() && line[at] != '"')
                at += line[at] == '\\' ? 2 : 1;
            require(at + 1 < line.size(), "a label without an end: ", line);
            ++at;
        }
        require(line[at + 1] == ' ' && is_number(line.substr(at + 2)), "no number: ", line);
    }
}

inline void require_written(show::Format format, const std::string &text, bool color)
{
    require_no_control(text, color && format == show::Format::table);
    switch (format) {
    case show::Format::csv:
        return require_csv(text);
    case show::Format::json:
    case show::Format::github_action_benchmark:
        return require(nlohmann::json::accept(text), "no JSON");
    case show::Format::jsonl:
        return require(std::ranges::all_of(
                           lines_of(text),
                           [](const std::string &line) { return nlohmann::json::accept(line); }),
                       "a line that is no JSON");
    case show::Format::markdown:
        return require_markdown(text);
    case show::Format::prometheus:
        return require_prometheus(text);
    case show::Format::nodeset:
        return require(std::ranges::count(text, '\n') <= 1, "several lines");
    case show::Format::table:
    case show::Format::classic:
        return;
    }
}

/// Writes a thing in each of its formats.
template <class Thing>
void require_all_written(show::Exporters<Thing> exporters, const Thing &thing,
                         const show::Style &style)
{
    for (const show::Format format : show::formats_of(exporters))
        require_written(format, show::write_as(format, exporters, thing, style), style.color);
}

} // namespace hashlane::fuzz
