// SPDX-License-Identifier: MIT
//
// One plot of a page, with the sentence that says what it shows and the table of its figures.
#ifndef HASHLANE_SRC_PAGE_FIGURE_H
#define HASHLANE_SRC_PAGE_FIGURE_H

#include "../plots/plot_data.h"
#include "run_file.h"

#include <string>
#include <vector>

namespace hashlane {

/// The plot's figures again, as text.
struct FigureTable {
    struct Column {
        std::string name;
        bool is_text = false;
    };
    std::vector<Column> columns;
    std::vector<std::vector<std::string>> rows;
};

struct Figure {
    std::string name; ///< "cycles-sha256-chain": for --plot, and the id in a page
    std::string title;
    std::string sentence; ///< what it shows, from the figures
    std::string how_to_read;
    PlotData plot;
    FigureTable table;
    bool leads = false; ///< before the others, as wide as the page; a short table is open
};

/// A run among others: `label` distinguishes it, `prefix` begins its figures' names.
struct ShownRun {
    const RunFile &file;
    std::string label;
    std::string prefix;
    std::size_t most_bars = 60; ///< in one plot; tables have more
};

/// Of one run, each nothing where the file lacks what it shows.
std::vector<Figure> answer_figures(const ShownRun &run);
std::vector<Figure> standing_figures(const ShownRun &run);
std::vector<Figure> cycles_figures(const ShownRun &run);
std::vector<Figure> rate_figures(const ShownRun &run); ///< rows without cycles
std::vector<Figure> scaling_figures(const ShownRun &run);
std::vector<Figure> sample_figures(const ShownRun &run);
std::vector<Figure> clock_figures(const ShownRun &run);
std::vector<Figure> energy_figures(const ShownRun &run);
std::vector<Figure> core_figures(const ShownRun &run);

/// Of several runs.
std::vector<Figure> machine_figures(const std::vector<ShownRun> &runs);
std::vector<Figure> change_figures(const std::vector<ShownRun> &runs);
std::vector<Figure> history_figures(const std::vector<ShownRun> &runs);

} // namespace hashlane

#endif
