// SPDX-License-Identifier: MIT
#include "remarks.h"

#include "../core/registry.h"
#include "clock_range.h"
#include "device_remarks.h"
#include "grouped_remarks.h"
#include "row_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace hashlane {
namespace {

// "sha256-chain.openssl.x1" -> "openssl.x1"
std::string without_workload(const std::string &name) { return name.substr(name.find('.') + 1); }

void append_key_ranges(std::vector<std::string> &remarks, const std::vector<Row> &rows)
{
    for (const Row &row : rows)
        if (row.key_range)
            remarks.push_back(fmt::format("{}: keys {} to {}, {} loops, SUM {:016x}; {}",
                                          row.identity.name, row.key_range->first,
                                          row.key_range->last - 1, row.key_range->loops,
                                          row.key_range->checksum, row.proof.text));
}

// The library of each peer's rows, the file of each plug-in's and the device of others, once each.
void append_origins(std::vector<std::string> &remarks, const std::vector<Row> &rows)
{
    for (const Row &row : rows) {
        const Row::Identity &identity = row.identity;
        const std::string kernel = without_workload(identity.kernel_id) + ": ";
        std::string remark;
        if (!identity.peer.empty())
            remark = kernel + identity.peer;
        else if (!identity.plugin.empty())
            remark = kernel + "a plug-in, " + identity.plugin;
        else if (!identity.device.empty())
            remark = without_workload(identity.name) + ": " + identity.device;
        if (!remark.empty() && std::ranges::find(remarks, remark) == remarks.end())
            remarks.push_back(remark);
    }
}

// Why more trusted sources of cycles were not used.
void append_sources(std::vector<std::string> &remarks, const std::vector<Row> &rows)
{
    GroupedRemarks grouped;
    for (const Row &row : rows)
        if (!row.figures.cycle_note.empty())
            grouped.add(row.figures.cycle_note, label_of(row));
    grouped.append_to(remarks, rows.size(), "rows");
}

void append_noise(std::vector<std::string> &remarks, const std::vector<Row> &rows)
{
    GroupedRemarks grouped;
    for (const Row &row : rows)
        if (!row.quality.note.empty())
            grouped.add(row.quality.note, label_of(row), row.quality.extent);
    grouped.append_to(remarks, rows.size(), "rows");
}

// Those of other work on the machine.
bool is_of_load(Noise noise)
{
    constexpr Noise of_load[] = {Noise::preempted, Noise::contended, Noise::virtualised,
                                 Noise::noisy};
    return std::ranges::find(of_load, noise) != std::end(of_load);
}

// With as many runnable threads as CPUs, none was left for the measurement.
void append_load(std::vector<std::string> &remarks, const Report &report)
{
    std::size_t cpus = 0;
    for (const Topology::Core &core : report.context.topology.cores)
        cpus += core.cpus.size();
    const bool high = cpus > 0 && report.context.load_average >= static_cast<double>(cpus);
    if (high && std::ranges::any_of(report.rows,
                                    [](const Row &row) { return is_of_load(row.quality.noise); }))
        remarks.push_back(fmt::format("the load average was {:.1f} on {} CPU{}: other programs are "
                                      "why rows are noisy; repeat when they have ended",
                                      report.context.load_average, cpus, cpus == 1 ? "" : "s"));
}

// What a kernel that was skipped is written for; empty where it could run on such a processor.
std::string other_architecture(const Skipped &skipped)
{
    for (const Kernel &kernel : all_kernels()) {
        const std::string architecture(kernel.isa.architecture);
        if (skipped.reason == "needs " + architecture)
            return architecture;
    }
    return "";
}

// Nobody looks for the kernels of other processors: they are counted.
void append_skipped(std::vector<std::string> &remarks, const std::vector<Skipped> &skipped)
{
    GroupedRemarks here;
    std::map<std::string, std::size_t> counts;
    for (const Skipped &one : skipped)
        if (const std::string other = other_architecture(one); !other.empty())
            ++counts[other];
        else
            here.add("not run here: " + one.reason, one.kernel);
    for (const auto &[architecture, count] : counts)
        remarks.push_back(fmt::format("not run here: {} {} {}", count,
                                      count == 1 ? "kernel needs" : "kernels need", architecture));
    here.append_to(remarks, 0, "others");
}

} // namespace

std::vector<std::string> make_remarks(const Report &report)
{
    std::vector<std::string> remarks;
    append_key_ranges(remarks, report.rows);
    append_origins(remarks, report.rows);
    append_device_remarks(remarks, report.rows);
    if (const std::string range = clock_range(report.rows); !range.empty())
        remarks.push_back(range);
    append_sources(remarks, report.rows);
    append_noise(remarks, report.rows);
    append_load(remarks, report);
    if (std::ranges::any_of(report.rows, [](const Row &row) {
            return !row.location.pinned && row.location.taken_cpus.empty();
        }))
        remarks.emplace_back("the system does not allow threads to be bound to a CPU");
    append_skipped(remarks, report.skipped);
    for (const Mismatch &mismatch : report.mismatches)
        remarks.push_back("WRONG: " + describe(mismatch));
    return remarks;
}

} // namespace hashlane
