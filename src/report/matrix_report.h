// SPDX-License-Identifier: MIT
//
// 'hashlane compare --matrix': for each workload the rates, the rates at 0.1 GHz, and the ratios to
// the first file; a row a kernel, a column a file.
#ifndef HASHLANE_SRC_REPORT_MATRIX_REPORT_H
#define HASHLANE_SRC_REPORT_MATRIX_REPORT_H

#include "../compare/matrix.h"
#include "report.h"

namespace hashlane {

std::string write_matrix_table(const Matrix &matrix, const Style &style);
std::string write_matrix_markdown(const Matrix &matrix);

/// One line for each kernel of each file, in base units.
std::string write_matrix_csv(const Matrix &matrix);

/// docs/json.md describes it.
std::string write_matrix_json(const Matrix &matrix);

} // namespace hashlane

#endif
