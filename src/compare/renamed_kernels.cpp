// SPDX-License-Identifier: MIT
#include "renamed_kernels.h"

#include <string_view>

namespace hashlane {
namespace {

// What stands between the workload and the lanes.
struct Renamed {
    std::string_view old_part, new_part;
};

constexpr Renamed renamed[] = {
    {"shanifew", "shani-compact"},       {"avx512wide", "avx512-shortpath"},
    {"armv8xar", "armv8sha3-xar"},       {"neonhybrid", "neon-hybrid"},
    {"armv8hybrid", "armv8sha3-hybrid"},
};

} // namespace

std::string current_name(const std::string &name)
{
    const std::size_t begin = name.find('.') + 1;
    const std::size_t end = name.find('.', begin);
    if (begin == 0 || end == std::string::npos)
        return name;
    const std::string part = name.substr(begin, end - begin);
    for (const Renamed &one : renamed)
        if (part == one.old_part)
            return name.substr(0, begin) + std::string(one.new_part) + name.substr(end);
    return name;
}

} // namespace hashlane
