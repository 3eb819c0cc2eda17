// SPDX-License-Identifier: MIT
#include "../../lib/dispatch/call_plan.h"
#include "../../machine/system/lists.h"
#include "../../machine/system/text.h"
#include "../../measure/runner.h"
#include "../../results/json.h"
#include "../svg/text.h"
#include "exporters.h"
#include "grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace hashlane::show {
namespace {

using Plan = std::vector<const Kernel *>;

constexpr std::size_t shown_lanes[] = {1, 2, 3, 4, 8, 16, 32, many_lanes};

// A plan and its cost per lane, for one hash, one permutation or one byte; not a number if one of
// its kernels has no trustworthy cost.
struct Priced {
    Plan plan;
    double cycles = 0;
};

struct TuningLine {
    std::size_t lanes = 0;
    Priced chosen, built_in;
};

Priced priced(const DispatchTable &choice, Workload workload, std::size_t lanes,
              const TuningSection &section)
{
    Priced result;
    // Many lanes are calls of one kernel; what is left over after them does not count.
    result.plan =
        lanes == many_lanes ? Plan{&choice.kernel(workload)} : calls_for(choice, workload, lanes);
    for (const Kernel *kernel : result.plan) {
        const auto call = std::ranges::find(section.calls, kernel, &CallCost::kernel);
        result.cycles +=
            call == section.calls.end() ? std::numeric_limits<double>::quiet_NaN() : call->cycles;
    }
    const std::size_t units = lanes == many_lanes ? result.plan.front()->lanes : lanes;
    result.cycles /= static_cast<double>(units * tuning_units(workload));
    return result;
}

std::vector<TuningLine> tuning_lines(Workload workload, const TuningSection &section,
                                     const CpuInfo &cpu)
{
    const DispatchTable built_in = built_in_dispatch(cpu);
    const DispatchTable chosen = measured_dispatch(built_in, section.calls);
    return machine::each(shown_lanes, [&](std::size_t lanes) {
        return TuningLine{lanes, priced(chosen, workload, lanes, section),
                          priced(built_in, workload, lanes, section)};
    });
}

// "2 shani.x4", "shani.x3 + shani.x2".
std::string plan_text(const Plan &plan)
{
    std::string text;
    for (auto at = plan.begin(); at != plan.end();) {
        const auto next = std::find_if(at, plan.end(), [&](const Kernel *k) { return k != *at; });
        text += text.empty() ? "" : " + ";
        text += next - at > 1 ? fmt::format("{} ", next - at) : "";
        text += (*at)->short_id();
        at = next;
    }
    return text;
}

std::string tuning_title(Workload workload, const TuningReport::Kind &kind)
{
    const std::string where =
        kind.section.kind == CoreKind::all
            ? ""
            : fmt::format(" on {} (CPU {})", core_kind_name(kind.section.kind), kind.cpu);
    return fmt::format("{}{}: {} per {}{}", workload_name(workload), where,
                       tuning_unit_text(kind.section.unit), facts_of(workload).cost_of,
                       facts_of(workload).per_byte
                           ? fmt::format(" of messages of {} bytes", tuning_message_bytes)
                           : "");
}

std::string cost_text(double cycles)
{
    return std::isnan(cycles) ? "-" : fmt::format("{:.2f}", cycles);
}

Grid tuning_grid(Workload workload, const TuningReport::Kind &kind, const CpuInfo &cpu)
{
    constexpr const char *units[] = {"cycles", "ticks", "ns"};
    const char *const unit = units[static_cast<std::size_t>(kind.section.unit)];
    Grid grid{tuning_title(workload, kind),
              {{"lanes"}, {"chosen", true}, {unit}, {"built-in choice", true}, {unit}, {"faster"}}};
    for (const TuningLine &line : tuning_lines(workload, kind.section, cpu))
        grid.rows.push_back(
            {line.lanes == many_lanes ? "many" : std::to_string(line.lanes),
             plan_text(line.chosen.plan), cost_text(line.chosen.cycles),
             plan_text(line.built_in.plan), cost_text(line.built_in.cycles),
             line.chosen.plan == line.built_in.plan
                 ? "same"
                 : fmt::format("{:.2f}x", line.built_in.cycles / line.chosen.cycles)});
    return grid;
}

std::vector<std::string> tuning_remarks(const TuningReport &report)
{
    std::vector<std::string> remarks;
    for (const TuningReport::Kind &kind : report.kinds)
        for (const results::Row &row : kind.rows)
            if (!row.quality.trustworthy)
                remarks.push_back(fmt::format("{}: {}: {}", row.identity.kernel_id,
                                              results::noise_name(row.quality.noise),
                                              row.quality.note));
    if (!remarks.empty())
        remarks.push_back(fmt::format("{} left out: where the built-in choice has one, it stays.",
                                      machine::counted(remarks.size(), "kernel")));
    for (const TuningReport::Kind &kind : report.kinds)
        if (kind.section.calls.empty())
            remarks.push_back(fmt::format("No kernel is left on CPU {}: an earlier result for it "
                                          "stays, if there is one.",
                                          kind.cpu));
    remarks.push_back(report.stored.empty() ? "Nothing was stored; dispatch does not change."
                                            : "Stored in " + report.stored);
    return remarks;
}

// The notes of a tuning are lines of text in Markdown as well.
std::string write_tuning(const TuningReport &report, const Style &style)
{
    std::string text;
    for (const TuningReport::Kind &kind : report.kinds)
        for (const Workload workload : all_workloads)
            text += draw(tuning_grid(workload, kind, report.cpu), style) + "\n";
    for (const std::string &remark : tuning_remarks(report))
        text += wrap(remark, style.width);
    return text;
}

results::Json kind_json(const TuningReport::Kind &kind, const CpuInfo &cpu)
{
    results::Json json = {{"kind", core_kind_name(kind.section.kind)},
                          {"cpu", kind.cpu},
                          {"unit", tuning_unit_text(kind.section.unit)},
                          {"kernels", results::Json::array()},
                          {"choice", results::Json::array()}};
    for (const results::Row &row : kind.rows)
        json["kernels"].push_back(
            {{"kernel", row.identity.kernel_id},
             {"cycles_per_call", measure::cost_of_call(row, kind.section.unit)},
             {"noise", results::noise_name(row.quality.noise)},
             {"trustworthy", row.quality.trustworthy}});
    for (const Workload workload : all_workloads)
        for (const TuningLine &line : tuning_lines(workload, kind.section, cpu))
            json["choice"].push_back(
                {{"workload", workload_name(workload)},
                 {"lanes",
                  line.lanes == many_lanes ? results::Json("many") : results::Json(line.lanes)},
                 {"kernels", machine::each(line.chosen.plan, &Kernel::id)},
                 {"cycles", line.chosen.cycles},
                 {"built_in", machine::each(line.built_in.plan, &Kernel::id)},
                 {"built_in_cycles", line.built_in.cycles}});
    return json;
}

std::string write_tuning_json(const TuningReport &report)
{
    results::Json json = {
        {"cpu", std::string(report.key.cpu)},
        {"features", std::string(feature_names(report.key.features))},
        {"microcode", std::string(report.key.microcode)},
        {"version", std::string(report.key.version)},
        {"stored", report.stored.empty() ? results::Json() : results::Json(report.stored)},
        {"kinds", results::Json::array()}};
    for (const TuningReport::Kind &kind : report.kinds)
        json["kinds"].push_back(kind_json(kind, report.cpu));
    return results::json_text(json);
}

} // namespace

constinit const Exporters<TuningReport> tuning_exporters = {
    {Format::table, write_tuning},
    {Format::json, plain<write_tuning_json>},
    {Format::markdown, write_tuning},
};

} // namespace hashlane::show
