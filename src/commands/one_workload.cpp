// SPDX-License-Identifier: MIT
//
// The commands that measure one workload, in the ways that suit it: sha256, keccak, sha3.
#include "../backends/gpu/benchmark.h"
#include "../backends/gpu/chain.h"
#include "../cli/messages.h"
#include "../cli/options.h"
#include "../lib/core/registry.h"
#include "../lib/dispatch/dispatch_table.h"
#include "../lib/keccak/keccak_suite.h"
#include "../lib/sha3/sponge.h"
#include "../machine/clock/this_core.h"
#include "../machine/system/terminal.h"
#include "../machine/system/threads.h"
#include "../measure/contention.h"
#include "../show/tables/exporters.h"
#include "../show/tables/report.h"
#include "../workloads/keccak_range.h"
#include "commands.h"
#include "jobs.h"
#include "session.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace hashlane::commands {
namespace {

// ---- sha256

struct Sha256Settings {
    WhatToMeasure what{.work = {own_benchmark(Workload::sha256_chain)}, .one_workload = true};
    cli::MeasureSettings measure;
    cli::OutputSettings output;
    std::optional<std::uint64_t> iterations; ///< of each chain
};

void declare(CLI::App &app, Sha256Settings &sha256)
{
    cli::explain(app, "Takes the options of a published benchmark of such chains. 'hashlane run "
                      "sha256-chain' measures the same kernels for a given time, 'hashlane run "
                      "sha256' whole messages.");
    cli::add_filter(app, sha256.what.filter);
    cli::add_devices(app, sha256.what.devices, "Measure compute devices");
    cli::add_places(app, sha256.measure);
    cli::in_group(app, cli::Group::time);
    cli::add_option(app, "-i,--iterations",
                    {"COUNT", "Hashes of each chain, such as 500, 10k or 1.5M", "10M"},
                    sha256.iterations, cli::count());
    cli::add_times(app, sha256.measure);
    cli::add_samples(app, sha256.measure);
    cli::add_clock(app, sha256.measure, "-s,--ghz");
    cli::add_output(app, sha256.output, show::report_exporters);
    cli::add_option(app, "-m,--unit", {"UNIT", "Unit of the rate: MH, MB, MiB or cpb", "MH"},
                    sha256.output.sha256_unit,
                    cli::one_of<show::Sha256Unit>({{"MH", show::Sha256Unit::mega_hashes},
                                                   {"MB", show::Sha256Unit::mega_bytes},
                                                   {"MiB", show::Sha256Unit::mebi_bytes},
                                                   {"cpb", show::Sha256Unit::cycles_per_byte}}));
    cli::add_out(app, sha256.measure);
    cli::add_strict_and_quiet(app, sha256.measure);
    cli::add_examples(app, {"hashlane sha256 -i 10M -t 2", "hashlane sha256 -m cpb -s 3.7"});
}

constexpr double usual_device_seconds = 1;
constexpr std::uint64_t default_iterations = 10'000'000;

int execute(const Sha256Settings &settings, const std::string &line)
{
    const Chosen chosen = choose(settings.what);
    const bool timed = settings.measure.is_timed();
    if (timed && settings.iterations)
        cli::fail("--iterations cannot be combined with --budget, --min-time or --quick");
    if (settings.output.sha256_unit == show::Sha256Unit::cycles_per_byte &&
        !chosen.device_jobs.empty())
        cli::fail("--unit cpb: devices have no core cycles; take MH, MB or MiB");
    Planned planned = plan_rows(chosen.jobs, settings.measure, usual_device_seconds);
    if (!timed)
        planned.plan = measure::plan_iterations(settings.iterations.value_or(default_iterations));
    Session session(settings.measure, settings.output, planned.placements, line);
    // Each of a device's many lanes has a chain: a count that suits one core would take minutes.
    // Without -i a device therefore runs for a time instead.
    measure_all(session, chosen, planned,
                {settings.measure.seconds.value_or(usual_device_seconds),
                 timed ? 0 : settings.iterations.value_or(0)});
    return finish(session, show::report_exporters, session.log.report());
}

// ---- keccak

struct KeccakSettings {
    WhatToMeasure what{.work = {own_benchmark(Workload::keccak_chain)}, .one_workload = true};
    cli::MeasureSettings measure;
    cli::OutputSettings output;
    workloads::KeyRange range{0, 1024, keccak_suite_loops}; ///< of the published benchmark
};

void declare(CLI::App &app, KeccakSettings &keccak)
{
    cli::explain(app, "Takes the arguments of a published benchmark, and prints its lines with "
                      "--format classic.");
    workloads::KeyRange &range = keccak.range;
    cli::add_option(app, "FIRST_KEY", {"", "The first key", std::to_string(range.first)},
                    range.first, cli::whole_number());
    cli::add_option(app, "LAST_KEY", {"", "One past the last key", std::to_string(range.last)},
                    range.last, cli::whole_number());
    cli::add_option(
        app, "LOOPS",
        {"", "Permutations of each chain, such as 500, 10k or 1.5M", std::to_string(range.loops)},
        range.loops, cli::count());
    cli::add_filter(app, keccak.what.filter);
    cli::add_devices(app, keccak.what.devices, "Run on compute devices");
    cli::add_places(app, keccak.measure);
    cli::add_clock(app, keccak.measure);
    cli::add_output(app, keccak.output, show::key_range_exporters);
    cli::add_out(app, keccak.measure);
    cli::add_strict_and_quiet(app, keccak.measure);
    cli::add_examples(
        app, {"hashlane keccak 0 8 --format classic", "hashlane keccak 0 1024 100k --filter ."});
}

// Classic prints a line for each key and keeps them until the run is verified.
constexpr std::uint64_t most_classic_keys = 1 << 20;

// With a filter every kernel that it finds; without, the devices alone that were named, or else the
// preferred kernel alone.
Chosen choose_for(const KeccakSettings &settings)
{
    Chosen chosen = choose(settings.what);
    if (settings.what.filter.finds_all() && !chosen.kernels.empty()) {
        const std::uint64_t keys = settings.range.last - settings.range.first;
        use_tuning();
        const auto lanes = std::min<std::uint64_t>(keys, std::numeric_limits<std::size_t>::max());
        chosen.kernels = {
            &active_dispatch().kernel(Workload::keccak_chain, static_cast<std::size_t>(lanes))};
        chosen.skipped.clear();
    }
    return chosen;
}

constexpr std::size_t spot_checks_per_thread = 4;
constexpr double shortest_visit_ns = 20e6;
constexpr double share_of_visit = 0.1;

// Each visit goes on where the last one ended, and has a tenth of the time so far, because it is
// not known before how long the range takes.
measure::Outcome measure_range(Session &session, const Kernel &kernel,
                               workloads::KeyRangeWork &work)
{
    measure::Job job = measure::kernel_job(kernel);
    job.make_task = [&](std::uint32_t data_bytes) {
        return workloads::make_key_range_task(kernel, work, data_bytes);
    };
    const machine::Placement &placement = session.placements.front();
    measure::UndisturbedBurst burst(
        measure::known_burst(measure::read_known_bursts(measure::known_bursts_path()),
                             placement.core_kind, placement.cpus.size()));
    measure::MeasureContext context{session.measure.clock,
                                    measure::plan_visits(shortest_visit_ns, 1).visit,
                                    machine::interrupted(), &session.meter};
    std::mt19937_64 random(statistics::draw_seed());
    measure::RowMeasurement measured(job, placement.cpus);
    while (!work.is_over()) {
        context.plan.min_time_ns = std::max(shortest_visit_ns, measured.work_ns() * share_of_visit);
        if (auto failure = measured.visit(context, measure::draw_layout(random), burst))
            return std::visit([](auto &why) { return measure::Outcome(std::move(why)); }, *failure);
    }
    results::Row row = measured.row(burst);
    row.location.core_kind = placement.core_kind;
    session.bounds.add_to(row, workloads::operations_of(kernel));
    machine::ThisCore core;
    auto complete =
        work.complete(std::move(row), measured.work_ns() / 1e9, independent_kernel(kernel), core);
    return std::visit([](auto &made) { return measure::Outcome(std::move(made)); }, complete);
}

class KeccakRun {
public:
    KeccakRun(Session &session, const workloads::KeyRange &range)
        : session_(session), request_{range, session.output.format == show::Format::classic}
    {
    }

