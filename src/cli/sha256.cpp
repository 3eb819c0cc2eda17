// SPDX-License-Identifier: MIT
#include "commands.h"
#include "exit_code.h"
#include "parse.h"
#include "session.h"

#include <fmt/format.h>

#include <memory>

namespace hashlane {
namespace {

struct Sha256Options : Options {
    std::string iterations = "10M";
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
    throw Failure(fmt::format("-m: '{}' is not one of MH, MB, MiB, cpb", name));
}

int sha256(const Sha256Options &options, const std::string &line)
{
    SamplingPlan plan = timed_plan(options, 1);
    const std::uint64_t iterations = parse_count("-i", options.iterations);
    if (options.min_time.empty())
        plan.exact_iterations = iterations;
    const Sha256Unit unit = chosen_unit(options.unit);
    const Workload workloads[] = {Workload::sha256_chain};
    const Selection selection = select_kernels(options.filter, workloads);
    Session session(options, line, {Format::table, Format::csv, Format::json, Format::markdown});
    session.style().sha256_unit = unit;
    session.skip(selection.skipped);
    std::vector<Job> jobs;
    for (const Kernel *kernel : selection.runnable)
        jobs.push_back(chain_job(*kernel));
    session.measure_all(jobs, plan);
    return session.finish();
}

} // namespace

Command add_sha256(CLI::App &program)
{
    CLI::App *app = program.add_subcommand("sha256", "Measure SHA-256 chains");
    const auto options = std::make_shared<Sha256Options>();
    app->add_option("-i", options->iterations, "hashes of each chain: 500, 10K, 10M, 1G")
        ->type_name("ITERS")
        ->capture_default_str();
    app->add_option("-m", options->unit, "rate to show: MH, MB, MiB or cpb")
        ->type_name("UNIT")
        ->capture_default_str();
    add_measuring_options(*app, *options, {.threads = "-t,--threads", .ghz = "-s,--ghz"});
    add_time_options(*app, *options);
    add_output_options(*app, *options);
    return {app, [options](const std::string &line) { return sha256(*options, line); }};
}

} // namespace hashlane
