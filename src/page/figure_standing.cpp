// SPDX-License-Identifier: MIT
//
// Where the run stands among published results.
#include "../known/standing.h"
#include "../report/workload_units.h"
#include "../statistics/sort_by.h"
#include "figure.h"
#include "selection.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

// The fewest core cycles; a page marks a row that is not trustworthy.
const RunRow *fewest_of(const RunRows &rows, Use use)
{
    const RunRows candidates = rows_where(rows, [&](const RunRow &row) {
        return (use == Use::one_chain ? is_one_chain(row) : is_one_thread(row)) && row.cycles > 0 &&
               are_core_cycles(row.cycle_source);
    });
    if (candidates.empty())
        return nullptr;
    return *std::ranges::min_element(candidates, {}, &RunRow::cycles);
}

struct Place {
    std::string core, text, what, source;
    double cycles;
    bool doubtful;
};

std::vector<Place> places_of(const std::vector<KnownCore> &cores, const RunRow &own,
                             const ShownUnit &unit)
{
    std::vector<Place> places;
    places.push_back({"this run", "", kernel_label(own), "this file", own.cycles * unit.factor,
                      !own.trustworthy});
    for (const KnownCore &core : cores)
        places.push_back({std::string(core.best->core), "",
                          fmt::format("{}, {} lane{}, {} thread{}", core.best->implementation,
                                      core.best->lanes, core.best->lanes == 1 ? "" : "s",
                                      core.best->threads, core.best->threads == 1 ? "" : "s"),
                          std::string(citation(core.best->source)), core.cycles, false});
    for (Place &place : places)
        place.text = fmt::format("{:.{}f}", place.cycles, unit.digits);
    sort_by(places, &Place::cycles);
    return places;
}

Figure standing_figure(const ShownRun &run, const WorkGroup &group, Use use, const RunRow &own,
                       const std::vector<KnownCore> &cores)
{
    const ShownUnit unit = cycles_unit(group.workload, group.bytes_per_hash);
    const std::string question = use == Use::one_core    ? "one core"
                                 : group.message.empty() ? "one chain"
                                                         : "one message";
    Figure figure;
    figure.name = run.prefix + "standing-" + group.name() + "-" + plain_name(question);
    figure.title = fmt::format("{}, {}: among published results", group.title(), question);
    figure.sentence = fmt::format("{} {} with {}: {}.", unit.text(own.cycles), unit.name,
                                  kernel_label(own), rank_text(cores, own.cycles * unit.factor));
    figure.how_to_read = "Shorter is better. The best published figure of each kind of core; "
                         "'hashlane known' lists all, with their sources.";
    figure.table.columns = {{"core", true}, {unit.name}, {"with", true}, {"source", true}};
    BarPlot plot;
    plot.unit = unit.name;
    for (const Place &place : places_of(cores, own, unit)) {
        plot.bars.push_back({place.core, place.text, place.cycles, {}, {}, place.doubtful});
        if (place.core == "this run")
            plot.bars.back().bound = place.cycles; // dark from end to end
        figure.table.rows.push_back({place.core, place.text, place.what, place.source});
    }
    figure.plot = std::move(plot);
    return figure;
}

} // namespace

std::vector<Figure> standing_figures(const ShownRun &run)
{
    std::vector<Figure> figures;
    for (const WorkGroup &group : groups_of(run.file))
        for (const Use use : {Use::one_chain, Use::one_core}) {
            const RunRow *const own = fewest_of(group.rows, use);
            const std::vector<KnownCore> cores = known_cores(group.workload, group.message, use);
            if (own != nullptr && !cores.empty())
                figures.push_back(standing_figure(run, group, use, *own, cores));
        }
    return figures;
}

} // namespace hashlane