    void run(const Kernel &kernel)
    {
        if (const auto *operations = workloads::operations_of(kernel))
            session_.bounds.visit(session_.placements.front(), *operations);
        try {
            workloads::KeyRangeWork work(request_, std::string(kernel.id), kernel.lanes,
                                         spot_checks_per_thread *
                                             session_.placements.front().cpus.size());
            measure::Outcome outcome = measure_range(session_, kernel, work);
            keep(std::move(outcome), work.chains());
        } catch (const machine::ThreadError &error) {
            session_.log.skip({{std::string(kernel.id), error.what()}});
            session_.log.set_failure(error.what());
        }
    }

    // Each computes the whole range, at the same time: their sums must be equal. A device that
    // fails is a reason, and the others go on.
    void run(const std::vector<backends::MonitoredDevice> &group)
    {
        auto outcomes = backends::measure_side_by_side<backends::KeyRangeOutcome>(
            group.size(), [&](std::size_t i, machine::Participant &participant) {
                return backends::run_key_range(group[i], request_, machine::interrupted(),
                                               participant);
            });
        for (std::size_t i = 0; i < group.size(); ++i)
            if (const auto *error = std::get_if<backends::DeviceError>(&outcomes[i]))
                session_.log.skip(
                    {{backends::device_row_name(*group[i].device, Workload::keccak_chain),
                      error->what()}});
            else
                keep(std::move(std::get<backends::KeyRangeOutcome>(outcomes[i]).outcome),
                     std::get<backends::KeyRangeOutcome>(outcomes[i]).chains);
    }

