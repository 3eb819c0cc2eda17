// SPDX-License-Identifier: MIT
#include "command_options.h"

#include "../report/exporters.h"
#include "add_option.h"
#include "benchmark_work.h"
#include "option_values.h"
#include "parse.h"

#include <CLI/CLI.hpp>

namespace hashlane {
namespace {

constexpr std::uint64_t most_trials = 1'000'000;
constexpr unsigned most_cores = 65536;

void add_positional(CLI::App &app, const std::string &name, const OptionHelp &help,
                    const Take &take)
{
    app.add_option_function<std::string>(name, take, help.text)->default_str(help.shown_default);
}

void add_out(CLI::App &app, MeasureSettings &measure)
{
    app.add_option("--out,--benchmark_out", measure.out,
                   "also write JSON to this file, rewritten while the rows are measured")
        ->type_name("FILE");
    app.add_option_function<std::string>("--benchmark_out_format", require_json)->group("");
}

void add_submit(CLI::App &app, MeasureSettings &measure)
{
    app.add_option("--submit", measure.submit,
                   "also write the file to contribute: the rows, processor, topology, kernel and "
                   "compiler, the day and this command; no host, user, path or time of day")
        ->type_name("FILE");
}

// --ghz comes after --clock here, and so has the last word.
void add_machine(CLI::App &app, MeasureSettings &measure)
{
    add_option(app, "--clock", {"SOURCE", "cycle source: auto, perf, chain or tsc", "auto"},
               [&](auto &text) { measure.clock = parse_clock(text); });
    app.add_flag("--strict", measure.strict, "exit 4 if a row is not trustworthy");
    app.add_flag("-q,--quiet", measure.quiet, "no context and no progress on stderr");
}

void add_cpus(CLI::App &app, MeasureSettings &measure)
{
    add_option(app, "--cpu", {"LIST", "measure on these CPUs: 0,2-3"},
               [&](auto &text) { measure.placement.cpus = parse_allowed_cpus(text); });
}

void add_placement(CLI::App &app, PlacementRequest &placement, const std::string &threads)
{
    add_option(
        app, threads,
        {"N",
         "number of measuring threads, one per CPU (default: one on each kind of core in turn)"},
        [&](auto &text) { placement.threads = parse_threads("--threads", text); });
    add_option(app, "--per-core", {"N", "threads on each core in use"},
               [&](auto &text) { placement.per_core = parse_threads("--per-core", text); });
    app.add_option("--core-kind", placement.core_kind,
                   "measure on cores of this kind; 'hashlane info' lists them")
        ->type_name("NAME");
    app.add_flag("--all-cores", placement.all_cores, "one thread on every core");
}

// Names that differ where users of a benchmark know others.
struct OptionNames {
    std::string threads = "--threads";
    std::string ghz = "--ghz";
};

void add_measuring(CLI::App &app, MeasureSettings &measure, const OptionNames &names = {})
{
    add_filter(app, measure.filter);
    add_out(app, measure);
    add_placement(app, measure.placement, names.threads);
    add_cpus(app, measure);
    add_machine(app, measure);
    add_option(app, names.ghz, {"GHZ", "count cycles of this clock instead of measuring it"},
               [&](auto &text) { measure.clock = parse_ghz(text); });
}

CLI::Option *add_min_time(CLI::App &app, MeasureSettings &measure)
{
    return add_option(app, "--min-time,--benchmark_min_time",
                      {"S", "seconds of kept samples for each kernel"},
                      [&](auto &text) { measure.seconds = parse_seconds("--min-time", text); });
}

void add_times(CLI::App &app, MeasureSettings &measure)
{
    CLI::Option *const min_time = add_min_time(app, measure);
    CLI::Option *const budget = add_option(
        app, "--budget", {"S", "seconds for the whole run, spent where rows are not settled yet"},
        [&](auto &text) { measure.budget = parse_budget(text); });
    budget->excludes(min_time);
    app.add_flag("--quick", measure.quick, "about ten seconds in all: wider intervals")
        ->excludes(min_time)
        ->excludes(budget);
    app.add_flag("--samples", measure.samples, "keep every sample in JSON");
    add_option(app, "--repetitions,--benchmark_repetitions",
               {"N", "measure each kernel this many times, one row each", "1"},
               [&](auto &text) { measure.repetitions = parse_repetitions(text); });
}

void add_workloads(CLI::App &app, std::vector<Workload> &workloads)
{
    add_option(app, "--workload",
               {"NAMES", "only kernels of these: sha256-chain,sha3 (default: all)"},
               [&](auto &text) { workloads = parse_workloads(text); });
}

} // namespace

void declare(CLI::App &app, RunSettings &run)
{
    add_option(app, "--workload",
               {"NAMES",
                "these workloads and functions alone: sha256-chain, keccak-chain, sha3, "
                "turboshake128, kt128, sha256, sha256-nodes, sha256-salted",
                "sha256-chain,keccak-chain,sha3"},
               [&](auto &text) { run.work = parse_work(text); });
    app.add_flag("--peers", run.peers,
                 "also measure OpenSSL, libgcrypt, Nettle and Botan, where they are installed");
    add_plugins(app, run.plugins);
    add_measuring(app, run.measure);
    add_submit(app, run.measure);
    add_devices(app, run.devices);
    add_times(app, run.measure);
    add_output(app, run.output, report_exporters);
}

void declare(CLI::App &app, Sha256Settings &sha256)
{
    add_option(app, "-i", {"ITERS", "hashes of each chain: 500, 10K, 10M, 1G", "10M"},
               [&](auto &text) { sha256.iterations = parse_count("-i", text); });
    add_option(app, "-m", {"UNIT", "rate to show: MH, MB, MiB or cpb", "MH"},
               [&](auto &text) { sha256.output.sha256_unit = parse_unit(text); });
    add_measuring(app, sha256.measure, {.threads = "-t,--threads", .ghz = "-s,--ghz"});
    add_devices(app, sha256.devices);
    add_times(app, sha256.measure);
    add_output(app, sha256.output, report_exporters);
}

void declare(CLI::App &app, KeccakSettings &keccak)
{
    keccak.range = default_range;
    static const std::string last = std::to_string(default_range.last);
    static const std::string loops = std::to_string(default_range.loops);
    add_positional(app, "FIRST_KEY", {"", "the first key", "0"},
                   [&](auto &text) { keccak.range.first = parse_integer("FIRST_KEY", text); });
    add_positional(app, "LAST_KEY", {"", "one past the last key", last.c_str()},
                   [&](auto &text) { keccak.range.last = parse_integer("LAST_KEY", text); });
    add_positional(app, "LOOPS", {"", "permutations of each chain", loops.c_str()},
                   [&](auto &text) { keccak.range.loops = parse_integer("LOOPS", text); });
    add_measuring(app, keccak.measure, {.threads = "-t,--threads"});
    add_devices(app, keccak.devices);
    add_output(app, keccak.output, key_range_exporters);
}

void declare(CLI::App &app, Sha3Settings &sha3)
{
    static const std::string trials = std::to_string(sha3.trials);
    add_positional(
        app, "TRIALS", {"", "samples of each function and length", trials.c_str()},
        [&](auto &text) { sha3.trials = parse_integer("TRIALS", text, 1, most_trials); });
    add_measuring(app, sha3.measure);
    add_output(app, sha3.output, sha3_exporters);
}

void declare(CLI::App &app, SweepSettings &sweep)
{
    app.add_option_function<std::string>(
           "WORKLOAD", [&](auto &text) { sweep.workload = parse_sweep_workload(text); },
           "sha256 or keccak")
        ->required();
    add_option(app, "--lanes", {"LIST", "numbers of lanes: 1-4,8 (default: all)"},
               [&](auto &text) { sweep.lanes = parse_list("--lanes", text, 1, max_lanes); });
    add_option(app, "--threads",
               {"LIST", "numbers of threads: 1,2,4 (default: 1, 2, 4, … and one per CPU)"},
               [&](auto &text) { sweep.threads = parse_list("--threads", text, 1, max_threads); });
    add_option(
        app, "--on-core", {"K", "measure on this core only ('hashlane info' numbers them)"},
        [&](auto &text) { sweep.places.core = parse_integer("--on-core", text, 0, most_cores); });
    app.add_option("--core-kind", sweep.places.core_kind, "measure on cores of this kind")
        ->type_name("NAME");
    app.add_flag("--all-cores", sweep.places.all_cores, "measure on all cores");
    add_plugins(app, sweep.plugins);
    add_filter(app, sweep.measure.filter);
    add_out(app, sweep.measure);
    add_submit(app, sweep.measure);
    add_option(app, "--cpu", {"LIST", "measure on these CPUs: 0,2-3"}, [&](auto &text) {
        const std::vector<unsigned> numbers = parse_list("--cpu", text, 0, most_cores);
        sweep.places.cpus.assign(numbers.begin(), numbers.end());
    });
    add_machine(app, sweep.measure);
    add_min_time(app, sweep.measure);
    add_output(app, sweep.output, sweep_exporters);
}

void declare(CLI::App &app, ListSettings &list)
{
    add_workloads(app, list.workloads);
    add_filter(app, list.filter);
    add_devices(app, list.devices);
    add_output(app, list.output, kernel_exporters);
}

void declare(CLI::App &app, InfoSettings &info)
{
    CLI::Option *const instructions = app.add_flag(
        "--instructions", info.instructions, "only time the instructions that bound the kernels");
    CLI::Option *const noise =
        add_option(app, "--noise",
                   {"[SECONDS]", "only watch a CPU for so long: what disturbs it, and how much"},
                   [&](auto &text) { info.noise_seconds = parse_noise_seconds(text); });
    noise->expected(0, 1)->excludes(instructions);
    add_option(app, "--cpu", {"LIST", "the CPU to watch; of several the idlest"}, [&](auto &text) {
        info.cpus = parse_allowed_cpus(text);
    })->needs(noise);
    add_devices(app, info.devices);
    add_output(app, info.output, fact_exporters);
}

void declare(CLI::App &app, TuneSettings &tune)
{
    app.add_flag("--dry-run", tune.dry_run, "measure and show, but store nothing");
    add_cpus(app, tune.measure);
    add_machine(app, tune.measure);
    add_min_time(app, tune.measure);
    add_output(app, tune.output, tuning_exporters);
}

void declare(CLI::App &app, VerifySettings &verify)
{
    add_plugins(app, verify.plugins);
    add_workloads(app, verify.workloads);
    add_filter(app, verify.filter);
}

} // namespace hashlane
