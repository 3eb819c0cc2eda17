// SPDX-License-Identifier: MIT
#include "measure_node.h"

#include "../../lib/core/registry.h"
#include "../../lib/dispatch/dispatch_table.h"
#include "../../machine/sensors/system_state.h"
#include "../../machine/system/cpus.h"
#include "../../machine/system/lists.h"
#include "../../machine/system/text.h"
#include "../../machine/system/threads.h"
#include "../../machine/topology/placement.h"
#include "../../measure/context.h"
#include "../../measure/runner.h"
#include "../../statistics/statistics.h"
#include "../../workloads/bound.h"
#include "../soak/soak.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace hashlane::cluster {
namespace {

constexpr double load_sample_ns = 2e6; // fewer samples to keep: a machine has hundreds of threads
constexpr double load_retake_factor = 0.5; // a busy machine stays busy
constexpr unsigned any_number = 1'000'000;

using Clock = TimeLimit::Clock;

// A signal sets a flag and wakes nobody up. So seldom that no core notices.
constexpr std::chrono::milliseconds between_looks{50};

// One core under one kernel.
struct CoreFigures {
    int cpu = 0;
    double cycles_per_unit = std::nan(""), clock_hz = std::nan("");
    bool noisy = false; ///< not trustworthy; `remark` has the reason
    bool wrong = false; ///< a result was
    std::string remark;
    bool measured = false; ///< else there was no time for it

    bool is_missing() const { return !measured && !wrong; }
};

// With as many digits as the file has, so that a node is judged by its file.
CoreFigures core_figures_of(const results::Row &row)
{
    constexpr double clock_step_hz = 1e5; // finer than the accuracy of a clock
    CoreFigures core;
    core.cpu = row.location.cpus.front();
    const results::Row::Figures &figures = row.figures;
    if (machine::counts_core_cycles(figures.cycle_source) && figures.cycles_per_unit.median > 0) {
        core.cycles_per_unit = results::six_digits(figures.cycles_per_unit.median);
        if (figures.clock_hz > 0)
            core.clock_hz = std::round(figures.clock_hz / clock_step_hz) * clock_step_hz;
    }
    core.measured = row.sampling.kept != 0;
    core.noisy = !row.quality.trustworthy || !core.measured;
    core.remark = core.noisy ? row.quality.note : "";
    return core;
}

// Groups of CPUs, each with each of the kernels, and their results.
class Phase {
public:
    Phase(const NodeRequest &request, const workloads::CoreTimes &times,
          std::vector<std::vector<int>> groups, bool together)
        : request_(request), times_(times), groups_(std::move(groups)), together_(together)
    {
        for (const Kernel *kernel : request_.kernels)
            jobs_.push_back(measure::kernel_job(*kernel));
        for (const std::vector<int> &group : groups_)
            for (const measure::Job &job : jobs_)
                rows_.push_back(
                    {&job, {group, machine::kinds_of(machine::this_topology(), group)}});
    }

    // Adds to `missing` the cores without a value, for lack of time or for another reason: one text
    // per kernel.
    void measure(const measure::RunPlan &plan, Clock::time_point end,
                 const std::atomic<bool> &interrupted, NodeRun &to,
                 std::vector<std::string> &missing)
    {
        const TimeLimit limit(end, interrupted);
        measure::RunInRounds run(rows_, plan, request_.clock, limit.is_over(), nullptr);
        while (const auto row = run.next())
            if (!visit(run, *row, to))
                break;
        for (std::size_t k = 0; k < request_.kernels.size(); ++k) {
            to.node.cores.push_back(columns_of(run, k, missing));
            add_row(run, k, to);
        }
    }

private:
    // False after an interrupt.
    static bool visit(measure::RunInRounds &run, std::size_t row, NodeRun &to)
    {
        std::optional<measure::RowFailure> failure = run.visit(row);
        if (!failure)
            return true;
        if (auto *const wrong = std::get_if<results::Mismatch>(&*failure)) {
            wrong->where = fmt::format("CPU {}", fmt::join(run.wrong_cpus(row), ", "));
            to.report.mismatches.push_back(*wrong);
        } else if (const auto *const obstacle = std::get_if<measure::Obstacle>(&*failure)) {
            to.node.incomplete_reason = obstacle->reason;
        }
        return !std::holds_alternative<measure::Interrupted>(*failure);
    }