    const std::string &classic() const { return classic_; }

private:
    // Kernels of one run must end at one sum.
    void keep(measure::Outcome outcome, const std::vector<workloads::ChainEnd> &chains)
    {
        const results::Row *const row = std::get_if<results::Row>(&outcome);
        const std::vector<results::Row> &rows = session_.log.report().rows;
        if (row != nullptr && !rows.empty() &&
            rows.front().key_range->checksum != row->key_range->checksum) {
            session_.log.add(results::Mismatch{
                row->identity.kernel_id, 0, request_.range.loops,
                fmt::format("SUM {:016x}, but {} gives {:016x}", row->key_range->checksum,
                            rows.front().identity.kernel_id, rows.front().key_range->checksum)});
            return;
        }
        if (row != nullptr && request_.keep_chains)
            classic_ += show::write_classic(*row, chains);
        keep_outcome(session_, std::move(outcome));
    }

    Session &session_;
    workloads::KeyRangeRequest request_; ///< with the chains for the classic lines
    std::string classic_;
};

int execute(const KeccakSettings &settings, const std::string &line)
{
    const workloads::KeyRange &range = settings.range;
    if (range.last <= range.first)
        cli::fail("LAST_KEY: {} must be greater than FIRST_KEY, {}; the keys are "
                  "FIRST_KEY to LAST_KEY - 1",
                  range.last, range.first);
    if (settings.output.format == show::Format::classic &&
        range.last - range.first > most_classic_keys)
        cli::fail("--format classic: prints one line per key, for at most {} keys",
                  most_classic_keys);
    const Chosen chosen = choose_for(settings);
    Session session(settings.measure, settings.output,
                    choose_placements(settings.measure.placement, Kinds::fastest), line);
    begin(session, chosen);
    KeccakRun run(session, settings.range);
    backends::DeviceMonitors monitors;
    std::vector<std::vector<backends::MonitoredDevice>> groups;
    for (const DeviceJob &job : chosen.device_jobs)
        groups = backends::groups_at_once(monitors.of(job.devices));
    const std::size_t kernels = chosen.kernels.size(), count = kernels + groups.size();
    for (std::size_t i = 0; i < count && !session.log.is_interrupted(); ++i)
        if (i < kernels) {
            session.display.announce(i, count, std::string(chosen.kernels[i]->id));
            run.run(*chosen.kernels[i]);
        } else {
            const auto &group = groups[i - kernels];
            session.display.announce(i, count, describe_group(Workload::keccak_chain, group));
            run.run(group);
        }
    return finish(session, show::key_range_exporters, {session.log.report(), run.classic()});
}

// ---- sha3

constexpr std::uint64_t most_trials = 1'000'000;

struct Sha3Settings {
    WhatToMeasure what{.work = {own_benchmark(Workload::sha3)}, .one_workload = true};
    cli::MeasureSettings measure;
    cli::OutputSettings output;
    std::uint64_t trials = 2000; ///< samples of each function and length
};

void declare(CLI::App &app, Sha3Settings &sha3)
{
    cli::explain(app, "Takes the argument of a published benchmark, and prints its table with "
                      "--format csv.");
    cli::add_option(app, "TRIALS",
                    {"", "Samples of each function and length, such as 500 or 10k",
                     std::to_string(sha3.trials)},
                    sha3.trials, cli::count(1, most_trials));
    cli::add_filter(app, sha3.what.filter);
    cli::add_places(app, sha3.measure);
    cli::add_clock(app, sha3.measure);
    cli::add_output(app, sha3.output, show::sha3_exporters);
    cli::add_out(app, sha3.measure);
    cli::add_strict_and_quiet(app, sha3.measure);
    cli::add_examples(app, {"hashlane sha3 --format csv", "hashlane sha3 10k --filter avx2"});
}

constexpr std::size_t message_bytes[] = {64, 256, 1024, 4096, 16384};
constexpr double sample_ns = 5e5;

// Without a filter the preferred kernel for one message alone.
Chosen choose_for(const Sha3Settings &settings)
{
    const cli::IdFilter &finds = settings.what.filter;
    Chosen chosen;
    if (finds.finds_all()) {
        use_tuning();
        chosen.kernels = {&active_dispatch().single(Workload::sha3)};
    } else {
        chosen = choose(settings.what);
    }
    // The metadata lines are all that the CSV has on stderr, and it has no place for a second
    // kernel.
    if (settings.output.format == show::Format::csv && chosen.kernels.size() > 1)
        cli::fail("--format csv: shows one kernel, but --filter '{}' matches {}", finds.text(),
                  chosen.kernels.size());
    const workloads::WorkloadEntry &entry = workloads::entry_of(Workload::sha3);
    chosen.jobs.clear();
    for (const Kernel *kernel : chosen.kernels)
        for (const Sha3Function &function : sha3_functions())
            for (const std::size_t bytes : message_bytes)
                chosen.jobs.push_back(
                    measure::kernel_job(*kernel, entry.message(function.name, bytes)));
    return chosen;
}

int execute(const Sha3Settings &settings, const std::string &line)
{
    const Chosen chosen = choose_for(settings);
    const bool csv = settings.output.format == show::Format::csv;
    cli::MeasureSettings measure = settings.measure;
    measure.quiet = measure.quiet || csv;
    Planned planned{choose_placements(measure.placement, csv ? Kinds::fastest : Kinds::each),
                    {},
                    measure::plan_samples(settings.trials, sample_ns)};
    planned.rows = measure::rows_of(chosen.jobs, planned.placements, measure.repetitions);
    Session session(measure, settings.output, planned.placements, line);
    measure_all(session, chosen, planned);
    const results::Report &report = session.log.report();
    if (csv && !report.rows.empty()) { // the two lines of metadata that readers of this CSV know
        const results::Row &row = report.rows.front();
        cli::say("info: cpucycles: version={} implementation=hashlane-{}{}\n",
                 report.context.version, machine::cycle_source_name(row.figures.cycle_source),
                 row.figures.clock_hz > 0 ? fmt::format(" persecond={:.0f}", row.figures.clock_hz)
                                          : ": no cycles, the fields are empty");
        cli::say("info: backend={} num_trials={} src_lens={} dst_lens={}\n", row.identity.kernel_id,
                 settings.trials, fmt::join(message_bytes, ","), workloads::xof_output_bytes);
    }
    return finish(session, show::sha3_exporters, report);
}

} // namespace

const cli::Declare sha256_command = cli::command<Sha256Settings, declare, execute>;
const cli::Declare keccak_command = cli::command<KeccakSettings, declare, execute>;
const cli::Declare sha3_command = cli::command<Sha3Settings, declare, execute>;

} // namespace hashlane::commands
