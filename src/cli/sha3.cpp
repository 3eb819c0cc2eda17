// SPDX-License-Identifier: MIT
#include "../dispatch/dispatch_table.h"
#include "../report/exporters.h"
#include "commands.h"
#include "dispatch.h"
#include "exit_code.h"
#include "kernel_selection.h"
#include "messages.h"
#include "placements.h"
#include "session.h"
#include "style.h"

#include <fmt/format.h>

namespace hashlane {
namespace {

constexpr std::size_t message_bytes[] = {64, 256, 1024, 4096, 16384};
constexpr double sample_ns = 5e5;

// Without a filter the preferred kernel for one message alone.
Selection chosen_kernels(const IdFilter &filter)
{
    if (filter.finds_all()) {
        use_tuning();
        return {{&active_dispatch().single(Workload::sha3)}, {}};
    }
    const Workload workloads[] = {Workload::sha3};
    return select_kernels(filter, workloads);
}

// The two lines of metadata that readers of this CSV know.
void print_metadata(const Report &report, std::uint64_t trials)
{
    if (report.rows.empty())
        return;
    const Row &row = report.rows.front();
    say("info: cpucycles: version={} implementation=hashlane-{}{}\n", report.context.version,
        cycle_source_name(row.figures.cycle_source),
        row.figures.clock_hz > 0 ? fmt::format(" persecond={:.0f}", row.figures.clock_hz)
                                 : ": no cycles, the fields are empty");
    say("info: backend={} num_trials={} src_lens={} dst_lens={}\n", row.identity.kernel_id, trials,
        fmt::join(message_bytes, ","), xof_output_bytes);
}

// The metadata lines are all that the CSV has on stderr, and it has no place for a second kernel.
void check_csv(const Selection &selection, const IdFilter &filter)
{
    if (selection.runnable.size() > 1)
        throw CommandError(
            fmt::format("--format csv: shows one kernel, but --filter '{}' matches {}",
                        filter.text(), selection.runnable.size()));
}

std::vector<Job> jobs_of(const Selection &selection)
{
    std::vector<Job> jobs;
    for (const Kernel *kernel : selection.runnable)
        for (const Sha3Function &function : sha3_functions())
            for (const std::size_t bytes : message_bytes)
                jobs.push_back(sha3_job(*kernel, function, bytes));
    return jobs;
}

} // namespace

int execute(const Sha3Settings &settings, const std::string &line)
{
    SamplingPlan plan;
    plan.min_time_ns = 0;
    plan.sample_ns = sample_ns;
    plan.min_samples = settings.trials;
    const Selection selection = chosen_kernels(settings.measure.filter);
    const bool csv = settings.output.format == Format::csv;
    if (csv)
        check_csv(selection, settings.measure.filter);
    MeasureSettings measure = settings.measure;
    measure.quiet = measure.quiet || csv;
    Session session(measure, settings.output,
                    choose_placements(measure.placement, csv ? Kinds::fastest : Kinds::each), line);
    session.log.skip(selection.skipped);
    const std::vector<WantedRow> rows =
        rows_of(jobs_of(selection), session.placements, session.measure.repetitions);
    const RunPlan once = plan_once(plan);
    session.display.expect(session.runner.tables_of(rows, once));
    session.log.skip(not_measured(rows, session.runner.measure(rows, once)));
    if (!csv)
        return finish(session);
    print_metadata(session.log.report(), plan.min_samples);
    return finish(session, [&] {
        return write_as(Format::csv, sha3_exporters, session.log.report(),
                        style_for(settings.output));
    });
}

} // namespace hashlane
