// SPDX-License-Identifier: MIT
//
// A sweep for programs: CSV and JSON.

#include "../measure/cpu_list.h"
#include "grid.h"
#include "json_text.h"
#include "report_json.h"
#include "sweep_report.h"

#include <fmt/format.h>

namespace hashlane {
namespace {

std::string csv_line(const std::string &scope, const SweepCell &cell)
{
    const Kernel &kernel = *cell.kernel;
    std::string line =
        fmt::format("{},{},{},{},{},{}", csv_field(scope), kernel.id, kernel.lanes, cell.threads(),
                    cell.cores, csv_field(format_cpu_list(cell.cpus)));
    if (!cell.row)
        return line + fmt::format(",,,,,{}\n", csv_field(cell.problem));
    const Row &row = *cell.row;
    return line + fmt::format(",{:.1f},{:.0f},{:.4f},{},{}\n", row.units_per_second, row.clock_hz,
                              cycles_per_unit_of_core(cell), noise_name(row.noise),
                              csv_field(row.noise_note));
}

nlohmann::ordered_json cell_json(const SweepCell &cell)
{
    nlohmann::ordered_json json = {{"kernel", cell.kernel->id},
                                   {"lanes", cell.kernel->lanes},
                                   {"threads", cell.threads()},
                                   {"cores", cell.cores},
                                   {"cpus", cell.cpus}};
    if (!cell.row) {
        json["problem"] = cell.problem;
        return json;
    }
    json["hashes_per_second"] = cell.row->units_per_second;
    json["clock_hz"] = cell.row->clock_hz;
    json["core_cycles_per_hash"] = cycles_per_unit_of_core(cell);
    json["noise"] = noise_name(cell.row->noise);
    json["trustworthy"] = cell.row->trustworthy;
    return json;
}

} // namespace

std::string write_sweep_csv(const SweepReport &sweep)
{
    std::string text = "scope,kernel,lanes,threads,cores,cpus,hashes_per_second,clock_hz,"
                       "core_cycles_per_hash,noise,problem\n";
    for (const SweepTable &table : sweep.tables)
        for (const SweepCell &cell : table.cells)
            text += csv_line(table.scope, cell);
    return text;
}

std::string write_sweep_json(const SweepReport &sweep, const Report &report)
{
    nlohmann::ordered_json json = report_json(report);
    json["sweep"] = nlohmann::ordered_json::array();
    for (const SweepTable &table : sweep.tables) {
        nlohmann::ordered_json cells = nlohmann::ordered_json::array();
        for (const SweepCell &cell : table.cells)
            cells.push_back(cell_json(cell));
        json["sweep"].push_back({{"scope", table.scope}, {"cells", cells}});
    }
    return json_text(json);
}

} // namespace hashlane
