// SPDX-License-Identifier: MIT
//
// What each node was, night after night: a folder with a file for each day, and one for what is
// remembered longer. Lines are added to them, and none is ever changed. docs/reference/json.md has
// the lines.
#pragma once

#include "../../machine/system/threads.h"
#include "fleet_report.h"
#include "node_file.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hashlane::cluster {

/// The results of one measurement of a node.
struct PastRun {
    std::string judged; ///< when it was added
    std::string node;
    std::string started;
    std::string cpu; ///< model and identity: another processor has another history
    NodeClass node_class = NodeClass::healthy;
    bool had_drifted = false;                    ///< by itself, or with something graver
    std::map<std::string, std::string> hardware; ///< read back: the parts that are compared
    std::vector<NodeFigure> figures;             ///< read back: key, kernel, cycles and clock
    std::optional<double> memory_bytes_per_second;
    /// Units per second of compute devices, by "slot 3 (SERIAL) sha256-chain together".
    std::map<std::string, double> device_rates;
};

/// A wrong result of a node, or that a person accepted the node in spite of what it was before.
struct Event {
    std::string kind;   ///< event_wrong or event_accepted
    std::string judged; ///< when it was added
    std::string node;
    std::string started = {}; ///< the measurement, as the rest; empty for an acceptance
    std::string cpu = {};     ///< model and identity
    std::string text = {};    ///< "CPU 17: wrong result of …"
    std::map<std::string, std::string> hardware = {};
};
constexpr const char *event_wrong = "wrong", *event_accepted = "accepted";

struct History {
    std::map<std::string, std::vector<PastRun>> runs; ///< of each node, the oldest first
    std::map<std::string, std::vector<Event>> events; ///< the same
    std::vector<std::string> problems;                ///< files that cannot be read
    std::vector<std::string> remarks;                 ///< lines that are not understood
};

/// Reads a folder's history; empty for a folder that does not exist yet.
History read_history(const std::string &folder, machine::ThreadPool &pool);

/// Adds a line for each node that was measured, unless it has that measurement already, to the file
/// of today. Why it could not, or empty: the folder is then as it was.
std::string append_history(const std::string &folder, const FleetReport &report,
                           const History &history);

/// Returns the last wrong result of a node since it was accepted: nothing if it never was wrong, or
/// if a part was replaced since. `file` is null for a node without one.
std::optional<Event> remembered_wrong(const History &history, const std::string &node,
                                      const NodeFile *file);

/// True if there is something that a person may accept: a wrong result, or a drift in the last run.
bool has_alarm(const History &history, const std::string &node);

/// Adds a line that a person accepts these nodes: what they were before no longer counts. Why it
/// could not, or empty.
std::string accept_nodes(const std::string &folder, const std::vector<std::string> &nodes,
                         History &history);

/// Returns a node's past and present results since it was accepted or a part replaced: the last run
/// is the present one.
std::vector<PastRun> runs_of(const History &history, const NodeFile &file,
                             const NodeReport &report);

/// Returns the trend of at least two runs; nothing for fewer.
std::optional<Trend> trend_of(const std::vector<PastRun> &runs);

/// Returns a line for each figure, the memory's included, whose last five runs `hashlane compare`
/// would call slower than those before them, or which are slower than its best ten. A node that has
/// drifted before still counts as drifting while more than half of the limit is left.
std::vector<std::string> drifts_of(const std::vector<PastRun> &runs);

/// Returns a line for each part of the node's hardware that is another one than in earlier runs:
/// "another board_serial since 2026-11-20: 'B', before 'A'".
std::vector<std::string> replaced_parts(const History &history, const NodeFile &file);

/// Returns the line with its line break.
std::string history_line(const NodeReport &node, const std::string &cpu, const std::string &now);

/// The lines of a file.
template <class Line> struct HistoryLines {
    std::vector<Line> lines;
    std::size_t bad_lines = 0;
    std::size_t first_bad = 0; ///< its number, from 1
};
using HistoryDay = HistoryLines<PastRun>;

/// Reads a day's lines. An unfinished last line is left out, as are those without a result.
HistoryDay history_day_of(const std::string &text);

} // namespace hashlane::cluster
