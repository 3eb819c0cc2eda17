// SPDX-License-Identifier: MIT
#include "parts.h"

#include "../../machine/system/cpus.h"
#include "../../machine/system/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlane::cluster {
namespace {

// A part's figures that show it as slow, and the worst of them.
struct PartRecord {
    std::size_t slow = 0, measured = 0;
    SlowPart worst;

    void add(const PartPace &pace, const UsualPart &usual)
    {
        ++measured;
        const bool by_cycles = usual.cycles && is_above(pace.cycles, *usual.cycles, least_cycles),
                   by_clock = usual.clock && is_below(pace.clock, *usual.clock, least_clock);
        if (!by_cycles && !by_clock)
            return;
        const double cycles = usual.cycles ? pace.cycles / usual.cycles->median : 1,
                     clock = usual.clock ? pace.clock / usual.clock->median : 1;
        if (slow++ == 0 || cycles / clock > worst.cycles / worst.clock)
            worst = {pace.part, cycles, clock};
    }
    bool is_proven() const { return slow > 0 && slow >= std::min<std::size_t>(2, measured); }
};

} // namespace

UsualParts usual_parts(const std::vector<MeasuredNode> &nodes)
{
    std::map<std::pair<std::string, FigureKey>, std::pair<std::vector<double>, std::vector<double>>>
        all;
    for (const MeasuredNode &node : nodes)
        for (const PartPace &pace : node.parts) {
            auto &[cycles, clock] = all[{pace.part, pace.key}];
            if (!std::isnan(pace.cycles))
                cycles.push_back(pace.cycles);
            if (!std::isnan(pace.clock))
                clock.push_back(pace.clock);
        }
    UsualParts usual;
    for (const auto &[part, values] : all)
        usual[part] = {summary_of_enough(values.first, cycles_floor, least_alike),
                       summary_of_enough(values.second, clock_floor, least_alike)};
    return usual;
}

std::vector<SlowPart> slow_parts_of(const NodeFile &node, const std::vector<PartPace> &paces,
                                    const UsualParts &usual)
{
    std::map<std::string, PartRecord> records;
    for (const PartPace &pace : paces)
        if (const auto found = usual.find({pace.part, pace.key}); found != usual.end())
            records[pace.part].add(pace, found->second);
    std::vector<SlowPart> slow;
    for (const auto &[part, record] : records)
        if (record.is_proven())
            slow.push_back(record.worst);
    const auto cpus_of = [&](const SlowPart &part) -> const std::vector<int> & {
        return node.parts.at(part.part);
    };
    std::ranges::stable_sort(slow, {}, [&](const SlowPart &part) { return cpus_of(part).size(); });
    std::vector<SlowPart> smallest;
    for (const SlowPart &part : slow)
        if (std::ranges::none_of(smallest, [&](const SlowPart &smaller) {
                return std::ranges::includes(cpus_of(part), cpus_of(smaller));
            }))
            smallest.push_back(part);
    return smallest;
}

std::string name_cores(const NodeFile &node, std::vector<int> cpus, std::size_t of_cores)
{
    std::ranges::sort(cpus);
    std::size_t most = 0; // of CPUs in a part: one that has them all is the node
    for (const auto &[part, all] : node.parts)
        if (part.starts_with("package"))
            most += all.size();
    std::string text =
        fmt::format("{} of {} (CPUs {}", cpus.size(), machine::counted(of_cores, "core"),
                    machine::format_cpu_list(cpus));
    for (const auto &[part, all] : node.parts)
        if (all.size() < most && std::ranges::includes(all, cpus))
            text += ", " + part;
    return text + ")";
}

} // namespace hashlane::cluster
