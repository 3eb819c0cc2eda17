// SPDX-License-Identifier: MIT
#include "matrix.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>

namespace hashlane {
namespace {

// "clang 19.1.7 (3)": what is in brackets is the distribution's.
std::string compiler(const ResultFile &file)
{
    const std::string &name = file.fact("compiler");
    return name.substr(0, name.find(" ("));
}

std::string file_name(const ResultFile &file)
{
    return std::filesystem::path(file.path).filename().string();
}

Matrix::Cell cell_of(const Series &series)
{
    Matrix::Cell cell;
    cell.hashes_per_second =
        series.key.threads * 1e9 / typical_cost(series.observations(Measure::time));
    if (series.has_core_cycles())
        cell.cycles_per_hash = typical_cost(series.observations(Measure::cycles));
    cell.trustworthy = series.trustworthy();
    return cell;
}

Matrix::Line &line_of(const Series &series, Matrix &matrix)
{
    const auto found = std::ranges::find(matrix.lines, series.key, &Matrix::Line::key);
    if (found != matrix.lines.end())
        return *found;
    matrix.lines.push_back({series.key, series.bytes_per_hash, {}});
    matrix.lines.back().cells.resize(matrix.paths.size());
    return matrix.lines.back();
}

} // namespace

std::optional<double> Matrix::Cell::hashes_per_second_at_tenth_ghz(unsigned threads) const
{
    if (!cycles_per_hash)
        return {};
    return threads * 1e8 / *cycles_per_hash;
}

std::vector<std::string> distinct_labels(const std::vector<const ResultFile *> &files)
{
    const std::function<std::string(const ResultFile &)> namings[] = {
        compiler, [](const ResultFile &file) { return file.fact("CPU"); }, file_name,
        [](const ResultFile &file) { return file.path; }};
    std::vector<std::string> labels;
    for (const auto &naming : namings) {
        labels.clear();
        for (const ResultFile *file : files)
            labels.push_back(naming(*file));
        if (std::set<std::string>(labels.begin(), labels.end()).size() == files.size())
            break;
    }
    return labels;
}

Matrix make_matrix(const std::vector<ResultFile> &files)
{
    Matrix matrix;
    std::vector<const ResultFile *> labelled;
    for (const ResultFile &file : files)
        labelled.push_back(&file);
    matrix.labels = distinct_labels(labelled);
    std::ranges::transform(files, std::back_inserter(matrix.paths), &ResultFile::path);
    for (std::size_t i = 0; i < files.size(); ++i)
        for (const Series &series : series_of(files[i]))
            line_of(series, matrix).cells[i] = cell_of(series);
    return matrix;
}

} // namespace hashlane
