// SPDX-License-Identifier: MIT
//
// What 'hashlane compare --matrix --format json' wrote (docs/json.md).
#ifndef HASHLANE_SRC_PAGE_MATRIX_FILE_H
#define HASHLANE_SRC_PAGE_MATRIX_FILE_H

#include "../compare/json_fields.h"
#include "../compare/matrix.h"
#include "figure.h"

#include <string>
#include <vector>

namespace hashlane {

struct MatrixFile {
    std::string path;
    Matrix matrix;
};

/// Whether the document is one.
bool is_matrix(const JsonFields &document);

/// Throws a BadFile where something in it is missing or wrong.
MatrixFile matrix_file_of(const JsonFields &document, const std::string &path);

/// For each workload or message how much longer each file's row takes than the fastest file's.
std::vector<Figure> matrix_figures(const Matrix &matrix, const std::string &prefix);

} // namespace hashlane

#endif
