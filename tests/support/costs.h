// SPDX-License-Identifier: MIT
#ifndef HASHLANE_TESTS_SUPPORT_COSTS_H
#define HASHLANE_TESTS_SUPPORT_COSTS_H

#include "core/registry.h"
#include "dispatch/tuning.h"

#include <random>

namespace hashlane::test {

/// A cost for every candidate that these features can run, as a measurement could give.
inline std::vector<MeasuredCall> random_calls(FeatureSet features, std::mt19937 &random)
{
    std::uniform_real_distribution<double> cycles(1, 1000);
    std::vector<MeasuredCall> calls;
    for (const Kernel &kernel : all_kernels())
        if (is_candidate(kernel, features))
            calls.push_back({&kernel, cycles(random)});
    return calls;
}

} // namespace hashlane::test

#endif
