// SPDX-License-Identifier: MIT
#include "../system/cpu_list.h"
#include "grid.h"
#include "row_figures.h"
#include "sweep_report.h"

#include <fmt/format.h>

namespace hashlane {
namespace {

std::string csv_line(const std::string &scope, const SweepCell &cell)
{
    const Job &job = cell.job;
    std::string line =
        fmt::format("{},{},{},{},{},{}", csv_field(scope), job.id, job.lanes, cell.threads(),
                    cell.cores, csv_field(format_cpu_list(cell.cpus)));
    if (!cell.row)
        return line + fmt::format(",,,,,{}\n", csv_field(cell.problem));
    const Row &row = *cell.row;
    line += fmt::format(",{:.1f},", row.figures.units_per_second);
    line += row.figures.clock_hz > 0
                ? fmt::format("{:.0f},{:.4f}", row.figures.clock_hz, cycles_per_unit_of_core(cell))
                : ",";
    return line +
           fmt::format(",{},{}\n", noise_name(row.quality.noise), csv_field(whole_note(row)));
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

} // namespace hashlane
