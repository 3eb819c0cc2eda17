// SPDX-License-Identifier: MIT
#include "fleet_writers.h"

#include "../../cluster/fleet/references.h"
#include "../../results/fields.h"

#include <fmt/format.h>

namespace hashlane::show {
namespace {

// In the order of NodeClass.
constexpr const char *advice[] = {
    "take it out of service now, run 'hashlane soak' there, and have the processor, or the device "
    "that is named, replaced if that confirms it",
    "have the memory modules that the firmware's error log names replaced; run 'hashlane soak' "
    "there before the next job",
    "check that it is up and that its job step ran; measure it again",
    "take the node out of service and reset the device; have it replaced if that does not help, or "
    "if it happens again",
    "find the reason (a bound task, deadline, disk, signal); measure it again",
    "look for other programs there ('hashlane info --noise'); measure it again when it is idle",
    "check what these cores share: a package's power and cooling, a fan, a link, memory modules; "
    "keep jobs off these CPUs",
    "check the governor and limits of the clock, then power, cooling and the log of the firmware",
    "look for load on sibling threads, for steal by a hypervisor, and for the reason that another "
    "kernel was chosen",
    "keep jobs off these CPUs, run 'hashlane soak --cpu' on them, and look at the firmware's error "
    "log",
    "check the device's power, cooling and cables, its place on the bus, and other programs there",
    "check power limits, cooling, fans and the firmware's power profile: only the full load is "
    "slow",
    "check that every memory module is there, in the right slot ('dmidecode -t memory') and at "
    "full speed, and the firmware's settings of memory and NUMA",
    "give it the settings of comparable nodes, or accept the difference with a baseline of its own",
    "compare with its earlier files ('hashlane compare'); look at cooling, dust, firmware and "
    "kernel updates since",
    "measure it again when it is idle; fewer than eight comparable nodes, and halves that differ, "
    "need the --baseline of good ones",
    "",
};
static_assert(std::size(advice) == cluster::node_classes);

cluster::NodeClass read_class(const results::JsonFields &fields, const char *key)
{
    const std::string name = fields.text(key);
    const std::optional<cluster::NodeClass> node_class = cluster::class_named(name);
    if (!node_class)
        fields.fail(fmt::format("'class' is '{}', which is none of the classes", name));
    return *node_class;
}

cluster::JudgedBy read_judge(const results::JsonFields &fields, const char *key)
{
    const std::optional<cluster::JudgedBy> judge = cluster::judge_named(fields.text(key));
    if (!judge)
        fields.fail("'judged_by' is not 'like nodes', 'baseline' or 'nothing'");
    return *judge;
}

double read_change(const results::JsonFields &fields, const char *key)
{
    constexpr double largest_change = 1000;
    const double change = fields.signed_number(key);
    if (std::abs(change) > largest_change)
        fields.fail(fmt::format("'{}' is larger than any measurement", key));
    return change;
}

std::optional<double> read_change_if_any(const results::JsonFields &fields, const char *key)
{
    return fields.has_value(key) ? std::optional(read_change(fields, key)) : std::nullopt;
}

results::Json usual_json(const std::optional<cluster::RobustSummary> &usual)
{
    return usual ? results::Json{{"center", results::six_digits(usual->median)},
                                 {"scale", results::six_digits(usual->sigma)}}
                 : results::Json();
}

constexpr auto usual_field = [](auto &file, const char *key, auto &usual) {
    file.custom(key, usual, usual_json, cluster::read_usual);
};

constexpr auto usual_figure_fields = [](auto &file, auto &figure) {
    auto &[key, usual] = figure;
    file("workload", key.workload);
    file("scope", key.scope);
    file("kernel", usual.kernel);
    file.count_up_to_a_million("nodes", usual.nodes);
    usual_field(file, "cycles_per_unit", usual.cycles_per_unit);
    usual_field(file, "clock_hz", usual.clock_hz);
};

constexpr auto memory_fields = [](auto &file, auto &memory) {
    file.count_up_to_a_million("nodes", memory.nodes);
    usual_field(file, "bytes_per_second", memory.bytes_per_second);
    file("missing", memory.missing);
};

constexpr auto group_fields = [](auto &file, auto &group) {
    file("cpu_model", group.cpu_model);
    file("cpu_identity", group.cpu_identity);
    file("core_kinds", group.core_kinds);
    file.or_default("devices", group.devices);
    file.or_default("memory_gib", group.memory_gib);
    file("smt", group.smt);
    file("version", group.version);
    file.count_up_to_a_million("nodes", group.nodes);
    file.custom("judged_by", group.judged_by, cluster::judge_name, read_judge);
    file.count_up_to_a_million("least_cores", group.least_cores);
    file.count_up_to_a_million("most_cores", group.most_cores);
    if (file.has("own_cores"))
        file.count_up_to_a_million("own_cores", group.own_cores);
    file.list("figures", group.figures, usual_figure_fields);
    if (file.has("memory"))
        file.part("memory", group.memory, memory_fields);
    file("changes", group.changes);
    file("splits", group.splits);
};

constexpr auto device_usual_fields = [](auto &file, auto &figure) {
    file("workload", figure.key.workload);
    file("scope", figure.key.scope);
    file.count_up_to_a_million("devices", figure.devices);
    usual_field(file, "units_per_second", figure.units_per_second);
    usual_field(file, "clock_hz", figure.clock_hz);
};

constexpr auto device_group_fields = [](auto &file, auto &group) {
    file("name", group.name);
    file("architecture", group.architecture);
    file.count_up_to_a_million("devices", group.devices);
    file.custom("judged_by", group.judged_by, cluster::judge_name, read_judge);
    file.list("figures", group.figures, device_usual_fields);
    file.or_default("changes", group.changes);
};

constexpr auto device_figure_fields = [](auto &file, auto &figure) {
    file("workload", figure.workload);
    file("scope", figure.scope);
    file.rounded("units_per_second", figure.units_per_second);
    file.rounded("clock_hz", figure.clock_hz);
};

constexpr auto device_report_fields = [](auto &file, auto &device) {
    file("slot", device.hardware.slot);
    file("ecc_corrected", device.hardware.ecc_corrected);
    file("ecc_uncorrected", device.hardware.ecc_uncorrected);
    file.list("figures", device.figures, device_figure_fields);
};

constexpr auto finding_fields = [](auto &file, auto &finding) {
    file.custom("class", finding.node_class, cluster::class_name, read_class);
    file("text", finding.evidence);
    file("subject", finding.subject);
    file.custom("change", finding.change, results::rounded, read_change_if_any);
};

constexpr auto figure_fields = [](auto &file, auto &figure) {
    file("workload", figure.key.workload);
    file("scope", figure.key.scope);
    file("kernel", figure.kernel);
    file.rounded("cycles_per_unit", figure.cycles_per_unit);
    file.rounded("clock_hz", figure.clock_hz);
    file.rounded("relative_cycles", figure.relative_cycles);
    file.rounded("relative_clock", figure.relative_clock);
};

constexpr auto trend_fields = [](auto &file, auto &trend) {
    file.count_up_to_a_million("runs", trend.runs);
    file("since", trend.since);
    file.custom("cycles_change", trend.cycles_change, results::six_digits, read_change);
    file.custom("clock_change", trend.clock_change, results::six_digits, read_change);
};

constexpr auto node_fields = [](auto &file, auto &node) {
    file("node", node.name);
    file.custom("class", node.node_class, cluster::class_name, read_class);
    file.count_up_to_a_million("group", node.group);
    file("file", node.path);
    file("started", node.started);
    file("cpus", node.bad_cpus);
    file.list("evidence", node.findings, finding_fields);
    file("context", node.context);
    file.derived("advice", [&] { return advice_for(node.node_class); });
    file.list("figures", node.figures, figure_fields);
    file.or_default("memory_bytes_per_second", node.memory_bytes_per_second);
    if (file.has("devices"))
        file.list("devices", node.devices, device_report_fields);
    file.object("trend", node.trend, trend_fields);
};

results::Json summary_json(const cluster::FleetReport &fleet)
{
    results::Json summary = {{"nodes", size_of(fleet)}};
    for (std::size_t i = 0; i < cluster::node_classes; ++i) {
        const auto node_class = static_cast<cluster::NodeClass>(i);
        summary[cluster::class_name(node_class)] = fleet.count(node_class);
    }
    summary["missing_without_name"] = fleet.missing_unnamed;
    return summary;
}

constexpr auto limits_fields = [](auto &file, auto &limits) {
    for (const cluster::NamedLimit &one : cluster::named_limits)
        file(one.name, limits.*one.limit);
};

// The summary is checked by read_fleet(): it alone has the nodes without a name.
constexpr auto fleet_fields = [](auto &file, auto &fleet) {
    file("judged", fleet.judged);
    file.derived("summary", [&] { return summary_json(fleet); });
    if (file.has("limits"))
        file.part("limits", fleet.limits, limits_fields);
    file.list("groups", fleet.groups, group_fields);
    if (file.has("devices"))
        file.list("devices", fleet.devices, device_group_fields);
    file.list("nodes", fleet.nodes, node_fields, "node");
    file("problems", fleet.problems);
    file("remarks", fleet.remarks);
};

} // namespace

const char *advice_for(cluster::NodeClass node_class)
{
    return advice[static_cast<std::size_t>(node_class)];
}

std::string write_fleet_json(const cluster::FleetReport &fleet)
{
    return results::json_text(results::FieldWriter::written(fleet, fleet_fields));
}

bool is_fleet(const results::JsonFields &document)
{
    return document.has("summary") && document.has("groups") && document.has("nodes");
}

bool is_fleet_lines(const std::string &text)
{
    return text.substr(0, text.find('\n')).find("\"hashlane/return_code\":") != std::string::npos;
}

cluster::FleetReport read_fleet(const results::JsonFields &document)
{
    cluster::FleetReport fleet;
    results::FieldReader::read(document, fleet, fleet_fields);
    for (std::size_t i = 0; i < fleet.nodes.size(); ++i)
        if (const std::optional<std::size_t> &group = fleet.nodes[i].group;
            group && *group >= fleet.groups.size())
            document.objects("nodes")[i]
                .named(fleet.nodes[i].name)
                .fail(
                    fmt::format("'group' is {}, but 'groups' has {}", *group, fleet.groups.size()));
    const results::JsonFields summary = document.object("summary");
    results::FieldReader read(summary);
    std::size_t nodes = 0;
    read.count_up_to_a_million("missing_without_name", fleet.missing_unnamed);
    read.count_up_to_a_million("nodes", nodes);
    if (nodes != size_of(fleet))
        summary.fail(fmt::format("'nodes' is {}, but the file has {}", nodes, size_of(fleet)));
    return fleet;
}

} // namespace hashlane::show
