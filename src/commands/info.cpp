// SPDX-License-Identifier: MIT
#include "../cli/messages.h"
#include "../cli/options.h"
#include "../lib/core/microarchitecture.h"
#include "../lib/dispatch/dispatch_table.h"
#include "../lib/dispatch/recorded_costs.h"
#include "../machine/clock/cycle_clock.h"
#include "../machine/clock/instruction_timing.h"
#include "../machine/clock/this_core.h"
#include "../machine/system/cpus.h"
#include "../machine/system/host.h"
#include "../machine/system/terminal.h"
#include "../machine/system/threads.h"
#include "../measure/context.h"
#include "../show/tables/exporters.h"
#include "../show/tables/remarks.h"
#include "../show/tables/report.h"
#include "commands.h"
#include "device_facts.h"
#include "jobs.h"
#include "session.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane::commands {
namespace {

struct InfoSettings {
    cli::OutputSettings output;
    cli::DeviceRequest devices;
    bool instructions = false;
    std::optional<double> noise_seconds; ///< --noise
    std::vector<int> cpus;               ///< --cpu: where noise is watched; empty: anywhere
};

void declare(CLI::App &app, InfoSettings &info)
{
    cli::explain(app, "With --noise or --instructions it measures for some seconds, and prints "
                      "the result of that alone.");
    cli::in_group(app, "Measurements");
    CLI::Option *const noise = cli::add_option(
        app, "--noise",
        {"[TIME]", "Watch a CPU for this time, and print what disturbs it and how much (default: "
                   "10s)"},
        info.noise_seconds, [](auto &name, auto &text) {
            constexpr double usual = 10, least = 1, most = 600;
            return text.empty() ? usual : cli::read_duration(name, text, least, most);
        });
    CLI::Option *const instructions =
        app.add_flag("--instructions", info.instructions,
                     "Time the instructions from which the bounds of the kernels follow");
    noise->expected(0, 1)->excludes(instructions);
    cli::add_option(app, "--cpu", {"LIST", "With --noise: watch the least busy of these CPUs"},
                    info.cpus, cli::read_allowed_cpus)
        ->needs(noise);
    cli::add_devices(app, info.devices, "Also show compute devices", cli::Group::output);
    cli::add_output(app, info.output, show::fact_exporters);
    cli::add_examples(app, {"hashlane info", "hashlane info --noise 30s --cpu 2"});
}

std::string chain_fact(machine::Core &core)
{
    if (const std::string problem = machine::chain_problem(core); !problem.empty())
        return "chain: not usable: " + problem;
    const machine::ClockCheck check = machine::check_clock(core);
    std::string fact = fmt::format("chain: {} at {} cycles; {:.2f} GHz now, probes within {:.2f} %",
                                   core.chain_name(), *core.chain_step_cycles(), check.hz / 1e9,
                                   check.probe_spread * 100);
    if (check.against_counter)
        fact += fmt::format(", {:+.2f} % against perf", *check.against_counter * 100);
    return fact;
}

// In order of trust; the first that can be used is what --clock auto takes.
show::Facts clock_facts()
{
    machine::ThisCore core;
    // A core that has just woken up is not at its usual frequency yet.
    core.run_dependent_chain(20'000'000);
    return {{"cycle source", core.counter_problem().empty()
                                 ? "perf: hardware counter, user-mode cycles"
                                 : "perf: not usable: " + core.counter_problem()},
            {"", chain_fact(core)},
            {"", core.tsc_name().empty()
                     ? "tsc: none here; without another source rows have times only"
                     : "tsc: ticks of the " + core.tsc_name() + ", not core cycles"}};
}

// On the CPU that measuring commands would take.
int print_instructions(const cli::OutputSettings &output)
{
    const machine::InstructionTimes times =
        machine::time_instructions_on(choose_placements({}).front().cpus.front(), {});
    if (std::ranges::none_of(times, [](const auto &time) { return time.has_value(); }))
        cli::fail(cli::exit_absent,
                  "--instructions: no cycle source on this machine counts core cycles");
    const show::InstructionList list{times, this_cpu().features};
    cli::print_as(output, show::instruction_exporters, list);
    return cli::exit_ok;
}

measure::NoiseReport watch(int cpu, double seconds)
{
    std::vector<measure::WatchedWindow> windows;
    const std::optional<machine::CpuTime> before = machine::cpu_time({cpu});
    const bool pinned = machine::on_pinned_threads({cpu}, [&](std::size_t) {
        machine::ThisCore core;
        windows = measure::watch_noise(core, seconds, machine::interrupted());
    });
    const std::optional<machine::CpuTime> after = machine::cpu_time({cpu});
    if (windows.empty())
        cli::fail(cli::exit_interrupted, "--noise: interrupted before the first sample");
    measure::NoiseReport report = measure::judge_windows(windows);
    report.cpu = cpu;
    report.pinned = pinned;
    report.interrupted = machine::interrupted();
    report.stolen_share = machine::stolen_share(before, after);
    return report;
}

// Watches the CPU that measuring commands would take, and prints what disturbs it.
int print_noise(const InfoSettings &settings)
{
    machine::PlacementRequest request;
    request.cpus = settings.cpus;
    const int cpu = choose_placements(request).front().cpus.front();
    const Display display(settings.output, false);
    display.announce(0, 1, fmt::format("watching CPU {} for {:g} s", cpu, *settings.noise_seconds));
    machine::watch_interrupts();
    const measure::NoiseReport noise = watch(cpu, *settings.noise_seconds);
    display.clear_progress();
    const std::string &model = this_cpu().brand;
    const show::WatchedMachine watched{noise, model.empty() ? "unknown" : model,
                                       this_cpu().hypervisor, machine::emulator_name()};
    cli::print_as(settings.output, show::noise_exporters, watched);
    if (!noise.interrupted)
        return cli::exit_ok;
    cli::say("hashlane: interrupted; the values are of the time before\n");
    return cli::exit_interrupted;
}

std::string core_text()
{
    return this_cpu().core == nullptr ? "unknown" : std::string(this_cpu().core->name);
}

std::string recorded_text()
{
    const LentCosts costs = costs_for(this_cpu().core);
    std::string text = fmt::format("built-in choice by measurements of {}", costs.of);
    if (costs.kinship == Kinship::relative)
        return fmt::format("{}, a relative of this {}", text, core_text());
    if (costs.kinship == Kinship::similar)
        return fmt::format("{}, which this {} resembles", text, core_text());
    return text;
}

std::string reason_text(const Kernel &kernel, const TuningSection &section)
{
    const Basis basis = active_dispatch().of(kernel.workload).basis;
    if (basis == Basis::recorded)
        return recorded_text();
    if (basis == Basis::measured_here) {
        const auto call = std::ranges::find(section.calls, &kernel, &CallCost::kernel);
        if (call == section.calls.end())
            return "built-in choice: its measurement was not trustworthy";
        const auto units = static_cast<double>(kernel.lanes * tuning_units(kernel.workload));
        return fmt::format("measured: {:.2f} {} per {}", call->cycles / units,
                           tuning_unit_text(section.unit), facts_of(kernel.workload).cost_of);
    }
    if (this_cpu().core == nullptr)
        return "by order of the manifest: this core is unknown";
    return fmt::format("by order of the manifest: nothing is recorded of {} or a core like it",
                       core_text());
}

// The kernels that dispatch takes for many lanes, with the reasons.
show::Facts choice_facts(const LoadedTuning &tuning)
{
    show::Facts facts = {{"core", core_text()}};
    for (const Workload workload : all_workloads) {
        const Kernel &kernel = active_dispatch().kernel(workload);
        facts.push_back({std::string(workload_name(workload)),
                         fmt::format("{}, {}", kernel.id, reason_text(kernel, tuning.section))});
    }
    facts.push_back({"choice", tuning.status == HASHLANE_OK
                                   ? "measured by 'hashlane tune': " + std::string(tuning.path)
                               : tuning.status == HASHLANE_NOT_VALID
                                   ? std::string(tuning.path) + ": " + std::string(tuning.problem)
                                   : "built in; 'hashlane tune' would measure it"});
    return facts;
}

int execute(const InfoSettings &settings, const std::string &line)
{
    if (settings.devices.any() && (settings.instructions || settings.noise_seconds))
        cli::fail("--device cannot be combined with --noise or --instructions");
    if (settings.instructions)
        return print_instructions(settings.output);
    if (settings.noise_seconds)
        return print_noise(settings);
    const show::Facts devices = settings.devices.any()
                                    ? device_facts(find_requested(settings.devices))
                                    : show::Facts{{"devices", "not searched; use --device all"}};
    show::Facts facts = show::machine_facts(measure::gather_context(line));
    for (const show::Facts &more : {clock_facts(), choice_facts(use_tuning()), devices})
        facts.insert(facts.end(), more.begin(), more.end());
    cli::print_as(settings.output, show::fact_exporters, facts);
    return cli::exit_ok;
}

} // namespace

const cli::Declare info_command = cli::command<InfoSettings, declare, execute>;

} // namespace hashlane::commands
