// SPDX-License-Identifier: MIT
#include "matrix_report.h"

#include "grid.h"
#include "json_value.h"
#include "workload_units.h"

#include <fmt/format.h>

namespace hashlane {
namespace {

using Line = Matrix::Line;

Json cell_json(const Line &line, const std::optional<Matrix::Cell> &cell)
{
    if (!cell)
        return nullptr;
    Json json = {{"hashes_per_second", six_digits(cell->hashes_per_second)},
                 {"cycles_per_hash", nullptr},
                 {"hashes_per_second_at_100_mhz", nullptr},
                 {"trustworthy", cell->trustworthy}};
    if (cell->cycles_per_hash) {
        json["cycles_per_hash"] = six_digits(*cell->cycles_per_hash);
        json["hashes_per_second_at_100_mhz"] =
            six_digits(*cell->hashes_per_second_at_tenth_ghz(line.key.threads));
    }
    return json;
}

std::string csv_line(const Matrix &matrix, const Line &line, std::size_t file)
{
    const Matrix::Cell &cell = *line.cells[file];
    const auto per_clock = cell.hashes_per_second_at_tenth_ghz(line.key.threads);
    return fmt::format("{},{},{},{},{},{},{},{:.1f},{},{},{}\n", csv_field(line.key.name),
                       line.key.workload, line.key.threads, line.key.cpus,
                       csv_field(line.key.core_kind), csv_field(matrix.labels[file]),
                       csv_field(matrix.paths[file]), cell.hashes_per_second,
                       cell.cycles_per_hash ? fmt::format("{:.4f}", *cell.cycles_per_hash) : "",
                       per_clock ? fmt::format("{:.1f}", *per_clock) : "", cell.trustworthy);
}

} // namespace

std::string write_matrix_csv(const Matrix &matrix)
{
    std::string text = "name,workload,threads,cpus,core_kind,label,file,hashes_per_second,"
                       "cycles_per_hash,hashes_per_second_at_100_mhz,trustworthy\n";
    for (const Line &line : matrix.lines)
        for (std::size_t file = 0; file < line.cells.size(); ++file)
            if (line.cells[file])
                text += csv_line(matrix, line, file);
    return text;
}

std::string write_matrix_json(const Matrix &matrix)
{
    Json json = {{"files", Json::array()}, {"rows", Json::array()}};
    for (std::size_t i = 0; i < matrix.paths.size(); ++i)
        json["files"].push_back({{"path", matrix.paths[i]}, {"label", matrix.labels[i]}});
    for (const Line &line : matrix.lines) {
        Json row = {{"name", line.key.name},
                    {"workload", line.key.workload},
                    {"threads", line.key.threads},
                    {"cpus", line.key.cpus},
                    {"cells", Json::array()}};
        if (line.bytes_per_hash > 0)
            row["bytes_per_hash"] = line.bytes_per_hash;
        if (!line.key.core_kind.empty())
            row["core_kind"] = line.key.core_kind;
        if (!line.key.scope.empty())
            row["scope"] = line.key.scope;
        for (const std::optional<Matrix::Cell> &cell : line.cells)
            row["cells"].push_back(cell_json(line, cell));
        json["rows"].push_back(row);
    }
    return json_text(json);
}

} // namespace hashlane
