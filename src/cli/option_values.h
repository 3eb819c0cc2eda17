// SPDX-License-Identifier: MIT
//
// From the text of one option to its value. Each function throws a CommandError whose line begins
// with the option.
#ifndef HASHLANE_SRC_CLI_OPTION_VALUES_H
#define HASHLANE_SRC_CLI_OPTION_VALUES_H

#include "settings.h"

#include <string>
#include <vector>

namespace hashlane {

/// What `hashlane keccak` computes if no range is given: the suite's.
extern const KeyRange default_range;

/// "table, csv or json".
std::string format_list(const std::vector<Format> &formats);

Format parse_format(const std::string &text, const std::vector<Format> &allowed);
void require_format(Format format, const std::vector<Format> &allowed);
ReportFormat parse_report_format(const std::string &text);
ColorUse parse_color(const std::string &text);
void require_json(const std::string &text);
ClockRequest parse_clock(const std::string &text);
ClockRequest parse_ghz(const std::string &text);
std::vector<int> parse_allowed_cpus(const std::string &text);
unsigned parse_threads(const std::string &option, const std::string &text);
double parse_seconds(const std::string &option, const std::string &text);

/// Any number of seconds up to a day: how many are enough depends on the rows (session.h).
double parse_budget(const std::string &text);
/// Of `info --noise`, which may stand without a value.
double parse_noise_seconds(const std::string &text);
unsigned parse_repetitions(const std::string &text);
DeviceRequest parse_device_request(const std::string &text);
Sha256Unit parse_unit(const std::string &text);
Workload parse_sweep_workload(const std::string &text);
/// "1.5" or "1.5%" → 0.015.
double parse_percent(const std::string &option, const std::string &text);

} // namespace hashlane

#endif
