// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_CONTEXT_JSON_H
#define HASHLANE_SRC_REPORT_CONTEXT_JSON_H

#include "../measure/result.h"
#include "json_value.h"

namespace hashlane {

/// The object "context" of the JSON report; docs/json.md describes it. The clock is that of the
/// processor's first row.
Json context_json(const Context &context, const std::vector<Row> &rows);

} // namespace hashlane

#endif
