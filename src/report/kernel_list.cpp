// SPDX-License-Identifier: MIT
#include "kernel_list.h"

#include "json_text.h"

#include <nlohmann/json.hpp>

namespace hashlane {
namespace {

// A device's are chosen when it is measured.
std::string lanes_text(const Kernel &kernel)
{
    return kernel.lanes == 0 ? "-" : std::to_string(kernel.lanes);
}

Grid grid_of(const std::vector<KernelLine> &lines)
{
    Grid grid{"", {{"kernel", true}, {"lanes"}, {"runs here", true}, {"idea", true}}, {}, {}};
    for (const KernelLine &line : lines)
        grid.rows.push_back({std::string(line.kernel->id), lanes_text(*line.kernel),
                             !line.obstacle.empty() ? line.obstacle
                             : line.preferred       ? "yes, preferred"
                                                    : "yes",
                             std::string(line.kernel->idea)});
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
        text += "\n";
        for (std::size_t i = 0; i < row.size(); ++i)
            text += (i == 0 ? "" : ",") + csv_field(row[i]);
    }
    return text + "\n";
}

std::string write_kernels_json(const std::vector<KernelLine> &lines)
{
    using Json = nlohmann::ordered_json;
    Json json = Json::array();
    for (const KernelLine &line : lines)
        json.push_back({{"id", line.kernel->id},
                        {"workload", workload_name(line.kernel->workload)},
                        {"isa", line.kernel->isa.tag},
                        {"lanes", line.kernel->lanes == 0 ? Json() : Json(line.kernel->lanes)},
                        {"idea", line.kernel->idea},
                        {"runnable", line.obstacle.empty()},
                        {"obstacle", line.obstacle},
                        {"preferred", line.preferred}});
    return json_text(json);
}

} // namespace hashlane
