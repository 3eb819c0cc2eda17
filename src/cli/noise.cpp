// SPDX-License-Identifier: MIT
#include "noise.h"

#include "../clock/this_core.h"
#include "../core/cpu_features.h"
#include "../machine/emulator.h"
#include "../report/exporters.h"
#include "../report/noise_facts.h"
#include "../system/cpu_steal.h"
#include "../system/interrupt.h"
#include "../system/threads.h"
#include "display.h"
#include "exit_code.h"
#include "messages.h"
#include "placements.h"
#include "style.h"

#include <fmt/format.h>

namespace hashlane {
namespace {

NoiseReport watch(int cpu, double seconds)
{
    std::vector<WatchedWindow> windows;
    const std::optional<CpuTime> before = cpu_time(cpu);
    const bool pinned = on_pinned_threads({cpu}, [&](std::size_t) {
        ThisCore core;
        windows = watch_noise(core, seconds, interrupted());
    });
    const std::optional<CpuTime> after = cpu_time(cpu);
    if (windows.empty())
        throw CommandError("info --noise: interrupted before anything was seen", exit_interrupted);
    NoiseReport report = judge_windows(windows);
    report.cpu = cpu;
    report.pinned = pinned;
    report.interrupted = interrupted();
    report.stolen_share = stolen_share(before, after);
    return report;
}

} // namespace

int print_noise(const InfoSettings &settings)
{
    PlacementRequest request;
    request.cpus = settings.cpus;
    const int cpu = choose_placements(request).front().cpus.front();
    const Display display(settings.output, false);
    display.announce(0, 1, fmt::format("watching CPU {} for {} s", cpu, *settings.noise_seconds));
    watch_interrupts();
    const NoiseReport noise = watch(cpu, *settings.noise_seconds);
    display.clear_progress();
    const std::string &model = this_cpu().brand;
    const WatchedMachine watched{noise, model.empty() ? "unknown" : model, this_cpu().hypervisor,
                                 emulator_name()};
    print(write_as(settings.output.format, noise_exporters, watched, style_for(settings.output)));
    if (!noise.interrupted)
        return exit_ok;
    say("hashlane: interrupted; the figures are of the time before\n");
    return exit_interrupted;
}

} // namespace hashlane
