// SPDX-License-Identifier: MIT
#include "comparison_file.h"

#include "../compare/renamed_kernels.h"
#include "../compare/result_keys.h"

#include <fmt/format.h>

#include <filesystem>

namespace hashlane {
namespace {

namespace key = result_key;

std::string name_of_file(const std::string &path)
{
    return std::filesystem::path(path).filename().string();
}

// Of rates; what is shown are costs.
void invert(Change &change)
{
    change.ratio = 1 / change.ratio;
    if (change.interval)
        change.interval = Range{1 / change.interval->high, 1 / change.interval->low};
}

Change read_change(const JsonFields &unnamed)
{
    const JsonFields row = unnamed.named(unnamed.text(key::name));
    const std::vector<JsonFields> measures = row.objects("measures");
    if (measures.empty())
        row.fail("'measures' is empty");
    const JsonFields &first = measures.front();
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
    if (first.text("measure") == key::hashes_per_second)
        invert(change);
    return change;
}

ComparisonFile::Part read_part(const JsonFields &comparison)
{
    ComparisonFile::Part part{
        name_of_file(comparison.text("old")), name_of_file(comparison.text("new")), {}};
    for (const JsonFields &row : comparison.objects("rows"))
        part.changes.push_back(read_change(row));
    return part;
}

} // namespace

RowKey compared_row_key(const JsonFields &row)
{
    constexpr double most_cpus = 1000000;
    const double cpus = row.number(key::cpus); // 0 of a device
    if (cpus > most_cpus)
        row.fail("'cpus' is not a number of CPUs");
    return {current_name(row.text(key::name)), row.text(key::workload),
            row.count(key::threads),           static_cast<unsigned>(cpus),
            row.text_or_empty(key::core_kind), row.text_or_empty(key::scope)};
}

bool is_comparison(const JsonFields &document) { return document.has("comparisons"); }

ComparisonFile comparison_file_of(const JsonFields &document, const std::string &path)
{
    ComparisonFile file{path, {}};
    for (const JsonFields &comparison : document.objects("comparisons"))
        file.parts.push_back(read_part(comparison));
    return file;
}

std::vector<Figure> comparison_figures(const ComparisonFile &file, const std::string &prefix)
{
    std::vector<Figure> figures;
    for (std::size_t i = 0; i < file.parts.size(); ++i) {
        const ComparisonFile::Part &part = file.parts[i];
        if (!part.changes.empty())
            figures.push_back(change_figure(fmt::format("{}change{}", prefix, i + 1),
                                            fmt::format("{} against {}", part.to, part.from),
                                            part.changes));
    }
    return figures;
}

} // namespace hashlane
