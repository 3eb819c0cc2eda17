// SPDX-License-Identifier: MIT
#include "grid.h"
#include "remarks.h"
#include "report.h"
#include "row_grids.h"
#include "run_summary.h"

namespace hashlane {

std::string write_markdown(const Report &report, const Style &style)
{
    std::string text;
    Style without_bars = style;
    without_bars.bars = false;
    for (const Grid &grid : make_grids(report.rows, without_bars))
        text += (text.empty() ? "" : "\n") + draw_markdown(grid);
    text += write_summary_markdown(report);
    const std::vector<std::string> remarks = make_remarks(report);
    if (!remarks.empty() && !text.empty())
        text += '\n';
    for (const std::string &remark : remarks)
        text += "- " + remark + "\n";
    return text;
}

} // namespace hashlane
