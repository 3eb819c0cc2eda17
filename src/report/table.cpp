// SPDX-License-Identifier: MIT
#include "grid.h"
#include "remarks.h"
#include "report.h"
#include "row_grids.h"
#include "run_summary.h"
#include "standing_text.h"

namespace hashlane {
namespace {

std::string draw_all(const std::vector<Grid> &grids, const Style &style)
{
    std::string text;
    for (const Grid &grid : grids)
        text += (text.empty() ? "" : "\n") + draw_table(grid, style);
    return text;
}

} // namespace

std::string write_rows(const std::vector<Row> &rows, const Style &style)
{
    return draw_all(make_grids(rows, style), style);
}

std::string write_remarks(const Report &report, const Style &style)
{
    std::string text = report.rows.empty() ? "" : "\n";
    const std::vector<std::string> remarks = make_remarks(report);
    for (const std::string &remark : remarks)
        text += wrap(remark, style.width);
    return remarks.empty() ? "" : text;
}

std::string write_conclusions(const Report &report, const Style &style)
{
    const std::string summary = write_summary(report, style);
    return summary + (summary.empty() ? "" : write_standing(report, style)) +
           write_remarks(report, style);
}

std::string write_table(const Report &report, const Style &style)
{
    return write_rows(report.rows, style) + write_summary(report, style) +
           write_remarks(report, style);
}

} // namespace hashlane
