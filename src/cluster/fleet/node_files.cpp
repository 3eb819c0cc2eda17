// SPDX-License-Identifier: MIT
#include "node_files.h"

#include "../../machine/system/iso_time.h"
#include "../../machine/system/lists.h"
#include "../../machine/system/text.h"
#include "../../machine/system/used_files.h"
#include "node_names.h"
#include "references.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

namespace hashlane::cluster {
namespace {

// ---- Reading.

namespace fs = std::filesystem;

// A machine of 4,096 CPUs has a few megabytes.
constexpr std::uintmax_t most_bytes = std::uintmax_t{64} << 20;

std::string shown(const fs::path &path) { return machine::printable(path.string()); }

std::string node_of(const fs::path &path)
{
    const std::string stem = path.stem().string();
    return is_node_name(stem) ? stem : "";
}

// Returns the results in a folder; reports other files.
std::vector<fs::path> results_in(const fs::path &folder, NodeFiles &files)
{
    std::error_code error;
    std::vector<fs::path> found, others;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const bool is_result = entry->path().extension() == ".json" &&
                               !entry->path().filename().string().starts_with('.');
        (is_result ? found : others).push_back(entry->path());
    }
    if (error)
        files.failures.push_back(
            fmt::format("cannot open '{}': {}", shown(folder), error.message()));
    else if (found.empty())
        files.failures.push_back(fmt::format("'{}' has no node file", shown(folder)));
    std::ranges::sort(found);
    if (!others.empty())
        files.remarks.push_back(fmt::format(
            "'{}': {} left alone: '{}'{}", shown(folder),
            others.size() == 1
                ? "an entry whose name does not end in .json is"
                : fmt::format("{} entries whose names do not end in .json are", others.size()),
            machine::printable(std::ranges::min(others).filename().string()),
            others.size() == 1 ? "" : ", …"));
    return found;
}

// Returns the files to be read, each once.
std::vector<fs::path> listed(const std::vector<std::string> &paths, NodeFiles &files)
{
    std::vector<fs::path> all;
    std::set<fs::path> seen;
    for (const fs::path path : paths) {
        std::error_code error;
        if (fs::symlink_status(path, error).type() == fs::file_type::not_found) {
            files.failures.push_back(
                fmt::format("cannot open '{}': {}", shown(path),
                            std::make_error_code(std::errc::no_such_file_or_directory).message()));
            continue;
        }
        for (const fs::path &file : fs::is_directory(path, error) ? results_in(path, files)
                                                                  : std::vector<fs::path>{path}) {
            const fs::path real = fs::weakly_canonical(file, error);
            if (seen.insert(error ? file : real).second)
                all.push_back(file);
        }
    }
    return all;
}

// The result of reading one file: a node, or the reason that there is none.
struct Reading {
    NodeFile node;
    BadNodeFile bad;
};

void read(const fs::path &path, Reading &reading)
{
    std::error_code error;
    const bool is_link = fs::is_symlink(path, error); // to nothing: it cannot be read, below
    if (!is_link && fs::status(path, error).type() == fs::file_type::not_found)
        throw results::BadFile(
            fmt::format("cannot open '{}': {}", shown(path),
                        std::make_error_code(std::errc::no_such_file_or_directory).message()));
    if (const auto bytes = fs::file_size(path, error); !error && bytes > most_bytes)
        throw SpoiltFile( // nobody knows that it is of another kind
            fmt::format("'{}': {} bytes are too many for a node file", shown(path), bytes));
    std::string text;
    try {
        text = results::text_of_result_file(path.string());
    } catch (const results::BadFile &bad) {
        // It exists, but cannot be read.
        throw SpoiltFile(bad.what());
    }
    reading.node = node_file_of(text, path.string());
}

void read_or_say_why(const fs::path &path, Reading &reading)
try {
    try {
        read(path, reading);
    } catch (const SpoiltFile &spoilt) {
        reading.bad = {spoilt.what(), node_of(path)};
    } catch (const results::BadFile &bad) {
        reading.bad = {bad.what(), ""};
    }
} catch (const machine::FileConflict &) {
    throw;
} catch (const std::exception &) {
    reading.bad = {"'" + shown(path) + "': too little memory to read it", node_of(path)};
}

} // namespace

NodeFiles read_node_files(const std::vector<std::string> &paths, machine::ThreadPool &pool)
{
    NodeFiles files;
    const std::vector<fs::path> found = listed(paths, files);
    std::vector<Reading> readings(found.size());
    pool.run(readings.size(), [&](std::size_t index, std::size_t) {
        read_or_say_why(found[index], readings[index]);
    });
    for (Reading &reading : readings)
        if (reading.bad.problem.empty())
            files.nodes.push_back(std::move(reading.node));
        else
            files.bad.push_back(std::move(reading.bad));
    return files;
}

// ---- One file a node.

