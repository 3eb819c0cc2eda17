// SPDX-License-Identifier: MIT
#include "baseline.h"

#include "../compare/json_fields.h"
#include "../compare/result_file.h"
#include "../compare/result_keys.h"
#include "../system/printable.h"
#include "node_keys.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace hashlane {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char *mark = "hashlane_fleet_baseline";
constexpr unsigned newest = 1;

Json usual_json(const std::optional<Usual> &usual)
{
    return usual ? Json{{"center", usual->center}, {"scale", usual->scale}} : Json();
}

std::optional<Usual> usual_of_json(const JsonFields &figure, const char *key)
{
    if (!figure.has_value(key))
        return {};
    const JsonFields fields = figure.object(key);
    const Usual usual{fields.number("center"), fields.number("scale")};
    if (usual.center <= 0 || usual.scale <= 0)
        fields.fail("'center' and 'scale' are not above 0");
    return usual;
}

Json group_json(const BaselineGroup &group)
{
    Json settings = Json::object(), figures = Json::array();
    for (const auto &[setting, rule] : group.rules)
        settings[setting] = rule.value;
    for (const auto &[key, yardstick] : group.figures)
        figures.push_back({{node_key::workload, key.workload},
                           {node_key::scope, key.scope},
                           {node_key::kernel, yardstick.kernel},
                           {node_key::cycles_per_unit, usual_json(yardstick.cycles_per_unit)},
                           {node_key::clock_hz, usual_json(yardstick.clock_hz)}});
    return {{result_key::cpu_model, group.key.kind.cpu_model},
            {result_key::cpu_identity, group.key.kind.cpu_identity},
            {"core_kinds", group.key.kind.core_kinds},
            {"smt", group.key.smt},
            {result_key::version, group.key.version},
            {"nodes", group.nodes},
            {node_key::settings, settings},
            {"figures", figures}};
}

BaselineGroup group_of_json(const JsonFields &fields)
{
    BaselineGroup group{{{fields.text(result_key::cpu_model), fields.text(result_key::cpu_identity),
                          fields.text("core_kinds")},
                         fields.text("smt"),
                         fields.text(result_key::version)},
                        fields.count("nodes"),
                        {},
                        {}};
    const JsonFields settings = fields.object(node_key::settings);
    for (const std::string &setting : settings.keys())
        group.rules[printable(setting)] = {settings.text(setting.c_str()), group.nodes};
    for (const JsonFields &figure : fields.objects("figures")) {
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
    const JsonDocument document(text_of_result_file(path), printable(path));
    const JsonFields &fields = document.fields();
    if (!fields.has(mark))
        fields.fail(
            "no baseline of a fleet: 'hashlane fleet DIR --write-baseline FILE' writes one");
    if (fields.count(mark) > newest)
        fields.fail(
            fmt::format("a baseline of a newer hashlane: this one reads version {}", newest));
    Baseline baseline{printable(path), {}};
    for (const JsonFields &group : fields.objects("groups"))
        baseline.groups.push_back(group_of_json(group));
    return baseline;
}

std::string baseline_text(const std::vector<BaselineGroup> &groups)
{
    Json json = {{mark, newest}, {"groups", Json::array()}};
    for (const BaselineGroup &group : groups)
        json["groups"].push_back(group_json(group));
    constexpr int indent = 2;
    return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
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
    yardsticks.judged_by = JudgedBy::baseline;
    for (const auto &[figure, yardstick] : group.figures) {
        const auto today = now.find(figure);
        if (group.key.version == key.version ||
            (today != now.end() && today->second.kernel == yardstick.kernel))
            yardsticks.figures[figure] = yardstick;
    }
    return yardsticks;
}

} // namespace hashlane
