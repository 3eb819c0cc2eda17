// SPDX-License-Identifier: MIT
//
// What most people run a benchmark for: the best row for each use of a workload, on one core and on
// all.
#ifndef HASHLANE_SRC_REPORT_RUN_SUMMARY_H
#define HASHLANE_SRC_REPORT_RUN_SUMMARY_H

#include "../measure/result.h"
#include "style.h"

#include <string>

namespace hashlane {

/// For each chain the best row with one lane and with more, for messages that of each length; for
/// both that on all cores. Only trusted rows of the processor count. Below: how much of the time
/// was undisturbed. An empty line comes first. Nothing for rows of one workload, nor for so few
/// that there would be a line for each: the tables say all that.
std::string write_summary(const Report &report, const Style &style);

/// The same as GitHub-flavoured Markdown.
std::string write_summary_markdown(const Report &report);

} // namespace hashlane

#endif
