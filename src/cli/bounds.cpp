// SPDX-License-Identifier: MIT
#include "bounds.h"

#include "../measure/bound.h"

namespace hashlane {

void Bounds::prepare(const Placement &placement)
{
    if (!times_.contains(placement.core_kind))
        times_[placement.core_kind] = time_instructions_on(placement.cpus.front(), clock_);
}

void Bounds::add_to(Row &row) const
{
    const auto times = times_.find(row.location.core_kind);
    if (times == times_.end() || !counts_core_cycles(row.figures.cycle_source))
        return;
    const Row::Identity &identity = row.identity;
    if (identity.kernel != nullptr)
        row.figures.bound_cycles_per_unit =
            bound_cycles_per_unit(*identity.kernel, identity.message, times->second);
    else if (identity.operations != nullptr)
        row.figures.bound_cycles_per_unit = bound_cycles_per_unit(
            *identity.operations, identity.lanes, identity.message, times->second);
}

} // namespace hashlane
