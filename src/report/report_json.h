// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_REPORT_JSON_H
#define HASHLANE_SRC_REPORT_REPORT_JSON_H

#include "report.h"

#include <nlohmann/json.hpp>

namespace hashlane {

/// What write_json() writes, for writers that add to it.
nlohmann::ordered_json report_json(const Report &report);

} // namespace hashlane

#endif
