// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_REPORT_JSON_H
#define HASHLANE_SRC_REPORT_REPORT_JSON_H

#include "../measure/result.h"
#include "json_value.h"

namespace hashlane {

/// What write_json() writes (report.h), for who adds to it.
Json report_json(const Report &report);

} // namespace hashlane

#endif
