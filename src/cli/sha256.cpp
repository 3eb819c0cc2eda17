// SPDX-License-Identifier: MIT
#include "commands.h"
#include "devices.h"
#include "exit_code.h"
#include "parse.h"
#include "session.h"

#include <fmt/format.h>

#include <memory>

namespace hashlane {
namespace {

constexpr const char *default_iterations = "10M";

struct Sha256Options : Options {
    std::string iterations; ///< empty where none are given
    std::string unit = "MH";
};

Sha256Unit chosen_unit(const std::string &name)
{
    if (name == "MH")
        return Sha256Unit::mega_hashes;
    if (name == "MB")
        return Sha256Unit::mega_bytes;
    if (name == "MiB")
        return Sha256Unit::mebi_bytes;
    if (name == "cpb")
        return Sha256Unit::cycles_per_byte;
    throw CommandError(fmt::format("-m: '{}' is not one of MH, MB, MiB, cpb", name));
}

constexpr Workload workloads[] = {Workload::sha256_chain};

Selection chosen_kernels(const Sha256Options &options, bool device_matches)
{
    return wants_kernels(options, device_matches) ? select_kernels(options.filter, workloads)
                                                  : Selection{};
}

SamplingPlan chosen_plan(const Sha256Options &options)
{
    SamplingPlan plan = timed_plan(options, 1);
    const std::uint64_t iterations =
        parse_count("-i", options.iterations.empty() ? default_iterations : options.iterations);
    if (options.min_time.empty())
        plan.exact_iterations = iterations;
    return plan;
}

// Each of a device's many lanes has a chain: a count that suits one core would keep it for
// minutes, so that it goes by time where no count is given.
DevicePlan device_plan(const Sha256Options &options, const SamplingPlan &plan)
{
    return {plan.min_time_ns / 1e9, options.iterations.empty() ? 0 : plan.exact_iterations};
}

int sha256(const Sha256Options &options, const std::string &line)
{
    const SamplingPlan plan = chosen_plan(options);
    const Sha256Unit unit = chosen_unit(options.unit);
    const FoundDevices found = chosen_devices(options);
    const auto device_jobs = matching_device_jobs(found, workloads, options.filter);
    const Selection selection = chosen_kernels(options, !device_jobs.empty());
    if (selection.runnable.empty() && device_jobs.empty())
        throw_no_device(found);
    Session session(options, line, {Format::table, Format::csv, Format::json, Format::markdown});
    session.style().sha256_unit = unit;
    session.skip(selection.skipped);
    session.skip(skipped_devices(found));
    std::vector<Job> jobs;
    for (const Kernel *kernel : selection.runnable)
        jobs.push_back(chain_job(*kernel));
    session.measure_all(jobs, plan);
    measure_on_devices(session, device_jobs, device_plan(options, plan));
    return session.finish();
}

} // namespace

Command add_sha256(CLI::App &program)
{
    CLI::App *app = program.add_subcommand("sha256", "Measure SHA-256 chains");
    const auto options = std::make_shared<Sha256Options>();
    app->add_option("-i", options->iterations, "hashes of each chain: 500, 10K, 10M, 1G")
        ->type_name("ITERS")
        ->default_str(default_iterations);
    app->add_option("-m", options->unit, "rate to show: MH, MB, MiB or cpb")
        ->type_name("UNIT")
        ->capture_default_str();
    add_measuring_options(*app, *options, {.threads = "-t,--threads", .ghz = "-s,--ghz"});
    add_device_option(*app, *options);
    add_time_options(*app, *options);
    add_output_options(*app, *options);
    return {app, [options](const std::string &line) { return sha256(*options, line); }};
}

} // namespace hashlane
