// SPDX-License-Identifier: MIT
#include "references.h"

#include "../../machine/system/lists.h"
#include "../../machine/system/text.h"
#include "../../results/fields.h"
#include "../../statistics/statistics.h"
#include "node_file.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <functional>
#include <ranges>
#include <set>
#include <string_view>
#include <utility>

namespace hashlane::cluster {

RobustSummary robust_summary(const std::vector<double> &values)
{
    RobustSummary usual{statistics::median(values), 0};
    usual.sigma = statistics::sigma_of(
        machine::each(values, [&](double value) { return std::abs(value - usual.median); }));
    return usual;
}

std::optional<RobustSummary> summary_of_enough(const std::vector<double> &values, std::size_t least)
{
    return values.size() < least ? std::nullopt : std::optional(robust_summary(values));
}

bool is_above(double value, const RobustSummary &usual, double limit)
{
    return value > usual.median + std::max(limit * usual.median, most_robust_z * usual.sigma);
}

bool is_below(double value, const RobustSummary &usual, double limit)
{
    return value < usual.median - std::max(limit * usual.median, most_robust_z * usual.sigma);
}

// ---- Figures.

namespace {

// One figure of several nodes.
using Figures = std::vector<const NodeFigure *>;

std::vector<double> known(const Figures &figures, double NodeFigure::*value)
{
    std::vector<double> values = machine::each(figures, value);
    std::erase_if(values, [](double one) { return std::isnan(one); });
    return values;
}

// Summarises clocks. Their sigma from node to node, with all cores at work, is expected to be 1 %
// of the median, which counts as much as least_alike values: a few nodes that agree by chance say
// little about their spread.
RobustSummary summary_of_clocks(const std::vector<double> &clocks)
{
    constexpr double expected_sigma = 0.01, prior = least_alike;
    RobustSummary usual = robust_summary(clocks);
    const auto own = static_cast<double>(clocks.size());
    const double sigma = expected_sigma * usual.median;
    usual.sigma =
        std::sqrt((own * usual.sigma * usual.sigma + prior * sigma * sigma) / (own + prior));
    return usual;
}

UsualFigure usual_figure(const Figures &figures)
{
    const auto usual = [&](double NodeFigure::*value, std::size_t least) {
        return summary_of_enough(known(figures, value), least);
    };
    const std::vector<double> clocks = known(figures, &NodeFigure::relative_clock);
    std::vector<double> cores;
    std::map<std::string, std::size_t> kernels;
    for (const NodeFigure *figure : figures) {
        cores.push_back(static_cast<double>(figure->cores));
        ++kernels[figure->kernel];
    }
    return {
        figures.size(),
        std::ranges::max_element(kernels, {}, [](const auto &one) { return one.second; })->first,
        usual(&NodeFigure::cycles_per_unit, 1),
        usual(&NodeFigure::clock_hz, 1),
        usual(&NodeFigure::relative_cycles, least_alike),
        clocks.size() < least_alike ? std::nullopt : std::optional(summary_of_clocks(clocks)),
        statistics::median(std::move(cores))};
}

std::map<FigureKey, Figures> by_key(const std::vector<MeasuredNode> &alike)
{
    std::map<FigureKey, Figures> all;
    for (const MeasuredNode &node : alike)
        for (const NodeFigure &figure : *node.figures)
            all[figure.key].push_back(&figure);
    return all;
}

} // namespace

References references_of(const std::vector<MeasuredNode> &alike)
{
    std::vector<double> unsteadiness, shares;
    for (const MeasuredNode &node : alike) {
        if (node.unsteadiness && *node.unsteadiness > 0)
            unsteadiness.push_back(std::log(*node.unsteadiness));
        shares.push_back(node.noisy_share);
    }
    References references;
    if (alike.size() >= least_alike)
        references.judged_by = JudgedBy::like_nodes;
    for (const auto &[key, figures] : by_key(alike)) {
        references.figures[key] = usual_figure(figures);
        if (const auto scales = known(figures, &NodeFigure::core_scale); !scales.empty())
            references.core_scales[key] = statistics::median(scales);
    }
    references.unsteadiness = summary_of_enough(unsteadiness, least_alike);
    if (alike.size() >= least_alike)
        references.noisy_share = statistics::median(shares);
    return references;
}

Slowness slowness_of(const NodeFigure &figure, const References &judge)
{
    const auto found = judge.figures.find(figure.key);
    if (found == judge.figures.end())
        return {};
    const UsualFigure &reference = found->second;
    const Limits &limits = judge.limits;
    const auto difference = [](double value, const std::optional<RobustSummary> &usual,
                               double least, auto is_slow) -> Slowness::Difference {
        if (!usual || std::isnan(value))
            return {usual.has_value()};
        return {true, true, is_slow(value, *usual, least), value / usual->median - 1};
    };
    if (judge.judged_by == JudgedBy::like_nodes)
        return {
            &reference,
            difference(figure.relative_cycles, reference.relative_cycles, limits.cycles, is_above),
            difference(figure.relative_clock, reference.relative_clock, limits.clock, is_below)};
    return {&reference,
            difference(figure.cycles_per_unit, reference.cycles_per_unit, limits.cycles, is_above),
            difference(figure.clock_hz, reference.clock_hz, limits.clock, is_below)};
}

// ---- Speeds in two parts.

namespace {

// One of the two that nodes are compared by.
struct Speed {
    const char *name;
    double NodeFigure::*relative;
    double NodeFigure::*value;
    std::optional<RobustSummary> UsualFigure::*usual;
    double Limits::*limit;
    bool is_better_high;
};
constexpr Speed speeds[] = {{"cycles", &NodeFigure::relative_cycles, &NodeFigure::cycles_per_unit,
                             &UsualFigure::relative_cycles, &Limits::cycles, false},
                            {"clock", &NodeFigure::relative_clock, &NodeFigure::clock_hz,
                             &UsualFigure::relative_clock, &Limits::clock, true}};

} // namespace

std::optional<TwoParts> parts_of(std::vector<double> values, double least_change)
{
    constexpr double clear = 5; // sigmas between the parts; the halves of one part have below 3
    constexpr double least_gap = 0.25; // of the distance between the parts: nearly no node in it
    if (values.size() < least_alike)
        return {};
    std::ranges::sort(values);
    // Each part has a quarter of the values at least, and the widest gap is between them.
    const std::size_t least = (values.size() + 3) / 4;
    std::size_t lower = least;
    for (std::size_t i = least; i + least <= values.size(); ++i)
        if (values[i] - values[i - 1] > values[lower] - values[lower - 1])
            lower = i;
    const auto border = values.begin() + static_cast<std::ptrdiff_t>(lower);
    const RobustSummary low = robust_summary({values.begin(), border}),
                        high = robust_summary({border, values.end()});
    const double distance = high.median - low.median;
    if (distance <= least_change * high.median ||
        distance <= clear * std::max(low.sigma, high.sigma) ||
        values[lower] - values[lower - 1] <= least_gap * distance)
        return {};
    return TwoParts{lower, (values[lower - 1] + values[lower]) / 2};
}

namespace {

std::string split_text(const Figures &figures, const Speed &speed, std::size_t lower)
{
    std::vector<std::pair<double, double>> known; // the relative value orders
    for (const NodeFigure *figure : figures)
        if (!std::isnan(figure->*speed.relative))
            known.emplace_back(figure->*speed.relative, figure->*speed.value);
    std::ranges::sort(known);
    const auto median_of = [&](std::size_t from, std::size_t to) {
        std::vector<double> values;
        for (std::size_t i = from; i < to; ++i)
            values.push_back(known[i].second);
        return statistics::median(std::move(values));
    };
    const double low = median_of(0, lower), high = median_of(lower, known.size());
    const FigureKey &key = figures.front()->key;
    return speed.is_better_high
               ? fmt::format("{} {}: {} nodes at {:.2f} GHz, {} at {:.2f} GHz ({})", speed.name,
                             key.scope, lower, low / 1e9, known.size() - lower, high / 1e9,
                             key.workload)
               : fmt::format("{} {}: {} nodes at {:.2f} cycles, {} at {:.2f} ({})", speed.name,
                             key.scope, lower, low, known.size() - lower, high, key.workload);
}

std::vector<std::size_t> slower_nodes(const std::vector<MeasuredNode> &alike, const FigureKey &key,
                                      const Speed &speed, double border)
{
    std::vector<std::size_t> slower;
    for (std::size_t i = 0; i < alike.size(); ++i)
        if (std::ranges::any_of(*alike[i].figures, [&](const NodeFigure &figure) {
                const double value = figure.*speed.relative;
                return figure.key == key &&
                       (speed.is_better_high ? value < border : value > border);
            }))
            slower.push_back(i);
    return slower;
}

} // namespace

std::size_t faster_tenth(const std::vector<double> &values, bool is_better_high,
                         const RobustSummary &usual, double limit)
{
    constexpr std::size_t least = 2, one_in = 10;
    const auto faster = static_cast<std::size_t>(std::ranges::count_if(values, [&](double value) {
        return is_better_high ? is_above(value, usual, limit) : is_below(value, usual, limit);
    }));
    return faster >= least && one_in * faster >= values.size() ? faster : 0;
}

std::vector<SpeedSplit> speed_splits(const std::vector<MeasuredNode> &alike,
                                     const References &references)
{
    std::set<std::pair<std::string, std::string>> seen; // one workload of each scope is enough
    std::vector<SpeedSplit> splits;
    for (const auto &[key, figures] : by_key(alike))
        for (const Speed &speed : speeds) {
            const std::optional<RobustSummary> &usual = references.figures.at(key).*speed.usual;
            if (!usual)
                continue;
            const std::vector<double> values = known(figures, speed.relative);
            const double limit = references.limits.*speed.limit;
            const std::optional<TwoParts> parts = parts_of(values, limit);
            const std::size_t faster = faster_tenth(values, speed.is_better_high, *usual, limit);
            if ((!parts && faster == 0) || !seen.emplace(speed.name, key.scope).second)
                continue;
            if (parts)
                splits.push_back({split_text(figures, speed, parts->lower),
                                  slower_nodes(alike, key, speed, parts->border)});
            else
                splits.push_back({split_text(
                    figures, speed, speed.is_better_high ? values.size() - faster : faster)});
        }
    return splits;
}

// ---- Settings.

bool is_same(const std::string &setting, const std::string &a, const std::string &b)
{
    if (a == b)
        return true;
    constexpr double tolerance = 0.02;
    const double left = machine::leading_number(a), right = machine::leading_number(b);
    return setting == memory_setting && std::abs(left - right) <= tolerance * std::max(left, right);
}

std::vector<Rule> values_of(const std::string &setting, const Members &members)
{
    std::map<std::string, std::size_t> counts;
    for (const NodeFile *member : members)
        ++counts[setting_of(*member, setting)];
    std::vector<Rule> all;
    for (const auto &[value, count] : counts)
        all.push_back({value, count});
    std::ranges::stable_sort(all, std::ranges::greater(), &Rule::nodes);
    std::vector<Rule> distinct;
    for (const Rule &one : all) {
        const auto same = std::ranges::find_if(
            distinct, [&](const Rule &other) { return is_same(setting, one.value, other.value); });
        if (same == distinct.end())
            distinct.push_back(one);
        else
            same->nodes += one.nodes;
    }
    return distinct;
}

namespace {

bool follows_from_kind(const std::string &setting)
{
    return setting == memory_setting || setting == "drivers";
}

std::set<std::string> settings_of(const Members &members)
{
    std::set<std::string> settings;
    for (const NodeFile *member : members)
        for (const auto &[setting, value] : member->settings)
            settings.insert(setting);
    return settings;
}

// ---- Texts.

constexpr std::string_view between_parts = " | "; // of lists: mitigations

std::vector<std::string_view> list_parts(std::string_view list)
{
    std::vector<std::string_view> parts;
    for (const auto part : std::views::split(list, between_parts))
        parts.emplace_back(part.begin(), part.end());
    return parts;
}

// Returns `value`, and of a list the parts that `other` lacks.
std::string different_part(const std::string &value, const std::string &other)
{
    const std::vector<std::string_view> known = list_parts(other);
    std::vector<std::string_view> different = list_parts(value);
    std::erase_if(different, [&](std::string_view part) { return machine::contains(known, part); });
    return machine::joined(different, between_parts);
}

std::string quoted(const std::string &value)
{
    return value.empty() ? "nothing" : "'" + value + "'";
}

} // namespace

Rules rules_of(const Members &machines, const Members &kind)
{
    Rules rules;
    for (const std::string &setting : settings_of(machines)) {
        const Members &members = follows_from_kind(setting) ? kind : machines;
        if (const Rule first = values_of(setting, members).front();
            is_rule(first.nodes, members.size()))
            rules[setting] = first;
    }
    return rules;
}

std::vector<std::string> deviations_of(const NodeFile &node, const Rules &rules)
{
    std::vector<std::string> deviations;
    for (const auto &[setting, rule] : rules)
        if (const std::string &value = setting_of(node, setting);
            !is_same(setting, value, rule.value))
            deviations.push_back(fmt::format("{}: {}, where {} comparable node{} {}", setting,
                                             quoted(different_part(value, rule.value)), rule.nodes,
                                             rule.nodes == 1 ? " has" : "s have",
                                             quoted(different_part(rule.value, value))));
    return deviations;
}

std::vector<std::string> setting_splits(const Members &machines, const Members &kind)
{
    constexpr std::size_t most_values = 8; // more are a property of each node
    std::vector<std::string> splits;
    for (const std::string &setting : settings_of(machines)) {
        const Members &members = follows_from_kind(setting) ? kind : machines;
        const std::vector<Rule> values = values_of(setting, members);
        const bool are_few = values.size() == 2 || values.size() < members.size();
        if (values.size() < 2 || values.size() > most_values || !are_few ||
            is_rule(values.front().nodes, members.size()))
            continue;
        std::string line = setting + ":";
        for (const Rule &one : values) {
            const bool is_first = &one == &values.front();
            const std::string text = different_part(one.value, values[is_first ? 1 : 0].value);
            line += fmt::format("{} {} {}", is_first ? "" : ",", one.nodes,
                                text.empty() ? "nothing" : text);
        }
        splits.push_back(std::move(line));
    }
    return splits;
}

// ---- A baseline.

namespace {

constexpr const char *mark = "hashlane_fleet_baseline";
constexpr unsigned newest = 1;

constexpr auto usual_fields = [](auto &file, auto &usual) {
    file("center", usual.median);
    file("scale", usual.sigma);
    file.require(usual.median > 0, "'center' is not above 0");
};

results::Json usual_json(const std::optional<RobustSummary> &usual)
{
    return usual ? results::FieldWriter::written(*usual, usual_fields) : results::Json();
}

// A value of any node would be usual.
constexpr const char *too_wide = "'scale' is above 'center'";

std::optional<RobustSummary> read_reference(const results::JsonFields &fields, const char *key)
{
    const std::optional<RobustSummary> usual = read_usual(fields, key);
    if (usual && usual->sigma > usual->median)
        fields.object(key).fail(too_wide);
    return usual;
}

// In the file the median is the share itself.
results::Json share_json(std::optional<RobustSummary> logarithm)
{
    if (logarithm)
        logarithm->median = std::exp(logarithm->median);
    return usual_json(logarithm);
}

std::optional<RobustSummary> read_logarithm(const results::JsonFields &fields, const char *key)
{
    std::optional<RobustSummary> share = read_usual(fields, key);
    if (share)
        share->median = std::log(share->median);
    return share;
}

std::map<std::string, std::string> values_of_rules(const Rules &rules)
{
    std::map<std::string, std::string> values;
    for (const auto &[setting, rule] : rules)
        values[setting] = rule.value;
    return values;
}

Rules read_rules(const results::JsonFields &fields, const char *key)
{
    Rules rules;
    for (const auto &[setting, value] : fields.texts_by_name(key))
        rules[setting].value = value;
    return rules;
}

constexpr auto read_count_from_1 = std::mem_fn(&results::JsonFields::count);

constexpr auto usual_figure_fields = [](auto &file, auto &figure) {
    auto &[key, reference] = figure;
    file("workload", key.workload);
    file("scope", key.scope);
    file("kernel", reference.kernel);
    file.custom("cycles_per_unit", reference.cycles_per_unit, usual_json, read_reference);
    file.custom("clock_hz", reference.clock_hz, usual_json, read_reference);
};

constexpr auto group_fields = [](auto &file, auto &group) {
    auto &kind = group.key.kind;
    file("cpu_model", kind.cpu_model);
    file("cpu_identity", kind.cpu_identity);
    file("core_kinds", kind.core_kinds);
    if (file.has("device_count")) // older files have neither devices nor memory
        file.count_up_to_a_million("device_count", kind.devices.count);
    file.or_default("device_names", kind.devices.names);
    file.or_default("memory_gib", kind.memory);
    file("smt", group.key.smt);
    file("version", group.key.version);
    file.custom("nodes", group.nodes, std::identity(), read_count_from_1);
    file.custom("settings", group.rules, values_of_rules, read_rules);
    file.list("figures", group.figures, usual_figure_fields);
    file.custom("unsteadiness", group.unsteadiness, share_json, read_logarithm);
    file.custom("memory_bytes_per_second", group.memory_bytes_per_second, usual_json,
                read_reference);
};

constexpr auto device_value_fields = [](auto &file, auto &value) {
    auto &[key, usual] = value;
    file("measure", key.first);
    file("workload", key.second.workload);
    file("scope", key.second.scope);
    usual_fields(file, usual);
    file.require(usual.sigma <= usual.median, too_wide);
};

constexpr auto device_kind_fields = [](auto &file, auto &devices) {
    auto &kind = devices.kind;
    file("name", kind.name);
    file("architecture", kind.architecture);
    file("version", kind.version);
    file("memory_bytes", kind.memory_bytes);
    file("ecc", kind.ecc);
    file("mig", kind.mig);
    file("power_limit_watts", kind.power_limit_watts);
    file.custom("devices", devices.devices, std::identity(), read_count_from_1);
    file.list("values", devices.values, device_value_fields);
};

constexpr auto baseline_fields = [](auto &file, auto &baseline) {
    file.derived(mark, [] { return newest; });
    file.list("groups", baseline.groups, group_fields);
    if (file.has("devices")) // older files have none
        file.list("devices", baseline.devices, device_kind_fields);
};

} // namespace

std::optional<RobustSummary> read_usual(const results::JsonFields &fields, const char *key)
{
    std::optional<RobustSummary> usual;
    results::FieldReader(fields).object(key, usual, usual_fields);
    if (usual)
        fields.require_plausible(key, {&usual->median, 1});
    return usual;
}

namespace {

// One of the two would be passed over.
void require_each_kind_once(const results::JsonFields &fields, const Baseline &baseline)
{
    std::set<GroupKey> groups;
    for (const BaselineGroup &group : baseline.groups)
        if (!groups.insert(group.key).second)
            fields.fail(fmt::format("two of 'groups' are of one kind and version: '{}'",
                                    group.key.kind.cpu_model));
    std::set<DeviceKind> devices;
    for (const BaselineDevices &one : baseline.devices)
        if (!devices.insert(one.kind).second)
            fields.fail(
                fmt::format("two of 'devices' are of one kind and version: '{}'", one.kind.name));
}

} // namespace

std::optional<Baseline> baseline_of_text(const std::string &text, const std::string &path)
{
    const results::JsonDocument document(text, machine::printable(path));
    const results::JsonFields &fields = document.fields();
    if (!fields.has(mark))
        return {};
    if (fields.count(mark) > newest)
        fields.fail(
            fmt::format("a baseline of a newer hashlane: this one reads version {}", newest));
    Baseline baseline{machine::printable(path)};
    results::FieldReader::read(fields, baseline, baseline_fields);
    require_each_kind_once(fields, baseline);
    for (BaselineGroup &group : baseline.groups) {
        for (auto &[setting, rule] : group.rules)
            rule.nodes = group.nodes;
        for (auto &[key, reference] : group.figures)
            reference.nodes = group.nodes;
    }
    return baseline;
}

std::string baseline_text(const Baseline &baseline)
{
    return results::json_text(results::FieldWriter::written(baseline, baseline_fields));
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

References references_of(const BaselineGroup &group, const GroupKey &key, References now)
{
    const UsualFigures today = std::exchange(now.figures, {});
    for (const auto &[figure, reference] : group.figures) {
        const auto of_today = today.find(figure);
        const bool is_same_work =
            group.key.version == key.version ||
            (of_today != today.end() && of_today->second.kernel == reference.kernel);
        if (is_same_work && (reference.cycles_per_unit || reference.clock_hz))
            now.figures[figure] = reference;
    }
    now.judged_by = now.figures.empty() ? JudgedBy::nothing : JudgedBy::baseline;
    if (group.unsteadiness)
        now.unsteadiness = group.unsteadiness;
    if (group.memory_bytes_per_second)
        now.memory_bytes_per_second = group.memory_bytes_per_second;
    return now;
}

} // namespace hashlane::cluster
