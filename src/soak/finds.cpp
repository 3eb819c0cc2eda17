// SPDX-License-Identifier: MIT
#include "finds.h"

#include "../clock/cycle_clock.h"
#include "../clock/this_core.h"
#include "../machine/sensors.h"
#include "../system/threads.h"
#include "unit.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace hashlane {
namespace {

constexpr unsigned times_again = 10;

// Of one kernel on one core, with what was found; the rest is counted.
constexpr std::ptrdiff_t most_found = 3;

// The calling thread's core, by its dependency chain.
std::optional<double> clock_now()
{
    ThisCore core;
    return core.chain_step_cycles() ? std::optional(ChainProbe(core).hz()) : std::nullopt;
}

std::vector<std::uint8_t> state_at(const std::uint8_t *state, const Segments &segments)
{
    return {state, state + segments.bytes};
}

SoakWrong describe(const SoakPlace &place, const SoakCore &core,
                   const std::vector<WrongLane> &lanes)
{
    SoakWrong wrong = describe(*place.segments, lanes);
    wrong.cpu = core.cpu;
    wrong.core = core.core;
    wrong.socket = core.socket;
    wrong.kernel = place.kernel->id;
    wrong.unit = unit_of(*place.kernel);
    wrong.scope = place.scope;
    wrong.pass = place.pass;
    wrong.clock_hz = clock_now();
    wrong.celsius = processor_temperature();
    return wrong;
}

} // namespace

SoakWrong describe(const Segments &segments, const std::vector<WrongLane> &lanes)
{
    const WrongLane &lane = lanes.front();
    SoakWrong wrong;
    wrong.segment = lane.segment;
    wrong.lane = lane.lane;
    wrong.wrong_lanes = lanes.size();
    wrong.iterations = segments.iterations;
    wrong.start = state_at(segments.start(lane.segment), segments);
    wrong.expected = state_at(segments.end(lane.segment), segments);
    wrong.got = lane.got;
    return wrong;
}

void Finds::take(const SoakPlace &place, std::size_t first, const std::vector<WrongLane> &lanes)
{
    const std::optional<std::size_t> index = keep(place, lanes);
    if (!index)
        return;
    const unsigned again = count_wrong(*place.kernel, *place.segments, first, times_again);
    const std::scoped_lock lock(mutex_);
    totals_.found[*index].again_here = again;
    totals_.found[*index].tries_here = times_again;
    to_repeat_.push_back({*index, place, first});
}

void Finds::take(const SoakPlace &place, const WrongEnd &wrong)
{
    const std::size_t lane = wrong.index % make_lanes(*wrong.kernel)->count();
    on_pinned_threads({wrong.cpu}, [&](std::size_t) {
        take(place, wrong.index - lane, {{lane, wrong.index, wrong.got}});
    });
}

// Nothing where there were enough of them before.
std::optional<std::size_t> Finds::keep(const SoakPlace &place, const std::vector<WrongLane> &lanes)
{
    const std::scoped_lock lock(mutex_);
    const SoakCore &core = totals_.cores[place.core];
    const auto same = [&](const SoakWrong &wrong) {
        return wrong.cpu == core.cpu && wrong.kernel == place.kernel->id;
    };
    if (std::ranges::count_if(totals_.found, same) >= most_found)
        return std::nullopt;
    totals_.found.push_back(describe(place, core, lanes));
    totals_.found.back().at_seconds = time_.seconds();
    if (watch_.found)
        watch_.found(totals_.found.back());
    return totals_.found.size() - 1;
}

void Finds::repeat_beside()
{
    for (const ToRepeat &one : std::exchange(to_repeat_, {})) {
        SoakWrong &wrong = totals_.found[one.found];
        if (request_.cpus.size() > 1) {
            wrong.neighbour = request_.cpus[(one.place.core + 1) % request_.cpus.size()];
            on_pinned_threads({*wrong.neighbour}, [&](std::size_t) {
                wrong.again_beside =
                    count_wrong(*one.place.kernel, *one.place.segments, one.first, times_again);
            });
            wrong.tries_beside = times_again;
        }
        if (watch_.repeated)
            watch_.repeated(wrong);
    }
}

} // namespace hashlane
