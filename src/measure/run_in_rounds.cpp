// SPDX-License-Identifier: MIT
#include "run_in_rounds.h"

#include "../lib/core/registry.h"
#include "../lib/dispatch/recorded_costs.h"
#include "../machine/sensors/energy_meter.h"
#include "../machine/system/child_process.h"
#include "../machine/system/host.h"
#include "../machine/system/lists.h"
#include "../machine/system/text.h"
#include "../machine/system/threads.h"
#include "../statistics/statistics.h"
#include "../workloads/bound.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace hashlane::measure {

// ---- Rounds ----

Rounds::Rounds(std::size_t rows, const RoundPlan &plan, std::uint64_t seed)
    : plan_(plan), random_(seed), visits_(rows), given_up_(rows)
{
}

bool Rounds::is_open(std::size_t row, const IsSettled &is_settled) const
{
    if (given_up_[row] || visits_[row] >= plan_.most_visits)
        return false;
    return visits_[row] < plan_.least_visits || !is_settled(row);
}

std::optional<std::size_t> Rounds::next(double elapsed_ns, const IsSettled &is_settled,
                                        const IsComparable &is_comparable)
{
    const bool first_round = round_ == 0 || (round_ == 1 && !waiting_.empty());
    const bool is_over = plan_.budget_ns > 0 && elapsed_ns >= plan_.budget_ns && !first_round;
    if (is_over && elapsed_ns >= plan_.budget_ns + plan_.extra_ns)
        return std::nullopt;
    if (is_over)
        std::erase_if(waiting_, is_comparable);
    if (waiting_.empty()) {
        ++round_;
        for (std::size_t row = 0; row < visits_.size(); ++row)
            if (is_open(row, is_settled))
                waiting_.push_back(row);
        rows_of_round_ = waiting_.size();
        if (round_ == 1)
            std::ranges::reverse(waiting_);
        else
            std::ranges::shuffle(waiting_, random_);
        if (is_over)
            std::erase_if(waiting_, is_comparable);
    }
    if (waiting_.empty())
        return std::nullopt;
    const std::size_t row = waiting_.back();
    waiting_.pop_back();
    ++visits_[row];
    return row;
}

// ---- A row in the making ----

namespace {

std::optional<VisitFailure> failure_of(const std::vector<ThreadSamples> &threads)
{
    for (const ThreadSamples &thread : threads) {
        if (thread.samples.mismatch)
            return *thread.samples.mismatch;
        if (thread.samples.interrupted)
            return Interrupted{};
    }
    return std::nullopt;
}

} // namespace

std::optional<VisitFailure> RowMeasurement::visit(const MeasureContext &context,
                                                  const Layout &layout, UndisturbedBurst &burst)
{
    const VisitRequest request{cpus_, iterations_per_sample_,
                               MeasureContext{clock_.for_next_visit(context.clock), context.plan,
                                              context.stop, context.meter},
                               layout};
    auto taken = take(request);
    if (auto *const failure = std::get_if<VisitFailure>(&taken))
        return std::move(*failure);
    add(*std::get_if<Visit>(&taken), context, burst);
    return std::nullopt;
}

std::variant<Visit, VisitFailure> RowMeasurement::take(const VisitRequest &request)
{
    if (job_.visit_elsewhere)
        return job_.visit_elsewhere(request);
    Visit visit = take_visit(job_.make_task, request);
    for (std::size_t i = 0; i < visit.threads.size(); ++i)
        if (visit.threads[i].samples.mismatch)
            wrong_.insert(cpus_[i]);
    if (auto failure = failure_of(visit.threads))
        return std::move(*failure);
    return visit;
}

void RowMeasurement::add(Visit visit, const MeasureContext &context, UndisturbedBurst &burst)
{
    clock_.add_visit(visit.clocks, visit.threads);
    if (visits_ == 0)
        binds_ = visit.pinned; // where the system binds no threads, they may be anywhere
    pinned_ = pinned_ && visit.pinned;
    for (ThreadSamples &thread : visit.threads)
        number_visit(thread, visits_); // the clock is asked for this visit, not for the first
    learn(visit.threads, burst);
    threads_.resize(cpus_.size());
    double longest_ns = 0;
    for (std::size_t i = 0; i < visit.threads.size(); ++i) {
        longest_ns = std::max(longest_ns, visit.threads[i].samples.work_ns);
        append_visit(threads_[i], std::move(visit.threads[i]), visits_);
    }
    work_ns_ += longest_ns;
    iterations_per_sample_ = threads_.front().samples.iterations_per_sample;
    // Hours of samples of a millisecond would not fit in memory.
    if (threads_.front().samples.taken.size() > most_samples_) {
        iterations_per_sample_ *= 2;
        most_samples_ += most_samples_ / 2;
    }
    if (visit.begin && visit.end) {
        used_.joules += visit.end->joules - visit.begin->joules;
        used_.seconds += visit.end->seconds - visit.begin->seconds;
        idle_watts_ = context.meter->idle_watts();
    }
    ++visits_;
}

