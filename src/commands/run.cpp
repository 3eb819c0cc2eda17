// SPDX-License-Identifier: MIT
#include "../backends/gpu/hardware.h"
#include "../cli/messages.h"
#include "../cli/options.h"
#include "../machine/system/lists.h"
#include "../show/tables/exporters.h"
#include "commands.h"
#include "jobs.h"
#include "session.h"

namespace hashlane::commands {
namespace {

struct RunSettings {
    WhatToMeasure what;
    cli::MeasureSettings measure;
    cli::OutputSettings output;
};

void declare(CLI::App &app, RunSettings &run)
{
    cli::explain(app, "The workload sha256 hashes whole messages; sha256-chain is d = SHA256(d), "
                      "which 'hashlane sha256' measures as well.");
    const auto names = machine::each(workloads::all_benchmarks(), &workloads::Benchmark::name);
    app.add_option_function<std::vector<std::string>>(
        "WORKLOAD",
        [&](const std::vector<std::string> &texts) {
            for (const std::string &text : texts)
                add_benchmarks(run.what.work, "WORKLOAD", text);
        },
        fmt::format("{} (default: sha256-chain, keccak-chain and sha3)", fmt::join(names, ", ")));
    cli::add_filter(app, run.what.filter);
    cli::add_option(app, "--workload", {"LIST", "The same as WORKLOAD, separated by commas"},
                    [&](auto &name, auto &text) { add_benchmarks(run.what.work, name, text); });
    app.add_flag("--peers", run.what.peers,
                 "Also measure OpenSSL, libgcrypt, Nettle and Botan, if they are installed");
    cli::add_plugins(app, run.what.plugins);
    cli::add_devices(app, run.what.devices, "Also measure compute devices");
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

int execute(const RunSettings &settings, const std::string &line)
{
    const Chosen chosen = choose(settings.what);
    const Planned planned =
        plan_rows(chosen.jobs, settings.measure, usual_row_seconds,
                  settings.what.filter.finds_all() ? AllCores::measured : AllCores::left_out);
    Session session(settings.measure, settings.output, planned.placements, line);
    measure_all(session, chosen, planned, {settings.measure.seconds.value_or(usual_row_seconds)});
    if (!settings.what.devices.any() && !settings.measure.quiet && backends::has_gpu_driver())
        cli::say("hashlane: this machine has a driver for GPUs; --device all measures them, too\n");
    return finish(session, show::report_exporters, session.log.report());
}

} // namespace

const cli::Declare run_command = cli::command<RunSettings, declare, execute>;

} // namespace hashlane::commands
