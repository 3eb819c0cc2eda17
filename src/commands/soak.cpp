// SPDX-License-Identifier: MIT
#include "../cluster/soak/soak.h"

#include "../backends/gpu/benchmark.h"
#include "../backends/gpu/chain.h"
#include "../cli/messages.h"
#include "../cli/options.h"
#include "../machine/system/cpus.h"
#include "../machine/system/file_lock.h"
#include "../machine/system/files.h"
#include "../machine/system/iso_time.h"
#include "../machine/system/terminal.h"
#include "../machine/system/text.h"
#include "../machine/topology/topology.h"
#include "../show/tables/soak_text.h"
#include "../statistics/statistics.h"
#include "commands.h"
#include "jobs.h"

#include "hashlane/hashlane.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

namespace hashlane::commands {
namespace {

std::vector<Workload> matching_workloads(const backends::Device &device,
                                         const cli::IdFilter &filter)
{
    std::vector<Workload> workloads;
    for (const Workload workload : all_workloads)
        if (facts_of(workload).runs_on_devices &&
            filter(backends::device_row_name(device, workload)))
            workloads.push_back(workload);
    return workloads;
}

// The devices of a soak, those that --device names or those that it was begun with: open for as
// long as this lives.
class OpenSoakDevices {
public:
    // With the chains that the filter finds; none if it finds nothing at all. Of two interfaces to
    // one piece of hardware the second is reported on stderr and left out. Throws a CommandError if
    // no device is left.
    std::vector<cluster::SoakDeviceRequest> open(const cli::DeviceRequest &request,
                                                 const cli::IdFilter &filter)
    {
        if (!request.any())
            return {};
        found_ = require_a_device(request);
        std::vector<backends::Device *> devices;
        for (const auto &device : found_.devices)
            if (!matching_workloads(*device, filter).empty())
                devices.push_back(device.get());
        if (devices.empty() && !finds_kernel(filter))
            return {};
        if (devices.empty())
            cli::fail(cli::exit_absent, "--filter: matches no chain of the devices");
        const auto groups = backends::groups_at_once(monitors_.of(devices));
        for (std::size_t later = 1; later < groups.size(); ++later)
            for (const backends::MonitoredDevice &device : groups[later])
                cli::say("hashlane: {}: is one of the other devices under another name\n",
                         device.device->facts().id());
        std::vector<cluster::SoakDeviceRequest> requests;
        for (const backends::MonitoredDevice &device : groups.front())
            requests.push_back({device, matching_workloads(*device.device, filter)});
        return requests;
    }

