// SPDX-License-Identifier: MIT
#include "../measure/run_in_rounds.h"

#include "../cli/messages.h"
#include "../cli/options.h"
#include "../lib/core/registry.h"
#include "../machine/system/cpus.h"
#include "../machine/system/lists.h"
#include "../machine/topology/placement.h"
#include "../show/tables/exporters.h"
#include "commands.h"
#include "jobs.h"
#include "session.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane::commands {
namespace {

constexpr unsigned most_cores = 65536;

struct SweepSettings {
    WhatToMeasure what{.one_workload = true};
    cli::MeasureSettings measure;
    cli::OutputSettings output;
    Workload workload{};
    // At most one of the four is given.
    std::optional<std::size_t> core;
    std::string core_kind;
    bool all_cores = false;
    std::vector<int> cpus;
    std::vector<unsigned> threads; ///< empty: 1, 2, 4, … and a thread for each CPU
};

// The chains, and the names that the commands for them have.
constexpr std::pair<std::string_view, Workload> swept_workloads[] = {
    {"sha256-chain", Workload::sha256_chain},
    {"keccak-chain", Workload::keccak_chain},
    {"sha256", Workload::sha256_chain},
    {"keccak", Workload::keccak_chain}};

void declare(CLI::App &app, SweepSettings &sweep)
{
    cli::explain(app, "Prints rates and scaling on one core, on each kind of core and on all.");
    cli::add_option(
        app, "WORKLOAD",
        {"", "sha256-chain or keccak-chain, which can be shortened to sha256 or keccak"},
        sweep.workload,
        cli::one_of(std::vector(std::begin(swept_workloads), std::end(swept_workloads))))
        ->required();
    cli::add_filter(app, sweep.what.filter);
    cli::add_option(app, "--lanes", {"LIST", "Numbers of lanes, such as 1-4,8 (default: all)"},
                    sweep.what.lanes, cli::list_of(1, max_lanes));
    cli::add_plugins(app, sweep.what.plugins);
    cli::in_group(app, cli::Group::where);
    cli::add_option(app, "-t,--threads",
                    {"LIST", "Numbers of threads, such as 1,2,4 (default: 1, 2, 4, … and one per "
                             "CPU)"},
                    sweep.threads, cli::list_of(1, machine::max_threads));
    cli::add_option(app, "--on-core",
                    {"K", "Measure on this core only; 'hashlane info' numbers the cores"},
                    sweep.core, cli::whole_number<std::size_t>(0, most_cores));
    cli::add_text(app, "--core-kind",
                  {"NAME", "Measure on cores of this kind; 'hashlane info' lists them"},
                  sweep.core_kind);
    app.add_flag("--all-cores", sweep.all_cores, "Measure on all cores");
    cli::add_option(app, "--cpu", {"LIST", "Measure on these CPUs, such as 0,2-3"}, sweep.cpus,
                    cli::list_of<int>(0, most_cores));
    cli::add_min_time(app, sweep.measure);
    cli::add_clock_source(app, sweep.measure);
    cli::add_output(app, sweep.output, show::sweep_exporters);
    cli::add_out(app, sweep.measure);
    cli::add_submit(app, sweep.measure);
    cli::add_strict_and_quiet(app, sweep.measure);
    cli::add_examples(app, {"hashlane sweep sha256-chain",
                            "hashlane sweep keccak-chain --all-cores --threads 1,2,4,8"});
}

constexpr double usual_cell_seconds = 0.3;

// Makes a scope of the cores that `belongs` takes, as far as this process may use them.
measure::SweepScope scope_of(const std::string &name, const auto &belongs)
{
    const machine::Topology &topology = machine::this_topology();
    measure::SweepScope scope{name, {}};
    for (std::size_t i = 0; i < topology.cores.size(); ++i) {
        measure::CoreCpus cpus = topology.cores[i].cpus;
        std::erase_if(cpus,
                      [&](int cpu) { return !std::ranges::binary_search(topology.allowed, cpu); });
        if (!cpus.empty() && belongs(topology.cores[i], i))
            scope.cores.push_back(std::move(cpus));
    }
    return scope;
}

measure::SweepScope one_core(std::size_t index)
{
    measure::SweepScope scope = scope_of(fmt::format("core {}", index),
                                         [&](const auto &, std::size_t i) { return i == index; });
    if (scope.cores.empty())
        cli::fail("--on-core: {} is not a core that this process may use; 'hashlane info' "
                  "numbers the cores from 0 to {}",
                  index, machine::this_topology().cores.size() - 1);
    return scope;
}

measure::SweepScope all_cores()
{
    return scope_of("all cores", [](const auto &, std::size_t) { return true; });
}

measure::SweepScope cores_of_kind(std::size_t kind)
{
    return scope_of(
        machine::this_topology().kinds[kind],
        [&](const machine::Topology::Core &core, std::size_t) { return core.kind == kind; });
}

// The idlest core, of this kind if one is named.
std::size_t idlest_core(const std::string &kind)
{
    const int cpu = choose_placements({{}, 1, 0, false, kind}).front().cpus.front();
    return machine::core_of(machine::this_topology(), cpu).value();
}

// Just these, by the cores that they are on. One that cannot be used is a core of its own: its
// cells will say so.
measure::SweepScope chosen_cpus(const std::vector<int> &wanted)
{
    measure::SweepScope scope{"CPU " + machine::format_cpu_list(wanted), {}};
    std::vector<int> left = wanted;
    for (const machine::Topology::Core &core : machine::this_topology().cores) {
        measure::CoreCpus cpus;
        for (const int cpu : core.cpus)
            if (std::erase(left, cpu) != 0)
                cpus.push_back(cpu);
        if (!cpus.empty())
            scope.cores.push_back(cpus);
    }
    for (const int cpu : left)
        scope.cores.push_back({cpu});
    return scope;
}

// Returns the scopes that are asked for, or by default the idlest core, each kind if there are
// several, and all cores.
std::vector<measure::SweepScope> chosen_scopes(const SweepSettings &sweep)
{
    const int chosen =
        sweep.core.has_value() + !sweep.core_kind.empty() + sweep.all_cores + !sweep.cpus.empty();
    if (chosen > 1)
        cli::fail(
            "give at most one of --on-core, --core-kind, --all-cores and --cpu; without them, "
            "sweep measures one core, each kind and all cores");
    if (sweep.core)
        return {one_core(*sweep.core)};
    if (!sweep.core_kind.empty())
        return {cores_of_kind(machine::this_topology().cores[idlest_core(sweep.core_kind)].kind)};
    if (sweep.all_cores)
        return {all_cores()};
    if (!sweep.cpus.empty())
        return {chosen_cpus(sweep.cpus)};
    std::vector<measure::SweepScope> scopes = {one_core(idlest_core(""))};
    for (std::size_t kind = 0;
         machine::this_topology().kinds.size() > 1 && kind < machine::this_topology().kinds.size();
         ++kind)
        scopes.push_back(cores_of_kind(kind));
    if (all_cores().cores.size() > 1)
        scopes.push_back(all_cores());
    return scopes;
}

// Chooses one kernel of hashlane's for each number of lanes, and then the plug-ins'. Numbers of
// lanes that no kernel has are skipped.
Chosen choose_by_lanes(const SweepSettings &settings)
{
    WhatToMeasure what = settings.what;
    what.work = {own_benchmark(settings.workload)};
    Chosen chosen = choose(what);
    if (!finds_kernel(what.filter)) // it is meant for plug-ins alone
        return chosen;
    if (what.filter.finds_all())
        std::erase_if(chosen.kernels,
                      [](const Kernel *kernel) { return kernel->role == Role::reference; });
    chosen.kernels = measure::kernels_by_lanes(chosen.kernels);
    if (chosen.kernels.empty() && !what.lanes.empty())
        cli::fail("--lanes: no kernel that runs here has {} lanes; 'hashlane list' "
                  "shows the kernels",
                  fmt::join(what.lanes, ","));
    const auto has_kernel = [&](const auto &of, const auto &value) {
        return machine::contains(chosen.kernels, value, of);
    };
    std::erase_if(chosen.jobs, [&](const measure::Job &job) {
        return job.kernel != nullptr && !has_kernel(std::identity(), job.kernel);
    });
    std::ranges::stable_sort(chosen.jobs, {}, [](const measure::Job &job) {
        return job.kernel != nullptr ? job.lanes : max_lanes + 1;
    });
    std::vector<results::Skipped> skipped;
    for (const unsigned count : what.lanes)
        if (!has_kernel(&Kernel::lanes, count))
            skipped.push_back({fmt::format("{} x{}", workload_name(settings.workload), count),
                               "no kernel has this number of lanes"});
    std::ranges::copy_if(
        chosen.skipped, std::back_inserter(skipped),
        [](const results::Skipped &one) { return find_kernel(one.name) == nullptr; });
    chosen.skipped = std::move(skipped);
    return chosen;
}

// Returns the cells whose CPUs can be used now.
std::vector<measure::SweepCell *> measurable_cells(std::vector<measure::SweepTable> &tables)
{
    const std::vector<int> allowed = machine::allowed_cpus();
    std::vector<measure::SweepCell *> cells;
    for (measure::SweepTable &table : tables)
        for (measure::SweepCell &cell : table.cells) {
            const std::vector<int> &cpus = cell.wanted.placement.cpus;
            const auto bad = std::ranges::find_if_not(
                cpus, [&](int cpu) { return std::ranges::binary_search(allowed, cpu); });
            if (bad == cpus.end())
                cells.push_back(&cell);
            else
                cell.problem =
                    fmt::format("CPU {} is offline, or not one that this process may use: {}", *bad,
                                machine::format_cpu_list(allowed));
        }
    return cells;
}

void measure(std::vector<measure::SweepTable> &tables, Session &session)
{
    const std::vector<measure::SweepCell *> cells = measurable_cells(tables);
    const std::vector<measure::WantedRow> wanted =
        machine::each(cells, [](const measure::SweepCell *cell) { return cell->wanted; });
    const std::vector<MeasuredRow> measured = measure_rows(
        session, wanted, timed_plan(session.measure, wanted.size(), usual_cell_seconds));
    for (std::size_t i = 0; i < measured.size(); ++i) {
        if (measured[i].row)
            cells[i]->row = measured[i].row;
        else if (!measured[i].obstacle.empty())
            cells[i]->problem = measured[i].obstacle;
        else
            cells[i]->problem =
                session.log.is_interrupted() ? "not measured before the interrupt" : "wrong digest";
    }
    for (const measure::SweepTable &table : tables)
        for (const measure::SweepCell &cell : table.cells)
            if (!cell.row)
                session.log.skip({{measure::describe(cell), cell.problem}});
}

int execute(const SweepSettings &settings, const std::string &line)
{
    const std::vector<measure::SweepScope> scopes = chosen_scopes(settings);
    const Chosen chosen = choose_by_lanes(settings);
    std::vector<measure::SweepTable> tables;
    std::vector<machine::Placement> placements(scopes.size());
    for (std::size_t i = 0; i < scopes.size(); ++i)
        for (const measure::CoreCpus &core : scopes[i].cores)
            std::ranges::copy(core, std::back_inserter(placements[i].cpus));
    for (const measure::SweepScope &scope : scopes)
        tables.push_back(measure::plan_sweep(
            scope, chosen.jobs,
            settings.threads.empty() ? measure::usual_threads(scope) : settings.threads));
    Session session(settings.measure, settings.output, placements, line);
    begin(session, chosen);
    measure(tables, session);
    return finish(session, show::sweep_exporters,
                  {settings.workload, tables, session.log.report()});
}

} // namespace

const cli::Declare sweep_command = cli::command<SweepSettings, declare, execute>;

} // namespace hashlane::commands
