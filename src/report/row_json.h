// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_ROW_JSON_H
#define HASHLANE_SRC_REPORT_ROW_JSON_H

#include "../measure/row.h"
#include "json_value.h"

namespace hashlane {

/// The element of "benchmarks" with this index; docs/json.md describes every key.
Json row_json(const Row &row, std::size_t index);

} // namespace hashlane

#endif
