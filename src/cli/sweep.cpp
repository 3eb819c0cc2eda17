// SPDX-License-Identifier: MIT
#include "../measure/sweep.h"

#include "../core/registry.h"
#include "../report/exporters.h"
#include "../report/sweep_report.h"
#include "../system/cpu_list.h"
#include "../system/interrupt.h"
#include "commands.h"
#include "exit_code.h"
#include "kernel_selection.h"
#include "plugins.h"
#include "session.h"
#include "style.h"
#include "sweep_scopes.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

constexpr double default_seconds = 0.3;

bool has_lanes(const SweepSettings &settings, unsigned count)
{
    return settings.lanes.empty() || std::ranges::binary_search(settings.lanes, count);
}

// `missing` are the counts of lanes that no kernel has.
std::vector<const Kernel *> chosen_kernels(const SweepSettings &settings,
                                           std::vector<Skipped> &missing)
{
    const Workload workloads[] = {settings.workload};
    Selection selection = select_kernels(settings.measure.filter, workloads);
    if (settings.measure.filter.finds_all())
        std::erase_if(selection.runnable,
                      [](const Kernel *kernel) { return kernel->role == Role::reference; });
    std::vector<const Kernel *> kernels = kernels_by_lanes(selection.runnable);
    const std::vector<unsigned> &lanes = settings.lanes;
    if (lanes.empty())
        return kernels;
    for (const unsigned count : lanes)
        if (std::ranges::find(kernels, count, &Kernel::lanes) == kernels.end())
            missing.push_back({fmt::format("{} x{}", workload_name(settings.workload), count),
                               "no kernel with so many lanes"});
    std::erase_if(kernels,
                  [&](const Kernel *kernel) { return !has_lanes(settings, kernel->lanes); });
    if (kernels.empty())
        throw CommandError(
            fmt::format("--lanes: no kernel that runs here has {} lanes; 'hashlane list' "
                        "shows the kernels",
                        fmt::join(lanes, ",")));
    return kernels;
}

struct SweepJobs {
    std::vector<Job> jobs;
    std::vector<Skipped> missing;
    std::string failure; ///< of a plug-in; or empty
};

SweepJobs plugin_jobs(const SweepSettings &settings)
{
    const Plugins plugins = open_plugins(settings.plugins, settings.measure.filter);
    SweepJobs chosen{{}, plugins.skipped, plugins.failure()};
    std::ranges::copy(plugins.failed, std::back_inserter(chosen.missing));
    for (const PluginChoice &choice : plugins.kernels) {
        const PluginKernel &kernel = choice.described();
        if (kernel.workload != settings.workload)
            chosen.missing.push_back({choice.id(), "of another workload"});
        else if (has_lanes(settings, kernel.lanes))
            chosen.jobs.push_back(plugin_job(choice.file, choice.kernel, std::nullopt));
    }
    return chosen;
}

// Those of plug-ins come after ours.
SweepJobs chosen_jobs(const SweepSettings &settings)
{
    SweepJobs plugins = plugin_jobs(settings);
    const IdFilter &finds = settings.measure.filter;
    const bool any_kernel = std::ranges::any_of(all_kernels(), finds, &Kernel::id);
    SweepJobs chosen{{}, {}, plugins.failure};
    // A filter may find plug-ins alone.
    if (any_kernel || plugins.jobs.empty())
        for (const Kernel *kernel : chosen_kernels(settings, chosen.missing))
            chosen.jobs.push_back(chain_job(*kernel));
    std::ranges::move(plugins.jobs, std::back_inserter(chosen.jobs));
    std::ranges::move(plugins.missing, std::back_inserter(chosen.missing));
    return chosen;
}

// Why these CPUs cannot be measured on now; empty when they can.
std::string why_not(const std::vector<int> &cpus)
{
    const std::vector<int> allowed = allowed_cpus();
    for (const int cpu : cpus)
        if (!std::ranges::binary_search(allowed, cpu))
            return fmt::format("CPU {} is offline, or not one that this process may use: {}", cpu,
                               format_cpu_list(allowed));
    return "";
}

// What can be measured on now, and the cells that it belongs to.
struct SweepRows {
    std::vector<WantedRow> wanted;
    std::vector<SweepCell *> cells;
};

SweepRows rows_of(SweepReport &sweep)
{
    SweepRows rows;
    for (SweepTable &table : sweep.tables)
        for (SweepCell &cell : table.cells) {
            cell.problem = why_not(cell.cpus);
            if (!cell.problem.empty())
                continue;
            rows.cells.push_back(&cell);
            rows.wanted.push_back(
                {cell.job, {cell.cpus, kinds_of(this_topology(), cell.cpus)}, [&cell](Row &row) {
                     row.location.scope = cell.scope;
                     row.location.cores = cell.cores;
                 }});
        }
    return rows;
}

std::string why_no_row(const MeasuredRow &measured, const Session &session)
{
    if (measured.row)
        return "";
    if (!measured.obstacle.empty())
        return measured.obstacle;
    return session.log.is_interrupted() ? "not measured before the interrupt" : "wrong digest";
}

void measure(SweepReport &sweep, Session &session)
{
    const SweepRows rows = rows_of(sweep);
    const RunPlan plan = timed_plan(session.measure, rows.wanted.size(), default_seconds);
    const auto measured = session.runner.measure(rows.wanted, plan);
    for (std::size_t i = 0; i < measured.size(); ++i) {
        rows.cells[i]->row = measured[i].row;
        rows.cells[i]->problem = why_no_row(measured[i], session);
    }
    for (const SweepTable &table : sweep.tables)
        for (const SweepCell &cell : table.cells)
            if (!cell.row)
                session.log.skip({{describe(cell), cell.problem}});
}

std::vector<Placement> placements_of(const std::vector<SweepScope> &scopes)
{
    std::vector<Placement> placements;
    for (const SweepScope &scope : scopes) {
        placements.emplace_back();
        for (const CoreCpus &core : scope.cores)
            std::ranges::copy(core, std::back_inserter(placements.back().cpus));
    }
    return placements;
}

} // namespace

int execute(const SweepSettings &settings, const std::string &line)
{
    const std::vector<SweepScope> scopes = chosen_scopes(settings.places);
    const SweepJobs chosen = chosen_jobs(settings);
    SweepReport report{settings.workload, {}};
    for (const SweepScope &scope : scopes)
        report.tables.push_back(
            plan_sweep(scope, chosen.jobs,
                       settings.threads.empty() ? usual_threads(scope) : settings.threads));
    Session session(settings.measure, settings.output, placements_of(scopes), line);
    session.log.skip(chosen.missing);
    session.log.set_failure(chosen.failure);
    measure(report, session);
    return finish(session, [&] {
        return write_as(settings.output.format, sweep_exporters, {report, session.log.report()},
                        style_for(settings.output));
    });
}

} // namespace hashlane
