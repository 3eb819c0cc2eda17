// SPDX-License-Identifier: MIT
//
// In which order the rows of a run are visited, and when there is enough.
#ifndef HASHLANE_SRC_MEASURE_ROUNDS_H
#define HASHLANE_SRC_MEASURE_ROUNDS_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <vector>

namespace hashlane {

/// How a run's time is spent.
struct RoundPlan {
    double budget_ns = 0; ///< of the whole run; the first round is finished even if it takes longer
    unsigned least_visits = 9;
    unsigned most_visits = 40;
};

/// Hands out rows in rounds: in each, every row that is not settled, in random order, but in the
/// first in the order given, so that tables can grow. Rows that are settled early leave their time
/// to the others.
class Rounds {
public:
    using IsSettled = std::function<bool(std::size_t row)>;

    Rounds(std::size_t rows, const RoundPlan &plan, std::uint64_t seed);

    /// The row to visit now; nothing when every row is settled, or the budget is used up. A row is
    /// asked for its state before each round.
    std::optional<std::size_t> next(double elapsed_ns, const IsSettled &is_settled);

    /// No more visits of this row.
    void give_up(std::size_t row) { given_up_[row] = true; }

    unsigned round() const { return round_; }               ///< 1 after the first call of next()
    std::size_t waiting() const { return waiting_.size(); } ///< of this round
    std::size_t rows_of_round() const { return rows_of_round_; } ///< that are not settled

private:
    void begin_round(const IsSettled &is_settled);
    bool is_open(std::size_t row, const IsSettled &is_settled) const;

    RoundPlan plan_;
    std::mt19937_64 random_;
    std::vector<unsigned> visits_;
    std::vector<bool> given_up_;
    std::vector<std::size_t> waiting_; ///< of this round, the next one last
    unsigned round_ = 0;
    std::size_t rows_of_round_ = 0;
};

} // namespace hashlane

#endif
