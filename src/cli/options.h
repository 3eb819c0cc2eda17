// SPDX-License-Identifier: MIT
//
// The options that commands have in common.
#ifndef HASHLANE_SRC_CLI_OPTIONS_H
#define HASHLANE_SRC_CLI_OPTIONS_H

#include "../clock/cycle_clock.h"
#include "../machine/placement.h"
#include "../report/report.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace hashlane {

enum class Format { table, csv, json, markdown, classic };

/// As typed. Texts are turned into values where they are used, so that one place words the error.
struct Options {
    std::string format = "table";
    std::string filter;
    std::string out;
    std::string out_format = "json";
    std::string min_time;
    std::string repetitions = "1";
    std::string cpu;
    std::string threads;
    std::string per_core;
    std::string core_kind;
    bool all_cores = false;
    std::string clock = "auto";
    std::string ghz;
    std::string device = "none";
    std::string color = "auto";
    bool strict = false;
    bool quiet = false;
};

/// --format and --color.
void add_output_options(CLI::App &command, Options &options);

/// --filter.
void add_filter_option(CLI::App &command, Options &options);

/// --out.
void add_out_option(CLI::App &command, Options &options);

/// Names that differ where users of a benchmark know others.
struct OptionNames {
    std::string threads = "--threads";
    std::string ghz = "--ghz";
};

/// Where and how to measure, which kernels, and --out.
void add_measuring_options(CLI::App &command, Options &options, const OptionNames &names = {});

/// --cpu, --clock, --strict and --quiet.
void add_machine_options(CLI::App &command, Options &options);

/// --min-time.
void add_min_time_option(CLI::App &command, Options &options);

/// --min-time and --repetitions, for the commands that measure for a time.
void add_time_options(CLI::App &command, Options &options);

/// Throws a CommandError unless the format is one of `allowed`.
Format chosen_format(const Options &options, const std::vector<Format> &allowed);

ClockRequest chosen_clock(const Options &options);

/// Those of --cpu, or all that this process may use.
std::vector<int> usable_cpus(const Options &options);

/// Where to measure: one placement, or one for each kind of core (placement.h).
std::vector<Placement> chosen_placements(const Options &options);

/// For standard output as it is: colour and width of the terminal, if it is one.
Style chosen_style(const Options &options);

} // namespace hashlane

#endif
