// SPDX-License-Identifier: MIT
#include "../soak/soak.h"
#include "../machine/topology.h"
#include "../measure/context.h"
#include "../measure/spot_check.h"
#include "../system/interrupt.h"
#include "../system/regular_file.h"
#include "commands.h"
#include "exit_code.h"
#include "kernel_selection.h"
#include "messages.h"
#include "out_file.h"
#include "soak_devices.h"
#include "soak_display.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace hashlane {
namespace {

constexpr double line_seconds = 60;

// The first CPU of every core that this process may use one of.
std::vector<int> a_cpu_of_every_core()
{
    const Topology &topology = this_topology();
    std::vector<int> cpus;
    for (const Topology::Core &core : topology.cores)
        if (const std::optional<int> cpu = first_allowed_cpu(topology, core))
            cpus.push_back(*cpu);
    return cpus;
}

SoakCheckpoint new_soak(const SoakSettings &settings, OpenSoakDevices &devices)
{
    SoakCheckpoint checkpoint;
    SoakRequest &request = checkpoint.request;
    request.kernels = select_kernels(settings.filter, all_workloads).runnable;
    request.cpus = settings.cpus ? *settings.cpus : a_cpu_of_every_core();
    request.devices = devices.open(settings.devices, settings.filter);
    request.seconds = settings.seconds.value_or(0);
    request.passes = settings.passes.value_or(1);
    request.pattern = settings.pattern.value_or(request.pattern);
    request.visit_seconds = settings.visit_seconds.value_or(request.visit_seconds);
    request.seed = settings.seed ? *settings.seed : draw_seed();
    checkpoint.started = checkpoint.updated = date_now();
    return checkpoint;
}

// "all" is taken to be those that there were.
bool names_them(const DeviceRequest &request, const std::vector<SoakDevice> &devices)
{
    return request.all ? !devices.empty()
                       : std::ranges::equal(request.names, devices, {}, &DeviceName::id,
                                            &SoakDevice::device);
}

// What is given must be what the file says, but for how long.
void refuse_other_options(const SoakSettings &settings, const SoakCheckpoint &checkpoint)
{
    const SoakRequest &request = checkpoint.request;
    const auto same_kernels = [&] {
        return select_kernels(settings.filter, all_workloads).runnable == request.kernels;
    };
    const std::pair<bool, const char *> differs[] = {
        {settings.cpus && *settings.cpus != request.cpus, "--cpu"},
        {settings.all_cores && a_cpu_of_every_core() != request.cpus, "--all-cores"},
        {settings.devices.any() && !names_them(settings.devices, checkpoint.totals.devices),
         "--device"},
        {!settings.filter.finds_all() && !same_kernels(), "--filter"},
        {settings.pattern && *settings.pattern != request.pattern, "--pattern"},
        {settings.visit_seconds && *settings.visit_seconds != request.visit_seconds, "--visit"},
        {settings.seed && *settings.seed != request.seed, "--seed"},
    };
    for (const auto &[is_other, option] : differs)
        if (is_other)
            throw CommandError(
                fmt::format("{}: '{}' was begun with another; leave it out, or leave --resume out",
                            option, settings.out));
}

SoakCheckpoint resumed_soak(const SoakSettings &settings, const std::string &text,
                            OpenSoakDevices &devices)
{
    SoakCheckpoint checkpoint = read_soak_checkpoint(text, settings.out);
    refuse_other_options(settings, checkpoint);
    checkpoint.request.devices = devices.open_again(checkpoint.totals.devices);
    if (settings.seconds || settings.passes) {
        checkpoint.request.seconds = settings.seconds.value_or(0);
        checkpoint.request.passes = settings.passes.value_or(1);
    }
    ++checkpoint.resumed;
    return checkpoint;
}

SoakCheckpoint begin_or_resume(const SoakSettings &settings, OpenSoakDevices &devices)
{
    if (settings.resume && settings.out.empty())
        throw CommandError("--resume: needs --out FILE, the file to go on with");
    if (!settings.resume)
        return new_soak(settings, devices);
    const FileContent file = read_regular_file(settings.out);
    if (file.is_missing)
        return new_soak(settings, devices);
    if (!file.problem.empty())
        throw CommandError(
            fmt::format("--resume: cannot read '{}': {}", settings.out, file.problem));
    return resumed_soak(settings, file.text, devices);
}

// Keeps the file of --out no older than a minute, and says how far it is as often.
class Keeper {
public:
    Keeper(const SoakSettings &settings, SoakCheckpoint &checkpoint, const SoakDisplay &display)
        : checkpoint_(checkpoint), display_(display), out_(settings.out)
    {
    }

