// SPDX-License-Identifier: MIT
#include "remarks.h"
#include "../../machine/system/text.h"

#include "../../lib/core/registry.h"
#include "../../machine/system/lists.h"
#include "../../workloads/table.h"
#include "../svg/text.h"
#include "row_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace hashlane::show {

void GroupedRemarks::add(const std::string &text, const std::string &name, double extent)
{
    if (text.empty())
        return;
    const auto [of_group, is_new_group] = places_.try_emplace(text, groups_.size());
    if (is_new_group)
        groups_.push_back({text, {}});
    Group &group = groups_[of_group->second];
    ++group.count;
    const auto [of_name, is_new] = group.places.try_emplace(name, group.names.size());
    if (is_new)
        group.names.push_back({name, extent});
    Name &known = group.names[of_name->second];
    known.extent = std::max(known.extent, extent);
}

std::string GroupedRemarks::subject(const Group &group, std::size_t total,
                                    const std::string &things)
{
    constexpr std::size_t most_names = 3; // more cannot be read at a glance
    // The largest extents first, and names in their order where extents are equal.
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < group.names.size(); ++i)
        order.emplace_back(-group.names[i].extent, i);
    std::ranges::sort(order);
    const bool extents = !order.empty() && order.front().first < 0;
    const bool few = order.size() <= most_names;
    order.resize(std::min(order.size(), most_names));
    std::vector<std::string> texts;
    for (const auto &[less, i] : order)
        texts.push_back(group.names[i].text + results::extent_text(-less));
    if (few && (extents || group.count != total))
        return machine::joined(texts);
    const std::string many = group.count == total ? "all " + things
                             : total == 0         ? fmt::format("{} {}", group.count, things)
                                          : fmt::format("{} of {} {}", group.count, total, things);
    return extents ? fmt::format("{}, above all {}", many, fmt::join(texts, ", ")) : many;
}

void GroupedRemarks::append_to(std::vector<std::string> &remarks, std::size_t total,
                               const std::string &things) const
{
    for (const Group &group : groups_)
        remarks.push_back(fmt::format("{}: {}", subject(group, total, things), group.text));
}