namespace {

double start_of(const NodeFile &node) { return machine::seconds_of(node.started).value_or(0); }

// One machine measures once at a time, and keeps its processor.
std::string why_two_machines(const NodeFile &newer, const NodeFile &older)
{
    if (newer.cpu_model != older.cpu_model || newer.cpu_identity != older.cpu_identity)
        return fmt::format("two machines have this name: '{}' is of '{}' ({}), '{}' of '{}' ({})",
                           newer.path, newer.cpu_model, newer.cpu_identity, older.path,
                           older.cpu_model, older.cpu_identity);
    const double newer_start = start_of(newer), older_start = start_of(older);
    if (older_start > 0 && newer_start < older_start + older.seconds)
        return fmt::format(
            "two machines have this name: '{}' and '{}' were measured at the same time", newer.path,
            older.path);
    return "";
}

constexpr double hour = 3600, day = 24 * hour;

std::string size_text(double seconds)
{
    constexpr double year = 365.25 * day;
    return seconds > 2 * year  ? fmt::format("{:.0f} years", seconds / year)
           : seconds > 2 * day ? fmt::format("{:.0f} days", seconds / day)
                               : fmt::format("{:.1f} hours", seconds / hour);
}

std::string distance_text(double seconds)
{
    return size_text(std::abs(seconds)) + (seconds < 0 ? " before" : " after");
}

} // namespace

void make_unique(NodeFiles &files)
{
    std::ranges::sort(files.nodes, [](const NodeFile &a, const NodeFile &b) {
        if (a.name != b.name)
            return node_comes_before(a.name, b.name);
        return std::pair(-start_of(a), a.path) < std::pair(-start_of(b), b.path);
    });
    std::vector<NodeFile> unique;
    for (NodeFile &node : files.nodes) {
        if (unique.empty() || unique.back().name != node.name) {
            unique.push_back(std::move(node));
            continue;
        }
        NodeFile &kept = unique.back();
        if (const std::string why = why_two_machines(kept, node); !why.empty())
            files.shared_names[node.name] = why;
        // A good run says nothing about a core that was wrong once.
        const bool is_suspect =
            has_wrong(node) && !has_wrong(kept) && !is_replaced(node.hardware, kept.hardware);
        if (is_suspect)
            std::swap(kept, node);
        files.remarks.push_back(fmt::format("'{}' and '{}' are both of the node {}: the first is "
                                            "judged, which is {}",
                                            kept.path, node.path, node.name,
                                            is_suspect                        ? "wrong"
                                            : start_of(kept) > start_of(node) ? "newer"
                                                                              : "no older"));
    }
    files.nodes = std::move(unique);
}

namespace {

// Nights are a day apart; a run of all nodes does not pause for so long.
constexpr double most_pause = day / 2;

// Nodes that were measured together.
struct Night {
    double newest = 0; ///< start; of a file that is not alone with it
    double oldest = 0; ///< start that is of this night
};

// A tenth of the files is as new as the newest. A clock that is ahead shows in one file, so at
// least one of several is passed over.
Night last_night(std::vector<double> starts)
{
    constexpr double most_spreads = 10;
    std::ranges::sort(starts, std::greater());
    const std::size_t first = starts.size() > 2 ? std::max<std::size_t>(1, starts.size() / 10) : 0;
    std::size_t end = first + 1;
    while (end < starts.size() && starts[end - 1] - starts[end] <= most_pause)
        ++end;
    const std::vector<double> night(starts.begin() + static_cast<std::ptrdiff_t>(first),
                                    starts.begin() + static_cast<std::ptrdiff_t>(end));
    const RobustSummary usual = robust_summary(night);
    return {starts[first], std::max({night.back(), starts[first] - day,
                                     usual.median - std::max(hour, most_spreads * usual.sigma)})};
}

// The job of nine tenths of the files, and when it began.
struct MainJob {
    std::string job;
    double began = 0;
};

std::optional<MainJob> main_job(const std::vector<NodeFile> &nodes)
{
    std::map<std::string, std::pair<std::size_t, double>> jobs;
    for (const NodeFile &node : nodes) {
        auto &[count, began] = jobs.try_emplace(node.job, 0, start_of(node)).first->second;
        began = std::min(began, start_of(node));
        ++count;
    }
    for (const auto &[job, files] : jobs)
        if (!job.empty() && 10 * files.first >= 9 * nodes.size())
            return MainJob{job, files.second};
    return {};
}

} // namespace

