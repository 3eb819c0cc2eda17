// SPDX-License-Identifier: MIT
#include "write_tuning.h"

#include <charconv>

namespace hashlane::measure {
namespace {

std::string cost_text(double cycles)
{
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, cycles, std::chars_format::fixed,
                                tuning_decimals)
                      .ptr};
}

} // namespace

std::string with_checksum(const std::string &lines)
{
    return lines + std::string(tuning_end(lines));
}

std::string write_tuning(const Tuning &tuning, const TuningKey &key)
{
    std::string lines = tuning_head(key);
    for (const TuningSection &section : tuning) {
        lines += "kind " + std::string(tuning_kind_text(section.kind, section.unit)) + "\n";
        for (const CallCost &call : section.calls)
            lines += std::string(call.kernel->id) + " " + cost_text(call.cycles) + "\n";
    }
    return with_checksum(lines);
}

} // namespace hashlane::measure
