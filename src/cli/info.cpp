// SPDX-License-Identifier: MIT
#include "../core/choice.h"
#include "../measure/clock_check.h"
#include "../measure/context.h"
#include "../measure/placement.h"
#include "../measure/this_machine.h"
#include "../report/facts.h"
#include "commands.h"
#include "exit_code.h"
#include "options.h"

#include <fmt/format.h>

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
    const auto cycles = machine.chain_step_cycles();
    if (!cycles)
        return "chain: not usable: the latency of imul on this core is not known";
    const ClockCheck check = check_clock(machine);
    std::string fact =
        fmt::format("chain: imul at {} cycles; {:.2f} GHz now, probes within {:.2f} %", *cycles,
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
            {"", "tsc: ticks of the time-stamp counter, not core cycles"}};
}

Facts machine_facts(const Context &context)
{
    const auto or_none = [](const std::string &text) { return text.empty() ? "none" : text; };
    return {{"processor", context.cpu_model},
            {"identity", or_none(context.cpu_identity)},
            {"microcode", context.microcode},
            {"features", context.features},
            {"CPUs allowed", format_cpu_list(allowed_cpus())},
            {"hypervisor", or_none(context.hypervisor)},
            {"governor", context.governor.empty() ? "not visible" : context.governor},
            {"system", context.kernel_release},
            {"hashlane", context.version},
            {"compiler", context.compiler + ", " + context.build_type}};
}

int info(const Options &options, const std::string &line)
{
    const Format format = chosen_format(options, {Format::table, Format::json, Format::markdown});
    Facts facts = machine_facts(gather_context(line));
    for (const Fact &fact : clock_facts())
        facts.push_back(fact);
    for (const Workload workload : all_workloads)
        facts.push_back({std::string(workload_name(workload)),
                         std::string(active_choice().kernel(workload).id) +
                             ", first in the manifest that runs here"});
    if (format == Format::json)
        fmt::print("{}", write_facts_json(facts));
    else if (format == Format::markdown)
        fmt::print("{}", write_facts_markdown(facts));
    else
        fmt::print("{}", write_facts_table(facts));
    return exit_ok;
}

} // namespace

Command add_info(CLI::App &program)
{
    CLI::App *app = program.add_subcommand(
        "info", "Describe this machine, its cycle sources, and the kernels that dispatch prefers");
    const auto options = std::make_shared<Options>();
    add_output_options(*app, *options);
    return {app, [options](const std::string &line) { return info(*options, line); }};
}

} // namespace hashlane
