// SPDX-License-Identifier: MIT
//
// The compute devices of a node: found, each measured alone, then all together, and soaked.
#include "../../backends/gpu/benchmark.h"
#include "../../backends/gpu/hardware.h"
#include "../../backends/gpu/memory_pass.h"
#include "../../machine/system/lists.h"
#include "../../machine/system/text.h"
#include "../../statistics/statistics.h"
#include "../soak/soak.h"
#include "measure_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>
#include <variant>

namespace hashlane::cluster {
namespace {

using backends::MonitoredDevice;
using Clock = TimeLimit::Clock;

constexpr Workload device_workloads[] = {Workload::sha256_chain, Workload::keccak_chain};

// Long enough for a reading of the clock, and short enough for several in the time of a device.
constexpr double launch_ns = 0.06e9;

NodeDevice before_measuring(const MonitoredDevice &device, const std::filesystem::path &root)
{
    const backends::DeviceFacts &facts = device.device->facts();
    NodeDevice found;
    found.id = facts.id();
    found.name = machine::printable(facts.name);
    found.architecture = facts.architecture;
    found.memory_bytes = facts.memory_bytes;
    found.compute_units = facts.compute_units;
    found.hardware = backends::hardware_of(device, root);
    return found;
}

// ---- Measuring.

struct DeviceTimes {
    double alone = 0;    ///< of each workload on each device; 0: too little for a result
    double together = 0; ///< of each workload
    double soak = 0;
};

// The rest of the seconds is for copies and the memory.
DeviceTimes times_of_devices(double seconds, std::size_t devices)
{
    constexpr double planned_share = 0.85, alone_share = 0.45, least = 0.3, most_alone = 0.4;
    // Each measurement also takes memory, runs launches that are too short, and has the processor
    // repeat its chains.
    constexpr double around = 0.25;
    constexpr auto workloads = static_cast<double>(std::size(device_workloads));
    const double runs = static_cast<double>(devices) * workloads;
    const double rest = planned_share * seconds - workloads * around;
    DeviceTimes times;
    times.alone = std::min(most_alone, seconds * alone_share / runs);
    const double rest_after_alone = rest - (times.alone + around) * runs;
    // The soak has as much as all together.
    if (times.alone < least || rest_after_alone < 2 * workloads * least)
        times.alone = 0;
    times.soak = (times.alone > 0 ? rest_after_alone : rest) / 2;
    times.together = times.soak / workloads;
    return times;
}

DeviceFigure figure_of(const results::Row &row, const std::string &scope)
{
    DeviceFigure figure;
    figure.kernel = row.identity.kernel_id;
    figure.workload = workload_name(row.identity.workload);
    figure.scope = scope;
    figure.units_per_second = results::six_digits(row.figures.units_per_second);
    if (row.figures.clock_hz > 0)
        figure.clock_hz = results::six_digits(row.figures.clock_hz);
    if (row.device_state) {
        figure.celsius = row.device_state->celsius;
        figure.watts = row.device_state->watts;
        figure.limits = row.device_state->clock_limits;
        figure.throttled_launches = row.device_state->throttled_launches;
    }
    figure.noisy = !row.quality.trustworthy;
    figure.remark = figure.noisy ? machine::printable(row.quality.note) : "";
    return figure;
}

std::optional<unsigned> count_others(const MonitoredDevice &device)
{
    const auto others =
        device.monitor == nullptr ? std::nullopt : device.monitor->other_processes();
    return others ? std::optional(static_cast<unsigned>(others->size())) : std::nullopt;
}

// Nanoseconds of a copy to the device and back, waits included.
std::pair<double, double> time_of_copies(const MonitoredDevice &device, std::vector<char> &memory)
{
    constexpr int times = 5;
    const auto buffer = device.device->make_buffer(memory.size());
    std::vector<double> to, from;
    for (int i = 0; i < times; ++i) {
        const double start = machine::steady_ns();
        buffer->write(memory.data(), memory.size());
        const double middle = machine::steady_ns();
        buffer->read(memory.data(), memory.size());
        to.push_back(middle - start);
        from.push_back(machine::steady_ns() - middle);
    }
    return {statistics::median(to), statistics::median(from)};
}

class DevicesOfNode {
public:
    DevicesOfNode(const std::vector<MonitoredDevice> &devices, const std::atomic<bool> &interrupted,
                  NodeRun &run)
        : devices_(devices), interrupted_(interrupted), run_(run)
    {
        for (const MonitoredDevice &device : devices)
            places_.push_back(static_cast<std::size_t>(
                std::ranges::find(*run.node.devices.list, device.device->facts().id(),
                                  &NodeDevice::id) -
                run.node.devices.list->begin()));
    }

