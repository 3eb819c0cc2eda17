// SPDX-License-Identifier: MIT
#include "unit.h"

#include "../core/registry.h"

#include <set>
#include <utility>

namespace hashlane {
namespace {

std::string unit_of_isa(std::string_view tag)
{
    if (tag == "shani" || tag == "armv8")
        return "sha";
    if (tag == "avx512")
        return "vector-512";
    if (tag == "avx2")
        return "vector-256";
    if (tag == "sse4" || tag == "neon" || tag == "armv8sha3")
        return "vector-128";
    return "general";
}

} // namespace

std::string unit_of(const Kernel &kernel)
{
    const bool is_hybrid = kernel.file.find("hybrid") != std::string_view::npos;
    return unit_of_isa(kernel.isa.tag) + (is_hybrid ? "+general" : "");
}

std::vector<const Kernel *> kernels_of_each_unit()
{
    std::vector<const Kernel *> kernels;
    std::set<std::pair<Workload, std::string>> seen;
    for (const Kernel &kernel : all_kernels())
        if (is_runnable(kernel, this_cpu_features()) &&
            seen.emplace(kernel.workload, unit_of(kernel)).second)
            kernels.push_back(&kernel);
    return kernels;
}

} // namespace hashlane
