// SPDX-License-Identifier: MIT
#include "commands.h"
#include "session.h"

#include <memory>

namespace hashlane {
namespace {

constexpr double default_seconds = 1;

// One short message and one long: what a call costs, and what a byte costs.
constexpr std::size_t message_bytes[] = {64, 16384};

std::vector<Job> jobs_of(const Kernel &kernel)
{
    if (kernel.workload != Workload::sha3)
        return {chain_job(kernel)};
    std::vector<Job> jobs;
    for (const std::size_t bytes : message_bytes)
        jobs.push_back(sha3_job(kernel, *find_sha3_function(HASHLANE_SHA3_256), bytes));
    return jobs;
}

int run(const Options &options, const std::string &line)
{
    const SamplingPlan plan = timed_plan(options, default_seconds);
    const Selection selection = select_kernels(options.filter, all_workloads);
    Session session(options, line, {Format::table, Format::csv, Format::json, Format::markdown});
    session.skip(selection.skipped);
    std::vector<Job> jobs;
    for (const Kernel *kernel : selection.runnable)
        for (Job &job : jobs_of(*kernel))
            jobs.push_back(std::move(job));
    session.measure_all(jobs, plan);
    return session.finish();
}

} // namespace

Command add_run(CLI::App &program)
{
    CLI::App *app = program.add_subcommand("run", "Measure every kernel of every workload");
    const auto options = std::make_shared<Options>();
    add_measuring_options(*app, *options);
    add_time_options(*app, *options);
    add_output_options(*app, *options);
    return {app, [options](const std::string &line) { return run(*options, line); }};
}

} // namespace hashlane
