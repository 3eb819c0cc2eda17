// SPDX-License-Identifier: MIT
//
// Comparisons, matrices and fleets of random rows with names that are traps, in every format. All
// of them have been read from files before.
#include "cluster/fleet/node_file.h"
#include "cluster/fleet/node_names.h"
#include "compare/comparison.h"
#include "drawn.h"
#include "machine/system/text.h"
#include "results/json.h"
#include "show/tables/fleet_writers.h"
#include "target.h"
#include "written.h"

#include <set>

namespace hashlane::fuzz::writers_target {
namespace {

// ---- Comparisons.

void draw_visits(Input &input, results::Row &row)
{
    for (std::size_t left = input.size(0, 9); left != 0; --left) {
        const double scale = 1 + static_cast<double>(input.number(0, 255)) / 4096;
        row.sampling.visits.push_back({row.figures.cycles_per_unit.median * scale,
                                       1e9 / row.figures.units_per_second * scale, 1});
    }
}

// Another run of about the same rows.
results::Report changed(Input &input, results::Report report)
{
    if (input.truth())
        report.context.cpu_model = words(input);
    if (!report.rows.empty() && input.truth())
        report.rows.erase(report.rows.begin());
    for (results::Row &row : report.rows) {
        const double scale = static_cast<double>(input.number(1, 255)) / 128;
        row.figures.units_per_second /= scale;
        row.figures.cycles_per_unit.median *= scale;
        row.sampling.visits.clear();
        draw_visits(input, row);
    }
    return report;
}

results::Report read(const results::Report &report, const std::string &path)
{
    return results::read_run(results::JsonDocument(results::write_json(report), path), path);
}

void write_comparisons(Input &input, const show::Style &style)
{
    results::Report first = drawn_report(input);
    for (results::Row &row : first.rows)
        draw_visits(input, row);
    std::vector<results::Report> files{read(first, machine::printable(words(input)))};
    for (std::size_t left = input.size(1, 3); left != 0; --left)
        files.push_back(read(changed(input, first), machine::printable(words(input))));
    require_all_written(show::matrix_exporters, compare::make_matrix(files), style);
    require_all_written(show::comparison_exporters,
                        compare::compare_all(files, amount(input, 1e-4, 1)), style);
}

// ---- Fleets.

template <class Make> auto drawn_list(Input &input, std::size_t most, const Make &make)
{
    std::vector<decltype(make())> list;
    for (std::size_t left = input.size(0, most); left != 0; --left)
        list.push_back(make());
    return list;
}

std::optional<cluster::RobustSummary> drawn_summary(Input &input)
{
    if (input.truth())
        return std::nullopt;
    return cluster::RobustSummary{amount(input), amount(input)};
}

cluster::FigureKey drawn_key(Input &input) { return {words(input), words(input)}; }

cluster::GroupReport drawn_group(Input &input)
{
    cluster::GroupReport group;
    for (std::string *text :
         {&group.cpu_model, &group.cpu_identity, &group.core_kinds, &group.smt, &group.version})
        *text = words(input);
    group.nodes = input.size(1, 300);
    group.least_cores = input.size(1, 300);
    group.most_cores = group.least_cores + input.size(0, 9);
    group.judged_by = static_cast<cluster::JudgedBy>(input.number(0, 2));
    group.devices = words(input);
    for (std::uint64_t count = input.number(0, 3); count > 0; --count)
        group.figures[drawn_key(input)] = {input.size(0, 300), words(input), drawn_summary(input),
                                           drawn_summary(input)};
    group.memory = {input.size(0, 300), drawn_summary(input), words(input)};
    group.changes = drawn_list(input, 2, [&] { return words(input); });
    group.splits = drawn_list(input, 2, [&] { return words(input); });
    return group;
}

cluster::NodeReport drawn_node(Input &input, std::size_t number, std::size_t groups)
{
    constexpr const char *some[] = {"n", "rack1-n0", "login.", "10.0.0.", "N_"};
    cluster::NodeReport node;
    node.name = input.pick(some) + std::to_string(number);
    node.path = words(input);
    node.started = input.truth() ? "2026-01-02T03:04:05+00:00" : words(input);
    if (groups != 0)
        node.group = input.size(0, groups - 1);
    node.node_class = static_cast<cluster::NodeClass>(input.number(0, cluster::node_classes - 1));
    if (node.node_class != cluster::NodeClass::healthy)
        node.findings = drawn_list(input, 2, [&] {
            return cluster::Finding{node.node_class, words(input), words(input)};
        });
    node.context = drawn_list(input, 2, [&] { return words(input); });
    node.bad_cpus = drawn_list(input, 3, [&] { return static_cast<int>(input.number(0, 999)); });
    node.verified = words(input);
    node.figures = drawn_list(input, 3, [&] {
        cluster::NodeFigure figure{drawn_key(input), words(input)};
        figure.cores = figure.trusted = input.size(0, 300);
        figure.cycles_per_unit = amount(input, 1e-6, 1e15);
        figure.clock_hz = amount(input, 1e3, 1e12);
        figure.relative_cycles = amount(input);
        figure.relative_clock = amount(input);
        return figure;
    });
    if (input.truth())
        node.memory_bytes_per_second = amount(input, 1e-6, 1e18);
    node.devices = drawn_list(input, 2, [&] {
        cluster::NodeDevice device;
        device.hardware.slot = static_cast<unsigned>(input.number(0, 9));
        device.hardware.serial = words(input);
        device.hardware.ecc_corrected = input.number(0, UINT64_MAX);
        cluster::DeviceFigure &figure = device.figures.emplace_back();
        const cluster::FigureKey key = drawn_key(input);
        figure.workload = key.workload;
        figure.scope = key.scope;
        figure.units_per_second = amount(input, 1e-6, 1e18);
        figure.clock_hz = amount(input, 1e3, 1e12);
        return device;
    });
    return node;
}

cluster::FleetReport drawn_fleet(Input &input)
{
    cluster::FleetReport fleet;
    fleet.groups = drawn_list(input, 2, [&] { return drawn_group(input); });
    fleet.devices = drawn_list(input, 1, [&] {
        return cluster::DeviceGroupReport{
            words(input),
            words(input),
            input.size(1, 9),
            cluster::JudgedBy::like_nodes,
            {{drawn_key(input), 3, drawn_summary(input), drawn_summary(input)}}};
    });
    std::size_t number = 0;
    fleet.nodes =
        drawn_list(input, 6, [&] { return drawn_node(input, ++number, fleet.groups.size()); });
    fleet.problems = drawn_list(input, 2, [&] { return words(input); });
    fleet.remarks = drawn_list(input, 2, [&] { return words(input); });
    fleet.missing_unnamed = input.size(0, 3);
    fleet.judged = words(input);
    return fleet;
}

void require_nodeset(const cluster::FleetReport &fleet)
{
    std::vector<cluster::NodeClass> classes = cluster::classes_to_drain();
    std::set<std::string> wanted;
    for (const cluster::NodeReport &node : fleet.nodes) {
        require(cluster::is_node_name(node.name), "no name of a node: ", node.name);
        if (std::ranges::find(classes, node.node_class) != classes.end())
            wanted.insert(node.name);
    }
    std::string list = show::write_fleet_nodeset(fleet, classes);
    require(list.empty() == wanted.empty(), "no list of nodes");
    if (list.empty())
        return;
    list.pop_back();
    const std::vector<std::string> named = cluster::expand_nodes(list);
    require(std::set<std::string>(named.begin(), named.end()) == wanted, "other nodes: ", list);
}

void write_fleets(Input &input, const show::Style &style)
{
    const std::string text = show::write_fleet_json(drawn_fleet(input));
    const cluster::FleetReport fleet =
        show::read_fleet(results::JsonDocument(text, "fleet.json").fields());
    require_all_written(show::fleet_exporters, fleet, style);
    require_nodeset(fleet);
}

void run(Input &input)
{
    const show::Style style = drawn_style(input);
    try {
        if (input.truth())
            write_fleets(input, style);
        else
            write_comparisons(input, style);
    } catch (const results::BadFile &refused) {
        require_one_line(refused.what());
    }
}

const Target target("writers", run);

} // namespace
} // namespace hashlane::fuzz::writers_target
