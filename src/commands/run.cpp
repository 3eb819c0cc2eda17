// SPDX-License-Identifier: MIT
#include "../backends/gpu/hardware.h"
#include "../cli/messages.h"
#include "../cli/options.h"
#include "../lib/dispatch/dispatch_table.h"
#include "../machine/sensors/system_state.h"
#include "../show/tables/exporters.h"
#include "commands.h"
#include "devices.h"
#include "jobs.h"
#include "session.h"

#include <algorithm>
#include <map>

namespace hashlane::commands {
namespace {

struct RunSettings {
    cli::MeasureSettings measure;
    cli::OutputSettings output;
    cli::DeviceRequest devices;
    std::vector<Benchmarked> work;    ///< of WORKLOAD and --workload; empty: the usual
    std::vector<std::string> plugins; ///< files
    bool peers = false;
};

void declare(CLI::App &app, RunSettings &run)
{
    cli::explain(app, "The workload sha256 hashes whole messages; sha256-chain is d = SHA256(d), "
                      "which 'hashlane sha256' measures as well.");
    std::vector<std::string_view> names;
    std::ranges::transform(all_benchmarks(), std::back_inserter(names), &Benchmarked::name);
    app.add_option_function<std::vector<std::string>>(
        "WORKLOAD",
        [&](const std::vector<std::string> &texts) {
            for (const std::string &text : texts)
                add_benchmarks(run.work, "WORKLOAD", text);
        },
        fmt::format("{} (default: sha256-chain, keccak-chain and sha3)", fmt::join(names, ", ")));
    cli::add_filter(app, run.measure.filter);
    cli::add_option(app, "--workload", {"LIST", "The same as WORKLOAD, separated by commas"},
                    [&](auto &name, auto &text) { add_benchmarks(run.work, name, text); });
    app.add_flag("--peers", run.peers,
                 "Also measure OpenSSL, libgcrypt, Nettle and Botan, if they are installed");
    cli::add_plugins(app, run.plugins);
    cli::add_devices(app, run.devices, "Also measure compute devices");
    cli::add_places(app, run.measure);
    cli::add_times(app, run.measure);
    cli::add_samples(app, run.measure);
    cli::add_clock(app, run.measure);
    cli::add_output(app, run.output, show::report_exporters);
    cli::add_out(app, run.measure);
    cli::add_submit(app, run.measure);
    cli::add_strict_and_quiet(app, run.measure);
    cli::add_examples(
        app, {"hashlane run --quick", "hashlane run sha256-chain sha3 --peers -o run.json"});
}

constexpr double usual_row_seconds = 1;

// Returns rows on all cores, --repetitions times: for each workload the kernel that dispatch
// chooses, on its longest message, or the widest kernel if there is none of ours. It is not the one
// that this run finds to be the best: these rows are visited in the same rounds as the others, in
// the same minutes, and those of two runs can be compared.
//
// Returns none if there is but one core, or if kernels or CPUs were chosen: the user then knows
// what to measure, and on what.
std::vector<measure::WantedRow> rows_on_all_cores(const std::vector<measure::Job> &jobs,
                                                  const cli::MeasureSettings &measure)
{
    const std::size_t cores = machine::usable_cores(machine::this_topology());
    if (!measure.filter.finds_all() || measure.placement != machine::PlacementRequest{} ||
        cores < 2 || cores > machine::max_threads)
        return {};
    machine::PlacementRequest request;
    request.all_cores = true;
    const machine::Placement all_cores = choose_placements(request).front();
    const auto rank = [](const measure::Job &job) {
        const bool is_chosen =
            job.kernel != nullptr && job.kernel == &active_dispatch().kernel(job.kernel->workload);
        return std::pair(is_chosen, job.lanes);
    };
    std::map<results::Work, const measure::Job *> chosen;
    for (const measure::Job &job : jobs) {
        const measure::Job *&best = chosen[job.workload];
        if (best == nullptr || rank(job) >= rank(*best))
            best = &job;
    }
    std::vector<measure::WantedRow> rows;
    for (const auto &[workload, job] : chosen)
        for (unsigned repetition = 0; repetition < measure.repetitions; ++repetition)
            rows.push_back({job, all_cores, "all cores",
                            static_cast<unsigned>(all_cores.cpus.size()), repetition,
                            measure.repetitions});
    return rows;
}

int execute(const RunSettings &settings, const std::string &line)
{
    const Chosen chosen = choose({.work = settings.work,
                                  .filter = settings.measure.filter,
                                  .plugins = settings.plugins,
                                  .devices = settings.devices,
                                  .peers = settings.peers});
    const std::vector<machine::Placement> placements =
        choose_placements(settings.measure.placement);
    std::vector<measure::WantedRow> rows =
        measure::rows_of(chosen.jobs, placements, settings.measure.repetitions);
    const std::vector<measure::WantedRow> on_all = rows_on_all_cores(chosen.jobs, settings.measure);
    const measure::RunPlan plan =
        timed_plan(settings.measure, rows.size() + on_all.size(), usual_row_seconds);

    Session session(settings.measure, settings.output, placements, line);
    begin(session, chosen.skipped, chosen.failure);
    if (chosen.device_jobs.empty()) // their rows come later, and belong to the same tables
        session.display.expect(tables_of(rows, plan));
    rows.insert(rows.end(), on_all.begin(), on_all.end());
    measure_or_skip(session, rows, plan);
    measure_on_devices(session, chosen.device_jobs,
                       {settings.measure.seconds.value_or(usual_row_seconds)});
    if (!settings.devices.any() && !settings.measure.quiet && backends::has_gpu_driver())
        cli::say("hashlane: this machine has a driver for GPUs; --device all measures them, too\n");
    return finish(session);
}

} // namespace

const cli::Declare run_command = cli::command<RunSettings, declare, execute>;

} // namespace hashlane::commands
