// SPDX-License-Identifier: MIT
#include "visit_figures.h"

#include "../statistics/estimate.h"

#include <algorithm>

namespace hashlane {
namespace {

struct VisitCosts {
    std::vector<double> cycles, ns;
    std::size_t taken = 0;
};

void add_samples(std::vector<VisitCosts> &visits, const Samples &samples, unsigned lanes)
{
    for (const Sample &sample : samples.taken) {
        VisitCosts &visit = visits[sample.visit];
        ++visit.taken;
        if (sample.verdict != SampleVerdict::kept)
            continue;
        visit.cycles.push_back(cycles_per_unit(sample, lanes));
        visit.ns.push_back(ns_per_unit(sample, lanes));
    }
}

} // namespace

unsigned count_visits(const std::vector<const Samples *> &threads)
{
    unsigned count = 0;
    for (const Samples *samples : threads)
        if (!samples->taken.empty())
            count = std::max(count, samples->taken.back().visit + 1);
    return count;
}

std::vector<VisitFigures> visit_figures(const std::vector<const Samples *> &threads, unsigned lanes)
{
    std::vector<VisitCosts> visits(count_visits(threads));
    for (const Samples *samples : threads)
        add_samples(visits, *samples, lanes);
    std::vector<VisitFigures> figures;
    for (VisitCosts &visit : visits)
        if (!visit.cycles.empty()) {
            const auto kept = static_cast<double>(visit.cycles.size());
            figures.push_back({middle_mean(std::move(visit.cycles)),
                               middle_mean(std::move(visit.ns)),
                               kept / static_cast<double>(visit.taken)});
        }
    return figures;
}

} // namespace hashlane