    void visited(const SoakTotals &totals)
    {
        if (totals.seconds - said_at_ >= line_seconds) {
            said_at_ = totals.seconds;
            display_.minute(totals);
        }
        // A visit longer, and it would be too late.
        const bool is_due =
            totals.seconds - saved_at_ >= line_seconds - 2 * checkpoint_.request.visit_seconds;
        if (saved_at_ < 0 || is_due || totals.wrong != saved_wrong_)
            save(totals);
    }

    void save(const SoakTotals &totals)
    {
        checkpoint_.totals = totals;
        checkpoint_.updated = date_now();
        saved_at_ = totals.seconds;
        saved_wrong_ = totals.wrong;
        try {
            out_.write(json_text(soak_json(checkpoint_)));
            failure_.clear();
        } catch (const CommandError &error) { // the next one may succeed
            if (failure_ != error.what())
                say("hashlane: {}\n", error.what());
            failure_ = error.what();
        }
    }

    bool has_failed() const { return !failure_.empty(); }

private:
    SoakCheckpoint &checkpoint_;
    const SoakDisplay &display_;
    OutFile out_;
    double said_at_ = checkpoint_.totals.seconds;
    double saved_at_ = -1;
    std::uint64_t saved_wrong_ = checkpoint_.totals.wrong;
    std::string failure_;
};

int exit_code(const SoakTotals &totals, bool failed)
{
    if (totals.interrupted)
        return exit_interrupted;
    if (totals.wrong != 0 || totals.device_failed())
        return exit_wrong_digest;
    return failed ? exit_usage : exit_ok;
}

SoakTotals soak_or_refuse(const SoakCheckpoint &checkpoint, const SoakWatch &watch)
{
    const SoakTotals so_far = checkpoint.totals;
    try {
        return soak(checkpoint.request, watch, interrupted(),
                    checkpoint.resumed != 0 ? &so_far : nullptr);
    } catch (const DeviceError &error) {
        throw CommandError(fmt::format("--device: {}", error.what()), exit_absent);
    }
}

} // namespace

int execute(const SoakSettings &settings, const std::string & /*line*/)
{
    OpenSoakDevices devices;
    SoakCheckpoint checkpoint = begin_or_resume(settings, devices);
    const SoakDisplay display(settings.format, settings.quiet);
    Keeper keeper(settings, checkpoint, display);
    watch_interrupts();
    display.begin(checkpoint);
    SoakWatch watch;
    watch.found = [&](const SoakWrong &wrong) { display.found(wrong); };
    watch.repeated = [&](const SoakWrong &wrong) { display.repeated(wrong); };
    watch.failed = [&](const SoakDevice &device) { display.failed(device); };
    watch.visited = [&](const SoakTotals &totals) { keeper.visited(totals); };
    const SoakTotals totals = soak_or_refuse(checkpoint, watch);
    checkpoint.complete = !totals.interrupted;
    keeper.save(totals);
    display.end(checkpoint);
    if (totals.interrupted)
        say("hashlane: interrupted after {:.0f} s{}\n", totals.seconds,
            settings.out.empty() ? "" : "; --resume goes on");
    return exit_code(totals, keeper.has_failed());
}

} // namespace hashlane
