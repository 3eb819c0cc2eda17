// SPDX-License-Identifier: MIT
//
// All figures of one or more result files, in the order in which they are shown.
#ifndef HASHLANE_SRC_PAGE_BOOK_H
#define HASHLANE_SRC_PAGE_BOOK_H

#include "comparison_file.h"
#include "fleet_file.h"
#include "matrix_file.h"

#include <string>
#include <vector>

namespace hashlane {

struct Chapter {
    std::string id;
    std::string title;
    std::vector<std::string> facts;  ///< where and with what it was measured, a line each
    std::vector<std::string> alarms; ///< wrong results, emulation
    std::vector<Figure> figures;
};

struct Book {
    std::string title;
    std::string introduction;
    std::vector<Chapter> chapters;
};

/// Of several runs the first chapter compares them. One file at least.
Book make_book(const std::vector<RunFile> &files,
               const std::vector<ComparisonFile> &comparisons = {},
               const std::vector<MatrixFile> &matrices = {},
               const std::vector<FleetFile> &fleets = {});

/// The figure of that name; null where there is none.
const Figure *find_figure(const Book &book, const std::string &name);

/// Their names, in order.
std::vector<std::string> figure_names(const Book &book);

} // namespace hashlane

#endif