    CoreColumns columns_of(const measure::RunInRounds &run, std::size_t k,
                           std::vector<std::string> &all_missing) const
    {
        const Kernel &kernel = *request_.kernels[k];
        CoreColumns columns;
        columns.kernel = kernel.id;
        columns.workload = workload_name(kernel.workload);
        columns.scope = together_ ? scope_together : scope_alone;
        if (const auto *operations = workloads::operations_of(kernel))
            if (const auto bound = workloads::bound_of(*operations, kernel.workload, kernel.lanes,
                                                       std::nullopt, times_))
                columns.bound_cycles_per_unit = results::six_digits(bound->cycles_per_unit);
        std::vector<CoreFigures> cores;
        for (std::size_t group = 0; group < groups_.size(); ++group) {
            columns.at_once =
                std::max(columns.at_once, static_cast<unsigned>(groups_[group].size()));
            add_cores(run, group * request_.kernels.size() + k, cores);
        }
        if (const auto missing = std::ranges::count_if(cores, &CoreFigures::is_missing);
            missing != 0)
            all_missing.push_back(fmt::format("{} {}: {} of {} cores not measured", columns.kernel,
                                              columns.scope, missing, cores.size()));
        std::ranges::sort(cores, std::ranges::less{}, &CoreFigures::cpu);
        for (const CoreFigures &core : cores) {
            columns.cpus.push_back(core.cpu);
            columns.cycles_per_unit.push_back(core.cycles_per_unit);
            columns.clock_hz.push_back(core.clock_hz);
            columns.noisy.push_back(core.noisy);
            columns.wrong.push_back(core.wrong ? 1 : 0);
            if (!core.remark.empty())
                columns.remarks.push_back({core.cpu, core.remark});
        }
        return columns;
    }

    void add_cores(const measure::RunInRounds &run, std::size_t row,
                   std::vector<CoreFigures> &cores) const
    {
        const std::size_t first = cores.size();
        if (run.visits(row) > 0)
            std::ranges::transform(run.rows_of_threads(row), std::back_inserter(cores),
                                   core_figures_of);
        else
            for (const int cpu : rows_[row].placement.cpus)
                cores.emplace_back().cpu = cpu;
        for (std::size_t i = first; i < cores.size(); ++i)
            cores[i].wrong = run.wrong_cpus(row).contains(cores[i].cpu);
    }