namespace {

// Appends the library of each peer's rows, the file of each plug-in's and the device of others,
// once each.
void append_origins(std::vector<std::string> &remarks, const std::vector<results::Row> &rows)
{
    for (const results::Row &row : rows) {
        const results::Row::Identity &identity = row.identity;
        const std::string kernel = short_name(identity.kernel_id) + ": ";
        std::string remark;
        if (!identity.peer.empty())
            remark = kernel + identity.peer;
        else if (!identity.plugin.empty())
            remark = kernel + "a plug-in, " + identity.plugin;
        else if (!identity.device.empty())
            remark = short_name(identity.name) + ": " + identity.device;
        if (!remark.empty() && std::ranges::find(remarks, remark) == remarks.end())
            remarks.push_back(remark);
    }
}

std::vector<std::string> telemetry(const results::DeviceState &state)
{
    std::vector<std::string> parts;
    if (state.celsius)
        parts.push_back(fmt::format("{:.0f} C", *state.celsius));
    if (state.watts)
        parts.push_back(fmt::format("{:.0f} W", *state.watts) +
                        (state.power_limit_watts
                             ? fmt::format(" of at most {:.0f}", *state.power_limit_watts)
                             : ""));
    if (!state.clock_limits.empty())
        parts.push_back(fmt::format("clock held down by {}", fmt::join(state.clock_limits, ", ")));
    if (state.throttled_launches > 0)
        parts.push_back(fmt::format("slowed in {} launches", state.throttled_launches));
    const results::Copies &copies = state.copies;
    parts.push_back(fmt::format(
        "copied {:.3f} MB to it in {:.2f} ms and {:.3f} MB back in {:.2f} ms",
        static_cast<double>(copies.to_device_bytes) / 1e6, copies.to_device_ns / 1e6,
        static_cast<double>(copies.from_device_bytes) / 1e6, copies.from_device_ns / 1e6));
    return parts;
}

// Appends the report of each compute device and its copies, then the rows of which nothing is
// known, with reasons.
void append_devices(std::vector<std::string> &remarks, const std::vector<results::Row> &rows)
{
    GroupedRemarks unknown;
    for (const results::Row &row : rows) {
        if (!row.device_state)
            continue;
        remarks.push_back(fmt::format("{}: {}", row.identity.name,
                                      fmt::join(telemetry(*row.device_state), ", ")));
        if (!row.device_state->no_telemetry.empty())
            unknown.add(fmt::format("clock, temperature and power are not known ({})",
                                    row.device_state->no_telemetry),
                        row.identity.name);
        else if (!row.device_state->other_processes)
            unknown.add("whether other processes computed on the device is not known",
                        row.identity.name);
    }
    unknown.append_to(remarks, 0, "device rows");
}

// Cores of one kind, or of a scope, have a clock of their own.
struct ClockRange {
    std::string place;
    double low_hz, high_hz;
};

std::vector<ClockRange> clock_ranges(const std::vector<results::Row> &rows)
{
    std::vector<ClockRange> ranges;
    for (const results::Row &row : rows) {
        const results::Row::Figures &figures = row.figures;
        if (!results::is_in_core_cycles(row) || figures.clock_low_hz <= 0)
            continue;
        const std::string &place =
            row.location.scope.empty() ? row.location.core_kind : row.location.scope;
        auto range = std::ranges::find(ranges, place, &ClockRange::place);
        if (range == ranges.end())
            range = ranges.insert(range, {place, figures.clock_low_hz, figures.clock_high_hz});
        range->low_hz = std::min(range->low_hz, figures.clock_low_hz);
        range->high_hz = std::max(range->high_hz, figures.clock_high_hz);
    }
    return ranges;
}

// Appends the range of the core's clock while these rows were measured: "clock 3.56-3.75 GHz", or
// "clock on P-core 5.10-5.31 GHz, on E-core 3.90 GHz". Nothing if it did not move, or is not known:
// a steady clock needs no more than its column.
void append_clock(std::vector<std::string> &remarks, const std::vector<results::Row> &rows)
{
    std::vector<std::string> texts;
    bool moved = false;
    for (const auto &[place, low_hz, high_hz] : clock_ranges(rows)) {
        const std::string low = fmt::format("{:.2f}", low_hz / 1e9);
        const std::string high = fmt::format("{:.2f}", high_hz / 1e9);
        moved = moved || low != high;
        texts.push_back(fmt::format("{}{}{} GHz", place.empty() ? "" : "on " + place + " ", low,
                                    low != high ? "-" + high : ""));
    }
    if (moved)
        remarks.push_back(fmt::format("clock {}", fmt::join(texts, ", ")));
}

// "cycles are derived from the latency chain; no hardware counter: perf_event_open: …"; empty for
// a device, which has no cycles.
std::string cycle_source_text(const results::Row &row)
{
    constexpr std::string_view texts[] = {"cycles are counted by the hardware counter",
                                          "cycles are derived from the latency chain",
                                          "cycles are ticks of the time-stamp counter",
                                          "cycles are derived from the clock given by --ghz",
                                          "",
                                          ""};
    const std::string text(texts[static_cast<std::size_t>(row.figures.cycle_source)]);
    const std::string &note = row.figures.cycle_note;
    return text + (text.empty() || note.empty() ? "" : "; ") + note;
}

struct MessageCost {
    double blocks, cycles;
};

// "41 + 130.2": the cost of messages by one kernel, as call + block × blocks. Each length counts as
// much as the others: the sums are of relative errors. Empty for fewer than three lengths.
std::string length_fit(const std::vector<MessageCost> &messages)
{
    double weights = 0, blocks = 0, squares = 0, cycles = 0, products = 0;
    for (const MessageCost &message : messages) {
        const double weight = 1 / (message.cycles * message.cycles);
        weights += weight;
        blocks += weight * message.blocks;
        squares += weight * message.blocks * message.blocks;
        cycles += weight * message.cycles;
        products += weight * message.blocks * message.cycles;
    }
    const double spread = weights * squares - blocks * blocks;
    if (messages.size() < 3 || !(spread > 0))
        return "";
    const double block = (weights * products - blocks * cycles) / spread;
    return fmt::format("{:.0f} + {:.1f}", (cycles - block * blocks) / weights, block);
}

// Appends each function's cost of a message apart from that of its blocks, for each kernel.
void append_length_fits(std::vector<std::string> &remarks, const std::vector<results::Row> &rows)
{
    // By function, by kernel.
    std::map<std::string, std::map<std::string, std::vector<MessageCost>>> costs;
    for (const results::Row &row : rows) {
        const auto &message = row.identity.message;
        const std::optional<Workload> workload = row.identity.workload.ours();
        if (message && workload && is_in_table(row) && cycles_of(row) > 0)
            costs[message->function][short_name(row.identity.kernel_id)].push_back(
                {workloads::entry_of(*workload).iterations(*message), cycles_of(row)});
    }
    for (const auto &[function, kernels] : costs) {
        std::vector<std::string> texts;
        for (const auto &[kernel, messages] : kernels)
            if (const std::string text = length_fit(messages); !text.empty())
                texts.push_back(fmt::format("{} {}", kernel, text));
        if (!texts.empty())
            remarks.push_back(fmt::format("{}: cycles of a message, and of each of its blocks: {}",
                                          function, fmt::join(texts, ", ")));
    }
}

// With as many runnable threads as CPUs, none was left for the measurement.
void append_load(std::vector<std::string> &remarks, const results::Report &report)
{
    std::size_t cpus = 0;
    for (const machine::Topology::Core &core : report.context.topology.cores)
        cpus += core.cpus.size();
    const bool high = cpus > 0 && report.context.load_average >= static_cast<double>(cpus);
    const auto shows_it = [](const results::Row &row) {
        const results::Noise noise = row.quality.noise;
        return noise == results::Noise::busy || noise == results::Noise::shared ||
               noise == results::Noise::noisy;
    };
    if (high && std::ranges::any_of(report.rows, shows_it))
        remarks.push_back(
            fmt::format("the load average was {:.1f} on {}: other programs made rows noisy; "
                        "repeat when they have ended",
                        report.context.load_average, machine::counted(cpus, "CPU")));
}

// Returns the architecture of a kernel that was skipped; empty if it is that of this processor.
std::string other_architecture(const results::Skipped &skipped)
{
    for (const Kernel &kernel : all_kernels()) {
        const std::string architecture(kernel.isa.architecture);
        if (skipped.reason == "needs " + architecture)
            return architecture;
    }
    return "";
}

} // namespace

