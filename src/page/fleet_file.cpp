// SPDX-License-Identifier: MIT
#include "fleet_file.h"

#include "../fleet/fleet_keys.h"

#include <fmt/format.h>

#include <cmath>

namespace hashlane {
namespace {

namespace key = fleet_key;

constexpr double most = 1000000; // of anything that is counted here
constexpr double largest_change = 1000;

std::size_t read_count(const JsonFields &fields, const char *name)
{
    const double count = fields.number(name);
    if (count > most || count != std::floor(count))
        fields.fail(fmt::format("'{}' is not a number of them", name));
    return static_cast<std::size_t>(count);
}

NodeClass read_class(const JsonFields &fields)
{
    const std::string name = fields.text(key::node_class);
    const std::optional<NodeClass> node_class = class_named(name);
    if (!node_class)
        fields.fail(fmt::format("'class' is '{}', which is none of the classes", name));
    return *node_class;
}

FigureKey read_key(const JsonFields &fields)
{
    return {fields.text(key::workload), fields.text(key::scope)};
}

std::optional<Usual> read_usual(const JsonFields &figure, const char *name)
{
    if (!figure.has_value(name))
        return {};
    const JsonFields fields = figure.object(name);
    const Usual usual{fields.number(key::center), fields.number(key::scale)};
    if (usual.center <= 0)
        fields.fail("'center' is not above 0");
    return usual;
}

GroupReport read_group(const JsonFields &fields)
{
    GroupReport group;
    group.cpu_model = fields.text(key::cpu_model);
    group.cpu_identity = fields.text(key::cpu_identity);
    group.core_kinds = fields.text(key::core_kinds);
    group.smt = fields.text(key::smt);
    group.version = fields.text(key::version);
    group.nodes = read_count(fields, key::nodes);
    const std::optional<JudgedBy> judge = judge_named(fields.text(key::judged_by));
    if (!judge)
        fields.fail("'judged_by' is not 'like nodes', 'baseline' or 'nothing'");
    group.judged_by = *judge;
    for (const JsonFields &figure : fields.objects(key::figures))
        group.figures.push_back({read_key(figure), read_count(figure, key::nodes),
                                 figure.text(key::kernel), read_usual(figure, key::cycles_per_unit),
                                 read_usual(figure, key::clock_hz)});
    group.changes = fields.texts(key::changes);
    return group;
}

NodeFigure read_figure(const JsonFields &fields)
{
    NodeFigure figure{read_key(fields), fields.text(key::kernel)};
    figure.cycles_per_unit = fields.number_or_nan(key::cycles_per_unit);
    figure.clock_hz = fields.number_or_nan(key::clock_hz);
    figure.relative_cycles = fields.number_or_nan(key::relative_cycles);
    figure.relative_clock = fields.number_or_nan(key::relative_clock);
    return figure;
}

double read_change(const JsonFields &fields, const char *name)
{
    const double change = fields.signed_number(name);
    if (std::abs(change) > largest_change)
        fields.fail(fmt::format("'{}' is larger than any measured", name));
    return change;
}

std::optional<Trend> read_trend(const JsonFields &node)
{
    if (!node.has_value(key::trend))
        return {};
    const JsonFields fields = node.object(key::trend);
    return Trend{fields.count(key::runs), fields.text(key::since),
                 read_change(fields, key::cycles_change), read_change(fields, key::clock_change)};
}

NodeReport read_node(const JsonFields &unnamed, std::size_t groups)
{
    NodeReport node;
    node.name = unnamed.text(key::node);
    const JsonFields fields = unnamed.named(node.name);
    node.node_class = read_class(fields);
    node.path = fields.text(key::file);
    node.started = fields.text(key::started);
    if (fields.has_value(key::group)) {
        node.group = read_count(fields, key::group);
        if (*node.group >= groups)
            fields.fail(fmt::format("'group' is {}, but 'groups' has {}", *node.group, groups));
    }
    node.bad_cpus = fields.cpu_numbers(key::cpus);
    for (const JsonFields &finding : fields.objects(key::evidence))
        node.findings.push_back({read_class(finding), finding.text(key::text)});
    node.context = fields.texts(key::context);
    for (const JsonFields &figure : fields.objects(key::figures))
        node.figures.push_back(read_figure(figure));
    node.trend = read_trend(fields);
    return node;
}

} // namespace

bool is_fleet(const JsonFields &document)
{
    return document.has(key::summary) && document.has(key::groups) && document.has(key::nodes);
}

bool is_fleet_lines(const std::string &text)
{
    return text.substr(0, text.find('\n')).find("\"hashlane/return_code\":") != std::string::npos;
}

FleetFile fleet_file_of(const JsonFields &document, const std::string &path)
{
    FleetFile file{path, {}};
    FleetReport &fleet = file.fleet;
    for (const JsonFields &group : document.objects(key::groups))
        fleet.groups.push_back(read_group(group));
    for (const JsonFields &node : document.objects(key::nodes))
        fleet.nodes.push_back(read_node(node, fleet.groups.size()));
    const JsonFields summary = document.object(key::summary);
    fleet.missing_unnamed = read_count(summary, key::missing_without_name);
    const std::size_t said = read_count(summary, key::nodes);
    const std::size_t there = fleet.nodes.size() + fleet.missing_unnamed;
    if (said != there)
        summary.fail(fmt::format("'nodes' is {}, but the file has {}", said, there));
    fleet.problems = document.texts(key::problems);
    fleet.remarks = document.texts(key::remarks);
    return file;
}

} // namespace hashlane
