// SPDX-License-Identifier: MIT
//
// One plot of a page, with a sentence on its content and the table of its values; the functions
// that make them, and the rows and the summaries of other commands that they take.
#pragma once

#include "../../cluster/fleet/fleet_report.h"
#include "../../cluster/soak/soak.h"
#include "../../results/run.h"
#include "../svg/plots.h"
#include "../tables/answers.h"
#include "../tables/grid.h"

#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace hashlane::show {

struct Figure {
    std::string name; ///< "cycles-sha256-chain": for --plot, and the id in a page
    std::string title;
    std::string sentence = {}; ///< on its content, made of the values
    std::string how_to_read = {};
    PlotData plot = {};
    Grid table = {};    ///< repeats the plot's values as text
    bool leads = false; ///< before the others, as wide as the page; a short table is open

    /// Adds a row to the table, and to a BarPlot, while that has fewer than `most_bars`, a bar with
    /// the row's first cell as its label.
    void add(BarPlot::Bar bar, std::vector<std::string> cells,
             std::size_t most_bars = std::string::npos)
    {
        auto &bars = std::get<BarPlot>(plot).bars;
        bar.label = cells.front();
        if (bars.size() < most_bars)
            bars.push_back(std::move(bar));
        table.rows.push_back(std::move(cells));
    }
};

/// A run among others: `label` distinguishes it, `prefix` begins its figures' names. Files of one
/// machine have the same `machine`.
struct ShownRun {
    const results::Report &file;
    std::string label;
    std::string machine;
    std::string prefix;
    std::size_t most_bars = 60; ///< in one plot; tables have more
};

/// Figures of one run; nothing if the file lacks the data for them.
std::vector<Figure> answer_figures(const ShownRun &run);
std::vector<Figure> clock_figures(const ShownRun &run);

/// Figures of one group of its rows, likewise.
std::vector<Figure> standing_figures(const ShownRun &run, const WorkGroup &group);
std::vector<Figure> cycles_figures(const ShownRun &run, const WorkGroup &group);
std::vector<Figure> rate_figures(const ShownRun &run, const WorkGroup &group); ///< without cycles
std::vector<Figure> scaling_figures(const ShownRun &run, const WorkGroup &group);
std::vector<Figure> sample_figures(const ShownRun &run, const WorkGroup &group);
std::vector<Figure> energy_figures(const ShownRun &run, const WorkGroup &group);
std::vector<Figure> core_figures(const ShownRun &run, const WorkGroup &group);

/// Makes the figures of several runs: the best of each side by side, the changes from the first, a
/// history over dates.
std::vector<Figure> figures_of_runs(const std::vector<ShownRun> &runs);

// ---- Summaries: the JSON of 'hashlane fleet' and 'hashlane soak' (docs/reference/json.md).

struct FleetFile {
    std::string path;
    cluster::FleetReport fleet;
};

/// The file of 'hashlane soak --out'.
struct SoakFile {
    std::string path;
    cluster::SoakCheckpoint soak; ///< without the request
};

/// The most groups of comparable nodes that have plots; the largest ones have.
constexpr std::size_t most_drawn_groups = 6;

/// Makes a fleet's figures: the number of nodes of each class; the nodes that are not healthy, with
/// the evidence; for each group every node's cycles and clock, compared with its group; the changes
/// of nodes over their history.
std::vector<Figure> fleet_figures(const cluster::FleetReport &fleet, const std::string &prefix);

/// Makes a soak's figures: how often each kernel was tested, and the verified share of each core's
/// time.
std::vector<Figure> soak_figures(const cluster::SoakTotals &soak, const std::string &prefix);

} // namespace hashlane::show
