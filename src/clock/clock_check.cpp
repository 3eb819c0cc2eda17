// SPDX-License-Identifier: MIT
#include "clock_check.h"

#include "../statistics/statistics.h"
#include "cycle_clock.h"

#include <vector>

namespace hashlane {
namespace {

constexpr int rounds = 100;
constexpr std::uint64_t stretch_steps = 100000;

// A stretch of the chain itself, timed by both: it is long enough that the two system calls
// around it do not count, and short enough that few stretches meet an interrupt. Nothing where the
// counter did not count.
std::optional<double> chain_over_counter(Core &core, CycleClock &chain)
{
    chain.begin();
    const std::optional<std::uint64_t> before = core.counted_cycles();
    const double start = core.now_ns();
    core.run_dependent_chain(stretch_steps);
    const double ns = core.now_ns() - start;
    const std::optional<std::uint64_t> after = core.counted_cycles();
    const double hz = chain.end().clock_hz;
    if (!before || !after || *after <= *before)
        return std::nullopt;
    return ns * hz / 1e9 / static_cast<double>(*after - *before);
}

} // namespace

ClockCheck check_clock(Core &core)
{
    ChainProbe probe(core);
    std::vector<double> hz;
    for (int i = 0; i < rounds; ++i)
        hz.push_back(probe.hz());
    ClockCheck check;
    check.hz = quantile(hz, 0.5);
    check.probe_spread = (quantile(hz, 0.75) - quantile(hz, 0.25)) / 2 / check.hz;
    if (!core.counted_cycles())
        return check;
    const ChosenClock chain = make_clock({false, CycleSource::chain, 0}, core);
    std::vector<double> ratios;
    for (int i = 0; i < rounds; ++i)
        if (const auto ratio = chain_over_counter(core, *chain.clock))
            ratios.push_back(*ratio);
    if (!ratios.empty())
        check.against_counter = quantile(ratios, 0.5) - 1;
    return check;
}

} // namespace hashlane
