// SPDX-License-Identifier: MIT
//
// Tuning files: the input is the lines below the head, and the checksum is right, or the whole
// text.
#include "measure/write_tuning.h"
#include "target.h"

namespace hashlane::fuzz::tuning_file_target {
namespace {

void run(Input &input)
{
    const TuningKey key{"Example CPU", no_features, "0x1", "0.1.0"};
    const bool has_checksum = input.truth();
    std::string text = input.rest();
    if (has_checksum)
        text = measure::with_checksum(std::string(std::string_view(tuning_head(key))) + text);
    const ParsedTuning parsed = parse_tuning(text, key);
    if (!parsed.problem.empty())
        return;
    require(measure::write_tuning(parsed.tuning, key) == text, "accepted, but not what is written");
    for (const TuningSection &section : parsed.tuning)
        for (const CallCost &call : section.calls)
            require(call.cycles > 0, "a cost that is none");
}

const Target target("tuning_file", run);

} // namespace
} // namespace hashlane::fuzz::tuning_file_target