void append_skipped(std::vector<std::string> &remarks, const std::vector<results::Skipped> &skipped)
{
    GroupedRemarks here;
    std::map<std::string, std::size_t> counts;
    for (const results::Skipped &one : skipped)
        if (const std::string other = other_architecture(one); !other.empty())
            ++counts[other];
        else
            here.add("not run here: " + one.reason, one.name);
    for (const auto &[architecture, count] : counts)
        remarks.push_back(fmt::format("not run here: {} {} {}", count,
                                      count == 1 ? "kernel needs" : "kernels need", architecture));
    here.append_to(remarks, 0, "others");
}

void append_cycle_sources(std::vector<std::string> &remarks, const std::vector<results::Row> &rows)
{
    std::set<std::string> texts;
    GroupedRemarks sources;
    for (const results::Row &row : rows) {
        const std::string text = cycle_source_text(row);
        sources.add(text, label_of(row));
        texts.insert(text);
    }
    texts.erase("");
    if (texts.size() == 1)
        remarks.push_back(*texts.begin());
    else
        sources.append_to(remarks, rows.size(), "rows");
}

std::vector<std::string> make_remarks(const results::Report &report)
{
    std::vector<std::string> remarks;
    append_cycle_sources(remarks, report.rows);
    GroupedRemarks disturbances;
    for (const results::Row &row : report.rows) {
        disturbances.add(row.quality.note, label_of(row), row.quality.extent);
        if (row.key_range)
            remarks.push_back(fmt::format("{}: keys {} to {}, {} loops, SUM {:016x}; {}",
                                          row.identity.name, row.key_range->first,
                                          row.key_range->last - 1, row.key_range->loops,
                                          row.key_range->checksum, row.proof.text));
    }
    append_length_fits(remarks, report.rows);
    append_origins(remarks, report.rows);
    append_devices(remarks, report.rows);
    append_clock(remarks, report.rows);
    disturbances.append_to(remarks, report.rows.size(), "rows");
    append_load(remarks, report);
    if (std::ranges::any_of(report.rows, [](const results::Row &row) {
            return !row.location.pinned && row.sampling.discarded_moved == 0;
        }))
        remarks.emplace_back("the system does not allow threads to be bound to a CPU");
    append_skipped(remarks, report.skipped);
    for (const results::Mismatch &mismatch : report.mismatches)
        remarks.push_back("WRONG: " + results::describe(mismatch));
    return remarks;
}

} // namespace hashlane::show