void RowMeasurement::learn(const std::vector<ThreadSamples> &visit, UndisturbedBurst &burst)
{
    for (std::size_t i = 0; i < visit.size(); ++i) {
        const std::vector<Sample> &taken = visit[i].samples.taken;
        const auto cpu = binds_ ? std::optional(cpus_[i]) : std::nullopt;
        const Verdicts seen = seen_verdicts(visit[i].samples, cpu, clock_);
        burst.learn(number_, taken, seen);
        for (const Window &window : windows_of(taken, seen))
            window_bursts_.push_back(window.burst_cycles);
    }
}

Measured RowMeasurement::measured(const UndisturbedBurst &burst) const
{
    return {.cpus = cpus_,
            .threads = threads_,
            .clock = clock_,
            .pinned = pinned_,
            .bound = binds_,
            .undisturbed_burst_cycles = burst.cycles_after(number_),
            .emulator = machine::emulator_name()};
}

results::Row RowMeasurement::row(const UndisturbedBurst &burst) const
{
    Measured all = measured(burst);
    std::uint64_t iterations = 0; // discarded samples took energy like the others
    for (const ThreadSamples &thread : threads_)
        for (const Sample &sample : thread.samples.taken)
            iterations += sample.iterations;
    all.energy =
        machine::energy_of(used_, idle_watts_, static_cast<double>(iterations) * job_.lanes);
    results::Row row = make_row(job_, all);
    state_ = {visits_, count_contended_windows(burst), measure::is_settled(row),
              measure::is_comparable(row)};
    return row;
}

const RowMeasurement::State &RowMeasurement::state(const UndisturbedBurst &burst) const
{
    if (state_.visits != visits_ || state_.contended_windows != count_contended_windows(burst))
        row(burst);
    return state_;
}

// The limit moves with what is learnt; the verdicts change only where a window is passed by it.
std::size_t RowMeasurement::count_contended_windows(const UndisturbedBurst &burst) const
{
    const std::optional<double> undisturbed = burst.cycles_after(number_);
    if (!undisturbed)
        return 0;
    return static_cast<std::size_t>(std::ranges::count_if(
        window_bursts_, [&](double cycles) { return is_contended(cycles, *undisturbed); }));
}

results::Row RowMeasurement::row_of_thread(std::size_t thread, const UndisturbedBurst &burst) const
{
    Measured one = measured(burst);
    one.cpus = one.cpus.subspan(thread, 1);
    one.threads = one.threads.subspan(thread, 1);
    return make_row(job_, one);
}

// ---- A run ----

namespace {

constexpr double usual_visits = 10;
constexpr std::uint64_t counted_visits = 10; // of a row whose work is counted
constexpr double visit_overhead_ns = 15e6;   // warming up, the clock, the end of the last segment
constexpr double shortest_visit_ns = 10e6;   // a window
constexpr double longest_visit_ns = 50e6;
constexpr double warm_up_ns = 5e6;

} // namespace

void Bounds::visit(const machine::Placement &placement, const workloads::Operations &operations)
{
    workloads::time_on(placement.cpus.front(), clock_, operations, times_[placement.core_kind]);
}

bool Bounds::lack_mixes() const { return !times_.empty() && !machine::runs_generated_code(); }

void Bounds::add_to(results::Row &row, const workloads::Operations *operations) const
{
    const auto times = times_.find(row.location.core_kind);
    const auto workload = row.identity.workload.ours();
    if (times != times_.end() && workload && operations != nullptr)
        workloads::add_bound(row, *operations, *workload, times->second);
}

std::string WantedRow::name() const
{
    return job->name + (placement.core_kind.empty() ? "" : " on " + placement.core_kind);
}

std::vector<WantedRow> rows_of(const std::vector<Job> &jobs,
                               const std::vector<machine::Placement> &placements,
                               unsigned repetitions)
{
    std::vector<WantedRow> rows;
    for (const Job &job : jobs)
        for (const machine::Placement &placement : placements)
            for (unsigned repetition = 0; repetition < repetitions; ++repetition)
                rows.push_back({.job = &job,
                                .placement = placement,
                                .repetition = repetition,
                                .repetitions = repetitions});
    return rows;
}

double least_budget_ns(std::size_t rows)
{
    return static_cast<double>(rows) * (shortest_visit_ns + visit_overhead_ns);
}

