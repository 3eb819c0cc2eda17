// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_COMPARE_RESULT_ROWS_H
#define HASHLANE_SRC_COMPARE_RESULT_ROWS_H

#include "json_fields.h"
#include "result_file.h"

namespace hashlane {

/// One row of benchmarks[]. Throws a BadFile that names the key that is missing or wrong.
ResultRow read_row(const JsonFields &row);

} // namespace hashlane

#endif
