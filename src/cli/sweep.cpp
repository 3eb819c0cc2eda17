// SPDX-License-Identifier: MIT
#include "../measure/sweep.h"

#include "../report/sweep_report.h"
#include "../system/cpu_list.h"
#include "../system/interrupt.h"
#include "commands.h"
#include "exit_code.h"
#include "kernel_selection.h"
#include "session.h"
#include "style.h"
#include "sweep_scopes.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

constexpr double default_seconds = 0.3;

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
    std::erase_if(kernels, [&](const Kernel *kernel) {
        return !std::ranges::binary_search(lanes, kernel->lanes);
    });
    if (kernels.empty())
        throw CommandError(
            fmt::format("--lanes: no kernel that runs here has {} lanes; 'hashlane list' "
                        "shows the kernels",
                        fmt::join(lanes, ",")));
    return kernels;
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

class SweepRun {
public:
    SweepRun(Session &session, SweepReport &sweep, const SamplingPlan &plan)
        : session_(session), sweep_(sweep), plan_(plan)
    {
        for (const SweepTable &table : sweep_.tables)
            count_ += table.cells.size();
    }

    void run()
    {
        for (SweepTable &table : sweep_.tables)
            for (SweepCell &cell : table.cells)
                measure(cell);
    }

private:
    void measure(SweepCell &cell)
    {
        if (session_.log.is_interrupted()) {
            cell.problem = "not measured before the interrupt";
            return;
        }
        session_.display.announce(done_++, count_, describe(cell));
        cell.problem = why_not(cell.cpus);
        if (cell.problem.empty()) {
            const Row *row = session_.runner.measure_at(
                chain_job(*cell.kernel), {cell.cpus, kinds_of(this_topology(), cell.cpus)}, plan_,
                [&](Row &kept) {
                    kept.location.scope = cell.scope;
                    kept.location.cores = cell.cores;
                });
            if (row != nullptr)
                cell.row = *row;
            else
                cell.problem = session_.log.is_interrupted() ? "not measured before the interrupt"
                                                             : "wrong digest";
        }
        if (!cell.row)
            session_.log.skip({{describe(cell), cell.problem}});
    }

    Session &session_;
    SweepReport &sweep_;
    SamplingPlan plan_;
    std::size_t done_ = 0;
    std::size_t count_ = 0;
};

std::string write_sweep(const SweepReport &sweep, Session &session)
{
    switch (session.output.format) {
    case Format::csv:
        return write_sweep_csv(sweep);
    case Format::json:
        return write_json(session.log.report());
    case Format::markdown:
        return write_sweep_markdown(sweep);
    case Format::table:
    case Format::classic:
        break;
    }
    return write_sweep_table(sweep, style_for(session.output));
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
    const SamplingPlan plan = timed_plan(settings.measure, default_seconds);
    const std::vector<SweepScope> scopes = chosen_scopes(settings.places);
    std::vector<Skipped> missing;
    const std::vector<const Kernel *> kernels = chosen_kernels(settings, missing);
    SweepReport report{settings.workload, {}};
    for (const SweepScope &scope : scopes)
        report.tables.push_back(plan_sweep(
            scope, kernels, settings.threads.empty() ? usual_threads(scope) : settings.threads));
    Session session(settings.measure, settings.output, placements_of(scopes), line);
    session.log.skip(missing);
    SweepRun(session, report, plan).run();
    return finish(session, [&] { return write_sweep(report, session); });
}

} // namespace hashlane
