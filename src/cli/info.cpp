// SPDX-License-Identifier: MIT
#include "../core/choice.h"
#include "../measure/clock_check.h"
#include "../measure/context.h"
#include "../measure/instructions.h"
#include "../measure/this_machine.h"
#include "../report/facts.h"
#include "../report/instruction_list.h"
#include "../report/machine_facts.h"
#include "commands.h"
#include "devices.h"
#include "dispatch.h"
#include "exit_code.h"
#include "options.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace hashlane {
namespace {

std::string counter_fact(Machine &machine)
{
    return machine.counter_problem().empty() ? "perf: hardware counter, user-mode cycles"
                                             : "perf: not usable: " + machine.counter_problem();
}

std::string chain_fact(Machine &machine)
{
    if (const std::string problem = chain_problem(machine); !problem.empty())
        return "chain: not usable: " + problem;
    const ClockCheck check = check_clock(machine);
    std::string fact = fmt::format("chain: {} at {} cycles; {:.2f} GHz now, probes within {:.2f} %",
                                   machine.chain_name(), *machine.chain_step_cycles(),
                                   check.hz / 1e9, check.probe_spread * 100);
    if (check.against_counter)
        fact += fmt::format(", {:+.2f} % against perf", *check.against_counter * 100);
    return fact;
}

// In order of trust; the first that can be used is what --clock auto takes.
Facts clock_facts()
{
    ThisMachine machine;
    // A core that has just woken up is not at its usual frequency yet.
    machine.run_dependent_chain(20'000'000);
    return {{"cycle source", counter_fact(machine)},
            {"", chain_fact(machine)},
            {"", "tsc: ticks of the " + machine.tsc_name() + ", not core cycles"}};
}

// On the CPU that measuring commands would take.
int print_instructions(const Options &options)
{
    const Format format = chosen_format(options, {Format::table, Format::json, Format::markdown});
    const InstructionTimes times =
        time_instructions_on(chosen_placements(options).front().cpus.front(), {});
    const FeatureSet features = this_cpu().features;
    if (std::ranges::none_of(times, [](const auto &time) { return time.has_value(); }))
        throw Failure("info --instructions: no cycle source here counts core cycles", exit_absent);
    const Grid grid = instruction_grid(times, features);
    if (format == Format::json)
        fmt::print("{}", write_instructions_json(times, features));
    else if (format == Format::markdown)
        fmt::print("{}", draw_markdown(grid));
    else
        fmt::print("{}", draw_table(grid, chosen_style(options)));
    return exit_ok;
}

// "measured: 30.46 core cycles a hash"
std::string measured_text(const Kernel &kernel, const TuningSection &section)
{
    const auto call = std::ranges::find(section.calls, &kernel, &MeasuredCall::kernel);
    const auto units = static_cast<double>(kernel.lanes * tuning_units(kernel.workload));
    return fmt::format("measured: {:.2f} {} a {}", call->cycles / units,
                       tuning_unit_text(section.unit), tuning_thing(kernel.workload));
}

// What dispatch takes for many lanes, and why.
Facts choice_facts(const LoadedTuning &tuning)
{
    const bool measured = tuning.status == HASHLANE_OK;
    Facts facts;
    for (const Workload workload : all_workloads) {
        const Kernel &kernel = active_choice().kernel(workload);
        facts.push_back({std::string(workload_name(workload)),
                         fmt::format("{}, {}", kernel.id,
                                     measured ? measured_text(kernel, tuning.section)
                                              : "first in the manifest that runs here")});
    }
    facts.push_back({"choice", measured ? "measured by 'hashlane tune': " + tuning.path
                               : tuning.status == HASHLANE_NOT_VALID
                                   ? tuning.path + ": " + tuning.problem
                                   : "built in; 'hashlane tune' would measure it"});
    return facts;
}

Facts device_facts(const Options &options)
{
    const FoundDevices found = chosen_devices(options);
    Facts facts;
    for (const auto &device : found.devices)
        facts.push_back({device->facts().id(), describe_device(device->facts())});
    for (const MissingDevice &device : found.missing)
        facts.push_back({device.id, device.reason});
    return facts;
}

int info(const Options &options, const std::string &line)
{
    const Format format = chosen_format(options, {Format::table, Format::json, Format::markdown});
    const Facts devices = device_facts(options);
    Facts facts = machine_facts(gather_context(line));
    for (const Fact &fact : clock_facts())
        facts.push_back(fact);
    for (const Fact &fact : choice_facts(use_tuning()))
        facts.push_back(fact);
    facts.insert(facts.end(), devices.begin(), devices.end());
    if (format == Format::json)
        fmt::print("{}", write_facts_json(facts));
    else if (format == Format::markdown)
        fmt::print("{}", write_facts_markdown(facts));
    else
        fmt::print("{}", write_facts_table(facts, chosen_style(options)));
    return exit_ok;
}

} // namespace

Command add_info(CLI::App &program)
{
    CLI::App *app = program.add_subcommand(
        "info", "Describe this machine, its cycle sources, and the kernels that dispatch prefers");
    const auto options = std::make_shared<Options>();
    const auto instructions = std::make_shared<bool>(false);
    app->add_flag("--instructions", *instructions,
                  "time the instructions that bound the kernels instead");
    add_device_option(*app, *options);
    add_output_options(*app, *options);
    return {app, [options, instructions](const std::string &line) {
                return *instructions ? print_instructions(*options) : info(*options, line);
            }};
}

} // namespace hashlane
