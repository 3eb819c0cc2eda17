// SPDX-License-Identifier: MIT
#include "read_summaries.h"

#include "../../cluster/fleet/fleet_report.h"
#include "../../results/json.h"

#include <fmt/format.h>

#include <cmath>
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

// ---- A fleet.

constexpr double most = 1000000; // of anything that is counted here
constexpr double largest_change = 1000;

std::size_t read_count(const results::JsonFields &fields, const char *name)
{
    const double count = fields.number(name);
    if (count > most || count != std::floor(count))
        fields.fail(fmt::format("'{}' is not a whole number up to a million", name));
    return static_cast<std::size_t>(count);
}

cluster::NodeClass read_class(const results::JsonFields &fields)
{
    const std::string name = fields.text(cluster::fleet_key::node_class);
    const std::optional<cluster::NodeClass> node_class = cluster::class_named(name);
    if (!node_class)
        fields.fail(fmt::format("'class' is '{}', which is none of the classes", name));
    return *node_class;
}

cluster::FigureKey read_key(const results::JsonFields &fields)
{
    return {fields.text(cluster::fleet_key::workload), fields.text(cluster::fleet_key::scope)};
}

std::optional<cluster::Usual> read_usual(const results::JsonFields &figure, const char *name)
{
    if (!figure.has_value(name))
        return {};
    const results::JsonFields fields = figure.object(name);
    const cluster::Usual usual{fields.number(cluster::fleet_key::center),
                               fields.number(cluster::fleet_key::scale)};
    if (usual.center <= 0)
        fields.fail("'center' is not above 0");
    return usual;
}

cluster::GroupReport read_group(const results::JsonFields &fields)
{
    cluster::GroupReport group;
    group.cpu_model = fields.text(cluster::fleet_key::cpu_model);
    group.cpu_identity = fields.text(cluster::fleet_key::cpu_identity);
    group.core_kinds = fields.text(cluster::fleet_key::core_kinds);
    group.smt = fields.text(cluster::fleet_key::smt);
    group.version = fields.text(cluster::fleet_key::version);
    group.nodes = read_count(fields, cluster::fleet_key::nodes);
    const std::optional<cluster::JudgedBy> judge =
        cluster::judge_named(fields.text(cluster::fleet_key::judged_by));
    if (!judge)
        fields.fail("'judged_by' is not 'like nodes', 'baseline' or 'nothing'");
    group.judged_by = *judge;
    for (const results::JsonFields &figure : fields.objects(cluster::fleet_key::figures))
        group.figures.push_back({read_key(figure), read_count(figure, cluster::fleet_key::nodes),
                                 figure.text(cluster::fleet_key::kernel),
                                 read_usual(figure, cluster::fleet_key::cycles_per_unit),
                                 read_usual(figure, cluster::fleet_key::clock_hz)});
    group.least_cores = read_count(fields, cluster::fleet_key::least_cores);
    group.most_cores = read_count(fields, cluster::fleet_key::most_cores);
    group.changes = fields.texts(cluster::fleet_key::changes);
    group.splits = fields.texts(cluster::fleet_key::splits);
    return group;
}

cluster::NodeFigure read_figure(const results::JsonFields &fields)
{
    cluster::NodeFigure figure{read_key(fields), fields.text(cluster::fleet_key::kernel)};
    figure.cycles_per_unit = fields.number_or_nan(cluster::fleet_key::cycles_per_unit);
    figure.clock_hz = fields.number_or_nan(cluster::fleet_key::clock_hz);
    figure.relative_cycles = fields.number_or_nan(cluster::fleet_key::relative_cycles);
    figure.relative_clock = fields.number_or_nan(cluster::fleet_key::relative_clock);
    return figure;
}

double read_change(const results::JsonFields &fields, const char *name)
{
    const double change = fields.signed_number(name);
    if (std::abs(change) > largest_change)
        fields.fail(fmt::format("'{}' is larger than any measurement", name));
    return change;
}

std::optional<cluster::Trend> read_trend(const results::JsonFields &node)
{
    if (!node.has_value(cluster::fleet_key::trend))
        return {};
    const results::JsonFields fields = node.object(cluster::fleet_key::trend);
    return cluster::Trend{fields.count(cluster::fleet_key::runs),
                          fields.text(cluster::fleet_key::since),
                          read_change(fields, cluster::fleet_key::cycles_change),
                          read_change(fields, cluster::fleet_key::clock_change)};
}

cluster::Finding read_finding(const results::JsonFields &fields)
{
    cluster::Finding finding{read_class(fields), fields.text(cluster::fleet_key::text),
                             fields.text(cluster::fleet_key::subject)};
    if (fields.has_value(cluster::fleet_key::change))
        finding.change = read_change(fields, cluster::fleet_key::change);
    return finding;
}

cluster::NodeReport read_node(const results::JsonFields &unnamed, std::size_t groups)
{
    cluster::NodeReport node;
    node.name = unnamed.text(cluster::fleet_key::node);
    const results::JsonFields fields = unnamed.named(node.name);
    node.node_class = read_class(fields);
    node.path = fields.text(cluster::fleet_key::file);
    node.started = fields.text(cluster::fleet_key::started);
    if (fields.has_value(cluster::fleet_key::group)) {
        node.group = read_count(fields, cluster::fleet_key::group);
        if (*node.group >= groups)
            fields.fail(fmt::format("'group' is {}, but 'groups' has {}", *node.group, groups));
    }
    node.bad_cpus = fields.cpu_numbers(cluster::fleet_key::cpus);
    for (const results::JsonFields &finding : fields.objects(cluster::fleet_key::evidence))
        node.findings.push_back(read_finding(finding));
    node.context = fields.texts(cluster::fleet_key::context);
    for (const results::JsonFields &figure : fields.objects(cluster::fleet_key::figures))
        node.figures.push_back(read_figure(figure));
    node.trend = read_trend(fields);
    return node;
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

bool is_fleet(const results::JsonFields &document)
{
    return document.has(cluster::fleet_key::summary) && document.has(cluster::fleet_key::groups) &&
           document.has(cluster::fleet_key::nodes);
}

bool is_fleet_lines(const std::string &text)
{
    return text.substr(0, text.find('\n')).find("\"hashlane/return_code\":") != std::string::npos;
}

FleetFile fleet_file_of(const results::JsonFields &document, const std::string &path)
{
    FleetFile file{path, {}};
    cluster::FleetReport &fleet = file.fleet;
    for (const results::JsonFields &group : document.objects(cluster::fleet_key::groups))
        fleet.groups.push_back(read_group(group));
    for (const results::JsonFields &node : document.objects(cluster::fleet_key::nodes))
        fleet.nodes.push_back(read_node(node, fleet.groups.size()));
    const results::JsonFields summary = document.object(cluster::fleet_key::summary);
    fleet.missing_unnamed = read_count(summary, cluster::fleet_key::missing_without_name);
    const std::size_t said = read_count(summary, cluster::fleet_key::nodes);
    const std::size_t there = fleet.nodes.size() + fleet.missing_unnamed;
    if (said != there)
        summary.fail(fmt::format("'nodes' is {}, but the file has {}", said, there));
    fleet.judged = document.text(cluster::fleet_key::judged);
    fleet.problems = document.texts(cluster::fleet_key::problems);
    fleet.remarks = document.texts(cluster::fleet_key::remarks);
    return file;
}

} // namespace hashlane::show
