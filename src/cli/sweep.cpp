// SPDX-License-Identifier: MIT
#include "../measure/sweep.h"

#include "../report/sweep_report.h"
#include "../system/cpu_list.h"
#include "../system/interrupt.h"
#include "commands.h"
#include "exit_code.h"
#include "parse.h"
#include "session.h"
#include "sweep_scopes.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace hashlane {
namespace {

constexpr double default_seconds = 0.3;

struct SweepOptions : Options {
    std::string workload;
    std::string lanes;
    std::string sweep_threads;
    std::string on_core;
};

Workload chosen_workload(const SweepOptions &options)
{
    if (options.workload == "sha256")
        return Workload::sha256_chain;
    if (options.workload == "keccak")
        return Workload::keccak_chain;
    throw CommandError(fmt::format("sweep: '{}' is neither sha256 nor keccak", options.workload));
}

// `missing` are the counts of lanes that no kernel has.
std::vector<const Kernel *> chosen_kernels(const SweepOptions &options, Workload workload,
                                           std::vector<Skipped> &missing)
{
    const Workload workloads[] = {workload};
    Selection selection = select_kernels(options.filter, workloads);
    if (options.filter.empty())
        std::erase_if(selection.runnable,
                      [](const Kernel *kernel) { return kernel->role == Role::reference; });
    std::vector<const Kernel *> kernels = kernels_by_lanes(selection.runnable);
    if (options.lanes.empty())
        return kernels;
    const std::vector<unsigned> lanes = parse_list("--lanes", options.lanes, 1, max_lanes);
    for (const unsigned count : lanes)
        if (std::ranges::find(kernels, count, &Kernel::lanes) == kernels.end())
            missing.push_back({fmt::format("{} x{}", workload_name(workload), count),
                               "no kernel with so many lanes"});
    std::erase_if(kernels, [&](const Kernel *kernel) {
        return !std::ranges::binary_search(lanes, kernel->lanes);
    });
    if (kernels.empty())
        throw CommandError(fmt::format("--lanes: no kernel that runs here has {} lanes; 'hashlane "
                                       "list' shows them",
                                       options.lanes));
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
        if (session_.is_interrupted()) {
            cell.problem = "not measured before the interrupt";
            return;
        }
        session_.announce(done_++, count_, describe(cell));
        cell.problem = why_not(cell.cpus);
        if (cell.problem.empty()) {
            const Row *row = session_.measure_at(chain_job(*cell.kernel),
                                                 {cell.cpus, kinds_of(this_topology(), cell.cpus)},
                                                 plan_, [&](Row &kept) {
                                                     kept.location.scope = cell.scope;
                                                     kept.location.cores = cell.cores;
                                                 });
            if (row != nullptr)
                cell.row = *row;
            else
                cell.problem = session_.is_interrupted() ? "not measured before the interrupt"
                                                         : "wrong digest";
        }
        if (!cell.row)
            session_.skip({{describe(cell), cell.problem}});
    }

    Session &session_;
    SweepReport &sweep_;
    SamplingPlan plan_;
    std::size_t done_ = 0;
    std::size_t count_ = 0;
};

std::string write_sweep(const SweepReport &sweep, Session &session)
{
    switch (session.format()) {
    case Format::csv:
        return write_sweep_csv(sweep);
    case Format::json:
        return write_json(session.report());
    case Format::markdown:
        return write_sweep_markdown(sweep);
    case Format::table:
    case Format::classic:
        break;
    }
    return write_sweep_table(sweep, session.style());
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

int sweep(const SweepOptions &options, const std::string &line)
{
    const Workload workload = chosen_workload(options);
    const SamplingPlan plan = timed_plan(options, default_seconds);
    const std::vector<SweepScope> scopes = chosen_scopes(options, options.on_core);
    std::vector<Skipped> missing;
    const std::vector<const Kernel *> kernels = chosen_kernels(options, workload, missing);
    SweepReport report{workload, {}};
    for (const SweepScope &scope : scopes)
        report.tables.push_back(
            plan_sweep(scope, kernels,
                       options.sweep_threads.empty()
                           ? usual_threads(scope)
                           : parse_list("--threads", options.sweep_threads, 1, max_threads)));
    Session session(options, line, {Format::table, Format::csv, Format::json, Format::markdown},
                    placements_of(scopes));
    session.skip(missing);
    SweepRun(session, report, plan).run();
    return session.finish([&] { return write_sweep(report, session); });
}

} // namespace

Command add_sweep(CLI::App &program)
{
    CLI::App *app = program.add_subcommand(
        "sweep", "Lanes × threads on one core, on a kind of core, on all: rates and scaling");
    const auto options = std::make_shared<SweepOptions>();
    app->add_option("WORKLOAD", options->workload, "sha256 or keccak")->required();
    app->add_option("--lanes", options->lanes, "counts of lanes: 1-4,8 (default: all there are)")
        ->type_name("LIST");
    app->add_option("--threads", options->sweep_threads,
                    "counts of threads: 1,2,4 (default: 1, 2, 4, … and a thread for each CPU)")
        ->type_name("LIST");
    app->add_option("--on-core", options->on_core, "on this core alone, by its number")
        ->type_name("K");
    app->add_option("--core-kind", options->core_kind, "on the cores of this kind")
        ->type_name("NAME");
    app->add_flag("--all-cores", options->all_cores, "on all cores");
    add_filter_option(*app, *options);
    add_out_option(*app, *options);
    add_machine_options(*app, *options);
    add_min_time_option(*app, *options);
    add_output_options(*app, *options);
    return {app, [options](const std::string &line) { return sweep(*options, line); }};
}

} // namespace hashlane