    void measure(const NodePlan &plan, std::vector<std::string> &missing)
    {
        const auto end = Clock::now() + machine::steady_duration(plan.device_seconds);
        const TimeLimit limit(end, interrupted_);
        open(limit.is_over());
        const DeviceTimes times =
            times_of_devices(machine::in_seconds(end - Clock::now()), devices_.size());
        if (times.alone > 0)
            for (std::size_t i = 0; i < devices_.size(); ++i)
                measure_all({i}, scope_alone, times.alone, limit.is_over());
        measure_all(working(), scope_together, times.together, limit.is_over());
        if (!limit.is_over())
            copy(working());
        if (times.alone > 0)
            check_memories(limit.is_over());
        describe_again();
        soak(plan, times.soak, limit.is_over());
        add_missing(times.alone > 0, missing);
    }

private:
    using Places = std::vector<std::size_t>; ///< in devices_

    NodeDevice &record(std::size_t i) { return (*run_.node.devices.list)[places_[i]]; }

    // Those that have not failed.
    Places working()
    {
        Places all(devices_.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        std::erase_if(all, [&](std::size_t i) { return !record(i).failure.empty(); });
        return all;
    }

    std::vector<MonitoredDevice> at(const Places &places) const
    {
        return machine::each(places, [&](std::size_t i) { return devices_[i]; });
    }

    // All at once: a driver may take seconds to start a device and to compile a program.
    void open(const std::atomic<bool> &stop)
    {
        backends::DevicePlan brief;
        brief.iterations = 1;
        for (const Workload workload : device_workloads) {
            const Places places = working();
            const auto outcomes =
                backends::measure_devices(at(places), workload, brief, stop).devices;
            for (std::size_t i = 0; i < outcomes.size(); ++i)
                find_row(places[i], workload, scope_together, outcomes[i]);
        }
        for (const std::size_t i : working())
            record(i).other_processes_before = count_others(devices_[i]);
    }

    void measure_all(const Places &places, const char *scope, double seconds,
                     const std::atomic<bool> &stop)
    {
        backends::DevicePlan plan;
        plan.seconds = seconds;
        plan.longest_launch_ns = launch_ns;
        for (const Workload workload : device_workloads) {
            Places fit = places;
            std::erase_if(fit, [&](std::size_t i) { return !record(i).failure.empty(); });
            if (fit.empty() || stop)
                return;
            auto outcomes = backends::measure_devices(at(fit), workload, plan, stop).devices;
            for (std::size_t i = 0; i < fit.size(); ++i)
                if (const auto *row = find_row(fit[i], workload, scope, outcomes[i]))
                    record(fit[i]).figures.push_back(figure_of(*row, scope));
        }
    }

    // Null if there is none; a failure or a wrong result is recorded then.
    const results::Row *
    find_row(std::size_t i, Workload workload, const char *scope,
             const std::variant<measure::Outcome, backends::DeviceError> &outcome)
    {
        if (const auto *error = std::get_if<backends::DeviceError>(&outcome)) {
            record(i).failure = error->what();
            return nullptr;
        }
        const auto &measured = std::get<measure::Outcome>(outcome);
        if (const auto *wrong = std::get_if<results::Mismatch>(&measured)) {
            DeviceFigure figure;
            figure.kernel = backends::device_kernel_id(*devices_[i].device, workload);
            figure.workload = workload_name(workload);
            figure.scope = scope;
            figure.wrong = 1;
            record(i).figures.push_back(std::move(figure));
            run_.report.mismatches.push_back(*wrong);
        }
        return std::get_if<results::Row>(&measured);
    }

    // All at the same time. Calls measure(place), and keep(place, result) for each that did not
    // fail.
    template <class Result, class Measure, class Keep>
    void side_by_side(const Places &places, const Measure &measure, const Keep &keep)
    {
        const auto results = backends::measure_side_by_side<Result>(
            places.size(), [&](std::size_t i, machine::Participant &participant) {
                participant.start();
                const Result result = measure(places[i]);
                participant.end();
                return result;
            });
        for (std::size_t i = 0; i < places.size(); ++i)
            if (const auto *error = std::get_if<backends::DeviceError>(&results[i]))
                record(places[i]).failure = error->what();
            else
                keep(places[i], std::get<Result>(results[i]));
    }

    void copy(const Places &places)
    {
        constexpr std::uint64_t most_bytes = 64 << 20, least_part = 8;
        std::vector<std::vector<char>> memory(devices_.size());
        for (const std::size_t i : places)
            memory[i].resize(
                std::min(most_bytes, devices_[i].device->facts().memory_bytes / least_part));
        using Times = std::pair<double, double>;
        side_by_side<Times>(
            places, [&](std::size_t i) { return time_of_copies(devices_[i], memory[i]); },
            [&](std::size_t i, const Times &ns) {
                const auto bytes = 1e9 * static_cast<double>(memory[i].size());
                record(i).copies.push_back({scope_together, results::six_digits(bytes / ns.first),
                                            results::six_digits(bytes / ns.second)});
            });
    }

    // Other programs would find no memory meanwhile.
    void check_memories(const std::atomic<bool> &stop)
    {
        Places places = working();
        std::erase_if(places, [&](std::size_t i) {
            return !devices_[i].device->facts().has_own_memory ||
                   record(i).other_processes_before.value_or(0) > 0;
        });
        side_by_side<results::DeviceMemory>(
            places,
            [&](std::size_t i) { return backends::check_memory(*devices_[i].device, stop); },
            [&](std::size_t i, results::DeviceMemory pass) {
                pass.bytes_per_second = results::six_digits(pass.bytes_per_second);
                if (pass.bytes > 0)
                    record(i).memory = pass;
            });
    }

    // The link and the errors, right after work.
    void describe_again()
    {
        for (const std::size_t i : working()) {
            const std::optional<unsigned> slot = record(i).hardware.slot;
            record(i).hardware = backends::hardware_of(devices_[i]);
            record(i).hardware.slot = slot;
            record(i).other_processes_after = count_others(devices_[i]);
        }
    }

    void soak(const NodePlan &plan, double seconds, const std::atomic<bool> &stop)
    {
        const Places places = working();
        if (places.empty() || stop)
            return;
        SoakRequest request;
        request.cpus = plan.all;
        request.seconds = seconds;
        request.seed = statistics::draw_seed();
        for (const MonitoredDevice &device : at(places))
            request.devices.push_back(
                {device, {std::begin(device_workloads), std::end(device_workloads)}});
        try {
            keep(places, cluster::soak(request, {}, stop));
        } catch (const backends::DeviceError &error) {
            run_.node.incomplete_reason = fmt::format("soak of the devices: {}", error.what());
        }
    }

    void keep(const Places &places, const SoakTotals &totals)
    {
        for (std::size_t i = 0; i < places.size(); ++i) {
            const SoakDevice &soaked = totals.devices[i];
            NodeDevice &device = record(places[i]);
            device.failure = soaked.failure;
            device.soak = {results::six_digits(soaked.seconds), soaked.hashes, {}};
            for (const SoakWrong &wrong : totals.found)
                if (wrong.device == device.id)
                    device.soak->wrong.push_back(
                        {wrong.kernel, wrong.again_here, wrong.tries_here});
        }
    }

    void add_missing(bool alone, std::vector<std::string> &missing)
    {
        const std::size_t figures = std::size(device_workloads) * (alone ? 2 : 1);
        std::vector<std::string> unmeasured;
        for (const std::size_t i : working())
            if (record(i).figures.size() < figures)
                unmeasured.push_back(record(i).id);
        if (!unmeasured.empty())
            missing.push_back(
                fmt::format("no time for all chains of {}", fmt::join(unmeasured, ", ")));
    }

    const std::vector<MonitoredDevice> &devices_;
    const std::atomic<bool> &interrupted_;
    NodeRun &run_;
    Places places_; ///< in the node's list
};

} // namespace

NodeDevices find_node_devices(const std::vector<MonitoredDevice> &devices,
                              const std::string &hidden_by,
                              const std::function<const char *(const char *)> &environment,
                              const std::filesystem::path &root)
{
    NodeDevices found;
    std::vector<NodeDevice> &list = found.list.emplace();
    for (const MonitoredDevice &device : devices)
        list.push_back(before_measuring(device, root));
    std::set<std::string> addresses;
    for (const NodeDevice &device : list)
        addresses.insert(device.hardware.pci_address);
    const std::vector<std::string> on_bus = backends::devices_on_bus(root);
    found.visible = static_cast<unsigned>(list.size());
    if (!on_bus.empty())
        found.present = static_cast<unsigned>(on_bus.size());
    // Without an address of a device no other can be missed.
    const bool are_comparable = std::ranges::any_of(
        on_bus, [&](const std::string &address) { return addresses.contains(address); });
    found.hidden_by = list.size() < on_bus.size() ? hidden_by : "";
    for (unsigned slot = 0; slot < on_bus.size(); ++slot) {
        if (addresses.contains(on_bus[slot]) || !found.hidden_by.empty())
            continue;
        const std::string hidden = backends::why_hidden(on_bus[slot], environment, root);
        if (!hidden.empty()) {
            found.hidden_by = hidden;
        } else if (are_comparable) {
            NodeDevice &lost = list.emplace_back();
            lost.hardware.slot = slot;
            lost.hardware.pci_address = on_bus[slot];
            lost.failure = "it is on the bus, but its driver does not list it";
        }
    }
    if (found.hidden_by.empty() && list.size() < on_bus.size())
        found.hidden_by = "no driver gives the addresses of its devices";
    std::ranges::stable_sort(list, {},
                             [](const NodeDevice &device) { return device.hardware.pci_address; });
    for (unsigned i = 0; i < list.size(); ++i)
        if (!list[i].hardware.slot)
            list[i].hardware.slot = i;
    return found;
}

void measure_node_devices(const std::vector<MonitoredDevice> &devices, const NodePlan &plan,
                          const std::atomic<bool> &interrupted, NodeRun &run,
                          std::vector<std::string> &missing)
{
    DevicesOfNode(devices, interrupted, run).measure(plan, missing);
}

} // namespace hashlane::cluster
