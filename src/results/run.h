// SPDX-License-Identifier: MIT
//
// A run: its rows, and the machine that measured them. It is made by measuring or read from a file,
// and is all that reports, comparisons and pages use. docs/reference/json.md describes the file.
#pragma once

#include "../machine/sensors/system_state.h"
#include "../machine/topology/topology.h"
#include "row.h"

#include <string>
#include <vector>

namespace hashlane::results {

class JsonDocument;

/// A program, and how it was made.
struct Build {
    std::string version;
    std::string compiler;
    std::string compiler_flags; ///< for all sources; a kernel adds its instruction set's
    std::string build_type;
};

/// The machine, the time and the program of a report.
struct Context : Build {
    std::string date; ///< ISO 8601 with offset
    std::string host;
    std::string command;
    std::string executable;
    std::string cpu_model;
    std::string cpu_identity; ///< "AuthenticAMD family 26 model 2 stepping 1"
    std::string microcode;    ///< "0x1000065", or "unknown"
    std::string features;
    std::string os_release; ///< operating system and its release
    std::string hypervisor; ///< empty on bare metal
    std::string emulator;   ///< empty if a processor runs the program
    std::string
        energy_source; ///< the packages whose energy is counted, or the reason that it is not
    double load_average = 0;
    machine::SystemState system;
    machine::Topology topology; ///< a file has none of its caches but those of one CPU
};

/// True if both name the same processor: its model and its identity. A model such as "AMD EPYC" is
/// that of several generations.
bool are_same_processor(const Context &a, const Context &b);

/// "AMD EPYC (family 25 model 17)": the model, and the number by which it is told from others of
/// that name.
std::string processor_name(const Context &context);

struct Report {
    Context context;
    std::vector<Row> rows;
    std::vector<Skipped> skipped;
    std::vector<Mismatch> mismatches;
    std::string path;    ///< of the file that it was read from, printable; else empty
    std::string machine; ///< as machine_name() has it
};

/// Returns what a list of machines in the file's folder calls the machine that it is of: "Zen 4
/// (AMD EPYC 9004)"; nothing without a line for it. The list is machines.txt, with lines "FILE |
/// machine | core", where a * in FILE stands for any text. The first line that matches counts.
std::string machine_name(const std::string &path);

/// Reads the run in a file that `hashlane run --out` wrote, or `--format jsonl`: rows that have
/// figures. Throws a BadFile if the file cannot be read or is no report of ours.
Report read_run_file(const std::string &path);
Report read_run(const JsonDocument &document, const std::string &path);

/// The file's text: Google Benchmark's JSON with our figures as counters.
std::string write_json(const Report &report);
Json report_json(const Report &report); ///< the file's value, to be added to

/// A report as JSON lines: an object a line, each as soon as it is known. The last line of a place
/// has its row; rows that are measured in rounds get better ones. The context comes first.
std::string context_line(const Context &context);

/// `is_final`: true if the run will not measure the row again.
std::string row_line(const Row &row, std::size_t place, bool is_final);

/// Withdraws the row of that place, whose result was wrong.
std::string withdrawal_line(std::size_t place);

/// The last line: the kernels without a row, with reasons. A stream without it was cut off.
std::string end_line(const Report &report);

/// Facts in which runs may differ, in a fixed order: {"compiler", "gcc 12.2.0"}.
struct RunFact {
    std::string what;
    std::string value;
};
std::vector<RunFact> run_facts(const Report &report);

/// Makes one of each `runs` files in a row: their rows are then repetitions. Throws a BadFile when
/// files of one group differ in processor, devices, compiler or version.
std::vector<Report> pool_runs(std::vector<Report> files, std::size_t runs);

// ---- The file that a run leaves for the book of results.

/// A larger one is refused: the book has a file for each run of each machine.
constexpr std::size_t most_contribution_bytes = 1'000'000;

/// Returns the file's text. It is that of write_json(), but lacks what is private or long: the
/// host's name, the program's path, paths in the command and in the compiler's flags, the time of
/// day and its zone, the part of the system's release behind its number, the load, notes, the state
/// of devices, the skipped kernels, visits and samples.
std::string write_contribution(Report report);

/// Returns the command without the options that name files, with "…" for other paths. A path may
/// have spaces: it ends where an option begins.
std::string command_without_files(const std::string &command);

} // namespace hashlane::results