    // As a file has them. Throws a CommandError where one is missing, or is none.
    std::vector<cluster::SoakDeviceRequest>
    open_again(const std::vector<cluster::SoakDevice> &devices)
    {
        std::vector<cluster::SoakDeviceRequest> requests;
        for (const cluster::SoakDevice &device : devices) {
            const cli::DeviceRequest request = cli::read_devices("--device", device.device);
            if (request.names.size() != 1)
                cli::fail("--resume: the file's device '{}' is not one such as opencl:0",
                          device.device);
            backends::FoundDevices found = require_requested(request);
            found_.devices.push_back(std::move(found.devices.front()));
            requests.push_back(
                {monitors_.of({found_.devices.back().get()}).front(), device.workloads});
        }
        return requests;
    }

private:
    backends::FoundDevices found_;
    backends::DeviceMonitors monitors_;
};

// ---- Settings

// Options that are not given have a default, or the value of a resumed file.
struct SoakSettings {
    std::optional<double> seconds; ///< --for
    std::optional<std::uint64_t> passes;
    std::optional<std::vector<int>> cpus;
    bool all_cores = false;
    cli::DeviceRequest devices;
    cli::IdFilter filter;
    std::optional<cluster::SoakPattern> pattern;
    std::optional<double> visit_seconds;
    std::optional<std::uint64_t> seed;
    bool as_json = false; ///< --format jsonl
    std::string out;
    bool resume = false;
    bool quiet = false;
};

void declare(CLI::App &app, SoakSettings &soak)
{
    cli::explain(app, "Runs every kernel on every core, alone and together, and checks every "
                      "result.");
    cli::add_filter(app, soak.filter);
    cli::add_devices(app, soak.devices, "Also soak compute devices");
    cli::in_group(app, cli::Group::where);
    CLI::Option *const all = app.add_flag("--all-cores", soak.all_cores,
                                          "Run one thread on every core (this is the default)");
    cli::add_option(app, "--cpu", {"LIST", "Run a thread on each of these CPUs, such as 0,2-3"},
                    soak.cpus, cli::read_allowed_cpus)
        ->excludes(all);
    cli::in_group(app, cli::Group::time);
    CLI::Option *const time =
        cli::add_option(app, "--for", {"TIME", "Length of the soak, such as 90s, 30m, 1h or 2d"},
                        soak.seconds, cli::duration(0, cluster::most_requested_seconds));
    cli::add_option(app, "--passes",
                    {"COUNT",
                     "Number of passes; in each, every kernel runs on every core, alone and "
                     "together with the others",
                     "1"},
                    soak.passes, cli::count())
        ->excludes(time);
    cli::add_option(app, "--visit",
                    {"TIME", "Time of each kernel on all cores together in a pass", "2s"},
                    soak.visit_seconds,
                    cli::duration(cluster::least_visit_seconds, cluster::most_visit_seconds));
    cli::add_option(
        app, "--pattern",
        {"NAME", "steady, bursts (all cores pause and continue together) or mixed", "mixed"},
        soak.pattern, cli::one_of(cli::named(cluster::soak_patterns, cluster::soak_pattern_name)));
    cli::add_option(app, "--seed", {"N", "Random seed, to repeat a soak (default: random)"},
                    soak.seed, cli::whole_number());
    cli::in_group(app, cli::Group::output);
    cli::add_option(app, "--format", {"FORMAT", "text or jsonl", "text"}, soak.as_json,
                    cli::one_of<bool>({{"text", false}, {"jsonl", true}}));
    cli::add_text(app, "-o,--out", {"FILE", "Write JSON to this file, at least once per minute"},
                  soak.out);
    app.add_flag("--resume", soak.resume,
                 "Continue the unfinished soak of --out, if the file exists");
    app.add_flag("-q,--quiet", soak.quiet, "Print no line per minute on stderr");
    cli::add_examples(
        app, {"hashlane soak --for 1h", "hashlane soak --for 2d --out soak.json --resume"});
}

constexpr double line_seconds = 60;

// The first CPU of every core that this process may use one of.
std::vector<int> a_cpu_of_every_core()
{
    const machine::Topology &topology = machine::this_topology();
    std::vector<int> cpus;
    for (const machine::Topology::Core &core : topology.cores)
        if (const std::optional<int> cpu = machine::first_allowed_cpu(topology, core))
            cpus.push_back(*cpu);
    return cpus;
}

// None if the filter is meant for the devices alone.
std::vector<const Kernel *> kernels_beside(bool devices, const cli::IdFilter &filter)
{
    if (devices && !finds_kernel(filter))
        return {};
    return select_kernels(filter, all_workloads).runnable;
}

cluster::SoakCheckpoint new_soak(const SoakSettings &settings, OpenSoakDevices &devices)
{
    cluster::SoakCheckpoint checkpoint;
    cluster::SoakRequest &request = checkpoint.request;
    request.devices = devices.open(settings.devices, settings.filter);
    request.kernels = kernels_beside(!request.devices.empty(), settings.filter);
    request.cpus = settings.cpus ? *settings.cpus : a_cpu_of_every_core();
    request.seconds = settings.seconds.value_or(0);
    request.passes = settings.passes.value_or(1);
    request.pattern = settings.pattern.value_or(request.pattern);
    request.visit_seconds = settings.visit_seconds.value_or(request.visit_seconds);
    request.seed = settings.seed ? *settings.seed : statistics::draw_seed();
    checkpoint.started = checkpoint.updated = machine::local_time_now();
    return checkpoint;
}

// Options that are given must have the file's values, except for the length.
void refuse_other_options(const SoakSettings &settings, const cluster::SoakCheckpoint &checkpoint)
{
    const cluster::SoakRequest &request = checkpoint.request;
    const auto same_kernels = [&] {
        return kernels_beside(!checkpoint.totals.devices.empty(), settings.filter) ==
               request.kernels;
    };
    const std::vector<cluster::SoakDevice> &devices = checkpoint.totals.devices;
    const bool same_devices = // "all" names the devices of the file, whichever they are
        settings.devices.all
            ? !devices.empty()
            : std::ranges::equal(settings.devices.names, devices, {}, &backends::DeviceName::id,
                                 &cluster::SoakDevice::device);
    const std::pair<bool, const char *> differs[] = {
        {settings.cpus && *settings.cpus != request.cpus, "--cpu"},
        {settings.all_cores && a_cpu_of_every_core() != request.cpus, "--all-cores"},
        {settings.devices.any() && !same_devices, "--device"},
        {!settings.filter.finds_all() && !same_kernels(), "--filter"},
        {settings.pattern && *settings.pattern != request.pattern, "--pattern"},
        {settings.visit_seconds && *settings.visit_seconds != request.visit_seconds, "--visit"},
        {settings.seed && *settings.seed != request.seed, "--seed"},
    };
    for (const auto &[is_other, option] : differs)
        if (is_other)
            cli::fail("{}: '{}' was begun with another value; leave out the option or --resume",
                      option, settings.out);
}

cluster::SoakCheckpoint resumed_soak(const SoakSettings &settings, const std::string &text,
                                     OpenSoakDevices &devices)
{
    cluster::SoakCheckpoint checkpoint;
    try {
        checkpoint = cluster::read_soak_checkpoint(text, settings.out);
    } catch (const results::BadFile &bad) {
        cli::fail("--resume: {}", bad.what());
    }
    refuse_other_options(settings, checkpoint);
    if (settings.seconds || settings.passes) {
        checkpoint.request.seconds = settings.seconds.value_or(0);
        checkpoint.request.passes = settings.passes.value_or(1);
    }
    if (cluster::is_done(checkpoint.request, checkpoint.totals))
        cli::fail("--resume: '{}' is finished after {} and {}: ask for a longer --for or more "
                  "--passes, or begin a new soak in another file",
                  settings.out, show::duration_text(checkpoint.totals.seconds),
                  machine::counted(checkpoint.totals.passes, "pass", "es"));
    checkpoint.request.devices = devices.open_again(checkpoint.totals.devices);
    ++checkpoint.resumed;
    return checkpoint;
}

cluster::SoakCheckpoint begin_or_resume(const SoakSettings &settings, OpenSoakDevices &devices)
{
    if (settings.resume && settings.out.empty())
        cli::fail("--resume requires --out FILE, the file to continue");
    if (settings.out.empty())
        return new_soak(settings, devices);
    const machine::FileContent file =
        machine::read_regular_file(settings.out, Owner::anyone, machine::Purpose::continued);
    const bool is_empty = file.text.empty() && file.problem.empty(); // as mktemp makes it
    if (file.is_missing || (is_empty && !settings.resume))
        return new_soak(settings, devices);
    if (is_empty)
        cli::fail("--resume: '{}' is empty: there is nothing to continue", settings.out);
    if (!file.problem.empty())
        cli::fail("--out: cannot {} '{}': {}", file.failed_to, settings.out, file.problem);
    if (!settings.resume)
        cli::fail("--out: '{}' exists; continue it with --resume, or name another file",
                  settings.out);
    return resumed_soak(settings, file.text, devices);
}

// ---- Lines

void say_result(const SoakSettings &settings, const results::Json &line, const std::string &text)
{
    cli::print(settings.as_json ? results::json_line(line) : text);
}

// Prints progress, which as text is no result.
void say_remark(const SoakSettings &settings, const results::Json &line, const std::string &text)
{
    if (settings.as_json)
        cli::print(results::json_line(line));
    else if (!settings.quiet)
        cli::say_lines(text);
}

// ---- The soak itself

// Keeps the file of --out no older than a minute, and says how far it is as often.
class Keeper {
public:
    Keeper(const SoakSettings &settings, cluster::SoakCheckpoint &checkpoint)
        : settings_(settings), checkpoint_(checkpoint), out_(settings.out)
    {
    }

