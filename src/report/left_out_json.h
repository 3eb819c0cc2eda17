// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_LEFT_OUT_JSON_H
#define HASHLANE_SRC_REPORT_LEFT_OUT_JSON_H

#include "../measure/result.h"
#include "json_value.h"

namespace hashlane {

/// "skipped" and "mismatches" of a report: what has no row.
Json skipped_json(const std::vector<Skipped> &skipped);
Json mismatches_json(const std::vector<Mismatch> &mismatches);

} // namespace hashlane

#endif
