// SPDX-License-Identifier: MIT
#ifndef HASHLANE_TESTS_SUPPORT_COSTS_H
#define HASHLANE_TESTS_SUPPORT_COSTS_H

#include "lib/core/registry.h"
#include "lib/dispatch/tuning.h"

#include <random>

namespace hashlane::test {

/// A cost for every candidate that these features can run, as a measurement could give.
inline MeasuredCalls random_calls(FeatureSet features, std::mt19937 &random)
{
    std::uniform_int_distribution<int> thousandths(1'000, 1'000'000); // as a file keeps them
    MeasuredCalls calls;
    for (const Kernel &kernel : all_kernels())
        if (is_candidate(kernel, features))
            calls.push_back({&kernel, thousandths(random) / 1000.0});
    return calls;
}

} // namespace hashlane::test

#endif
