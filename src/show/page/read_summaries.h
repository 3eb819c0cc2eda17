// SPDX-License-Identifier: MIT
//
// Reads the JSON of 'hashlane compare' and 'hashlane fleet' (docs/reference/json.md) for a page.
// Each reader throws a BadFile if something in the document is missing or wrong.
#ifndef HASHLANE_SRC_SHOW_PAGE_READ_SUMMARIES_H
#define HASHLANE_SRC_SHOW_PAGE_READ_SUMMARIES_H

#include "../../cluster/fleet/fleet_report.h"
#include "../../cluster/soak/soak_file.h"
#include "../../compare/comparison.h"
#include "../../results/json.h"
#include "../../results/row.h"
#include "../svg/plots.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane::show {

/// The last part of a path.
std::string file_name(const std::string &path);

/// The change of a row from one file to another.
struct Change {
    results::RowKey key;
    double ratio = 1; ///< of the costs: below 1 is faster
    std::optional<Range> interval;
    std::string verdict; ///< "faster", "slower", "same", "uncertain"
    std::string reason;  ///< the reason if uncertain; else empty
};

struct ComparisonFile {
    struct Part {
        std::string from, to; ///< names of files
        std::vector<Change> changes;
    };
    std::string path;
    std::vector<Part> parts;
};

/// True if `document` is a comparison.
bool is_comparison(const results::JsonFields &document);
ComparisonFile comparison_file_of(const results::JsonFields &document, const std::string &path);

struct MatrixFile {
    std::string path;
    compare::Matrix matrix;
};

/// True if `document` is a matrix.
bool is_matrix(const results::JsonFields &document);
MatrixFile matrix_file_of(const results::JsonFields &document, const std::string &path);

struct FleetFile {
    std::string path;
    cluster::FleetReport fleet; ///< without the cores of figures: their number and spread
};

/// True if `document` is a fleet's report.
bool is_fleet(const results::JsonFields &document);

/// True if the text is that of 'hashlane fleet --format jsonl', which has too little for a page.
bool is_fleet_lines(const std::string &text);
FleetFile fleet_file_of(const results::JsonFields &document, const std::string &path);

/// The file of 'hashlane soak --out'.
struct SoakFile {
    std::string path;
    cluster::SoakCheckpoint soak; ///< without the request
};

} // namespace hashlane::show

#endif
