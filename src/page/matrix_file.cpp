// SPDX-License-Identifier: MIT
#include "matrix_file.h"

#include "../compare/result_keys.h"
#include "comparison_file.h"

namespace hashlane {
namespace {

namespace key = result_key;

std::optional<Matrix::Cell> read_cell(const std::optional<JsonFields> &fields)
{
    if (!fields)
        return {};
    Matrix::Cell cell;
    cell.hashes_per_second = fields->number(key::hashes_per_second);
    if (cell.hashes_per_second <= 0)
        fields->fail("'hashes_per_second' is not above 0");
    if (fields->has_value(key::cycles_per_hash))
        cell.cycles_per_hash = fields->number(key::cycles_per_hash);
    cell.trustworthy = fields->flag(key::trustworthy);
    return cell;
}

Matrix::Line read_line(const JsonFields &unnamed, std::size_t files)
{
    const JsonFields row = unnamed.named(unnamed.text(key::name));
    Matrix::Line line{compared_row_key(row), 0, {}};
    if (row.has_value(key::bytes_per_hash))
        line.bytes_per_hash = row.number(key::bytes_per_hash);
    for (const std::optional<JsonFields> &cell : row.objects_or_nulls("cells"))
        line.cells.push_back(read_cell(cell));
    if (line.cells.size() != files)
        row.fail("'cells' has not one element for each of 'files'");
    return line;
}

} // namespace

bool is_matrix(const JsonFields &document) { return document.has("files") && document.has("rows"); }

MatrixFile matrix_file_of(const JsonFields &document, const std::string &path)
{
    MatrixFile file{path, {}};
    for (const JsonFields &one : document.objects("files")) {
        file.matrix.paths.push_back(one.text("path"));
        file.matrix.labels.push_back(one.text("label"));
    }
    for (const JsonFields &row : document.objects("rows"))
        file.matrix.lines.push_back(read_line(row, file.matrix.paths.size()));
    return file;
}

} // namespace hashlane
