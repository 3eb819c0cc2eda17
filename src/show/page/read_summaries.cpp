// SPDX-License-Identifier: MIT
#include "figure.h"

#include "../../results/json.h"

#include <filesystem>

namespace hashlane::show {

std::string file_name(const std::string &path)
{
    return std::filesystem::path(path).filename().string();
}

namespace {

// The key of a row that 'compare' wrote.
results::RowKey compared_row_key(const results::JsonFields &row)
{
    constexpr double most_cpus = 1000000;
    const double cpus = row.number(results::result_key::cpus); // 0 of a device
    if (cpus > most_cpus)
        row.fail("'cpus' is not a number of CPUs");
    return {row.text(results::result_key::name),
            row.text(results::result_key::workload),
            row.count(results::result_key::threads),
            static_cast<unsigned>(cpus),
            row.text_or_empty(results::result_key::core_kind),
            row.text_or_empty(results::result_key::scope)};
}

// Makes a change of costs, which are shown, of a change of rates.
void invert(Change &change)
{
    change.ratio = 1 / change.ratio;
    if (change.interval)
        change.interval = Range{1 / change.interval->high, 1 / change.interval->low};
}

Change read_change(const results::JsonFields &unnamed)
{
    const results::JsonFields row = unnamed.named(unnamed.text(results::result_key::name));
    const std::vector<results::JsonFields> measures = row.objects("measures");
    if (measures.empty())
        row.fail("'measures' is empty");
    const results::JsonFields &first = measures.front();
    Change change{compared_row_key(row),
                  first.number("ratio"),
                  {},
                  first.text("verdict"),
                  first.text_or_empty("reason")};
    if (first.has_value("interval")) {
        const std::vector<double> ends = first.numbers("interval");
        if (ends.size() != 2 || ends[0] > ends[1] || ends[0] <= 0)
            first.fail("'interval' is not two numbers above 0, the lower one first");
        change.interval = Range{ends[0], ends[1]};
    }
    if (change.ratio <= 0)
        first.fail("'ratio' is not above 0");
    if (first.text("measure") == results::result_key::hashes_per_second)
        invert(change);
    return change;
}

ComparisonFile::Part read_part(const results::JsonFields &comparison)
{
    ComparisonFile::Part part{
        file_name(comparison.text("old")), file_name(comparison.text("new")), {}};
    for (const results::JsonFields &row : comparison.objects("rows"))
        part.changes.push_back(read_change(row));
    return part;
}

// ---- A matrix.

std::optional<compare::Matrix::Cell> read_cell(const std::optional<results::JsonFields> &fields)
{
    if (!fields)
        return {};
    compare::Matrix::Cell cell;
    cell.hashes_per_second = fields->number(results::result_key::hashes_per_second);
    if (cell.hashes_per_second <= 0)
        fields->fail("'hashes_per_second' is not above 0");
    if (fields->has_value(results::result_key::cycles_per_hash))
        cell.cycles_per_hash = fields->number(results::result_key::cycles_per_hash);
    cell.trustworthy = fields->flag(results::result_key::trustworthy);
    return cell;
}

compare::Matrix::Line read_line(const results::JsonFields &unnamed, std::size_t files)
{
    const results::JsonFields row = unnamed.named(unnamed.text(results::result_key::name));
    compare::Matrix::Line line{compared_row_key(row), 0, {}};
    if (row.has_value(results::result_key::bytes_per_hash))
        line.bytes_per_hash = row.number(results::result_key::bytes_per_hash);
    for (const std::optional<results::JsonFields> &cell : row.objects_or_nulls("cells"))
        line.cells.push_back(read_cell(cell));
    if (line.cells.size() != files)
        row.fail("'cells' has not one element for each of 'files'");
    return line;
}

} // namespace

bool is_comparison(const results::JsonFields &document) { return document.has("comparisons"); }

ComparisonFile comparison_file_of(const results::JsonFields &document, const std::string &path)
{
    ComparisonFile file{path, {}};
    for (const results::JsonFields &comparison : document.objects("comparisons"))
        file.parts.push_back(read_part(comparison));
    return file;
}

bool is_matrix(const results::JsonFields &document)
{
    return document.has("files") && document.has("rows");
}

MatrixFile matrix_file_of(const results::JsonFields &document, const std::string &path)
{
    MatrixFile file{path, {}};
    for (const results::JsonFields &one : document.objects("files")) {
        file.matrix.paths.push_back(one.text("path"));
        file.matrix.labels.push_back(one.text("label"));
    }
    for (const results::JsonFields &row : document.objects("rows"))
        file.matrix.lines.push_back(read_line(row, file.matrix.paths.size()));
    return file;
}

bool is_fleet_lines(const std::string &text)
{
    return text.substr(0, text.find('\n')).find("\"hashlane/return_code\":") != std::string::npos;
}

} // namespace hashlane::show
