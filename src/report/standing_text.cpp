// SPDX-License-Identifier: MIT
#include "standing_text.h"

#include "../known/standing.h"
#include "grid.h"
#include "row_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace hashlane {
namespace {

constexpr std::size_t most_cores = 3;

std::string message_of(const Row &row)
{
    const auto &message = row.identity.message;
    return message ? fmt::format("{}/{}", message->function, message->bytes) : "";
}

double cycles_of(const Row &row)
{
    const double bytes = row.identity.message ? bytes_per_unit(row) : 1;
    return row.figures.cycles_per_unit.median / bytes;
}

// Of core cycles alone, and of our own kernels: those of others say nothing about where we stand.
bool can_stand(const Row &row)
{
    const CycleSource source = row.figures.cycle_source;
    return is_in_table(row) && row.location.threads == 1 && row.identity.device.empty() &&
           row.identity.peer.empty() && row.identity.plugin.empty() &&
           (source == CycleSource::perf || source == CycleSource::chain);
}

// Nothing where the best is not to be trusted: the next best would stand for it at a lower place.
const Row *best_row(const Report &report, Workload workload, const std::string &message, Use use)
{
    const Row *best = nullptr;
    for (const Row &row : report.rows)
        if (can_stand(row) && row.identity.workload == workload && message_of(row) == message &&
            (use == Use::one_core || row.identity.lanes == 1) &&
            (best == nullptr || cycles_of(row) < cycles_of(*best)))
            best = &row;
    return best != nullptr && is_trustworthy(*best) ? best : nullptr;
}

std::string line_of(const Row &row, Use use, const Style &style)
{
    const std::string message = message_of(row);
    const std::string workload(workload_name(row.identity.workload));
    const std::vector<KnownCore> cores = known_cores(workload, message, use);
    if (cores.empty())
        return "";
    const char *const what = use == Use::one_core ? "one core"
                             : message.empty()    ? "one chain"
                                                  : "one message";
    return wrap(fmt::format("{}, {}: {:.2f} cycles, {} ({})", message.empty() ? workload : message,
                            what, cycles_of(row), rank_text(cores, cycles_of(row)),
                            cores_text(cores, most_cores)),
                style.width);
}

std::set<std::string> messages_of(const Report &report, Workload workload)
{
    std::set<std::string> messages;
    for (const Row &row : report.rows)
        if (row.identity.workload == workload)
            messages.insert(message_of(row));
    return messages;
}

} // namespace

std::string write_standing(const Report &report, const Style &style)
{
    std::string lines;
    for (const Workload workload : all_workloads)
        for (const std::string &message : messages_of(report, workload)) {
            const Row *const chain = best_row(report, workload, message, Use::one_chain);
            const Row *const core = best_row(report, workload, message, Use::one_core);
            if (chain != nullptr)
                lines += line_of(*chain, Use::one_chain, style);
            if (core != nullptr && core != chain)
                lines += line_of(*core, Use::one_core, style);
        }
    return lines.empty() ? "" : "\namong published results ('hashlane known')\n" + lines;
}

} // namespace hashlane
