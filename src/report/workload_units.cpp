// SPDX-License-Identifier: MIT
#include "workload_units.h"

#include "../core/workload.h"

#include <fmt/format.h>

#include <cstdlib>

namespace hashlane {

std::string ShownUnit::text(double figure) const
{
    return fmt::format("{:.{}f}", figure * factor, digits);
}

ShownUnit rate_unit(const std::string &workload, double bytes_per_hash)
{
    const auto known = find_workload(workload);
    if (known && (!facts_of(*known).per_byte || bytes_per_hash > 0))
        return {std::string(facts_of(*known).rate),
                facts_of(*known).per_byte ? bytes_per_hash * 1e-6 : 1e-6,
                facts_of(*known).rate_digits};
    if (bytes_per_hash > 0)
        return {"MB/s", bytes_per_hash * 1e-6, 1};
    return {"M/s", 1e-6, 3};
}

ShownUnit cycles_unit(const std::string &workload, double bytes_per_hash)
{
    const auto known = find_workload(workload);
    if (known && !facts_of(*known).per_byte)
        return {"core cycles per " + std::string(facts_of(*known).cost_of), 1, 2};
    if (bytes_per_hash > 0)
        return {"core cycles per byte", 1 / bytes_per_hash, 2};
    return {"core cycles per hash", 1, 2};
}

double six_digits(double figure)
{
    return std::strtod(fmt::format("{:.6g}", figure).c_str(), nullptr);
}

} // namespace hashlane
