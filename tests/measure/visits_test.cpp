// SPDX-License-Identifier: MIT
//
// Rows that are visited again and again, on simulated cores whose truth and trouble are known: a
// hundred seeded trials of each trouble, and of none.
#include "results/json.h"
#include "support/simulated_row.h"
#include "support/slow_build.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hashlane::test {
namespace {

constexpr int row_trials = slow_build ? 20 : 100;
constexpr int least_right_rows = row_trials * 95 / 100;
constexpr double most_row_error = 0.005;
double error_of(const results::Row &row)
{
    return std::abs(row.figures.cycles_per_unit.median / (task_cycles * usual_wander) - 1);
}

// In how many trials the row is judged so; a figure that is trusted has to be right in all, by so
// much more where the task_cycles has states.
int count_judged(const std::function<Case(Draw &)> &make_case, results::Noise noise, bool trusted,
                 double states = 0)
{
    int count = 0;
    for (std::uint64_t seed = 1; seed <= row_trials; ++seed) {
        Draw draw(seed + 1000);
        const results::Row row = measured(make_case(draw), seed);
        count += row.quality.noise == noise && row.quality.trustworthy == trusted;
        if (row.quality.trustworthy) {
            EXPECT_LE(error_of(row), most_row_error + states)
                << seed << " " << results::noise_name(row.quality.noise);
        }
    }
    return count;
}

TEST(Visits, OfAnUndisturbedCoreAreClean)
{
    const auto undisturbed = [](Draw &) { return Case{.known_burst = undisturbed_burst}; };
    EXPECT_GE(count_judged(undisturbed, results::Noise::clean, true), row_trials - 1);
}

// No sample differs from another: only the cost of an undisturbed burst shows it.
TEST(Visits, SteadyContentionIsSeen)
{
    const auto contended = [](Draw &draw) {
        const double slower = draw.between(1.08, 2);
        return Case{.known_burst = undisturbed_burst, .neighbour = [=](double) { return slower; }};
    };
    EXPECT_GE(count_judged(contended, results::Noise::shared, false), least_right_rows);
}

// Nothing has been learnt before, and most of the run is disturbed.
TEST(Visits, ANeighbourThatComesAndGoesIsLeftOut)
{
    const auto contended = [](Draw &draw) { return Case{.neighbour = comes_and_goes(draw)}; };
    EXPECT_GE(count_judged(contended, results::Noise::shared, true), least_right_rows);
}

TEST(Visits, StatesTwoPercentApartAreReported)
{
    const auto layouts = [](Draw &) {
        return Case{.known_burst = undisturbed_burst,
                    .layout = [](Draw &draw) { return draw.coin() ? 1.0 : 1.02; }};
    };
    EXPECT_GE(count_judged(layouts, results::Noise::layout, true, 0.02), least_right_rows);
}

TEST(Visits, ThatDoNotAgreeAreNotTrusted)
{
    const auto spread = [](Draw &) {
        return Case{.known_burst = undisturbed_burst,
                    .layout = [](Draw &draw) { return draw.between(1, 1.5); }};
    };
    int untrusted = 0;
    for (std::uint64_t seed = 1; seed <= row_trials; ++seed) {
        Draw draw(seed);
        untrusted += !measured(spread(draw), seed).quality.trustworthy;
    }
    EXPECT_GE(untrusted, least_right_rows);
}

// A killed run leaves rows of few visits, and a busy machine makes them differ by any factor.
TEST(Visits, GiveARowThatCanBeReadWhateverDisturbedThem)
{
    for (std::uint64_t seed = 1; seed <= row_trials; ++seed) {
        Case trial;
        trial.most_visits = 1 + static_cast<unsigned>(seed % 6);
        trial.layout = [](Draw &draw) { return std::exp(draw.exponential(1)); };
        trial.taken_every_ns = 1e6 * static_cast<double>(seed);
        trial.taken_ns = 5e5 * static_cast<double>(seed % 5);
        const std::string text = results::json_text(results::row_json(measured(trial, seed), 1));
        const results::JsonDocument document(text, "row");
        EXPECT_NO_THROW(results::read_row(document.fields())) << text;
    }
}

} // namespace
} // namespace hashlane::test
