// SPDX-License-Identifier: MIT
#include "visit.h"

#include "../clock/this_core.h"
#include "../machine/energy_meter.h"
#include "../system/threads.h"
#include "runner.h"

#include <utility>

namespace hashlane {
namespace {

struct ThreadResult {
    ThreadSamples part;
    UsedClock clock;
};

ThreadResult visit_on_this_thread(const MakeTask &make_task, const VisitRequest &request,
                                  Participant &participant)
{
    const MeasureContext &context = request.context;
    std::uint64_t iterations_per_sample = request.iterations_per_sample;
    ThisCore core;
    const ChosenClock chosen = make_clock(context.clock, core);
    ThreadResult result{{}, {chosen.clock->source(), chosen.note}};
    const std::unique_ptr<Task> task = make_task(request.layout.data_bytes);
    if (iterations_per_sample == 0)
        iterations_per_sample = size_sample(*task, core, context.plan);
    else
        warm_up(*task, core, context.plan, iterations_per_sample);
    const std::uint64_t throttled = core.throttle_events();
    participant.start();
    const double wall = core.now_ns();
    const double cpu = core.thread_cpu_ns();
    result.part.samples =
        take_samples({*task, *chosen.clock, core}, iterations_per_sample, context, participant);
    result.part.cpu_ns = core.thread_cpu_ns() - cpu;
    result.part.wall_ns = core.now_ns() - wall;
    result.part.environment = sampling_environment(result.clock.source);
    result.part.environment.throttle_events = core.throttle_events() != throttled;
    return result;
}

} // namespace

Visit take_visit(const MakeTask &make_task, const VisitRequest &request)
{
    EnergyMeter *const meter = request.context.meter;
    const auto energy = [&] { return meter ? meter->read() : std::nullopt; };
    Visit visit;
    visit.threads.resize(request.cpus.size());
    visit.clocks.resize(request.cpus.size());
    Rendezvous rendezvous(
        request.cpus.size(), [&] { visit.begin = energy(); }, [&] { visit.end = energy(); });
    visit.pinned = on_pinned_threads(request.cpus, [&](std::size_t i) {
        run_further_down(request.layout.stack_bytes, [&] {
            Participant participant(rendezvous);
            ThreadResult result = visit_on_this_thread(make_task, request, participant);
            visit.threads[i] = std::move(result.part);
            visit.clocks[i] = std::move(result.clock);
        });
    });
    return visit;
}

} // namespace hashlane
