// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_FLEET_HISTORY_LINES_H
#define HASHLANE_SRC_FLEET_HISTORY_LINES_H

#include "history.h"

#include <string>
#include <utility>
#include <vector>

namespace hashlane {

/// With the line break.
std::string history_line(const NodeReport &node, const std::string &cpu, const std::string &now);

/// The lines of a day, each with its node's name.
struct HistoryDay {
    std::vector<std::pair<std::string, PastRun>> runs;
    std::size_t bad_lines = 0;
    std::size_t first_bad = 0; ///< its number, from 1
};

/// A last line that was not finished is left out, as those that say nothing.
HistoryDay history_day_of(const std::string &text);

/// Model and identity in one text.
std::string cpu_text(const std::string &model, const std::string &identity);

} // namespace hashlane

#endif