    // Adds the first row of a core that can be trusted, or else the first.
    void add_row(const measure::RunInRounds &run, std::size_t kernel, NodeRun &to) const
    {
        std::optional<results::Row> chosen;
        for (std::size_t row = kernel; row < rows_.size(); row += request_.kernels.size()) {
            if (run.visits(row) == 0 || !run.wrong_cpus(row).empty())
                continue;
            results::Row found = together_ ? run.row(row) : run.rows_of_threads(row).front();
            const bool trusted = results::is_trustworthy(found);
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
        const Kernel &measured = *request_.kernels[kernel];
        if (const auto *operations = workloads::operations_of(measured))
            workloads::add_bound(*chosen, *operations, measured.workload, times_);
        to.report.rows.push_back(std::move(*chosen));
    }

    const NodeRequest &request_;
    const workloads::CoreTimes &times_;
    std::vector<std::vector<int>> groups_;
    bool together_;
    std::vector<measure::Job> jobs_; ///< one a kernel
    std::vector<measure::WantedRow>
        rows_; ///< the kernels of the first group, then those of the next
};

std::optional<std::uint64_t> increase(const std::optional<std::uint64_t> &before,
                                      const std::optional<std::uint64_t> &after)
{
    if (!before || !after)
        return std::nullopt;
    return *after < *before ? 0 : *after - *before;
}

// Runs every kernel that can run here, with one visit of each on all cores first.
NodeSoak brief_soak(const NodePlan &plan, Clock::time_point end,
                    const std::atomic<bool> &interrupted)
{
    SoakRequest request;
    for (const Kernel &kernel : all_kernels())
        if (is_runnable(kernel, this_cpu().features) && kernel.role != Role::reference)
            request.kernels.push_back(&kernel);
    request.cpus = plan.all;
    request.seconds = plan.soak_seconds;
    request.visit_seconds = plan.soak_seconds / static_cast<double>(2 * request.kernels.size());
    request.seed = statistics::draw_seed();
    request.in_haste = true;
    TimeLimit limit(end, interrupted);
    const SoakTotals totals = soak(request, {}, limit.is_over());
    const std::size_t kernels = request.kernels.size();
    NodeSoak brief{results::six_digits(totals.seconds),
                   results::six_digits(totals.proven_share()),
                   static_cast<unsigned>(kernels),
                   static_cast<unsigned>(kernels - totals.not_reached().size()),
                   {}};
    for (const SoakWrong &one : totals.found)
        brief.wrong.push_back({one.cpu, one.kernel, one.unit,
                               std::pair(one.again_here, one.tries_here),
                               std::pair(one.again_beside, one.tries_beside)});
    return brief;
}

void measure_memory(const NodePlan &plan, Clock::time_point end,
                    const std::atomic<bool> &interrupted, NodeSensors &to)
{
    const std::optional<std::uint64_t> bytes = bandwidth_bytes(machine::this_topology());
    if (plan.memory_seconds <= 0)
        to.memory_reason = "the deadline is too short";
    else if (!bytes)
        to.memory_reason = "the caches would hold most of an eighth of the memory";
    else if (const auto bandwidth = memory_bandwidth(plan.all, *bytes, end, interrupted))
        to.memory_bytes_per_second = results::six_digits(*bandwidth);
    else
        to.memory_reason = interrupted ? "a signal ended it" : "its arrays or threads were refused";
}

// Returns the missing parts; measures nothing more after an interrupt.
std::vector<std::string> measure_all(const NodeRequest &request, Clock::time_point begin,
                                     const workloads::CoreTimes &times,
                                     const std::atomic<bool> &interrupted, NodeRun &run)
{
    const NodePlan &plan = request.plan;
    const std::size_t kernels = request.kernels.size();
    const Clock::time_point end_of_alone = begin + machine::steady_duration(plan.alone_seconds);
    std::vector<std::string> missing;
    Phase(request, times, plan.groups, false)
        .measure(measure::plan_visits(plan.alone_seconds * 1e9, plan.groups.size() * kernels),
                 end_of_alone, interrupted, run, missing);
    constexpr std::chrono::milliseconds nap{10};
    while (request.in_step && !interrupted && Clock::now() < end_of_alone)
        std::this_thread::sleep_for(std::min<Clock::duration>(nap, end_of_alone - Clock::now()));
    if (interrupted)
        return missing;
    // Visits of each row in turn with no pause that a core could cool down in, until the time is
    // over.
    measure::RunPlan load = measure::plan_visits(plan.together_seconds * 1e9, kernels);
    load.visit.sample_ns = load_sample_ns;
    load.visit.retake_factor = load_retake_factor;
    load.rounds.least_visits = load.rounds.most_visits = any_number;
    const auto end_of_load = end_of_alone + machine::steady_duration(plan.together_seconds);
    Phase(request, times, {plan.all}, true).measure(load, end_of_load, interrupted, run, missing);
    const auto end_of_soak = end_of_load + machine::steady_duration(plan.soak_seconds);
    if (!interrupted && plan.soak_seconds > 0)
        run.node.soak = brief_soak(plan, end_of_soak, interrupted);
    measure_memory(plan, end_of_soak + machine::steady_duration(plan.memory_seconds), interrupted,
                   run.node.sensors);
    if (!interrupted && !request.devices.empty())
        measure_node_devices(request.devices, plan, interrupted, run, missing);
    return missing;
}

} // namespace

std::vector<const Kernel *> node_kernels(const CpuInfo &cpu)
{
    const DispatchTable table = built_in_dispatch(cpu);
    return {&table.kernel(Workload::sha256_chain), &table.kernel(Workload::keccak_chain)};
}

NodeRun measure_node(const NodeRequest &request, const std::atomic<bool> &interrupted)
{
    const Clock::time_point begin = Clock::now();
    NodeRun run;
    run.report.context = measure::gather_context(request.command);
    run.node = unmeasured_node(request.name, run.report.context);
    NodeFile &node = run.node;
    node.devices = request.found;
    node.sensors.load_average = run.report.context.load_average;
    const auto time_before = machine::cpu_time(request.plan.all);
    const auto throttled_before = machine::throttle_count();
    const auto errors_before = machine::memory_errors();
    workloads::CoreTimes times;
    for (int visit = 0; visit < 3; ++visit) // so that one can be confirmed by the others
        for (const Kernel *const kernel : request.kernels)
            if (const auto *operations = workloads::operations_of(*kernel))
                workloads::time_on(request.plan.all.front(), request.clock, *operations, times);
    const std::vector<std::string> missing = measure_all(request, begin, times, interrupted, run);
    node.sensors.temperature_c = machine::processor_temperature();
    node.sensors.throttle_count = increase(throttled_before, machine::throttle_count());
    if (const auto errors = machine::memory_errors(); errors && errors_before) {
        node.sensors.memory_errors_corrected = errors->corrected;
        node.sensors.memory_errors_uncorrected = errors->uncorrected;
        node.sensors.memory_errors_corrected_now =
            increase(errors_before->corrected, errors->corrected);
        for (const machine::MemoryErrors::Module &module : errors->modules)
            node.sensors.memory_modules.push_back(
                {machine::printable(module.label), module.corrected, module.uncorrected});
    }
    node.sensors.steal_share =
        machine::stolen_share(time_before, machine::cpu_time(request.plan.all));
    node.mismatches = run.report.mismatches.size();
    const double seconds = machine::in_seconds(Clock::now() - begin);
    node.seconds = std::round(seconds * 1000) / 1000;
    run.interrupted = interrupted;
    std::vector<std::string> reasons = request.gaps;
    if (run.interrupted)
        reasons.push_back(fmt::format("a signal ended it after {:.1f} s", seconds));
    else if (!node.incomplete_reason.empty())
        reasons.push_back(node.incomplete_reason);
    else
        reasons.insert(reasons.end(), missing.begin(), missing.end());
    node.incomplete_reason = machine::joined(reasons, "; ");
    node.complete = node.incomplete_reason.empty();
    return run;
}

TimeLimit::TimeLimit(Clock::time_point end, const std::atomic<bool> &interrupted)
    : is_over_(interrupted || Clock::now() >= end),
      thread_([this, end, &interrupted](const std::stop_token &stop) {
          while (!stop.stop_requested() && !interrupted && Clock::now() < end)
              machine::sleep_unless_stopped(
                  stop, std::min<Clock::duration>(between_looks, end - Clock::now()));
          is_over_ = true;
      })
{
}

} // namespace hashlane::cluster
