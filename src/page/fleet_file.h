// SPDX-License-Identifier: MIT
//
// What 'hashlane fleet --format json' wrote (docs/json.md).
#ifndef HASHLANE_SRC_PAGE_FLEET_FILE_H
#define HASHLANE_SRC_PAGE_FLEET_FILE_H

#include "../compare/json_fields.h"
#include "../fleet/fleet_report.h"

#include <string>

namespace hashlane {

struct FleetFile {
    std::string path;
    FleetReport fleet; ///< but for the cores of figures: their number, how far they spread
};

/// Whether the document is one.
bool is_fleet(const JsonFields &document);

/// Whether the text is what 'hashlane fleet --format jsonl' wrote, which says too little for a
/// page.
bool is_fleet_lines(const std::string &text);

/// Throws a BadFile where something in it is missing or wrong.
FleetFile fleet_file_of(const JsonFields &document, const std::string &path);

} // namespace hashlane

#endif