    void visited(const cluster::SoakTotals &totals)
    {
        if (totals.seconds - said_at_ >= line_seconds) {
            said_at_ = totals.seconds;
            say_remark(settings_,
                       {{"minute",
                         {{"seconds", totals.seconds},
                          {"passes", totals.passes},
                          {"visits_of_pass", totals.visits_of_pass},
                          {"proven_share", totals.proven_share()},
                          {"rate_share", totals.rate_share()},
                          {"wrong_results", totals.wrong}}}},
                       show::soak_minute_text(totals));
        }
        // A visit longer, and it would be too late.
        const bool is_due =
            totals.seconds - saved_at_ >= line_seconds - 2 * checkpoint_.request.visit_seconds;
        if (saved_at_ < 0 || is_due || totals.wrong != saved_wrong_)
            save(totals);
    }

    void save(const cluster::SoakTotals &totals)
    {
        checkpoint_.totals = totals;
        checkpoint_.updated = machine::local_time_now();
        saved_at_ = totals.seconds;
        saved_wrong_ = totals.wrong;
        const std::string before = std::exchange(
            failure_, out_.try_write(results::json_text(cluster::soak_json(checkpoint_))));
        if (!failure_.empty() && failure_ != before)
            cli::say("hashlane: {}\n", failure_);
    }

