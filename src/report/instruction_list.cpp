// SPDX-License-Identifier: MIT
#include "instruction_list.h"

#include "json_value.h"

#include <fmt/format.h>

namespace hashlane {
namespace {

// Why an instruction was not timed.
std::string obstacle(Instruction instruction, FeatureSet features)
{
    const FeatureSet missing = instruction_features(instruction) & ~features;
    return missing == no_features ? "needs x86-64" : "needs " + std::string(feature_names(missing));
}

} // namespace

Grid instruction_grid(const InstructionTimes &times, FeatureSet features)
{
    Grid grid{"instructions, core cycles",
              {{"instruction", true}, {"latency"}, {"reciprocal throughput"}, {"", true}},
              {},
              {}};
    for (std::size_t i = 0; i < instruction_count; ++i) {
        const auto instruction = static_cast<Instruction>(i);
        const std::string name(instruction_name(instruction));
        if (times[i])
            grid.rows.push_back({name, fmt::format("{:.2f}", times[i]->latency),
                                 fmt::format("{:.3f}", times[i]->reciprocal), ""});
        else
            grid.rows.push_back({name, "-", "-", obstacle(instruction, features)});
    }
    return grid;
}

std::string write_instructions_json(const InstructionTimes &times, FeatureSet features)
{
    Json json = Json::array();
    for (std::size_t i = 0; i < instruction_count; ++i) {
        const auto instruction = static_cast<Instruction>(i);
        json.push_back({{"instruction", instruction_name(instruction)}});
        if (times[i]) {
            json.back()["latency_cycles"] = times[i]->latency;
            json.back()["reciprocal_throughput_cycles"] = times[i]->reciprocal;
        } else {
            json.back()["obstacle"] = obstacle(instruction, features);
        }
    }
    return json_text(json);
}

} // namespace hashlane
