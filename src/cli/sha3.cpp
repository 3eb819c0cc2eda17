// SPDX-License-Identifier: MIT
#include "../dispatch/dispatch_table.h"
#include "commands.h"
#include "dispatch.h"
#include "exit_code.h"
#include "parse.h"
#include "session.h"

#include <fmt/format.h>

#include <memory>

namespace hashlane {
namespace {

constexpr std::size_t message_bytes[] = {64, 256, 1024, 4096, 16384};
constexpr double sample_ns = 5e5;
constexpr std::uint64_t most_trials = 1'000'000;

struct Sha3Options : Options {
    std::string trials = "2000";
};

// Without a filter the preferred kernel for one message alone.
Selection chosen_kernels(const std::string &filter)
{
    if (filter.empty()) {
        use_tuning();
        return {{&active_dispatch().single(Workload::sha3)}, {}};
    }
    const Workload workloads[] = {Workload::sha3};
    return select_kernels(filter, workloads);
}

// The two lines of metadata that readers of this CSV know.
void print_metadata(const Session &session, std::uint64_t trials)
{
    const Report &report = session.report();
    if (report.rows.empty())
        return;
    const Row &row = report.rows.front();
    fmt::print(stderr, "info: cpucycles: version={} implementation=hashlane-{}{}\n",
               report.context.version, cycle_source_name(row.figures.cycle_source),
               row.figures.clock_hz > 0 ? fmt::format(" persecond={:.0f}", row.figures.clock_hz)
                                        : ": no cycles, the fields are empty");
    fmt::print(stderr, "info: backend={} num_trials={} src_lens={} dst_lens={}\n",
               row.identity.kernel_id, trials, fmt::join(message_bytes, ","), xof_output_bytes);
}

int sha3(Sha3Options options, const std::string &line)
{
    SamplingPlan plan;
    plan.min_time_ns = 0;
    plan.sample_ns = sample_ns;
    plan.min_samples = parse_integer("TRIALS", options.trials, 1, most_trials);
    const Selection selection = chosen_kernels(options.filter);
    const bool csv = chosen_format(options, {Format::table, Format::csv, Format::json,
                                             Format::markdown}) == Format::csv;
    if (csv && selection.runnable.size() > 1)
        throw CommandError(fmt::format("--format csv: shows one kernel, but --filter '{}' finds {}",
                                       options.filter, selection.runnable.size()));
    // The metadata lines are all that this format has on stderr.
    options.quiet = options.quiet || csv;
    Session session(options, line, {Format::table, Format::csv, Format::json, Format::markdown},
                    csv ? Kinds::fastest : Kinds::each); // this CSV has no place for a second kind
    session.skip(selection.skipped);
    std::vector<Job> jobs;
    for (const Kernel *kernel : selection.runnable)
        for (const Sha3Function &function : sha3_functions())
            for (const std::size_t bytes : message_bytes)
                jobs.push_back(sha3_job(*kernel, function, bytes));
    session.measure_all(jobs, plan);
    if (!csv)
        return session.finish();
    print_metadata(session, plan.min_samples);
    return session.finish([&] { return write_sha3_csv(session.report().rows); });
}

} // namespace

Command add_sha3(CLI::App &program)
{
    CLI::App *app = program.add_subcommand(
        "sha3", "Measure SHA3 and SHAKE in cycles per byte by length of message");
    const auto options = std::make_shared<Sha3Options>();
    app->add_option("TRIALS", options->trials, "samples of each function and length")
        ->capture_default_str();
    add_measuring_options(*app, *options);
    add_output_options(*app, *options);
    return {app, [options](const std::string &line) { return sha3(*options, line); }};
}

} // namespace hashlane
