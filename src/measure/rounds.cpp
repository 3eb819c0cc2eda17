// SPDX-License-Identifier: MIT
#include "rounds.h"

#include <algorithm>

namespace hashlane {

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

void Rounds::begin_round(const IsSettled &is_settled)
{
    ++round_;
    for (std::size_t row = 0; row < visits_.size(); ++row)
        if (is_open(row, is_settled))
            waiting_.push_back(row);
    rows_of_round_ = waiting_.size();
    if (round_ == 1)
        std::ranges::reverse(waiting_);
    else
        std::ranges::shuffle(waiting_, random_);
}

std::optional<std::size_t> Rounds::next(double elapsed_ns, const IsSettled &is_settled)
{
    const bool first_round = round_ == 0 || (round_ == 1 && !waiting_.empty());
    if (elapsed_ns >= plan_.budget_ns && !first_round)
        return std::nullopt;
    if (waiting_.empty())
        begin_round(is_settled);
    if (waiting_.empty())
        return std::nullopt;
    const std::size_t row = waiting_.back();
    waiting_.pop_back();
    ++visits_[row];
    return row;
}

} // namespace hashlane
