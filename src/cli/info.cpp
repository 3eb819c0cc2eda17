// SPDX-License-Identifier: MIT
#include "../clock/clock_check.h"
#include "../clock/instruction_timing.h"
#include "../clock/this_core.h"
#include "../dispatch/dispatch_table.h"
#include "../measure/context.h"
#include "../report/exporters.h"
#include "../report/facts.h"
#include "../report/grouped_remarks.h"
#include "../report/instruction_list.h"
#include "../report/machine_facts.h"
#include "commands.h"
#include "devices.h"
#include "dispatch.h"
#include "exit_code.h"
#include "messages.h"
#include "noise.h"
#include "placements.h"
#include "style.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

std::string counter_fact(Core &core)
{
    return core.counter_problem().empty() ? "perf: hardware counter, user-mode cycles"
                                          : "perf: not usable: " + core.counter_problem();
}

std::string chain_fact(Core &core)
{
    if (const std::string problem = chain_problem(core); !problem.empty())
        return "chain: not usable: " + problem;
    const ClockCheck check = check_clock(core);
    std::string fact = fmt::format("chain: {} at {} cycles; {:.2f} GHz now, probes within {:.2f} %",
                                   core.chain_name(), *core.chain_step_cycles(), check.hz / 1e9,
                                   check.probe_spread * 100);
    if (check.against_counter)
        fact += fmt::format(", {:+.2f} % against perf", *check.against_counter * 100);
    return fact;
}

std::string tsc_fact(Core &core)
{
    return core.tsc_name().empty() ? "tsc: none here; without another source rows have times only"
                                   : "tsc: ticks of the " + core.tsc_name() + ", not core cycles";
}

// In order of trust; the first that can be used is what --clock auto takes.
Facts clock_facts()
{
    ThisCore core;
    // A core that has just woken up is not at its usual frequency yet.
    core.run_dependent_chain(20'000'000);
    return {{"cycle source", counter_fact(core)}, {"", chain_fact(core)}, {"", tsc_fact(core)}};
}

// On the CPU that measuring commands would take.
int print_instructions(const OutputSettings &output)
{
    const InstructionTimes times =
        time_instructions_on(choose_placements({}).front().cpus.front(), {});
    if (std::ranges::none_of(times, [](const auto &time) { return time.has_value(); }))
        throw CommandError("info --instructions: no cycle source here counts core cycles",
                           exit_absent);
    const InstructionList list{times, this_cpu().features};
    print(write_as(output.format, instruction_exporters, list, style_for(output)));
    return exit_ok;
}

// "measured: 30.46 core cycles a hash"
std::string measured_text(const Kernel &kernel, const TuningSection &section)
{
    const auto call = std::ranges::find(section.calls, &kernel, &MeasuredCall::kernel);
    const auto units = static_cast<double>(kernel.lanes * tuning_units(kernel.workload));
    return fmt::format("measured: {:.2f} {} a {}", call->cycles / units,
                       tuning_unit_text(section.unit), facts_of(kernel.workload).cost_of);
}

// What dispatch takes for many lanes, and why.
Facts choice_facts(const LoadedTuning &tuning)
{
    const bool measured = tuning.status == HASHLANE_OK;
    Facts facts;
    for (const Workload workload : all_workloads) {
        const Kernel &kernel = active_dispatch().kernel(workload);
        facts.push_back({std::string(workload_name(workload)),
                         fmt::format("{}, {}", kernel.id,
                                     measured ? measured_text(kernel, tuning.section)
                                              : "first in the manifest that suits this core")});
    }
    facts.push_back({"choice", measured ? "measured by 'hashlane tune': " + std::string(tuning.path)
                               : tuning.status == HASHLANE_NOT_VALID
                                   ? std::string(tuning.path) + ": " + std::string(tuning.problem)
                                   : "built in; 'hashlane tune' would measure it"});
    return facts;
}

// "345 MHz of at most 1980, 31 C, 68 W of at most 700", as far as it is known.
std::string describe_state(DeviceMonitor &monitor)
{
    const DeviceReading reading = monitor.read();
    const DeviceRatings ratings = monitor.ratings();
    std::vector<std::string> parts;
    const auto add = [&](std::optional<double> value, std::optional<double> most, double unit,
                         const char *name) {
        if (value)
            parts.push_back(fmt::format("{:.0f} {}", *value / unit, name));
        if (value && most)
            parts.back() += fmt::format(" of at most {:.0f}", *most / unit);
    };
    add(reading.clock_hz, ratings.highest_clock_hz, 1e6, "MHz");
    add(reading.celsius, std::nullopt, 1, "C");
    add(reading.watts, ratings.power_limit_watts, 1, "W");
    return parts.empty() ? "now: not reported" : fmt::format("now: {}", fmt::join(parts, ", "));
}

// Each device, and why nothing is known of some, once for all that it is true of.
Facts device_facts_of(const FoundDevices &found)
{
    DeviceMonitors monitors;
    GroupedRemarks unknown;
    Facts facts;
    for (const auto &device : found.devices) {
        const std::string id = device->facts().id();
        facts.push_back({id, describe_device(device->facts())});
        const DeviceMonitors::Found monitor = monitors.find(device->facts());
        if (monitor.monitor)
            facts.push_back({"", describe_state(*monitor.monitor)});
        else
            unknown.add("none (" + monitor.obstacle + ")", id);
    }
    for (const MissingDevice &device : found.missing)
        facts.push_back({device.id, device.reason});
    std::vector<std::string> remarks;
    unknown.append_to(remarks, 0, "devices");
    for (const std::string &remark : remarks)
        facts.push_back({facts.back().name == "telemetry" ? "" : "telemetry", remark});
    return facts;
}

Facts device_facts(const DeviceRequest &devices)
{
    if (!devices.any())
        return {{"devices", "not searched; use --device all"}};
    return device_facts_of(find_requested(devices));
}

Facts all_facts(const InfoSettings &settings, const std::string &line)
{
    const Facts devices = device_facts(settings.devices);
    Facts facts = machine_facts(gather_context(line));
    for (const Facts &more : {clock_facts(), choice_facts(use_tuning()), devices})
        facts.insert(facts.end(), more.begin(), more.end());
    return facts;
}

} // namespace

int execute(const InfoSettings &settings, const std::string &line)
{
    const OutputSettings &output = settings.output;
    if (settings.instructions)
        return print_instructions(output);
    if (settings.noise_seconds)
        return print_noise(settings);
    print(write_as(output.format, fact_exporters, all_facts(settings, line), style_for(output)));
    return exit_ok;
}

} // namespace hashlane
