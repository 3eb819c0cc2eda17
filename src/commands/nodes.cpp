// SPDX-License-Identifier: MIT
//
// One node of a cluster, measured for a fleet or compared with a baseline within seconds; and the
// files of many nodes, compared with each other.
#include "../backends/gpu/benchmark.h"
#include "../backends/gpu/hardware.h"
#include "../cli/messages.h"
#include "../cli/options.h"
#include "../cluster/fleet/judge_fleet.h"
#include "../cluster/fleet/node_files.h"
#include "../cluster/fleet/node_names.h"
#include "../cluster/node/measure_node.h"
#include "../lib/core/cpu_features.h"
#include "../machine/system/cpus.h"
#include "../machine/system/file_lock.h"
#include "../machine/system/files.h"
#include "../machine/system/host.h"
#include "../machine/system/iso_time.h"
#include "../machine/system/lists.h"
#include "../machine/system/terminal.h"
#include "../machine/system/text.h"
#include "../machine/system/threads.h"
#include "../results/json.h"
#include "../show/tables/exporters.h"
#include "../show/tables/fleet_writers.h"
#include "../show/tables/node_summary.h"
#include "commands.h"
#include "jobs.h"
#include "start_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

namespace hashlane::commands {
namespace {

// ---- Classes of nodes as options

// On the command line "slow-clock" is a name of the class as well.
std::string word_of(std::string class_name)
{
    std::ranges::replace(class_name, ' ', '-');
    return class_name;
}

cluster::NodeClass read_class(const std::string &name, const std::string &text,
                              const std::vector<std::string_view> &also)
{
    std::vector<std::string> words;
    for (std::size_t i = 0; i < cluster::node_classes; ++i)
        words.push_back(word_of(cluster::class_name(static_cast<cluster::NodeClass>(i))));
    const auto found = std::ranges::find(words, word_of(text));
    if (found == words.end()) {
        std::vector<std::string_view> known(words.begin(), words.end());
        known.insert(known.end(), also.begin(), also.end());
        cli::refuse_name(name, text, known);
    }
    return static_cast<cluster::NodeClass>(found - words.begin());
}

cluster::FailOn read_fail_on(const std::string &name, const std::string &text)
{
    cluster::FailOn fail_on{{}, false};
    for (const std::string &item : cli::read_items(name, text))
        if (item == "group") { // in addition to the classes
            fail_on.groups = true;
        } else if (item == "drain") {
            for (const cluster::NodeClass node_class : cluster::classes_to_drain())
                fail_on.classes.insert(node_class);
        } else {
            fail_on.classes.insert(read_class(name, item, {"group", "drain"}));
        }
    if (fail_on.classes.contains(cluster::NodeClass::healthy))
        cli::fail("{}: a healthy node is no failure", name);
    return fail_on;
}

CLI::Option *add_fail_on(CLI::App &app, cluster::FailOn &fail_on)
{
    return cli::add_option(app, "--fail-on",
                           {"CLASSES",
                            "Exit with an error for these classes only, such as "
                            "slow-clock,one-bad-core; 'drain' is all whose nodes must not have "
                            "jobs, 'group' a group that differs as a whole; wrong always fails "
                            "(default: all but healthy)"},
                           fail_on, read_fail_on);
}

// ---- Limits

// "clock=2,cycles=1", in percent; the others stay as they are.
cluster::Limits read_limits(const std::string &name, const std::string &text)
{
    const auto names = machine::each(cluster::named_limits, &cluster::NamedLimit::name);
    cluster::Limits limits;
    std::set<std::string> seen;
    for (const std::string &item : cli::read_items(name, text)) {
        const std::size_t sign = item.find('=');
        const std::string key = item.substr(0, sign);
        const auto found = std::ranges::find(names, std::string_view(key));
        if (found == names.end())
            cli::refuse_name(name, key, {names.begin(), names.end()});
        if (sign == std::string::npos || !seen.insert(key).second)
            cli::fail("{}: '{}' takes one number, such as {}=2", name, key, key);
        limits.*cluster::named_limits[found - names.begin()].limit =
            cli::read_percent(name, item.substr(sign + 1));
    }
    return limits;
}

CLI::Option *add_limits(CLI::App &app, cluster::Limits &limits)
{
    return cli::add_option(app, "--limits",
                           {"LIST",
                            "Smallest differences of nodes and cores that matter, in percent",
                            "cycles=2,clock=3,core=4,memory=10"},
                           limits, read_limits);
}

// ---- fleet

std::vector<std::string> names_of_file(const std::string &path)
{
    const machine::FileContent file = machine::read_regular_file(path);
    if (!file.problem.empty())
        cli::fail("--expect: cannot {} '{}': {}", file.failed_to, path, file.problem);
    std::vector<std::string> names;
    std::set<std::string> seen;
    std::istringstream lines(file.text);
    std::string line;
    for (std::size_t number = 1; std::getline(lines, line); ++number) {
        std::istringstream words(line.substr(0, line.find('#')));
        for (std::string word; words >> word;)
            try {
                for (std::string &name : cluster::expand_nodes(word))
                    if (seen.insert(name).second)
                        names.push_back(std::move(name));
            } catch (const std::invalid_argument &error) {
                cli::fail("--expect: '{}', line {}: {}", path, number, error.what());
            }
    }
    if (names.empty())
        cli::fail("--expect: '{}' has no names", path);
    return names;
}

// --expect: a file of names, one or a folded list a line, with comments behind '#'; else a number;
// else a folded list. Throws a CommandError.
cluster::ExpectedNodes parse_expected_nodes(const std::string &text)
{
    std::error_code error;
    if (std::filesystem::exists(text, error))
        return {names_of_file(text), 0};
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (!text.empty() && std::ranges::all_of(text, is_digit))
        return {
            {},
            static_cast<std::size_t>(cli::read_whole("--expect", text, 1, cluster::most_nodes))};
    try {
        return {cluster::expand_nodes(text), 0};
    } catch (const std::invalid_argument &problem) {
        cli::fail("--expect: {}; it takes names such as n[1-32], a number, or "
                  "a file of names",
                  problem.what());
    }
}

constexpr double most_file_age_seconds = 100 * 365 * 86400.0;

struct FleetSettings {
    cli::OutputSettings output;
    std::vector<std::string> files; ///< and folders
    std::string expected;           ///< --expect: a number, folded names or a file; empty: nothing
    std::string baseline;           ///< --baseline: a file; empty for none, as the following
    std::string new_baseline;       ///< --write-baseline
    std::string history;            ///< --history: a folder
    std::string accepted;           ///< --accept: folded names
    double most_age_seconds = 36 * 3600; ///< --newer-than
    cluster::Limits limits;
    cluster::FailOn fail_on = cluster::fail_on_anything();
    std::vector<cluster::NodeClass> classes; ///< --class; empty: those of a drain list
};

void declare(CLI::App &app, FleetSettings &fleet)
{
    app.add_option("FILE", fleet.files, "Files of 'hashlane node --out', and folders of them");
    cli::in_group(app, "Comparison");
    cli::add_text(app, "--expect",
                  {"NODES", "Nodes that must not be missing: names such as n[1-32], a number, or a "
                            "file of names"},
                  fleet.expected);
    cli::add_text(app, "--baseline",
                  {"FILE",
                   "Compare with this file of --write-baseline, or of a good node; required to "
                   "judge groups of fewer than 8 comparable nodes"},
                  fleet.baseline);
    cli::add_text(
        app, "--history",
        {"DIR", "Add the values to this folder, and compare with those of the last year in it"},
        fleet.history);
    cli::add_option(app, "--newer-than",
                    {"TIME", "Do not judge nodes whose files are older", "36h"},
                    fleet.most_age_seconds, cli::duration(0, most_file_age_seconds));
    add_limits(app, fleet.limits);
    cli::add_text(app, "--accept",
                  {"NODES", "With --history: nodes that were repaired, such as n4, whose wrong "
                            "results and slowness up to now no longer count"},
                  fleet.accepted);
    cli::add_output(app, fleet.output, show::fleet_exporters);
    cli::add_option(
        app, "--class",
        {"CLASSES", "With --format nodeset: the names of the nodes of these classes (default: "
                    "those to drain: wrong, one-bad-core, and all that begin with faulty or "
                    "slow)"},
        fleet.classes,
        cli::items_by([](auto &name, auto &text) { return read_class(name, text, {}); }));
    add_fail_on(app, fleet.fail_on);
    cli::add_text(app, "--write-baseline", {"FILE", "Write the usual values of today to this file"},
                  fleet.new_baseline);
    cli::add_examples(app, {"hashlane fleet results/ --expect 'n[1-32]'",
                            "hashlane fleet results/ --format nodeset --class missing,noisy"});
}

void accept(const FleetSettings &settings, cluster::History &history)
{
    std::vector<std::string> names;
    try {
        names = cluster::expand_nodes(settings.accepted);
    } catch (const std::invalid_argument &problem) {
        cli::fail("--accept: {}", problem.what());
    }
    for (const std::string &name : names)
        if (!cluster::has_alarm(history, name))
            cli::fail("--accept: '{}' remembers nothing of {}", settings.history, name);
    if (const std::string why = cluster::accept_nodes(settings.history, names, history);
        !why.empty())
        throw cli::CommandError(why);
}

// Values of nodes with wrong results are left out: the others are judged once more.
void write_baseline(const cli::OutFile &out, const cluster::JudgedFleet &fleet,
                    cluster::NodeFiles files, cluster::FleetRequest request)
{
    std::set<std::string> left_out;
    for (const cluster::NodeReport &node : fleet.report.nodes)
        if (node.node_class == cluster::NodeClass::wrong)
            left_out.insert(node.name);
    if (left_out.empty()) {
        out.write(cluster::baseline_text(fleet.baseline));
        return;
    }
    std::erase_if(files.nodes, [&](const auto &node) { return left_out.contains(node.name); });
    const std::string names = cluster::fold_nodes({left_out.begin(), left_out.end()});
    if (files.nodes.empty()) {
        cli::say_failure("--write-baseline: nothing was written: every node is wrong");
        return;
    }
    cli::say("hashlane: --write-baseline: without {}: wrong\n", names);
    request.history.reset();
    out.write(cluster::baseline_text(cluster::judge_fleet(std::move(files), request).baseline));
}

int execute(const FleetSettings &settings, const std::string & /*line*/)
{
    if (!settings.accepted.empty() && settings.history.empty())
        cli::fail("--accept requires --history");
    const bool only_accepts = settings.files.empty() && !settings.accepted.empty();
    if (only_accepts && !(settings.expected.empty() && settings.baseline.empty() &&
                          settings.new_baseline.empty() && settings.classes.empty()))
        cli::fail("--accept without node files judges nothing: name them, or leave out the other "
                  "options");
    if (settings.files.empty() && !only_accepts)
        cli::fail("node files or a folder of them are required: 'hashlane fleet DIR'; "
                  "'hashlane node --out DIR/%h.json' writes one");
    if (!settings.classes.empty() && settings.output.format != show::Format::nodeset)
        cli::fail("--class requires --format nodeset");
    const cli::OutFile new_baseline(settings.new_baseline, "--write-baseline");
    machine::ThreadPool pool(machine::allowed_cpus().size());
    cluster::FleetRequest request;
    request.freshness = {machine::seconds_of(machine::utc_now()).value_or(0),
                         settings.most_age_seconds};
    request.limits = settings.limits;
    if (!settings.expected.empty())
        request.expected = parse_expected_nodes(settings.expected);
    if (!settings.baseline.empty())
        request.baseline = cluster::read_baseline_or_node(settings.baseline);
    if (!settings.history.empty()) {
        request.history = cluster::read_history(settings.history, pool);
        for (const std::string &problem : request.history->problems)
            cli::say_failure(problem);
    }
    if (!settings.accepted.empty())
        accept(settings, *request.history);
    if (only_accepts)
        return cli::exit_ok;
    cluster::NodeFiles files = cluster::read_node_files(settings.files, pool);
    for (const std::string &failure : files.failures)
        cli::say_failure(failure);
    auto kept = new_baseline.is_wanted() ? std::optional(files) : std::nullopt;
    cluster::JudgedFleet fleet = cluster::judge_fleet(std::move(files), request);
    fleet.report.judged = machine::utc_now();
    for (const auto *const lines : {&fleet.report.problems, &fleet.report.remarks})
        for (const std::string &line : *lines)
            cli::say("hashlane: {}\n", line);
    if (fleet.report.groups.empty() && !fleet.report.needs_attention())
        cli::fail("there is no node file; 'hashlane node --out' writes one");
    if (settings.classes.empty())
        cli::print_as(settings.output, show::fleet_exporters, fleet.report);
    else
        cli::print(show::write_fleet_nodeset(fleet.report, settings.classes));
    if (kept)
        write_baseline(new_baseline, fleet, std::move(*kept), request);
    if (!settings.history.empty())
        if (const std::string problem =
                cluster::append_history(settings.history, fleet.report, *request.history);
            !problem.empty())
            cli::say_failure(problem);
    return fleet.report.exit_code(settings.fail_on);
}

// ---- node

struct NodeSettings {
    std::string out; ///< with placeholders; empty for standard output
    std::optional<std::string> baseline;
    cluster::FailOn fail_on = cluster::fail_on_anything();
    cluster::Limits limits;
    std::optional<double> seconds; ///< --deadline
    std::optional<std::chrono::system_clock::time_point> start_at;
    std::size_t reserved_cores = 0;
    std::optional<cli::DeviceRequest> devices; ///< --device; not given: see OpenNodeDevices
    std::string name; ///< --name; empty: that of the host, or of the job's engine
    bool quiet = false;
};

// The compute devices of --device, open for as long as this lives. Without the option those of the
// machine's bus, where a driver of GPUs is loaded: elsewhere nothing is looked for.
struct OpenNodeDevices {
    explicit OpenNodeDevices(const std::optional<cli::DeviceRequest> &asked)
    {
        const bool is_wanted = asked ? asked->any() : backends::has_gpu_driver();
        if (!is_wanted)
            return;
        open_ = require_requested(asked.value_or(cli::DeviceRequest{true, {}}));
        std::vector<backends::Device *> devices;
        for (const auto &device : open_.devices)
            if (asked || !device->facts().pci_address.empty())
                devices.push_back(device.get());
        if (!devices.empty())
            monitored = backends::groups_at_once(monitors_.of(devices)).front();
        std::string hidden_by;
        if (asked && !asked->all)
            hidden_by = "--device names the others";
        else if (devices.empty() && !open_.missing.empty())
            hidden_by = open_.missing.front().reason;
        found = cluster::find_node_devices(
            monitored, hidden_by, [](const char *name) { return std::getenv(name); },
            machine::linux_root());
    }

