// SPDX-License-Identifier: MIT
#include "fleet_writers.h"

#include "../../cluster/fleet/node_file.h"
#include "../../cluster/fleet/node_names.h"
#include "../../machine/system/iso_time.h"
#include "../../machine/system/lists.h"
#include "../../machine/system/text.h"
#include "../../results/json.h"
#include "../svg/text.h"
#include "exporters.h"
#include "grid.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <string_view>
#include <utility>

namespace hashlane::show {

std::string median_text(const std::optional<cluster::RobustSummary> &usual, double factor,
                        int digits)
{
    return usual ? fmt::format("{:.{}f}", usual->median * factor, digits) : "";
}

std::string sigma_text(const std::optional<cluster::RobustSummary> &usual, std::size_t nodes)
{
    return usual && nodes > 1 ? fmt::format("{:.1f}", usual->sigma / usual->median * 100) : "";
}

const char *judge_text(cluster::JudgedBy judged_by)
{
    constexpr const char *texts[] = {"judged by each other", "judged by the baseline",
                                     "not judged"};
    return texts[static_cast<std::size_t>(judged_by)];
}

std::size_t size_of(const cluster::FleetReport &fleet)
{
    return fleet.nodes.size() + fleet.missing_unnamed;
}

namespace {

// In UTC: nodes have times of several zones.
std::string utc_minute_text(double since_1970)
{
    const std::chrono::sys_seconds time(std::chrono::seconds(std::llround(since_1970)));
    return machine::minute_text(machine::iso_text({time, {}}));
}

} // namespace

std::vector<NodeBlock> blocks_of(const cluster::FleetReport &fleet)
{
    NodeBlock nodes;
    for (const cluster::NodeReport &node : fleet.nodes)
        if (node.node_class != cluster::NodeClass::healthy)
            nodes.push_back(&node);
    // The gravest class comes first.
    std::ranges::stable_sort(nodes, {},
                             [](const cluster::NodeReport *node) { return node->node_class; });
    return machine::grouped(nodes, [](const cluster::NodeReport *node) {
        std::vector topics = {std::pair(node->node_class, std::string())};
        for (const cluster::Finding &finding : node->findings)
            topics.emplace_back(finding.node_class, finding.topic());
        return topics;
    });
}

const cluster::NodeReport &farthest_of(const NodeBlock &block)
{
    return **std::ranges::max_element(block, {}, [](const cluster::NodeReport *node) {
        return node->findings.empty() ? 0 : std::abs(node->findings.front().change.value_or(0));
    });
}

std::vector<std::string> evidence_of(const cluster::NodeReport &node)
{
    std::vector<std::string> texts;
    cluster::NodeClass last = node.node_class;
    for (const cluster::Finding &finding : node.findings) {
        const bool is_new = finding.node_class != last;
        last = finding.node_class;
        texts.push_back((is_new ? fmt::format("also {}: ", cluster::class_name(last)) : "") +
                        finding.evidence);
    }
    return texts;
}

std::string whose_evidence(const NodeBlock &block)
{
    const cluster::NodeReport &node = farthest_of(block);
    const std::vector<std::string> evidence = evidence_of(node);
    const bool are_equal = std::ranges::all_of(
        block, [&](const cluster::NodeReport *other) { return evidence_of(*other) == evidence; });
    return are_equal ? "" : fmt::format("as {}:", node.name);
}

std::string names_of(const cluster::FleetReport &fleet,
                     const std::vector<cluster::NodeClass> &classes)
{
    std::vector<std::string> names;
    for (const cluster::NodeReport &node : fleet.nodes)
        if (machine::contains(classes, node.node_class))
            names.push_back(node.name);
    return cluster::fold_nodes(names);
}

std::string group_title(const cluster::GroupReport &group)
{
    return fmt::format("{} ({}){}{}{}{}, hashlane {}: {} of {}, {}",
                       group.cpu_model.empty() ? "unknown processor" : group.cpu_model,
                       group.cpu_identity, group.core_kinds.empty() ? "" : ", " + group.core_kinds,
                       group.devices.empty() ? "" : ", " + group.devices,
                       group.memory_gib.empty() ? "" : ", " + group.memory_gib + " GiB",
                       group.smt.empty() ? "" : ", SMT " + group.smt, group.version,
                       machine::counted(group.nodes, "node"),
                       cluster::cores_text(group.least_cores, group.most_cores, group.own_cores),
                       judge_text(group.judged_by));
}

std::string device_title(const cluster::DeviceGroupReport &group)
{
    return fmt::format("{} ({}): {}, {}", group.name, group.architecture,
                       machine::counted(group.devices, "device"), judge_text(group.judged_by));
}

std::string dates_text(const cluster::FleetReport &fleet)
{
    std::vector<double> starts;
    for (const cluster::NodeReport &node : fleet.nodes)
        if (const std::optional<double> start = machine::seconds_of(node.started);
            start && node.node_class != cluster::NodeClass::missing)
            starts.push_back(*start);
    std::string text;
    if (!starts.empty()) {
        const auto [first, last] = std::ranges::minmax(starts);
        text = "measured " + utc_minute_text(first);
        if (utc_minute_text(last) != utc_minute_text(first))
            text += " to " + utc_minute_text(last);
    }
    if (const std::optional<double> judged = machine::seconds_of(fleet.judged))
        text += (text.empty() ? "judged " : ", judged ") + utc_minute_text(*judged);
    return text;
}

// ---- A table for people.

namespace {

std::string summary_line(const cluster::FleetReport &fleet)
{
    std::string line = machine::counted(size_of(fleet), "node") + ":";
    for (std::size_t i = cluster::node_classes; i-- > 0;) {
        const auto node_class = static_cast<cluster::NodeClass>(i);
        if (const std::size_t count = fleet.count(node_class); count > 0)
            line += fmt::format("{} {} {}", line.ends_with(':') ? "" : ",", count,
                                cluster::class_name(node_class));
    }
    return line;
}

std::string or_dash(const std::string &text) { return text.empty() ? "-" : text; }

// Writes a line about a node, wrapped, with a margin.
std::string indented(const std::string &text, const Style &style)
{
    return wrap(text, style.width, "  ", 4);
}

// "memory: 98 of 100 nodes, 402.1 GB/s ±0.9 %; others: the deadline is too short".
std::string memory_text(const cluster::GroupReport &group)
{
    const cluster::UsualMemory &memory = group.memory;
    std::string text =
        fmt::format("memory: {} of {}", memory.nodes, machine::counted(group.nodes, "node"));
    if (memory.bytes_per_second)
        text += fmt::format(", {} GB/s", median_text(memory.bytes_per_second, 1e-9, 1));
    if (const std::string spread = sigma_text(memory.bytes_per_second, memory.nodes);
        !spread.empty())
        text += fmt::format(" ±{} %", spread);
    if (memory.nodes < std::min(group.nodes, cluster::least_alike))
        text += ", not compared";
    return text + (memory.missing.empty() ? "" : "; others: " + memory.missing);
}

std::string titled(const char *title, const std::vector<std::string> &lines, const Style &style)
{
    std::string text = lines.empty() ? "" : fmt::format("  {}:\n", title);
    for (const std::string &line : lines)
        text += wrap(line, style.width, "    ", 6);
    return text;
}

std::string changes_text(const std::vector<std::string> &changes, const Style &style)
{
    return titled("The group as a whole differs from the baseline", changes, style);
}

std::string group_text(const cluster::GroupReport &group, const Style &style)
{
    Grid grid{"",
              {{"workload", true},
               {"scope", true},
               {"nodes", false, 1},
               {"cycles"},
               {"±%"},
               {"GHz"},
               {"±%"},
               {"kernel", true, 2}}};
    for (const auto &[key, figure] : group.figures)
        grid.rows.push_back({key.workload, key.scope, std::to_string(figure.nodes),
                             or_dash(median_text(figure.cycles_per_unit, 1, 2)),
                             or_dash(sigma_text(figure.cycles_per_unit, figure.nodes)),
                             or_dash(median_text(figure.clock_hz, 1e-9, 3)),
                             or_dash(sigma_text(figure.clock_hz, figure.nodes)), figure.kernel});
    return "\n" + wrap(group_title(group), style.width) + draw(grid, style) +
           indented(memory_text(group), style) + changes_text(group.changes, style) +
           titled("Its nodes differ", group.splits, style);
}

std::string devices_text(const cluster::DeviceGroupReport &group, const Style &style)
{
    Grid grid{"",
              {{"workload", true},
               {"scope", true},
               {"devices", false, 1},
               {"G/s"},
               {"±%"},
               {"GHz"},
               {"±%"}}};
    for (const auto &figure : group.figures)
        grid.rows.push_back({figure.key.workload, figure.key.scope, std::to_string(figure.devices),
                             or_dash(median_text(figure.units_per_second, 1e-9, 3)),
                             or_dash(sigma_text(figure.units_per_second, figure.devices)),
                             or_dash(median_text(figure.clock_hz, 1e-9, 3)),
                             or_dash(sigma_text(figure.clock_hz, figure.devices))});
    return "\n" + wrap(device_title(group), style.width) + draw(grid, style) +
           changes_text(group.changes, style);
}

// Returns ", clock together -8.9 to -6.6 %".
std::string range_text(const NodeBlock &block)
{
    std::vector<double> changes;
    for (const cluster::NodeReport *node : block)
        if (!node->findings.empty() && node->findings.front().change)
            changes.push_back(*node->findings.front().change * 100);
    if (changes.empty())
        return "";
    const auto [low, high] = std::ranges::minmax(changes);
    return fmt::format(", {} {:+.1f} to {:+.1f} %", block.front()->findings.front().subject, low,
                       high);
}

// "n03: slow clock", or "30 nodes: slow together, clock together -8.9 to -6.6 %: n[1-30]".
std::string block_title(const NodeBlock &block)
{
    const char *const name = cluster::class_name(block.front()->node_class);
    if (block.size() == 1)
        return fmt::format("{}: {}", block.front()->name, name);
    return fmt::format("{} nodes: {}{}: {}", block.size(), name, range_text(block),
                       cluster::fold_nodes(machine::each(block, &cluster::NodeReport::name)));
}

// Several nodes with equal findings have the evidence of the one that is farthest off.
std::string block_text(const NodeBlock &block, const Style &style)
{
    const cluster::NodeReport &node = farthest_of(block);
    std::string text = "\n" + emphasised(wrap(block_title(block), style.width), style.color);
    if (const std::string whose = whose_evidence(block); !whose.empty())
        text += indented(whose, style);
    for (const std::string &evidence : evidence_of(node))
        text += indented(evidence, style);
    if (!node.context.empty())
        text += indented(machine::joined(node.context, "; "), style);
    if (node.trend && block.size() == 1)
        text +=
            indented(fmt::format("history: {} runs since {}, cycles {:+.1f} %, clock {:+.1f} %",
                                 node.trend->runs, node.trend->since.substr(0, 10),
                                 node.trend->cycles_change * 100, node.trend->clock_change * 100),
                     style);
    return text + indented(fmt::format("-> {}", advice_for(node.node_class)), style);
}

// Nodes of one class, each with findings of its own: a line for each.
std::string list_text(const std::vector<const cluster::NodeReport *> &nodes, const Style &style)
{
    const cluster::NodeClass node_class = nodes.front()->node_class;
    const std::string title =
        fmt::format("{} nodes: {}\n", nodes.size(), cluster::class_name(node_class));
    std::string text = "\n" + emphasised(title, style.color);
    for (const cluster::NodeReport *node : nodes) {
        std::string line = node->name + ": " + node->findings.front().evidence;
        if (const std::size_t more = node->findings.size() - 1; more > 0)
            line += fmt::format("; and {} more", machine::counted(more, "finding"));
        text += indented(line, style);
    }
    return text + indented(fmt::format("-> {}", advice_for(node_class)), style);
}

// Writes the nodes that are not healthy; from a few single ones of a class on as a list.
std::string blocks_text(const std::vector<NodeBlock> &blocks, const Style &style)
{
    constexpr std::size_t most_in_full = 3;
    std::map<cluster::NodeClass, NodeBlock> single;
    for (const NodeBlock &block : blocks)
        if (block.size() == 1 && !block.front()->findings.empty())
            single[block.front()->node_class].push_back(block.front());
    std::string text;
    for (const NodeBlock &block : blocks) {
        const NodeBlock &list = single[block.front()->node_class];
        if (block.size() > 1 || block.front()->findings.empty() || list.size() <= most_in_full)
            text += block_text(block, style);
        else if (block.front() == list.front())
            text += list_text(list, style);
    }
    return text;
}

// Writes the remarks of healthy nodes.
std::string remarks_text(const cluster::FleetReport &fleet, const Style &style)
{
    constexpr std::size_t most_shown = 6;
    std::string text;
    std::size_t nodes = 0;
    for (const cluster::NodeReport &node : fleet.nodes)
        if (node.node_class == cluster::NodeClass::healthy && !node.context.empty() &&
            ++nodes <= most_shown)
            text +=
                indented(fmt::format("{}: {}", node.name, fmt::join(node.context, "; ")), style);
    if (nodes > most_shown)
        text += fmt::format("  and {} more with remarks: '--format json' has them\n",
                            nodes - most_shown);
    return text;
}

// Shows healthy nodes in one line, which is cut where it ends, since there may be thousands, and
// the others in full.
std::string write_fleet_table(const cluster::FleetReport &fleet, const Style &style)
{
    const std::string dates = dates_text(fleet);
    std::string text = dates.empty() ? "" : wrap(dates, style.width);
    text += wrap(summary_line(fleet), style.width);
    if (const std::string limits = cluster::limits_text(fleet.limits); !limits.empty())
        text += wrap(limits, style.width);
    for (const cluster::GroupReport &group : fleet.groups)
        text += group_text(group, style);
    for (const cluster::DeviceGroupReport &group : fleet.devices)
        text += devices_text(group, style);
    if (fleet.count(cluster::NodeClass::healthy) > 0) {
        std::string line = "healthy: " + names_of(fleet, {cluster::NodeClass::healthy});
        if (const std::size_t cut = line.rfind(',', style.width - 3);
            line.size() > style.width && cut != line.npos)
            line = line.substr(0, cut) + ",…";
        text += "\n" + line + "\n" + remarks_text(fleet, style);
    }
    text += blocks_text(blocks_of(fleet), style);
    if (fleet.missing_unnamed > 0)
        text += fmt::format("\n{} of those expected, without a name: missing\n",
                            machine::counted(fleet.missing_unnamed, "node"));
    if (fleet.needs_attention())
        text += "\n" + wrap("As a page: 'hashlane fleet … --format json >fleet.json', then "
                            "'hashlane report fleet.json --out fleet.html'",
                            style.width);
    return text;
}

// ---- Lines for other programs.

std::string write_fleet_csv(const cluster::FleetReport &fleet)
{
    std::string text = "node,class,cpus,started,cpu_model,evidence,advice\n";
    for (const cluster::NodeReport &node : fleet.nodes)
        text += csv_line(
            {node.name, cluster::class_name(node.node_class), machine::joined(node.bad_cpus, " "),
             node.started, node.group ? fleet.groups[*node.group].cpu_model : "",
             machine::joined(machine::each(node.findings, &cluster::Finding::evidence), "; "),
             advice_for(node.node_class)});
    return text;
}

// ---- The text format of Prometheus 0.0.4: names with the program's prefix and base units, a HELP
// and a TYPE line for each, labels escaped, a line break at the end.

std::string label_value(std::string_view text)
{
    std::string escaped;
    for (const char c : text)
        if (c == '\n')
            escaped += "\\n";
        else if (c == '"' || c == '\\')
            escaped += std::string("\\") + c;
        else
            escaped += c;
    return "\"" + escaped + "\"";
}

class Metric {
public:
    Metric(std::string_view name, std::string_view help)
        : name_(name), text_(fmt::format("# HELP {0} {1}\n# TYPE {0} gauge\n", name, help))
    {
    }

