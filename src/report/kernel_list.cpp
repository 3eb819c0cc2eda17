// SPDX-License-Identifier: MIT
#include "kernel_list.h"

#include "json_value.h"

namespace hashlane {
namespace {

// A device's are chosen when it is measured.
std::string lanes_text(const KernelLine &line)
{
    return line.lanes ? std::to_string(*line.lanes) : "-";
}

std::string where_text(const KernelLine &line)
{
    if (!line.obstacle.empty())
        return line.obstacle;
    return line.preferred ? "yes, preferred" : "yes";
}

Grid grid_of(const std::vector<KernelLine> &lines)
{
    Grid grid{"", {{"kernel", true}, {"lanes"}, {"runs here", true}, {"idea", true}}, {}, {}};
    for (const KernelLine &line : lines)
        grid.rows.push_back({line.id, lanes_text(line), where_text(line), line.summary});
    return grid;
}

} // namespace

std::string write_kernels_table(const std::vector<KernelLine> &lines, const Style &style)
{
    return draw_table(grid_of(lines), style);
}

std::string write_kernels_markdown(const std::vector<KernelLine> &lines)
{
    return draw_markdown(grid_of(lines));
}

std::string write_kernels_csv(const std::vector<KernelLine> &lines)
{
    const Grid grid = grid_of(lines);
    std::string text;
    for (const Grid::Header &header : grid.headers)
        text += (text.empty() ? "" : ",") + header.text;
    for (const auto &row : grid.rows) {
        text += '\n';
        for (std::size_t i = 0; i < row.size(); ++i)
            text += (i == 0 ? "" : ",") + csv_field(row[i]);
    }
    return text + "\n";
}

std::string write_kernels_json(const std::vector<KernelLine> &lines)
{
    Json json = Json::array();
    for (const KernelLine &line : lines)
        json.push_back({{"id", line.id},
                        {"workload", workload_name(line.workload)},
                        {"isa", line.isa},
                        {"role", line.role},
                        {"lanes", line.lanes},
                        {"idea", line.summary},
                        {"runnable", line.obstacle.empty()},
                        {"obstacle", line.obstacle},
                        {"preferred", line.preferred}});
    return json_text(json);
}

} // namespace hashlane
