// SPDX-License-Identifier: MIT
#include "cycle_clock.h"

#include <algorithm>
#include <cmath>

namespace hashlane {
namespace {

constexpr std::uint64_t probe_steps = 10000;

class PerfClock final : public CycleClock {
public:
    explicit PerfClock(Machine &machine) : machine_(machine) {}
    CycleSource source() const override { return CycleSource::perf; }
    void begin() override
    {
        cycles_ = machine_.counted_cycles().value_or(0);
        start_ns_ = machine_.now_ns();
    }
    Interval end() override
    {
        const double ns = machine_.now_ns() - start_ns_;
        const double cycles =
            static_cast<double>(machine_.counted_cycles().value_or(cycles_) - cycles_);
        return {ns, cycles, cycles / ns * 1e9, 0};
    }

private:
    Machine &machine_;
    std::uint64_t cycles_ = 0;
    double start_ns_ = 0;
};

class ChainClock final : public CycleClock {
public:
    explicit ChainClock(Machine &machine) : machine_(machine), probe_(machine) {}
    CycleSource source() const override { return CycleSource::chain; }
    void begin() override
    {
        hz_before_ = probe_.hz();
        start_ns_ = machine_.now_ns();
    }
    Interval end() override
    {
        const double ns = machine_.now_ns() - start_ns_;
        const double hz_after = probe_.hz();
        const double hz = (hz_before_ + hz_after) / 2;
        return {ns, ns * hz / 1e9, hz, std::abs(hz_after - hz_before_) / hz};
    }

private:
    Machine &machine_;
    ChainProbe probe_;
    double hz_before_ = 0;
    double start_ns_ = 0;
};

class TscClock final : public CycleClock {
public:
    explicit TscClock(Machine &machine) : machine_(machine) {}
    CycleSource source() const override { return CycleSource::tsc; }
    void begin() override
    {
        start_ns_ = machine_.now_ns();
        ticks_ = machine_.tsc_ticks();
    }
    Interval end() override
    {
        const double ticks = static_cast<double>(machine_.tsc_ticks() - ticks_);
        const double ns = machine_.now_ns() - start_ns_;
        return {ns, ticks, ticks / ns * 1e9, 0};
    }

private:
    Machine &machine_;
    std::uint64_t ticks_ = 0;
    double start_ns_ = 0;
};

class GivenClock final : public CycleClock {
public:
    GivenClock(Machine &machine, double hz) : machine_(machine), hz_(hz) {}
    CycleSource source() const override { return CycleSource::given; }
    void begin() override { start_ns_ = machine_.now_ns(); }
    Interval end() override
    {
        const double ns = machine_.now_ns() - start_ns_;
        return {ns, ns * hz_ / 1e9, hz_, 0};
    }

private:
    Machine &machine_;
    double hz_;
    double start_ns_ = 0;
};

void add_note(std::string &note, const std::string &more)
{
    note += note.empty() ? more : "; " + more;
}

} // namespace

std::string_view cycle_source_name(CycleSource source)
{
    switch (source) {
    case CycleSource::perf:
        return "perf";
    case CycleSource::chain:
        return "chain";
    case CycleSource::tsc:
        return "tsc";
    case CycleSource::given:
        return "given";
    }
    return "";
}

ChainProbe::ChainProbe(Machine &machine)
    : machine_(machine), step_cycles_(*machine.chain_step_cycles())
{
    timer_overhead_ns_ = 1e9;
    for (int i = 0; i < 32; ++i) {
        const double start = machine_.now_ns();
        timer_overhead_ns_ = std::min(timer_overhead_ns_, machine_.now_ns() - start);
    }
}

double ChainProbe::timed_chain_ns()
{
    const double start = machine_.now_ns();
    machine_.run_dependent_chain(probe_steps);
    return machine_.now_ns() - start - timer_overhead_ns_;
}

double ChainProbe::hz()
{
    // The faster of two: an interrupt rarely hits both.
    const double ns = std::min(timed_chain_ns(), timed_chain_ns());
    return static_cast<double>(probe_steps) * step_cycles_ / ns * 1e9;
}

ChosenClock make_clock(const ClockRequest &request, Machine &machine)
{
    if (!request.automatic && request.source == CycleSource::given)
        return {std::make_unique<GivenClock>(machine, request.given_hz), ""};
    ChosenClock chosen;
    const CycleSource first = request.automatic ? CycleSource::perf : request.source;
    if (first == CycleSource::perf) {
        if (machine.counter_problem().empty())
            return {std::make_unique<PerfClock>(machine), ""};
        add_note(chosen.note, "no hardware counter: " + machine.counter_problem());
    }
    if (first != CycleSource::tsc) {
        if (machine.chain_step_cycles()) {
            chosen.clock = std::make_unique<ChainClock>(machine);
            return chosen;
        }
        add_note(chosen.note, "no calibrated chain: the latency of this core is not known");
    }
    add_note(chosen.note, "ticks of the time-stamp counter, not core cycles");
    chosen.clock = std::make_unique<TscClock>(machine);
    return chosen;
}

} // namespace hashlane