    using Label = std::pair<std::string_view, std::string_view>;
    void add(std::initializer_list<Label> labels, const std::string &value)
    {
        const auto texts = machine::each(labels, [](const Label &label) {
            return fmt::format("{}={}", label.first, label_value(label.second));
        });
        text_ += fmt::format("{}{{{}}} {}\n", name_, fmt::join(texts, ","), value);
    }

    const std::string &text() const { return text_; }

private:
    std::string_view name_;
    std::string text_;
};

// With the slot of each device; empty if no node has one. A second device of one slot is "3 (2)":
// no two series may have equal labels.
std::string device_metrics(const cluster::FleetReport &fleet)
{
    Metric rate("hashlane_fleet_device_rate", "Hashes or permutations per second of a device.");
    Metric clock("hashlane_fleet_device_clock_hertz", "Clock of a device at work.");
    Metric errors("hashlane_fleet_device_errors",
                  "ECC errors of a device's memory since its driver started.");
    for (const cluster::NodeReport &node : fleet.nodes) {
        std::map<unsigned, unsigned> seen;
        for (const cluster::NodeDevice &device : node.devices) {
            const unsigned place = device.hardware.slot.value_or(0), number = ++seen[place];
            const std::string slot =
                number == 1 ? std::to_string(place) : fmt::format("{} ({})", place, number);
            for (const cluster::DeviceFigure &figure : device.figures)
                for (const auto &[metric, value] : {std::pair(&rate, figure.units_per_second),
                                                    std::pair(&clock, figure.clock_hz)})
                    if (!std::isnan(value))
                        metric->add({{"node", node.name},
                                     {"slot", slot},
                                     {"workload", figure.workload},
                                     {"scope", figure.scope}},
                                    fmt::format("{:.6g}", value));
            for (const auto &[kind, count] :
                 {std::pair("corrected", device.hardware.ecc_corrected),
                  std::pair("uncorrected", device.hardware.ecc_uncorrected)})
                if (count)
                    errors.add({{"node", node.name}, {"slot", slot}, {"kind", kind}},
                               std::to_string(*count));
        }
    }
    return fleet.devices.empty() ? "" : rate.text() + clock.text() + errors.text();
}

// For node_exporter's textfile collector.
std::string write_fleet_prometheus(const cluster::FleetReport &fleet)
{
    Metric nodes("hashlane_fleet_nodes", "Nodes of each class, as hashlane fleet judged them.");
    Metric healthy("hashlane_fleet_node_healthy", "1 if a node was judged and is healthy, else 0.");
    Metric groups("hashlane_fleet_groups_with_differences",
                  "Groups of comparable nodes that differ as a whole, or in halves.");
    Metric started("hashlane_fleet_node_measured_timestamp_seconds",
                   "Start of the measurement of a node, by its own clock.");
    Metric clock("hashlane_fleet_node_clock_hertz",
                 "Mean clock of a node's cores, without the slowest eighth.");
    Metric cycles("hashlane_fleet_node_cycles_per_unit",
                  "Mean core cycles per hash, permutation or message.");
    Metric memory("hashlane_fleet_node_memory_bytes_per_second",
                  "Bytes that all cores of a node together read and write in memory.");
    for (std::size_t i = 0; i < cluster::node_classes; ++i) {
        const auto node_class = static_cast<cluster::NodeClass>(i);
        nodes.add({{"class", cluster::class_name(node_class)}},
                  std::to_string(fleet.count(node_class)));
    }
    groups.add({}, std::to_string(fleet.groups_with_differences()));
    for (const cluster::NodeReport &node : fleet.nodes) {
        healthy.add({{"node", node.name}, {"class", cluster::class_name(node.node_class)}},
                    node.node_class == cluster::NodeClass::healthy ? "1" : "0");
        if (const std::optional<double> start = machine::seconds_of(node.started))
            started.add({{"node", node.name}}, fmt::format("{:.0f}", *start));
        if (node.memory_bytes_per_second)
            memory.add({{"node", node.name}}, fmt::format("{:.6g}", *node.memory_bytes_per_second));
        const auto add = [&](Metric &metric, const cluster::FigureKey &figure, double value) {
            if (!std::isnan(value))
                metric.add(
                    {{"node", node.name}, {"workload", figure.workload}, {"scope", figure.scope}},
                    fmt::format("{:.6g}", value));
        };
        for (const cluster::NodeFigure &figure : node.figures) {
            add(clock, figure.key, figure.clock_hz);
            add(cycles, figure.key, figure.cycles_per_unit);
        }
    }
    return nodes.text() + groups.text() + healthy.text() + started.text() + clock.text() +
           cycles.text() + memory.text() + device_metrics(fleet);
}

// As SuperBench writes its results: "node", and numbers whose keys are "benchmark/metric".
std::string write_fleet_lines(const cluster::FleetReport &fleet)
{
    std::string lines;
    for (const cluster::NodeReport &node : fleet.nodes) {
        results::Json line = {{"node", node.name},
                              {"hashlane/return_code", cluster::exit_code_of(node.node_class)},
                              {"hashlane/bad_cpus", node.bad_cpus.size()}};
        for (const cluster::NodeFigure &figure : node.figures) {
            const std::string name =
                fmt::format("hashlane/{}_{}_", figure.key.workload, figure.key.scope);
            if (!std::isnan(figure.cycles_per_unit))
                line[name + "cycles_per_unit"] = results::six_digits(figure.cycles_per_unit);
            if (!std::isnan(figure.clock_hz))
                line[name + "clock_hz"] = results::six_digits(figure.clock_hz);
        }
        if (node.memory_bytes_per_second)
            line["hashlane/memory_bytes_per_second"] = *node.memory_bytes_per_second;
        lines += results::json_line(line);
    }
    return lines;
}

} // namespace

std::string write_fleet_nodeset(const cluster::FleetReport &fleet,
                                const std::vector<cluster::NodeClass> &classes)
{
    const std::string names = names_of(fleet, classes);
    return names.empty() ? "" : names + "\n";
}

constinit const Exporters<cluster::FleetReport> fleet_exporters = {
    {Format::table, write_fleet_table},
    {Format::csv, plain<write_fleet_csv>},
    {Format::json, plain<write_fleet_json>},
    {Format::jsonl, plain<write_fleet_lines>},
    {Format::prometheus, plain<write_fleet_prometheus>},
    {Format::nodeset,
     [](const cluster::FleetReport &fleet, const Style &) {
         return write_fleet_nodeset(fleet, cluster::classes_to_drain());
     }},
};

} // namespace hashlane::show
