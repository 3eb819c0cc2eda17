// SPDX-License-Identifier: MIT
#include "measure_node.h"

#include "../core/registry.h"
#include "../dispatch/dispatch_table.h"
#include "../machine/placement.h"
#include "../machine/sensors.h"
#include "../measure/bound.h"
#include "../measure/context.h"
#include "../measure/runner.h"
#include "../measure/spot_check.h"
#include "../system/cpu_steal.h"
#include "../system/threads.h"
#include "time_limit.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace hashlane {
namespace {

using Clock = TimeLimit::Clock;

Clock::duration seconds_of(double seconds)
{
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

// What a run calls its budget is a node's deadline.
std::string advice_for_a_node(std::string note)
{
    const std::string of_a_run = "--budget";
    if (const std::size_t at = note.find(of_a_run); at != std::string::npos)
        note.replace(at, of_a_run.size(), "--deadline");
    return note;
}

CoreFigures figures_of(const Row &row)
{
    CoreFigures core;
    core.cpu = row.location.cpus.front();
    const Row::Figures &figures = row.figures;
    if (counts_core_cycles(figures.cycle_source) && figures.cycles_per_unit.median > 0) {
        core.cycles_per_unit = figures.cycles_per_unit.median;
        core.clock_hz = figures.clock_hz;
    }
    core.measured = row.sampling.kept != 0;
    core.noisy = !row.quality.trustworthy || !core.measured;
    core.remark = core.noisy ? advice_for_a_node(row.quality.note) : "";
    return core;
}

// Groups of CPUs, each with each of the kernels: measured, and what came of it.
class Phase {
public:
    Phase(const NodeRequest &request, std::vector<std::vector<int>> groups, bool together)
        : request_(request), groups_(std::move(groups)), together_(together)
    {
        for (const std::vector<int> &group : groups_)
            for (const Kernel *kernel : request_.kernels)
                rows_.push_back({chain_job(*kernel), group, kinds_of(this_topology(), group)});
    }

    void measure(const RunPlan &plan, const std::atomic<bool> &stop, Node &node)
    {
        RunInRounds run(rows_, plan, request_.clock, stop, nullptr);
        while (const auto row = run.next()) {
            if (auto failure = visit(run, *row, node);
                failure && std::holds_alternative<Interrupted>(*failure))
                break;
        }
        keep(run, node);
    }

private:
    static std::optional<VisitFailure> visit(RunInRounds &run, std::size_t row, Node &node)
    try {
        std::optional<VisitFailure> failure = run.visit(row);
        if (Mismatch *const wrong = failure ? std::get_if<Mismatch>(&*failure) : nullptr) {
            const std::set<int> &cpus = run.wrong_cpus(row);
            wrong->where = fmt::format("CPU {}", fmt::join(cpus, ", "));
            node.report.mismatches.push_back(*wrong);
        }
        return failure;
    } catch (const ThreadError &error) {
        node.incomplete_reason = error.what();
        return std::nullopt;
    }

    void keep(const RunInRounds &run, Node &node)
    {
        for (std::size_t k = 0; k < request_.kernels.size(); ++k) {
            CoreTable table{request_.kernels[k], together_, 1, std::nullopt, {}};
            for (std::size_t group = 0; group < groups_.size(); ++group)
                add(run, group * request_.kernels.size() + k, table);
            std::ranges::sort(table.cores, std::ranges::less{}, &CoreFigures::cpu);
            add_row(run, k, node);
            node.tables.push_back(std::move(table));
        }
    }

    void add(const RunInRounds &run, std::size_t row, CoreTable &table) const
    {
        const std::vector<int> &cpus = rows_[row].cpus;
        table.at_once = std::max(table.at_once, static_cast<unsigned>(cpus.size()));
        const std::size_t first = table.cores.size();
        if (run.visits(row) > 0)
            std::ranges::transform(run.rows_of_threads(row), std::back_inserter(table.cores),
                                   figures_of);
        else
            for (const int cpu : cpus)
                table.cores.push_back({cpu, {}, {}, false, false, "", false});
        for (std::size_t i = first; i < table.cores.size(); ++i)
            table.cores[i].wrong = run.wrong_cpus(row).contains(table.cores[i].cpu);
    }

    // Of one core the first one that can be trusted, or else the first.
    void add_row(const RunInRounds &run, std::size_t kernel, Node &node) const
    {
        std::optional<Row> chosen;
        for (std::size_t row = kernel; row < rows_.size(); row += request_.kernels.size()) {
            if (run.visits(row) == 0 || !run.wrong_cpus(row).empty())
                continue;
            Row found = together_ ? run.row(row) : run.rows_of_threads(row).front();
            const bool trusted = is_trustworthy(found);
            if (!chosen || trusted)
                chosen = std::move(found);
            if (trusted)
                break;
        }
        if (!chosen)
            return;
        chosen->sampling.threads.clear();
        if (together_) {
            chosen->location.scope = "all cores";
            chosen->location.cores = chosen->location.threads;
        }
        node.report.rows.push_back(std::move(*chosen));
    }

    const NodeRequest &request_;
    std::vector<std::vector<int>> groups_;
    bool together_;
    std::vector<RowRequest> rows_; ///< the kernels of the first group, then those of the next
};

void add_bounds(Node &node, const InstructionTimes &times)
{
    for (CoreTable &table : node.tables)
        table.bound_cycles_per_unit = bound_cycles_per_unit(*table.kernel, std::nullopt, times);
    for (Row &row : node.report.rows)
        if (counts_core_cycles(row.figures.cycle_source))
            row.figures.bound_cycles_per_unit =
                bound_cycles_per_unit(*row.identity.kernel, std::nullopt, times);
}

bool is_missing(const CoreFigures &core) { return !core.measured && !core.wrong; }

// Cores that no figure came of, for want of time or for another reason.
std::string what_is_missing(const Node &node)
{
    std::vector<std::string> parts;
    for (const CoreTable &table : node.tables)
        if (const auto missing = std::ranges::count_if(table.cores, is_missing); missing != 0)
            parts.push_back(fmt::format("{} {}: {} of {} cores not measured", table.kernel->id,
                                        table.together ? "together" : "alone", missing,
                                        table.cores.size()));
    return fmt::format("{}", fmt::join(parts, "; "));
}

std::optional<std::uint64_t> increase(const std::optional<std::uint64_t> &before,
                                      const std::optional<std::uint64_t> &after)
{
    if (!before || !after)
        return std::nullopt;
    return *after < *before ? 0 : *after - *before;
}

void wait_until(Clock::time_point time, const std::atomic<bool> &stop)
{
    constexpr std::chrono::milliseconds step{10};
    while (!stop && Clock::now() < time)
        std::this_thread::sleep_for(std::min<Clock::duration>(step, time - Clock::now()));
}

// Every kernel that can run here, with a visit of each on all cores and then some.
SoakTotals brief_soak(const NodePlan &plan, Clock::time_point end,
                      const std::atomic<bool> &interrupted)
{
    SoakRequest request;
    for (const Kernel &kernel : all_kernels())
        if (is_runnable(kernel, this_cpu().features) && kernel.role != Role::reference)
            request.kernels.push_back(&kernel);
    request.cpus = plan.all;
    request.seconds = plan.soak_seconds;
    request.visit_seconds = plan.soak_seconds / static_cast<double>(2 * request.kernels.size());
    request.seed = draw_seed();
    TimeLimit limit(end, interrupted);
    return soak(request, {}, limit.is_over());
}

void measure_all(const NodeRequest &request, Clock::time_point begin,
                 const std::atomic<bool> &interrupted, Node &node)
{
    const NodePlan &plan = request.plan;
    const std::size_t kernels = request.kernels.size();
    const Clock::time_point load = begin + seconds_of(plan.alone_seconds);
    {
        TimeLimit limit(load, interrupted);
        Phase(request, plan.groups, false)
            .measure(plan_alone(plan, kernels), limit.is_over(), node);
    }
    if (request.in_step)
        wait_until(load, interrupted);
    if (interrupted)
        return;
    const Clock::time_point end_of_load = load + seconds_of(plan.together_seconds);
    {
        TimeLimit limit(end_of_load, interrupted);
        Phase(request, {plan.all}, true)
            .measure(plan_together(plan, kernels), limit.is_over(), node);
    }
    if (!interrupted && plan.soak_seconds > 0)
        node.soak = brief_soak(plan, end_of_load + seconds_of(plan.soak_seconds), interrupted);
}

} // namespace

std::vector<const Kernel *> node_kernels(FeatureSet features)
{
    const DispatchTable table = built_in_dispatch(features);
    return {&table.kernel(Workload::sha256_chain), &table.kernel(Workload::keccak_chain)};
}

Node measure_node(const NodeRequest &request, const std::atomic<bool> &interrupted)
{
    Node node;
    const Clock::time_point begin = Clock::now();
    node.report.context = gather_context(request.command);
    node.settings = read_system_settings(this_topology());
    node.sensors.load_average = node.report.context.load_average;
    const auto time_before = cpu_time(request.plan.all);
    const auto throttled_before = throttle_count();
    const InstructionTimes times = time_instructions_on(request.plan.all.front(), request.clock);
    measure_all(request, begin, interrupted, node);
    node.sensors.temperature_c = processor_temperature();
    node.sensors.throttle_count = increase(throttled_before, throttle_count());
    node.sensors.steal_share = stolen_share(time_before, cpu_time(request.plan.all));
    add_bounds(node, times);
    node.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    node.interrupted = interrupted;
    const std::string missing = what_is_missing(node);
    if (node.interrupted)
        node.incomplete_reason = fmt::format("a signal ended it after {:.1f} s", node.seconds);
    else if (node.incomplete_reason.empty())
        node.incomplete_reason = missing;
    return node;
}

} // namespace hashlane
