// SPDX-License-Identifier: MIT
#include "parts.h"

#include "../../machine/system/cpus.h"
#include "../../machine/system/lists.h"
#include "../../machine/system/text.h"
#include "../../statistics/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

namespace hashlane::cluster {
namespace {

// A part's figures that show it as slow, and the worst of them.
struct PartRecord {
    std::size_t slow = 0, measured = 0;
    PartPace worst;

    void add(const PartPace &pace, const UsualPart &usual, const Limits &limits)
    {
        ++measured;
        const bool by_cycles = usual.cycles && is_above(pace.cycles, *usual.cycles, limits.cycles),
                   by_clock = usual.clock && is_below(pace.clock, *usual.clock, limits.clock);
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
    std::map<FigureKey, std::map<std::string_view, Observed>> all;
    for (const MeasuredNode &node : nodes)
        for (const PartPaces &figure : node.parts) {
            auto &parts = all[figure.key];
            for (const PartPace &pace : figure.parts)
                parts[pace.part].add(pace.cycles, pace.clock);
        }
    UsualParts usual;
    for (const auto &[key, parts] : all)
        for (const auto &[part, paces] : parts)
            usual[key][std::string(part)] = {summary_of_enough(paces.cycles, least_alike),
                                             summary_of_enough(paces.clocks, least_alike)};
    return usual;
}

std::vector<PartPace> slow_parts_of(const NodeFile &node, const std::vector<PartPaces> &paces,
                                    const UsualParts &usual, const Limits &limits)
{
    std::map<std::string_view, PartRecord> records;
    for (const auto &[key, parts] : paces) {
        const auto figure = usual.find(key);
        if (figure == usual.end())
            continue;
        for (const PartPace &pace : parts)
            if (const auto found = figure->second.find(pace.part); found != figure->second.end())
                records[pace.part].add(pace, found->second, limits);
    }
    std::vector<PartPace> slow;
    for (const auto &[part, record] : records)
        if (record.is_proven())
            slow.push_back(record.worst);
    const auto cpus_of = [&](const PartPace &part) -> const std::vector<int> & {
        return node.parts.at(std::string(part.part));
    };
    std::ranges::stable_sort(slow, std::ranges::greater(),
                             [&](const PartPace &part) { return cpus_of(part).size(); });
    std::vector<PartPace> named;
    for (auto part = slow.begin(); part != slow.end(); ++part) {
        const std::vector<int> &cpus = cpus_of(*part);
        std::set<int> in_smaller;
        for (auto other = std::next(part); other != slow.end(); ++other)
            if (std::ranges::includes(cpus, cpus_of(*other)))
                in_smaller.insert(cpus_of(*other).begin(), cpus_of(*other).end());
        const bool is_whole = in_smaller.empty() || in_smaller.size() == cpus.size();
        const bool is_in_a_named_one = std::ranges::any_of(named, [&](const PartPace &larger) {
            return std::ranges::includes(cpus_of(larger), cpus);
        });
        if (is_whole && !is_in_a_named_one)
            named.push_back(*part);
    }
    return named;
}

namespace {

// Returns the median of the CPUs inside as a share of that of the others.
double share_inside(const NodeFile &node, const PlacesOfFigure &places,
                    const std::vector<int> &inside, double PlaceUsual::*figure)
{
    std::vector<double> in, out;
    for (const int cpu : node.cores.front().cpus)
        if (const double value = places.usual(node, cpu).*figure; !std::isnan(value))
            (std::ranges::binary_search(inside, cpu) ? in : out).push_back(value);
    return in.empty() || out.empty()
               ? std::nan("")
               : statistics::median(std::move(in)) / statistics::median(std::move(out));
}

} // namespace

std::vector<std::string> uneven_parts(const NodeFile &node, const Places &places,
                                      const Limits &limits)
{
    if (node.core_kinds.size() > 1 || node.cores.empty())
        return {};
    const UsualPart even{RobustSummary{1, 0}, RobustSummary{1, 0}};
    std::vector<PartPaces> paces;
    UsualParts usual;
    for (const auto &[key, figure] : places) {
        PartPaces &of_figure = paces.emplace_back();
        of_figure.key = key;
        for (const auto &[part, cpus] : node.parts)
            if (!part.starts_with("L3")) { // caches of two sizes have two clocks
                of_figure.parts.push_back({part,
                                           share_inside(node, figure, cpus, &PlaceUsual::cycles),
                                           share_inside(node, figure, cpus, &PlaceUsual::clock)});
                usual[key][part] = even;
            }
    }
    return machine::each(slow_parts_of(node, paces, usual, limits), [](const PartPace &slow) {
        return fmt::format(
            "{}: cycles {:+.1f} %, clock {:+.1f} % against the other cores, in most nodes",
            slow.part, 100 * (slow.cycles - 1), 100 * (slow.clock - 1));
    });
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
