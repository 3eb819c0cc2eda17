// SPDX-License-Identifier: MIT
#include "cycle_clock.h"

#include "../../statistics/statistics.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

namespace hashlane::machine {
namespace {

// Timers tick every 10 ns on some machines: the tries of a probe take three thousand of them. Some
// hosts take the core away every 50 microseconds, which hits one try in six.
constexpr std::uint64_t probe_steps = 8000;
constexpr int probe_tries = 5;

// Short enough that reading the time is a large part, so that the two can be separated.
constexpr std::uint64_t short_steps = 200;

constexpr double given_tolerance = 0.01;

// Latencies are whole cycles: an incorrect one is off by at least a fifth. Smaller differences are
// noise.
constexpr double chains_tolerance = 0.05;
constexpr int chains_tries = 5;

class PerfClock final : public CycleClock {
public:
    explicit PerfClock(Core &core) : core_(core) {}
    CycleSource source() const override { return CycleSource::perf; }
    void begin() override
    {
        cycles_ = core_.counted_cycles();
        start_ns_ = core_.now_ns();
    }
    Interval end(const WorkShare &share) override
    {
        const double ns = (core_.now_ns() - start_ns_) * share.undisturbed;
        const std::optional<std::uint64_t> now = core_.counted_cycles();
        if (!cycles_ || !now || *now <= *cycles_)
            return {.ns = ns, .counted = false};
        const double cycles = static_cast<double>(*now - *cycles_) * (1 - share.aside);
        return {ns, cycles, cycles / ns * 1e9, 0};
    }

private:
    Core &core_;
    std::optional<std::uint64_t> cycles_;
    double start_ns_ = 0;
};

class ChainClock final : public CycleClock {
public:
    explicit ChainClock(Core &core) : core_(core), probe_(core) {}
    CycleSource source() const override { return CycleSource::chain; }
    void begin() override
    {
        hz_before_ = probe_.hz();
        start_ns_ = core_.now_ns();
    }
    Interval end(const WorkShare &share) override
    {
        const double ns = (core_.now_ns() - start_ns_) * share.undisturbed;
        const double hz_after = probe_.hz();
        const double hz = (hz_before_ + hz_after) / 2;
        return {ns, ns * hz / 1e9, hz, std::abs(hz_after - hz_before_) / hz};
    }

private:
    Core &core_;
    ChainProbe probe_;
    double hz_before_ = 0;
    double start_ns_ = 0;
};

class TscClock final : public CycleClock {
public:
    explicit TscClock(Core &core) : core_(core) {}
    CycleSource source() const override { return CycleSource::tsc; }
    void begin() override
    {
        start_ns_ = core_.now_ns();
        ticks_ = core_.tsc_ticks();
    }
    Interval end(const WorkShare &share) override
    {
        const double ticks = static_cast<double>(core_.tsc_ticks() - ticks_) * share.undisturbed;
        const double ns = (core_.now_ns() - start_ns_) * share.undisturbed;
        return {ns, ticks, ticks / ns * 1e9, 0};
    }

private:
    Core &core_;
    std::uint64_t ticks_ = 0;
    double start_ns_ = 0;
};

// Uses the clock that the user states; without one, counts nanoseconds.
class FixedClock final : public CycleClock {
public:
    explicit FixedClock(Core &core, double hz = 0) : core_(core), hz_(hz) {}
    CycleSource source() const override
    {
        return hz_ == 0 ? CycleSource::none : CycleSource::given;
    }
    void begin() override { start_ns_ = core_.now_ns(); }
    Interval end(const WorkShare &share) override
    {
        const double ns = (core_.now_ns() - start_ns_) * share.undisturbed;
        return {ns, hz_ == 0 ? ns : ns * hz_ / 1e9, hz_, 0};
    }

private:
    Core &core_;
    double hz_;
    double start_ns_ = 0;
};

// Returns the reason not to trust the hardware counter, or an empty text. A counter that can be
// opened and read may still not advance.
std::string counter_problem(Core &core)
{
    if (const std::string problem = core.counter_problem(); !problem.empty())
        return problem;
    PerfClock clock(core);
    clock.begin();
    core.run_dependent_chain(probe_steps);
    return clock.end({}).counted ? "" : "it does not count";
}

// A stated clock is used, but with a note if the core's differs.
std::string doubt_given_clock(double given_hz, Core &core)
{
    if (!chain_problem(core).empty())
        return "";
    const double hz = ChainProbe(core).hz();
    if (std::abs(hz / given_hz - 1) < given_tolerance)
        return "";
    return fmt::format(
        "it is {:.2f} GHz, but the core ran at {:.2f} GHz: lock its clock, or leave --ghz out to "
        "have it measured",
        given_hz / 1e9, hz / 1e9);
}

constexpr int check_rounds = 100;
constexpr std::uint64_t stretch_steps = 100000;

// A stretch of the chain itself, timed by both: it is long enough that the two system calls
// around it do not count, and short enough that few stretches meet an interrupt. Nothing if the
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

ChainProbe::ChainProbe(Core &core, Chain chain)
    : core_(core),
      chain_(chain),
      step_cycles_(chain == Chain::main ? *core.chain_step_cycles() : *core.check_step_cycles())
{
    // The cost of a reading in addition to the chain, which it partly overlaps: the time at length
    // zero of the line through two lengths. Means, because a coarse timer makes single readings
    // coarse.
    std::vector<double> once, twice;
    for (int i = 0; i < 200; ++i) {
        once.push_back(timed_chain_ns(short_steps));
        twice.push_back(timed_chain_ns(2 * short_steps));
    }
    reading_ns_ = 2 * statistics::trimmed_mean(once) - statistics::trimmed_mean(twice);
}

double ChainProbe::timed_chain_ns(std::uint64_t steps)
{
    const double start = core_.now_ns();
    if (chain_ == Chain::main)
        core_.run_dependent_chain(steps);
    else
        core_.run_check_chain(steps);
    return core_.now_ns() - start;
}

double ChainProbe::hz()
{
    std::vector<double> ns;
    for (int i = 0; i < probe_tries; ++i)
        ns.push_back(timed_chain_ns(probe_steps) - reading_ns_);
    return static_cast<double>(probe_steps) * step_cycles_ / statistics::mean_of_undisturbed(ns) *
           1e9;
}

std::string chain_problem(Core &core)
{
    if (!core.chain_step_cycles())
        return "the latency of this core is not known";
    if (!core.check_step_cycles())
        return "";
    ChainProbe main(core), check(core, ChainProbe::Chain::check);
    double main_hz = 0, check_hz = 0;
    for (int i = 0; i < chains_tries; ++i) {
        main_hz = main.hz();
        check_hz = check.hz();
        if (std::abs(main_hz / check_hz - 1) < chains_tolerance)
            return "";
    }
    return fmt::format("two chains that should agree read {:.2f} GHz and {:.2f} GHz", main_hz / 1e9,
                       check_hz / 1e9);
}

std::string clock_problem(const ClockRequest &request, Core &core)
{
    if (request.automatic)
        return "";
    if (request.source == CycleSource::perf)
        return counter_problem(core);
    if (request.source == CycleSource::chain)
        return chain_problem(core);
    return request.source == CycleSource::tsc && core.tsc_name().empty()
               ? "no time-stamp counter is read on this processor"
               : "";
}

ChosenClock make_clock(const ClockRequest &request, Core &core)
{
    if (!request.automatic && request.source == CycleSource::given)
        return {std::make_unique<FixedClock>(core, request.given_hz),
                doubt_given_clock(request.given_hz, core)};
    std::string note;
    const auto add_note = [&](const std::string &more) {
        note += (note.empty() ? "" : "; ") + more;
    };
    const CycleSource first = request.automatic ? CycleSource::perf : request.source;
    if (first == CycleSource::perf) {
        const std::string problem = counter_problem(core);
        if (problem.empty())
            return {std::make_unique<PerfClock>(core), ""};
        add_note("no hardware counter: " + problem);
    }
    if (first != CycleSource::tsc) {
        const std::string problem = chain_problem(core);
        if (problem.empty())
            return {std::make_unique<ChainClock>(core), note};
        add_note("no calibrated chain: " + problem);
    }
    if (core.tsc_name().empty()) {
        add_note("no time-stamp counter is read on this processor: times only, no cycles");
        return {std::make_unique<FixedClock>(core), note};
    }
    add_note("ticks of the " + core.tsc_name() + ", not core cycles");
    return {std::make_unique<TscClock>(core), note};
}

ClockCheck check_clock(Core &core)
{
    ChainProbe probe(core);
    std::vector<double> hz;
    for (int i = 0; i < check_rounds; ++i)
        hz.push_back(probe.hz());
    ClockCheck check;
    check.hz = statistics::quantile(hz, 0.5);
    check.probe_spread =
        (statistics::quantile(hz, 0.75) - statistics::quantile(hz, 0.25)) / 2 / check.hz;
    if (!core.counted_cycles())
        return check;
    const ChosenClock chain = make_clock({false, CycleSource::chain, 0}, core);
    std::vector<double> ratios;
    for (int i = 0; i < check_rounds; ++i)
        if (const auto ratio = chain_over_counter(core, *chain.clock))
            ratios.push_back(*ratio);
    if (!ratios.empty())
        check.against_counter = statistics::quantile(ratios, 0.5) - 1;
    return check;
}

} // namespace hashlane::machine
