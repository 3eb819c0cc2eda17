// SPDX-License-Identifier: MIT
//
// What 'hashlane compare --format json' wrote (docs/json.md).
#ifndef HASHLANE_SRC_PAGE_COMPARISON_FILE_H
#define HASHLANE_SRC_PAGE_COMPARISON_FILE_H

#include "../compare/json_fields.h"
#include "figure_change.h"

#include <string>
#include <vector>

namespace hashlane {

struct ComparisonFile {
    struct Part {
        std::string from, to; ///< names of files
        std::vector<Change> changes;
    };
    std::string path;
    std::vector<Part> parts;
};

/// Of a row that 'compare' wrote.
RowKey compared_row_key(const JsonFields &row);

/// Whether the document is one.
bool is_comparison(const JsonFields &document);

/// Throws a BadFile where something in it is missing or wrong.
ComparisonFile comparison_file_of(const JsonFields &document, const std::string &path);

/// One of each file that was compared with the first.
std::vector<Figure> comparison_figures(const ComparisonFile &file, const std::string &prefix);

} // namespace hashlane

#endif
