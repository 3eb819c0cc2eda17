// SPDX-License-Identifier: MIT
#include "node_json.h"

#include "../compare/result_keys.h"
#include "../fleet/node_keys.h"
#include "../report/report_json.h"
#include "../report/workload_units.h"

#include <cmath>
#include <functional>

namespace hashlane {
namespace {

namespace key = node_key;

constexpr int schema_version = 1;
constexpr double clock_step_hz = 1e5; // finer than a clock is held

Json column(const CoreTable &table, const std::function<Json(const CoreFigures &)> &value)
{
    Json values = Json::array();
    for (const CoreFigures &core : table.cores)
        values.push_back(value(core));
    return values;
}

Json cycles_of(const CoreFigures &core)
{
    return core.cycles_per_unit ? Json(six_digits(*core.cycles_per_unit)) : Json();
}

Json clock_of(const CoreFigures &core)
{
    if (!core.clock_hz)
        return {};
    return static_cast<std::int64_t>(std::round(*core.clock_hz / clock_step_hz) * clock_step_hz);
}

Json remarks_of(const CoreTable &table)
{
    Json remarks = Json::array();
    for (const CoreFigures &core : table.cores)
        if (!core.remark.empty())
            remarks.push_back({{key::cpu, core.cpu}, {"remark", core.remark}});
    return remarks;
}

Json table_json(const CoreTable &table)
{
    const auto bound = table.bound_cycles_per_unit;
    return {{key::kernel, table.kernel->id},
            {key::workload, workload_name(table.kernel->workload)},
            {key::scope, table.together ? "together" : "alone"},
            {"at_once", table.at_once},
            {key::bound_cycles_per_unit, bound ? Json(six_digits(*bound)) : Json()},
            {key::cpus, column(table, [](const CoreFigures &core) { return Json(core.cpu); })},
            {key::cycles_per_unit, column(table, cycles_of)},
            {key::clock_hz, column(table, clock_of)},
            {key::noisy,
             column(table, [](const CoreFigures &core) { return Json(core.noisy ? 1 : 0); })},
            {key::wrong,
             column(table, [](const CoreFigures &core) { return Json(core.wrong ? 1 : 0); })},
            {"remarks", remarks_of(table)}};
}

Json settings_json(const SystemSettings &settings)
{
    Json json = Json::object();
    for (const auto &[name, value] : settings)
        json[name] = value;
    return json;
}

Json sensors_json(const Sensors &sensors)
{
    return {{key::temperature_c, sensors.temperature_c},
            {key::throttle_count, sensors.throttle_count},
            {key::steal_share, sensors.steal_share},
            {key::load_average, sensors.load_average}};
}

Json soak_json(const std::optional<SoakTotals> &soak)
{
    if (!soak)
        return {};
    Json wrong = Json::array();
    for (const SoakWrong &one : soak->found)
        wrong.push_back({{key::cpu, one.cpu},
                         {key::kernel, one.kernel},
                         {key::unit, one.unit},
                         {key::again_here, std::vector{one.again_here, one.tries_here}},
                         {key::again_beside, std::vector{one.again_beside, one.tries_beside}}});
    return {{key::seconds, six_digits(soak->seconds)},
            {key::proven_share, six_digits(soak->proven_share())},
            {key::wrong, std::move(wrong)}};
}

Json node_json(const Node &node)
{
    Json tables = Json::array();
    for (const CoreTable &table : node.tables)
        tables.push_back(table_json(table));
    return {{key::schema_version, schema_version},
            {key::name, node.name.name},
            {key::job, node.name.job},
            {key::task, node.name.task},
            {key::started, node.report.context.date},
            {key::seconds, std::round(node.seconds * 1000) / 1000},
            {key::complete, node.incomplete_reason.empty()},
            {key::incomplete_reason, node.incomplete_reason},
            {key::settings, settings_json(node.settings)},
            {key::sensors, sensors_json(node.sensors)},
            {key::cores, std::move(tables)},
            {key::soak, soak_json(node.soak)}};
}

} // namespace

std::string write_node(const Node &node)
{
    Json report = report_json(node.report);
    report[result_key::context][result_key::hashlane][key::node] = node_json(node);
    return json_text(report);
}

} // namespace hashlane
