// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_FORMAT_H
#define HASHLANE_SRC_REPORT_FORMAT_H

#include <cstddef>
#include <string_view>

namespace hashlane {

/// How a result is written.
enum class Format { table, csv, json, jsonl, markdown, classic, prometheus, nodeset };

constexpr Format all_formats[] = {Format::table,      Format::csv,      Format::json,
                                  Format::jsonl,      Format::markdown, Format::classic,
                                  Format::prometheus, Format::nodeset};

/// As --format has them.
constexpr std::string_view format_name(Format format)
{
    constexpr std::string_view names[] = {"table",    "csv",     "json",       "jsonl",
                                          "markdown", "classic", "prometheus", "nodeset"};
    return names[static_cast<std::size_t>(format)];
}

} // namespace hashlane

#endif