void find_stale(NodeFiles &files, const std::optional<Freshness> &freshness)
{
    std::vector<double> starts, starts_ahead;
    std::vector<std::string> ahead;
    for (NodeFile &node : files.nodes) {
        const std::optional<double> start = machine::seconds_of(node.started);
        const bool is_ahead = freshness && start && *start - freshness->now > most_pause;
        if (!start)
            files.remarks.push_back(
                fmt::format("'{}': 'started' is no time: '{}'", node.path, node.started));
        else
            (is_ahead ? starts_ahead : starts).push_back(*start);
        if (is_ahead)
            ahead.push_back(node.name);
        node.is_dated = start && !is_ahead;
    }
    if (!ahead.empty())
        files.remarks.push_back(fmt::format(
            "{}: measured up to {} from now: a clock that is not set", fold_nodes(ahead),
            size_text(std::ranges::max(starts_ahead) - freshness->now)));
    if (starts.empty()) // the clock here may be the one that is not set
        starts = std::move(starts_ahead);
    if (starts.empty())
        return;
    const Night night = last_night(std::move(starts));
    const std::optional<MainJob> job = main_job(files.nodes);
    for (NodeFile &node : files.nodes) {
        const double start = machine::seconds_of(node.started).value_or(night.newest);
        const double distance = start - night.newest;
        if (start < night.oldest)
            node.stale = fmt::format("its file is of {}, {} the others of this fleet",
                                     machine::minute_text(node.started), distance_text(distance));
        else if (job && node.job != job->job && start < job->began)
            node.stale = fmt::format("its file is of {}, before the job {} of the others",
                                     machine::minute_text(node.started), job->job);
        else if (distance > most_pause && node.is_dated)
            files.remarks.push_back(fmt::format(
                "'{}': measured on {}, {} the others: a clock that is not set, or they are old",
                node.path, machine::minute_text(node.started), distance_text(distance)));
    }
}

std::string why_too_old(const NodeFile &node, const Freshness &freshness)
{
    const std::optional<double> start = machine::seconds_of(node.started);
    const double age = freshness.now - start.value_or(freshness.now);
    return age <= freshness.most_age_seconds
               ? ""
               : fmt::format("measured {} ago, on {}: it may be otherwise now", size_text(age),
                             machine::minute_text(node.started));
}

// ---- Like with like.

MachineKind kind_of(const NodeFile &node)
{
    return {node.cpu_model, node.cpu_identity, machine::joined(node.core_kinds),
            node.devices.expected, node.memory_kind};
}

MachineKind processor_of(MachineKind kind)
{
    kind.devices = {};
    kind.memory.clear();
    return kind;
}

GroupKey group_key_of(const NodeFile &node)
{
    return {kind_of(node), setting_of(node, "smt"), node.version};
}

namespace {

std::string names_of_devices(const NodeDevices &devices)
{
    std::set<std::string> names;
    for (const NodeDevice &device : devices.listed())
        if (!device.name.empty())
            names.insert(device.name);
    return machine::joined(names, " + ");
}

// The devices of the baseline's machines of this kind.
std::set<DeviceSet> devices_in_baseline(const Baseline &baseline, const MachineKind &kind)
{
    std::set<DeviceSet> sets;
    for (const BaselineGroup &group : baseline.groups)
        if (processor_of(group.key.kind) == kind)
            sets.insert(group.key.kind.devices);
    return sets;
}

// Nodes whose devices are not known, but have the driver of those that have some.
void expect_by_driver(std::vector<NodeFile> &nodes)
{
    const auto driver_of = [](const NodeFile &node) { return setting_of(node, "drivers"); };
    std::map<std::pair<std::string, std::string>, std::map<DeviceSet, std::size_t>> known;
    for (const NodeFile &node : nodes)
        if (node.devices.expected.count > 0)
            ++known[{node.cpu_identity, driver_of(node)}][node.devices.expected];
    for (NodeFile &node : nodes) {
        const auto found = known.find({node.cpu_identity, driver_of(node)});
        if (node.devices.expected.count > 0 || found == known.end() || driver_of(node).empty())
            continue;
        if (const DeviceSet *const rule = rule_of(found->second))
            node.devices.expected = *rule;
    }
}

} // namespace

void expect_devices(std::vector<NodeFile> &nodes, const std::optional<Baseline> &baseline)
{
    std::map<std::pair<MachineKind, std::string>, std::map<std::size_t, std::size_t>> numbers;
    for (NodeFile &node : nodes) {
        node.devices.expected = {};
        ++numbers[{kind_of(node), names_of_devices(node.devices)}][node.devices.count()];
    }
    for (NodeFile &node : nodes) {
        const std::string names = names_of_devices(node.devices);
        const MachineKind kind = kind_of(node);
        const auto in_baseline =
            baseline ? devices_in_baseline(*baseline, kind) : std::set<DeviceSet>();
        if (names.empty()) { // a driver that lists none may have lost them all
            if (node.devices.list && in_baseline.size() == 1)
                node.devices.expected = *in_baseline.begin();
            continue;
        }
        const auto &of_kind = numbers.at({kind, names});
        std::size_t expected = node.devices.count();
        const std::size_t *const rule = rule_of(of_kind);
        if (rule != nullptr && *rule > expected && of_kind.at(expected) < least_alike)
            expected = *rule;
        for (const DeviceSet &devices : in_baseline)
            if (devices.names == names)
                expected = std::max(expected, devices.count);
        node.devices.expected = {expected, names};
    }
    expect_by_driver(nodes);
}

} // namespace hashlane::cluster
