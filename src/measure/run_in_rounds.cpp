// SPDX-License-Identifier: MIT
#include "run_in_rounds.h"

#include "../system/threads.h"
#include "spot_check.h"

#include <algorithm>

namespace hashlane {
namespace {

constexpr double usual_visits = 10;
constexpr double visit_overhead_ns = 15e6; // warming up, the clock, the end of the last segment
constexpr double shortest_visit_ns = 10e6; // a window
constexpr double longest_visit_ns = 50e6;
constexpr double warm_up_ns = 5e6;

std::optional<double> known_burst(const KnownBursts &known, const RowRequest &request)
{
    const auto found = known.find(request.core_kind);
    return found == known.end() || request.cpus.size() > 1 ? std::nullopt
                                                           : std::optional(found->second);
}

} // namespace

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

RunPlan plan_once(const SamplingPlan &plan)
{
    return {plan, {.budget_ns = 0, .least_visits = 1, .most_visits = 1}, {}};
}

RunInRounds::RunInRounds(const std::vector<RowRequest> &requests, const RunPlan &plan,
                         const ClockRequest &clock, const std::atomic<bool> &stop,
                         EnergyMeter *meter)
    : requests_(requests),
      plan_(plan),
      context_{clock, plan_.visit, stop, meter},
      rounds_(requests.size(), plan.rounds, draw_seed()),
      random_(draw_seed())
{
    for (const RowRequest &request : requests_) {
        rows_.emplace_back(request.job, request.cpus, rows_.size());
        bursts_.try_emplace(group_of(request), known_burst(plan.known_bursts, request));
    }
}

RunInRounds::BurstGroup RunInRounds::group_of(const RowRequest &request)
{
    return {request.core_kind, request.cpus.size()};
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
    return std::max(0.0, plan_.rounds.budget_ns - elapsed_ns()) / 1e9;
}

double RunInRounds::share_done() const
{
    if (plan_.rounds.budget_ns > 0)
        return std::min(1.0, elapsed_ns() / plan_.rounds.budget_ns);
    return 1 - static_cast<double>(rounds_.waiting()) / static_cast<double>(rows_.size());
}

std::optional<std::size_t> RunInRounds::next()
{
    return rounds_.next(elapsed_ns(), [this](std::size_t i) { return is_settled(row(i)); });
}

std::optional<VisitFailure> RunInRounds::visit(std::size_t row)
{
    const Layout layout = draw_layout(random_);
    try {
        auto failure = rows_[row].visit(context_, layout, bursts_.at(group_of(requests_[row])));
        if (failure)
            rounds_.give_up(row);
        return failure;
    } catch (...) {
        rounds_.give_up(row);
        throw;
    }
}

KnownBursts RunInRounds::learnt_bursts() const
{
    KnownBursts learnt;
    for (const auto &[group, burst] : bursts_)
        if (const auto cycles = burst.cycles(); cycles && group.second == 1)
            learnt[group.first] = *cycles;
    return learnt;
}

Row RunInRounds::row(std::size_t row) const
{
    Row made = rows_[row].row(bursts_.at(group_of(requests_[row])));
    made.location.core_kind = requests_[row].core_kind;
    return made;
}

std::vector<Row> RunInRounds::rows_of_threads(std::size_t row) const
{
    const UndisturbedBurst &burst = bursts_.at(group_of(requests_[row]));
    std::vector<Row> made(rows_[row].cpus().size());
    const auto make = [&](std::size_t thread) {
        made[thread] = rows_[row].row_of_thread(thread, burst);
        made[thread].location.core_kind = requests_[row].core_kind;
    };
    // The intervals of hundreds of threads take seconds, one after the other.
    if (made.size() == 1)
        make(0);
    else
        on_threads(made.size(), make);
    return made;
}

} // namespace hashlane
