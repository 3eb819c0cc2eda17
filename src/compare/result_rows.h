// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_COMPARE_RESULT_ROWS_H
#define HASHLANE_SRC_COMPARE_RESULT_ROWS_H

#include "result_file.h"

namespace hashlane {

/// One row of benchmarks[]; `where` is its place in the file. Throws a BadFile that names the key
/// that is missing or wrong.
ResultRow read_row(const nlohmann::json &json, const std::string &file, const std::string &where);

} // namespace hashlane

#endif