    std::vector<backends::MonitoredDevice> monitored; ///< each piece of hardware once
    cluster::NodeDevices found;

private:
    backends::FoundDevices open_;
    backends::DeviceMonitors monitors_;
};

cluster::NodeRequest request_of(const NodeSettings &settings, const std::string &line,
                                double usual_seconds, const OpenNodeDevices &devices)
{
    const double seconds = settings.seconds.value_or(usual_seconds);
    cluster::NodeRequest request;
    request.name = cluster::node_name(machine::this_host().name);
    if (!settings.name.empty())
        request.name.name = settings.name;
    if (const std::size_t cores = machine::this_topology().cores.size();
        settings.reserved_cores >= cores)
        cli::fail("--reserved-cores: {} of {} leave no core to measure", settings.reserved_cores,
                  machine::counted(cores, "core"));
    request.gaps = cluster::coverage_gaps(machine::this_topology(), settings.reserved_cores,
                                          machine::read_system_settings(machine::this_topology()));
    request.kernels = cluster::node_kernels(this_cpu());
    request.plan = cluster::plan_node(machine::this_topology(), request.kernels.size(), seconds,
                                      cluster::usual_soak_share, devices.monitored.size());
    request.devices = devices.monitored;
    request.found = devices.found;
    request.command = line;
    if (seconds < request.plan.least_seconds)
        cli::fail("{:g} s are too short to run each kernel once: at least {:.1f} s", seconds,
                  request.plan.least_seconds);
    return request;
}

constexpr double usual_seconds = 45, usual_check_seconds = 10;
constexpr std::size_t most_reserved_cores = 1'000'000;

CLI::Option *add_baseline(CLI::App &app, const std::string &option, NodeSettings &node)
{
    return cli::add_text(app, option,
                         {"FILE", "Compare the node with FILE, the file of a good node or of "
                                  "'hashlane fleet --write-baseline', and print one line"},
                         node.baseline);
}

void add_node_devices(CLI::App &app, NodeSettings &node)
{
    cli::add_option(app, "--device",
                    {"LIST", "Also measure compute devices: all, none, or names such as "
                             "opencl:0,cuda:1 (default: all, if a driver of GPUs is loaded)"},
                    node.devices, cli::read_devices);
}

void declare(CLI::App &app, NodeSettings &node)
{
    cli::explain(app, "Measures each core alone, then all together, and writes one file for "
                      "'hashlane fleet'.");
    cli::in_group(app, "How");
    CLI::Option *const check = add_baseline(app, "--check", node);
    add_fail_on(app, node.fail_on)->needs(check);
    add_limits(app, node.limits)->needs(check);
    cli::add_option(app, "--deadline",
                    {"TIME", "Time until the end, however many cores the node has (default: 45s; "
                             "with --check 10s)"},
                    node.seconds, cli::duration());
    cli::add_option(
        app, "--start-at",
        {"WHEN", "Wait, so that all nodes begin at once: 1795312800, 02:00:30 or "
                 "2026-11-22T02:00:00Z"},
        node.start_at,
        [](auto &, auto &text) { return parse_start_time(text, std::chrono::system_clock::now()); })
        ->excludes(check);
    cli::add_option(app, "--reserved-cores",
                    {"N",
                     "Number of cores that the site keeps for the system, and this task may "
                     "lack",
                     "0"},
                    node.reserved_cores, cli::whole_number<std::size_t>(0, most_reserved_cores));
    add_node_devices(app, node);
    cli::add_option(app, "--name",
                    {"NAME",
                     "Name of the node, if the host's name changes every night, as in "
                     "containers (default: HASHLANE_NODE_NAME, SLURMD_NODENAME, the host's)"},
                    node.name, [](auto &option, auto &text) {
                        if (!cluster::is_node_name(text))
                            cli::fail("{}: '{}' cannot be a host's name", option, text);
                        return text;
                    });
    cli::in_group(app, cli::Group::output);
    cli::add_text(app, "-o,--out",
                  {"FILE", "Write to this file, whole or not at all; %h is the node's name, %j the "
                           "job's number, %t the task's (default: standard output)"},
                  node.out)
        ->excludes(check);
    app.add_flag("-q,--quiet", node.quiet, "Print no summary on stderr")->excludes(check);
    cli::add_examples(app, {"hashlane node --out results/%h.json",
                            "hashlane node --check good.json --deadline 5s"});
}

void declare_health(CLI::App &app, NodeSettings &node)
{
    cli::in_group(app, "How");
    add_baseline(app, "--baseline", node)->required();
    add_fail_on(app, node.fail_on);
    cli::add_option(app, "--max-seconds", {"TIME", "Time until the end", "10s"}, node.seconds,
                    cli::duration());
    add_node_devices(app, node);
    cli::add_examples(app, {"hashlane health --baseline good.json",
                            "hashlane health --baseline good.json --max-seconds 5"});
}

// Two that measure at once disturb each other. Where no lock can be had, that is told, and nothing
// is returned.
std::unique_ptr<const machine::FileLock>
lock_or_refuse(const cluster::NodeName &name, cli::ExitCode code, const char *verdict = "")
try {
    auto lock = cluster::lock_node(name, cluster::environment_variable);
    if (lock->is_held())
        return lock;
    const auto since = lock->held_by_another_for();
    constexpr std::chrono::hours longest{1};
    if (since && *since > longest)
        cli::fail(
            "'{}' has been locked for {} s, which no measurement takes: whoever holds it keeps "
            "{} from being measured",
            lock->locked(), since->count(), name.name);
    cli::fail(
        code,
        "{}another 'hashlane node' has been measuring {}{}, and two would disturb each other: "
        "nothing was measured",
        verdict, name.name, since ? fmt::format(" for {} s", since->count()) : "");
} catch (const std::system_error &error) {
    cli::say("hashlane: {}: no lock: {}; no other process is kept from measuring it\n", name.name,
             error.code().message());
    return nullptr;
}

// One line, before the time is spent.
void warn_of_gaps(const cluster::NodeRequest &request, const NodeSettings &settings)
{
    const machine::Topology &topology = machine::this_topology();
    if (request.gaps.empty())
        return;
    const std::size_t withheld = topology.cores.size() - request.plan.all.size();
    const std::string advice =
        withheld <= settings.reserved_cores
            ? ""
            : fmt::format("; for all cores: {}; where the site keeps cores for the system: "
                          "--reserved-cores {}",
                          cluster::unbound_start(topology, cluster::environment_variable),
                          withheld);
    cli::say("hashlane: {}: {}{}\n", request.name.name, fmt::join(request.gaps, "; "), advice);
}

// The wall clock may be set while this waits: it is read again and again.
void wait_for(const NodeSettings &settings)
{
    using Clock = std::chrono::system_clock;
    constexpr std::chrono::milliseconds step{100};
    if (!settings.start_at)
        return;
    const std::chrono::duration<double> late = Clock::now() - *settings.start_at;
    if (late.count() > 1 && !settings.quiet)
        cli::say("hashlane: {:.1f} s late for --start-at\n", late.count());
    while (!machine::interrupted() && Clock::now() < *settings.start_at)
        std::this_thread::sleep_for(
            std::min<Clock::duration>(step, *settings.start_at - Clock::now()));
    if (machine::interrupted())
        cli::fail(cli::exit_interrupted, "interrupted before it began; nothing was written");
}

int measure(const NodeSettings &settings, const std::string &line)
{
    const OpenNodeDevices devices(settings.devices);
    cluster::NodeRequest request = request_of(settings, line, usual_seconds, devices);
    request.in_step = settings.start_at.has_value();
    const std::optional<std::string> path = cluster::fill_placeholders(settings.out, request.name);
    if (!path)
        cli::fail("--out: '{}' has a % that is none of %h (node), %j (job), %t (task) and %%",
                  settings.out);
    if (!request.name.is_first_here()) {
        cli::say("hashlane: {}: task {} measures nothing: the first task on a node does\n",
                 request.name.name, request.name.task);
        return cli::exit_ok;
    }
    const auto alone = lock_or_refuse(request.name, cli::exit_usage);
    const cli::OutFile out(*path, "--out", cli::OutFile::Dash::is_standard_output);
    warn_of_gaps(request, settings);
    machine::watch_interrupts();
    wait_for(settings);
    const cluster::NodeRun run = cluster::measure_node(request, machine::interrupted());
    if (out.is_wanted())
        out.write(cluster::write_node(run));
    else
        cli::print(cluster::write_node(run));
    if (!settings.quiet)
        cli::say_lines(show::summarise_node(run));
    if (cluster::has_wrong(run.node))
        return cli::exit_wrong_digest;
    return run.interrupted ? cli::exit_interrupted : cli::exit_ok;
}

int check(const NodeSettings &settings, const std::string &line)
{
    const OpenNodeDevices devices(settings.devices);
    const cluster::NodeRequest request = request_of(settings, line, usual_check_seconds, devices);
    const auto alone = lock_or_refuse(request.name, cli::exit_absent, "not judged: ");
    // A missing baseline ends the command before anything is measured.
    const cluster::Baseline baseline = cluster::read_baseline_or_node(*settings.baseline);
    machine::watch_interrupts();
    const cluster::NodeRun run = cluster::measure_node(request, machine::interrupted());
    const cluster::JudgedFleet judged = cluster::judge_health(run.node, baseline, settings.limits);
    const int code = judged.report.exit_code(settings.fail_on);
    if (run.interrupted && code != cli::exit_wrong_digest)
        cli::fail(cli::exit_interrupted, "interrupted: the node was not judged");
    cli::print("{}\n", cluster::health_line(judged, baseline));
    return code;
}

int execute(const NodeSettings &settings, const std::string &line)
{
    return settings.baseline ? check(settings, line) : measure(settings, line);
}

} // namespace

const cli::Declare fleet_command = cli::command<FleetSettings, declare, execute>;
const cli::Declare node_command = cli::command<NodeSettings, declare, execute>;
const cli::Declare health_command = cli::command<NodeSettings, declare_health, execute>;

} // namespace hashlane::commands