    bool has_failed() const { return !failure_.empty(); }

private:
    const SoakSettings &settings_;
    cluster::SoakCheckpoint &checkpoint_;
    cli::OutFile out_;
    double said_at_ = checkpoint_.totals.seconds;
    double saved_at_ = -1;
    std::uint64_t saved_wrong_ = checkpoint_.totals.wrong;
    std::string failure_;
};

int exit_code(const cluster::SoakTotals &totals, bool failed)
{
    if (totals.wrong != 0 || totals.device_failed())
        return cli::exit_wrong_digest;
    if (totals.interrupted)
        return cli::exit_interrupted;
    if (failed)
        return cli::exit_usage;
    return totals.not_reached().empty() ? cli::exit_ok : cli::exit_absent;
}

cluster::SoakTotals soak_or_refuse(const cluster::SoakCheckpoint &checkpoint,
                                   const cluster::SoakWatch &watch)
{
    const cluster::SoakTotals so_far = checkpoint.totals;
    try {
        return cluster::soak(checkpoint.request, watch, machine::interrupted(),
                             checkpoint.resumed != 0 ? &so_far : nullptr);
    } catch (const backends::DeviceError &error) {
        cli::fail(cli::exit_absent, "--device: {}", error.what());
    }
}

// Keeps other soaks from the file of --out, if there is one.
std::unique_ptr<const machine::FileLock> lock_out(const std::string &path)
try {
    if (path.empty())
        return nullptr;
    auto lock = std::make_unique<const machine::FileLock>(path, machine::FileLock::On::lock_file);
    if (!lock->is_held())
        cli::fail("--out: '{}' {}", path, machine::written_by_another);
    return lock;
} catch (const std::system_error &error) {
    cli::fail("--out: cannot write '{}': {}", path, error.code().message());
}

int execute(const SoakSettings &settings, const std::string & /*line*/)
{
    if (settings.out == "-") // before a lock is made for it
        const cli::OutFile refused(settings.out);
    const auto lock = lock_out(settings.out);
    OpenSoakDevices devices;
    cluster::SoakCheckpoint checkpoint = begin_or_resume(settings, devices);
    Keeper keeper(settings, checkpoint);
    machine::watch_interrupts();
    say_remark(settings,
               {{"begin",
                 {{"version", HASHLANE_VERSION},
                  {"started", checkpoint.started},
                  {"updated", checkpoint.updated},
                  {"resumed", checkpoint.resumed},
                  {"seconds", checkpoint.totals.seconds},
                  {"request", cluster::soak_request_json(checkpoint.request)}}}},
               show::soak_begin_text(checkpoint));
    cluster::SoakWatch watch;
    watch.found = [&](const cluster::SoakWrong &wrong) {
        say_result(settings, {{"wrong", cluster::soak_wrong_json(wrong)}},
                   show::soak_wrong_text(wrong));
    };
    watch.repeated = [&](const cluster::SoakWrong &wrong) {
        say_result(settings, {{"again", cluster::soak_wrong_json(wrong)}},
                   fmt::format("AGAIN  {}\n       {}\n", show::soak_place_text(wrong),
                               show::soak_again_text(wrong)));
    };
    watch.failed = [&](const cluster::SoakDevice &device) {
        say_result(
            settings, {{"failed", {{"device", device.device}, {"reason", device.failure}}}},
            fmt::format("FAILED {}: {}\n", device.device, machine::printable(device.failure)));
    };
    watch.visited = [&](const cluster::SoakTotals &totals) { keeper.visited(totals); };
    const cluster::SoakTotals totals = soak_or_refuse(checkpoint, watch);
    checkpoint.complete = !totals.interrupted && totals.not_reached().empty();
    keeper.save(totals);
    say_result(settings, cluster::soak_json(checkpoint), show::soak_end_text(totals));
    if (!totals.pinned && !settings.as_json)
        cli::say("hashlane: the system bound no thread to its CPU: a wrong result may be of "
                 "another core than its line names\n");
    if (totals.interrupted)
        cli::say("hashlane: interrupted after {:.0f} s{}\n", totals.seconds,
                 settings.out.empty() ? "" : "; --resume goes on");
    return exit_code(totals, keeper.has_failed());
}

} // namespace

const cli::Declare soak_command = cli::command<SoakSettings, declare, execute>;

} // namespace hashlane::commands
