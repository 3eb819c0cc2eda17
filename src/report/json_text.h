// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_JSON_TEXT_H
#define HASHLANE_SRC_REPORT_JSON_TEXT_H

#include <nlohmann/json.hpp>

#include <string>

namespace hashlane {

/// Indented by two spaces, as dump(2), but an array of numbers stands on one line: there are
/// thousands of samples. Bytes that are no UTF-8 are replaced. Ends with a line break.
std::string json_text(const nlohmann::ordered_json &json);

} // namespace hashlane

#endif
