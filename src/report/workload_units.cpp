// SPDX-License-Identifier: MIT
#include "workload_units.h"

#include "../core/kernel.h"

#include <fmt/format.h>

#include <cstdlib>

namespace hashlane {

std::string ShownUnit::text(double figure) const
{
    return fmt::format("{:.{}f}", figure * factor, digits);
}

ShownUnit rate_unit(const std::string &workload, double bytes_per_hash)
{
    if (workload == workload_name(Workload::sha256_chain))
        return {"MH/s", 1e-6, 2};
    if (workload == workload_name(Workload::keccak_chain))
        return {"Mks", 1e-6, 3};
    if (bytes_per_hash > 0)
        return {"MB/s", bytes_per_hash * 1e-6, 1};
    return {"M/s", 1e-6, 3};
}

ShownUnit cycles_unit(const std::string &workload, double bytes_per_hash)
{
    if (workload == workload_name(Workload::keccak_chain))
        return {"core cycles per permutation", 1, 2};
    if (workload != workload_name(Workload::sha256_chain) && bytes_per_hash > 0)
        return {"core cycles per byte", 1 / bytes_per_hash, 2};
    return {"core cycles per hash", 1, 2};
}

double six_digits(double figure)
{
    return std::strtod(fmt::format("{:.6g}", figure).c_str(), nullptr);
}

} // namespace hashlane
