// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_KNOWN_LIST_H
#define HASHLANE_SRC_REPORT_KNOWN_LIST_H

#include "../known/published.h"
#include "style.h"

#include <string>
#include <vector>

namespace hashlane {

/// Published results, each with its source. The tables name each source once, below.
using KnownList = std::vector<PublishedResult>;

std::string write_known_table(const KnownList &results, const Style &style);
std::string write_known_markdown(const KnownList &results);
std::string write_known_csv(const KnownList &results);
std::string write_known_json(const KnownList &results);

} // namespace hashlane

#endif
