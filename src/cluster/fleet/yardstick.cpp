// SPDX-License-Identifier: MIT
#include "yardstick.h"

#include "../../machine/system/text.h"
#include "../../results/json.h"
#include "../../statistics/statistics.h"
#include "node_file.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <fmt/format.h>
#include <set>

namespace hashlane::cluster {

Usual usual_of(const std::vector<double> &values, double floor)
{
    constexpr double normal = 1.4826;
    Usual usual{statistics::median(values), 0};
    std::vector<double> deviations;
    for (const double value : values)
        deviations.push_back(std::abs(value - usual.center));
    usual.scale = std::max(normal * statistics::median(std::move(deviations)),
                           floor * std::abs(usual.center));
    return usual;
}

double modified_z(double value, const Usual &usual) { return (value - usual.center) / usual.scale; }

bool is_above(double value, const Usual &usual, double limit)
{
    return value > usual.center * (1 + limit) && modified_z(value, usual) > most_usual_z;
}

bool is_below(double value, const Usual &usual, double limit)
{
    return value < usual.center * (1 - limit) && modified_z(value, usual) < -most_usual_z;
}

// ---- Settings.

namespace {

constexpr std::size_t least_nodes = 3;

const std::string &value_of(const NodeFile &node, const std::string &setting)
{
    static const std::string none;
    const auto found = node.settings.find(setting);
    return found == node.settings.end() ? none : found->second;
}

// The memory that the firmware leaves differs a little between comparable nodes.
bool is_same(const std::string &setting, const std::string &a, const std::string &b)
{
    if (a == b)
        return true;
    constexpr double tolerance = 0.02;
    const double left = std::strtod(a.c_str(), nullptr), right = std::strtod(b.c_str(), nullptr);
    return setting == "memory_gib" && std::abs(left - right) <= tolerance * std::max(left, right);
}

const std::string &most_frequent(const std::map<std::string, std::size_t> &counts)
{
    return std::ranges::max_element(counts, {}, [](const auto &one) { return one.second; })->first;
}

std::optional<Rule> rule_of(const std::string &setting, const std::vector<NodeFile> &nodes,
                            const std::vector<std::size_t> &members)
{
    std::map<std::string, std::size_t> counts;
    for (const std::size_t member : members)
        ++counts[value_of(nodes[member], setting)];
    Rule rule{most_frequent(counts), 0};
    for (const auto &[value, count] : counts)
        if (is_same(setting, value, rule.value))
            rule.nodes += count;
    return 3 * rule.nodes >= 2 * members.size() ? std::optional(rule) : std::nullopt;
}

std::string shown(const std::string &value)
{
    return value.empty() ? "nothing" : "'" + value + "'";
}

} // namespace

Rules rules_of(const std::vector<NodeFile> &nodes, const std::vector<std::size_t> &members)
{
    Rules rules;
    if (members.size() < least_nodes)
        return rules;
    std::set<std::string> settings;
    for (const std::size_t member : members)
        for (const auto &[setting, value] : nodes[member].settings)
            settings.insert(setting);
    for (const std::string &setting : settings)
        if (const std::optional<Rule> rule = rule_of(setting, nodes, members))
            rules[setting] = *rule;
    return rules;
}

std::vector<std::string> deviations_of(const NodeFile &node, const Rules &rules)
{
    std::vector<std::string> deviations;
    for (const auto &[setting, rule] : rules)
        if (const std::string &value = value_of(node, setting);
            !is_same(setting, value, rule.value))
            deviations.push_back(
                fmt::format("{}: {}, where {} comparable node{} {}", setting, shown(value),
                            rule.nodes, rule.nodes == 1 ? " has" : "s have", shown(rule.value)));
    return deviations;
}

// ---- Figures.

namespace {

// Smaller differences of the cycles are a matter of layout and temperature, of the clock one of the
// chip: not worth a look.
constexpr double least_cycles = 0.02, least_clock = 0.03;

// Beyond these a node costs its users more than it gives.
constexpr double many_cycles = 0.05, much_clock = 0.10;

// One figure of several nodes.
using Figures = std::vector<const NodeFigure *>;

std::vector<double> known(const Figures &figures, double NodeFigure::*value)
{
    std::vector<double> values;
    for (const NodeFigure *figure : figures)
        if (!std::isnan(figure->*value))
            values.push_back(figure->*value);
    return values;
}

Yardstick yardstick_of(const Figures &figures)
{
    const auto usual = [&](double NodeFigure::*value, std::size_t least,
                           double floor) -> std::optional<Usual> {
        const std::vector<double> values = known(figures, value);
        return values.size() < least ? std::nullopt : std::optional(usual_of(values, floor));
    };
    std::vector<double> cores;
    std::map<std::string, std::size_t> kernels;
    for (const NodeFigure *figure : figures) {
        cores.push_back(static_cast<double>(figure->cores));
        ++kernels[figure->kernel];
    }
    return {usual(&NodeFigure::relative_cycles, least_alike, cycles_floor),
            usual(&NodeFigure::relative_clock, least_alike, clock_floor),
            usual(&NodeFigure::cycles_per_unit, 1, cycles_floor),
            usual(&NodeFigure::clock_hz, 1, clock_floor),
            figures.size(),
            most_frequent(kernels),
            statistics::median(std::move(cores))};
}

} // namespace

Yardsticks yardsticks_of(const std::vector<MeasuredNode> &alike)
{
    std::map<FigureKey, Figures> all;
    std::vector<double> unsteadiness, shares;
    for (const MeasuredNode &node : alike) {
        for (const NodeFigure &figure : *node.figures)
            all[figure.key].push_back(&figure);
        if (node.unsteadiness && *node.unsteadiness > 0)
            unsteadiness.push_back(std::log(*node.unsteadiness));
        shares.push_back(node.noisy_share);
    }
    Yardsticks yardsticks;
    if (alike.size() >= least_alike)
        yardsticks.judged_by = JudgedBy::like_nodes;
    for (const auto &[key, figures] : all) {
        yardsticks.figures[key] = yardstick_of(figures);
        if (const auto scales = known(figures, &NodeFigure::core_scale); !scales.empty())
            yardsticks.core_scales[key] = std::max(core_floor, statistics::median(scales));
    }
    if (unsteadiness.size() >= least_alike)
        yardsticks.unsteadiness = usual_of(unsteadiness, 0);
    if (alike.size() >= least_alike)
        yardsticks.noisy_share = statistics::median(shares);
    return yardsticks;
}

bool is_much_slower(double cycles_change, double clock_change)
{
    return cycles_change > many_cycles || clock_change < -much_clock;
}

Slowness slowness_of(const NodeFigure &figure, const Yardstick &yardstick, JudgedBy judged_by)
{
    const bool by_nodes = judged_by == JudgedBy::like_nodes;
    const std::optional<Usual> &cycles =
        by_nodes ? yardstick.relative_cycles : yardstick.cycles_per_unit;
    const std::optional<Usual> &clock = by_nodes ? yardstick.relative_clock : yardstick.clock_hz;
    const double node_cycles = by_nodes ? figure.relative_cycles : figure.cycles_per_unit;
    const double node_clock = by_nodes ? figure.relative_clock : figure.clock_hz;
    Slowness slowness;
    if (cycles && !std::isnan(node_cycles)) {
        slowness.cycles_change = node_cycles / cycles->center - 1;
        slowness.cycles_slow = is_above(node_cycles, *cycles, least_cycles);
    }
    if (clock && !std::isnan(node_clock)) {
        slowness.clock_change = node_clock / clock->center - 1;
        slowness.clock_slow = is_below(node_clock, *clock, least_clock);
    }
    return slowness;
}

// ---- A baseline.

namespace {

constexpr const char *mark = "hashlane_fleet_baseline";
constexpr unsigned newest = 1;

results::Json usual_json(const std::optional<Usual> &usual)
{
    return usual ? results::Json({{"center", usual->center}, {"scale", usual->scale}})
                 : results::Json();
}

std::optional<Usual> usual_of_json(const results::JsonFields &figure, const char *key)
{
    if (!figure.has_value(key))
        return {};
    const results::JsonFields fields = figure.object(key);
    const Usual usual{fields.number("center"), fields.number("scale")};
    if (usual.center <= 0 || usual.scale <= 0)
        fields.fail("'center' and 'scale' are not above 0");
    return usual;
}

results::Json group_json(const BaselineGroup &group)
{
    results::Json settings = results::Json::object(), figures = results::Json::array();
    for (const auto &[setting, rule] : group.rules)
        settings[setting] = rule.value;
    for (const auto &[key, yardstick] : group.figures)
        figures.push_back({{node_key::workload, key.workload},
                           {node_key::scope, key.scope},
                           {node_key::kernel, yardstick.kernel},
                           {node_key::cycles_per_unit, usual_json(yardstick.cycles_per_unit)},
                           {node_key::clock_hz, usual_json(yardstick.clock_hz)}});
    return {{results::result_key::cpu_model, group.key.kind.cpu_model},
            {results::result_key::cpu_identity, group.key.kind.cpu_identity},
            {"core_kinds", group.key.kind.core_kinds},
            {"smt", group.key.smt},
            {results::result_key::version, group.key.version},
            {"nodes", group.nodes},
            {node_key::settings, settings},
            {"figures", figures}};
}

BaselineGroup group_of_json(const results::JsonFields &fields)
{
    BaselineGroup group{
        {{fields.text(results::result_key::cpu_model),
          fields.text(results::result_key::cpu_identity), fields.text("core_kinds")},
         fields.text("smt"),
         fields.text(results::result_key::version)},
        fields.count("nodes"),
        {},
        {}};
    const results::JsonFields settings = fields.object(node_key::settings);
    for (const std::string &setting : settings.keys()) {
        if (machine::printable(setting) != setting)
            settings.fail(
                fmt::format("a key with control characters: '{}'", machine::printable(setting)));
        group.rules[setting] = {settings.text(setting.c_str()), group.nodes};
    }
    for (const results::JsonFields &figure : fields.objects("figures")) {
        Yardstick yardstick;
        yardstick.kernel = figure.text(node_key::kernel);
        yardstick.cycles_per_unit = usual_of_json(figure, node_key::cycles_per_unit);
        yardstick.clock_hz = usual_of_json(figure, node_key::clock_hz);
        yardstick.nodes = group.nodes;
        group.figures[{figure.text(node_key::workload), figure.text(node_key::scope)}] = yardstick;
    }
    return group;
}

} // namespace

Baseline read_baseline(const std::string &path)
{
    const results::JsonDocument document(results::text_of_result_file(path),
                                         machine::printable(path));
    const results::JsonFields &fields = document.fields();
    if (!fields.has(mark))
        fields.fail(
            "no baseline of a fleet: 'hashlane fleet DIR --write-baseline FILE' writes one");
    if (fields.count(mark) > newest)
        fields.fail(
            fmt::format("a baseline of a newer hashlane: this one reads version {}", newest));
    Baseline baseline{machine::printable(path), {}};
    for (const results::JsonFields &group : fields.objects("groups"))
        baseline.groups.push_back(group_of_json(group));
    return baseline;
}

std::string baseline_text(const std::vector<BaselineGroup> &groups)
{
    results::Json all = results::Json::array();
    for (const BaselineGroup &group : groups)
        all.push_back(group_json(group));
    return results::json_text({{mark, newest}, {"groups", std::move(all)}});
}

const BaselineGroup *find_group(const Baseline &baseline, const GroupKey &key)
{
    const BaselineGroup *found = nullptr;
    for (const BaselineGroup &group : baseline.groups)
        if (group.key.kind == key.kind && group.key.smt == key.smt &&
            (found == nullptr || group.key.version == key.version))
            found = &group;
    return found;
}

Yardsticks yardsticks_of(const BaselineGroup &group, const GroupKey &key,
                         const std::map<FigureKey, Yardstick> &now)
{
    Yardsticks yardsticks;
    for (const auto &[figure, yardstick] : group.figures) {
        const auto today = now.find(figure);
        const bool is_same_work = group.key.version == key.version ||
                                  (today != now.end() && today->second.kernel == yardstick.kernel);
        if (is_same_work && (yardstick.cycles_per_unit || yardstick.clock_hz))
            yardsticks.figures[figure] = yardstick;
    }
    if (!yardsticks.figures.empty())
        yardsticks.judged_by = JudgedBy::baseline;
    return yardsticks;
}

} // namespace hashlane::cluster