RunPlan plan_visits(double budget_ns, std::size_t rows)
{
    RunPlan plan;
    const double row_ns = budget_ns / static_cast<double>(std::max<std::size_t>(rows, 1));
    const double visit_ns = row_ns / usual_visits - visit_overhead_ns;
    plan.visit.min_time_ns =
        std::min(row_ns, std::clamp(visit_ns, shortest_visit_ns, longest_visit_ns));
    plan.visit.min_samples = 1;
    plan.visit.warm_up_ns = warm_up_ns;
    plan.rounds.budget_ns = budget_ns;
    return plan;
}

double paced_visit_ns(const RunPlan &plan, double visit_ns, double elapsed_ns, double last_round_ns,
                      unsigned rounds_done)
{
    if (rounds_done >= plan.rounds.least_visits || last_round_ns <= 0)
        return visit_ns;
    const double left_ns = std::max(0.0, plan.rounds.budget_ns - elapsed_ns);
    const double rounds = left_ns / last_round_ns;
    const double wanted = plan.rounds.least_visits - rounds_done;
    return std::clamp(visit_ns * rounds / wanted,
                      std::min(shortest_visit_ns, plan.visit.min_time_ns), plan.visit.min_time_ns);
}

RunPlan plan_samples(std::uint64_t samples, double sample_ns)
{
    const std::uint64_t visits = std::clamp<std::uint64_t>(samples, 1, counted_visits);
    RunPlan plan;
    plan.visit = {.min_time_ns = 0,
                  .min_samples = (samples + visits - 1) / visits,
                  .sample_ns = sample_ns,
                  .warm_up_ns = warm_up_ns};
    plan.rounds.least_visits = plan.rounds.most_visits = static_cast<unsigned>(visits);
    return plan;
}

RunPlan plan_iterations(std::uint64_t iterations)
{
    RunPlan plan = plan_samples(counted_visits, SamplingPlan{}.sample_ns);
    plan.visit.min_iterations = (iterations + counted_visits - 1) / counted_visits;
    return plan;
}

RunInRounds::RunInRounds(std::vector<WantedRow> wanted, const RunPlan &plan,
                         const machine::ClockRequest &clock, const std::atomic<bool> &stop,
                         machine::EnergyMeter *meter)
    : wanted_(std::move(wanted)),
      plan_(plan),
      context_{clock, plan_.visit, stop, meter},
      rounds_(wanted_.size(), plan.rounds, statistics::draw_seed()),
      random_(statistics::draw_seed())
{
    for (const WantedRow &row : wanted_) {
        rows_.emplace_back(*row.job, row.placement.cpus, rows_.size());
        bursts_.try_emplace(group_of(row),
                            known_burst(plan.known_bursts, row.placement.core_kind, row.threads()));
    }
}

RunInRounds::BurstGroup RunInRounds::group_of(const WantedRow &wanted)
{
    return {wanted.placement.core_kind, wanted.placement.cpus.size()};
}

double RunInRounds::elapsed_ns() const
{
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start_)
        .count();
}

std::optional<double> RunInRounds::seconds_left() const
{
    if (plan_.rounds.budget_ns <= 0)
        return {};
    const double left_ns = plan_.rounds.budget_ns - elapsed_ns();
    return std::max(0.0, left_ns > 0 ? left_ns : left_ns + plan_.rounds.extra_ns) / 1e9;
}

double RunInRounds::share_done() const
{
    if (plan_.rounds.budget_ns > 0)
        return std::min(1.0, elapsed_ns() / plan_.rounds.budget_ns);
    const double of_round =
        1 - static_cast<double>(rounds_.waiting()) / static_cast<double>(rows_.size());
    return (std::max(1U, rounds_.round()) - 1 + of_round) / plan_.rounds.most_visits;
}

std::optional<std::size_t> RunInRounds::next()
{
    const double now = elapsed_ns();
    if (rounds_.waiting() == 0) {
        double &visit_ns = context_.plan.min_time_ns;
        if (rounds_.round() > 0)
            visit_ns = paced_visit_ns(plan_, visit_ns, now, now - round_start_ns_, rounds_.round());
        round_start_ns_ = now;
    }
    const auto burst_of = [this](std::size_t i) -> const UndisturbedBurst & {
        return bursts_.at(group_of(wanted_[i]));
    };
    return rounds_.next(
        now, [&](std::size_t i) { return rows_[i].is_settled(burst_of(i)); },
        [&](std::size_t i) { return rows_[i].is_comparable(burst_of(i)); });
}

std::optional<RowFailure> RunInRounds::visit(std::size_t row)
{
    std::optional<RowFailure> failure = try_visit(row);
    if (!failure)
        return failure;
    rounds_.give_up(row);
    const Obstacle *const obstacle = std::get_if<Obstacle>(&*failure);
    if (std::holds_alternative<results::Mismatch>(*failure) ||
        (obstacle != nullptr && obstacle->is_foreign))
        refuted_.insert(row);
    return failure;
}

