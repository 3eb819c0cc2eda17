// SPDX-License-Identifier: MIT
#include "unit.h"

#include <string_view>

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

} // namespace hashlane
