// SPDX-License-Identifier: MIT
//
// Lists of kernels (`hashlane list`), timed instructions (`hashlane info --instructions`) and
// published results (`hashlane list published`).
#include "../../machine/system/lists.h"
#include "../../results/json.h"
#include "exporters.h"
#include "grid.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane::show {
namespace {

Grid kernel_grid(const std::vector<KernelLine> &lines)
{
    Grid grid{"", {{"kernel", true}, {"lanes"}, {"runs here", true}, {"notes", true}}};
    for (const KernelLine &line : lines)
        grid.rows.push_back({line.id, line.lanes ? std::to_string(*line.lanes) : "-",
                             !line.obstacle.empty() ? line.obstacle
                             : line.preferred       ? "chosen"
                                                    : "yes",
                             line.summary});
    return grid;
}

std::string write_kernels_csv(const std::vector<KernelLine> &lines)
{
    const Grid grid = kernel_grid(lines);
    std::string text = csv_line(machine::each(grid.headers, &Grid::Header::text));
    for (const auto &row : grid.rows)
        text += csv_line(row);
    return text;
}

std::string write_kernels_json(const std::vector<KernelLine> &lines)
{
    return results::json_text(machine::each(lines, [](const KernelLine &line) {
        return results::Json{{"id", line.id},
                             {"workload", workload_name(line.workload)},
                             {"isa", line.isa},
                             {"role", line.role},
                             {"lanes", line.lanes},
                             {"idea", line.summary},
                             {"runnable", line.obstacle.empty()},
                             {"obstacle", line.obstacle},
                             {"preferred", line.preferred}};
    }));
}

// Returns the reason that an instruction was not timed.
std::string obstacle(machine::Instruction instruction, FeatureSet features)
{
    const FeatureSet missing = machine::instruction_features(instruction) & ~features;
    return missing == no_features ? "needs x86-64" : "needs " + std::string(feature_names(missing));
}

Grid instruction_grid(const InstructionList &list)
{
    Grid grid{"instructions, core cycles",
              {{"instruction", true}, {"latency"}, {"reciprocal throughput"}, {"", true}}};
    for (std::size_t i = 0; i < machine::instruction_count; ++i) {
        const auto instruction = static_cast<machine::Instruction>(i);
        const std::string name(machine::instruction_name(instruction));
        if (const auto &timing = list.times[i])
            grid.rows.push_back({name, fmt::format("{:.2f}", timing->latency),
                                 fmt::format("{:.3f}", timing->reciprocal), ""});
        else
            grid.rows.push_back({name, "-", "-", obstacle(instruction, list.features)});
    }
    return grid;
}

std::string write_instructions_json(const InstructionList &list)
{
    results::Json json = results::Json::array();
    for (std::size_t i = 0; i < machine::instruction_count; ++i) {
        const auto instruction = static_cast<machine::Instruction>(i);
        json.push_back({{"instruction", machine::instruction_name(instruction)}});
        if (const auto &timing = list.times[i]) {
            json.back()["latency_cycles"] = timing->latency;
            json.back()["reciprocal_throughput_cycles"] = timing->reciprocal;
        } else {
            json.back()["obstacle"] = obstacle(instruction, list.features);
        }
    }
    return results::json_text(json);
}

std::string write_known(const PublishedResults &results, const Style &style)
{
    std::vector<PublishedSource> sources; // in the order of the results
    Grid grid{"",
              {{"work", true},
               {"core", true},
               {"lanes"},
               {"threads"},
               {"cycles"},
               {"published", true},
               {"implementation", true, 1},
               {"source"}}};
    for (const PublishedResult &result : results) {
        auto source = std::ranges::find(sources, result.source);
        if (source == sources.end())
            source = sources.insert(source, result.source);
        grid.rows.push_back(
            {std::string(result.message.empty() ? result.workload : result.message),
             std::string(result.core), std::to_string(result.lanes), "1",
             fmt::format("{:.2f}", result.cycles()),
             fmt::format("{} {}{}", result.figure_text, unit_name(result.unit),
                         result.ghz > 0 ? fmt::format(" at {:g} GHz", result.ghz) : ""),
             std::string(result.implementation),
             fmt::format("[{}]", 1 + (source - sources.begin()))});
    }
    std::string text = draw(grid, style) + "\n";
    for (std::size_t i = 0; i < sources.size(); ++i)
        text += fmt::format("[{}] {}\n", i + 1, citation(sources[i]));
    return text;
}

std::string write_known_csv(const PublishedResults &results)
{
    std::string text = "workload,message,machine,core,lanes,threads,figure,unit,ghz,cycles,"
                       "implementation,source\n";
    for (const PublishedResult &result : results)
        text += csv_line(
            {std::string(result.workload), std::string(result.message), std::string(result.machine),
             std::string(result.core), std::to_string(result.lanes), "1",
             std::string(result.figure_text), std::string(unit_name(result.unit)),
             result.ghz > 0 ? fmt::format("{:g}", result.ghz) : "",
             fmt::format("{:.6g}", result.cycles()), std::string(result.implementation),
             std::string(citation(result.source))});
    return text;
}

std::string write_known_json(const PublishedResults &results)
{
    return results::json_text(machine::each(results, [](const PublishedResult &result) {
        return results::Json{{"workload", result.workload},
                             {"message", result.message},
                             {"machine", result.machine},
                             {"core", result.core},
                             {"lanes", result.lanes},
                             {"threads", 1},
                             {"figure", result.figure},
                             {"unit", unit_name(result.unit)},
                             {"ghz", result.ghz > 0 ? results::Json(result.ghz) : results::Json()},
                             {"cycles", results::six_digits(result.cycles())},
                             {"implementation", result.implementation},
                             {"source", citation(result.source)}};
    }));
}

} // namespace

constinit const Exporters<std::vector<KernelLine>> kernel_exporters = {
    {Format::table, drawn<kernel_grid>},
    {Format::csv, plain<write_kernels_csv>},
    {Format::json, plain<write_kernels_json>},
    {Format::markdown, drawn<kernel_grid>},
};
constinit const Exporters<InstructionList> instruction_exporters = {
    {Format::table, drawn<instruction_grid>},
    {Format::json, plain<write_instructions_json>},
    {Format::markdown, drawn<instruction_grid>},
};
constinit const Exporters<PublishedResults> known_exporters = {
    {Format::table, write_known},
    {Format::csv, plain<write_known_csv>},
    {Format::json, plain<write_known_json>},
    {Format::markdown, write_known},
};

} // namespace hashlane::show