std::optional<RowFailure> RunInRounds::try_visit(std::size_t row)
try {
    const WantedRow &wanted = wanted_[row];
    if (const auto *operations = operations_of(*wanted.job);
        operations != nullptr && plan_.bounds != nullptr)
        plan_.bounds->visit(wanted.placement, *operations);
    auto failure =
        rows_[row].visit(context_, draw_layout(random_), bursts_.at(group_of(wanted_[row])));
    if (!failure)
        return std::nullopt;
    return std::visit([](auto &why) { return RowFailure(std::move(why)); }, *failure);
} catch (const machine::ChildFailure &failure) {
    return Obstacle{failure.what(), true};
} catch (const machine::ThreadError &error) {
    return Obstacle{error.what(), false};
}

KnownBursts RunInRounds::learnt_bursts() const
{
    KnownBursts learnt;
    for (const auto &[group, burst] : bursts_)
        if (const auto cycles = burst.cycles(); cycles && group.second == 1)
            learnt[group.first] = *cycles;
    return learnt;
}

results::Row RunInRounds::row(std::size_t row) const
{
    return labelled(rows_[row].row(bursts_.at(group_of(wanted_[row]))), wanted_[row]);
}

results::Row RunInRounds::labelled(results::Row row, const WantedRow &wanted) const
{
    row.location.core_kind = wanted.placement.core_kind;
    row.location.scope = wanted.scope;
    row.location.cores = wanted.cores;
    row.identity.repetition = wanted.repetition;
    row.identity.repetitions = wanted.repetitions;
    if (plan_.bounds != nullptr)
        plan_.bounds->add_to(row, operations_of(*wanted.job));
    return row;
}

std::vector<results::Row> RunInRounds::rows_of_threads(std::size_t row) const
{
    const UndisturbedBurst &burst = bursts_.at(group_of(wanted_[row]));
    std::vector<results::Row> made(rows_[row].cpus().size());
    const auto make = [&](std::size_t thread) {
        made[thread] = labelled(rows_[row].row_of_thread(thread, burst), wanted_[row]);
    };
    // The intervals of hundreds of threads take seconds, one after the other.
    if (made.size() == 1)
        make(0);
    else
        machine::on_threads(made.size(), make);
    return made;
}

// ---- A sweep ----

std::vector<const Kernel *> kernels_by_lanes(std::span<const Kernel *const> candidates,
                                             const CpuInfo &cpu)
{
    const std::string_view core = costs_for(cpu.core).of;
    const auto cost_of = [&](const Kernel &kernel) {
        const double cycles = recorded_cost(core, kernel.id);
        return cycles > 0 ? cycles : HUGE_VAL;
    };
    std::map<unsigned, const Kernel *> by_lanes;
    for (const Kernel *kernel : candidates) {
        const Kernel *&kept = by_lanes.try_emplace(kernel->lanes, kernel).first->second;
        if (cost_of(*kernel) < cost_of(*kept))
            kept = kernel;
    }
    return machine::each(by_lanes, [](const auto &of_lanes) { return of_lanes.second; });
}

std::vector<unsigned> usual_threads(const SweepScope &scope)
{
    std::size_t most = 0;
    for (const CoreCpus &core : scope.cores)
        most += core.size();
    std::vector<unsigned> threads;
    for (unsigned count = 1; count < most; count *= 2)
        threads.push_back(count);
    threads.push_back(static_cast<unsigned>(most));
    return threads;
}

SweepTable plan_sweep(const SweepScope &scope, const std::vector<Job> &jobs,
                      const std::vector<unsigned> &threads)
{
    SweepTable table{scope.name, {}};
    for (const Job &job : jobs)
        for (const unsigned count : threads) {
            const std::vector<int> cpus = machine::spread_threads(count, scope.cores);
            const auto is_used = [&](const CoreCpus &core) {
                return std::ranges::find_first_of(core, cpus) != core.end();
            };
            table.cells.push_back(
                {{.job = &job,
                  .placement = {cpus, machine::kinds_of(machine::this_topology(), cpus)},
                  .scope = scope.name,
                  .cores = static_cast<unsigned>(std::ranges::count_if(scope.cores, is_used))}});
        }
    return table;
}

std::string describe(const SweepCell &cell)
{
    const WantedRow &wanted = cell.wanted;
    return wanted.scope + " " + wanted.job->short_id() + " " +
           machine::counted(wanted.threads(), "thread");
}

double cycles_per_unit_of_core(const SweepCell &measured)
{
    return measured.row->figures.clock_hz * measured.wanted.cores /
           measured.row->figures.units_per_second;
}

} // namespace hashlane::measure
