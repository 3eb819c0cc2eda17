// SPDX-License-Identifier: MIT
#include "known_list.h"

#include "grid.h"
#include "json_value.h"
#include "workload_units.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

std::string work_of(const PublishedResult &result)
{
    return std::string(result.message.empty() ? result.workload : result.message);
}

std::string cycles_text(const PublishedResult &result)
{
    return result.cycles() ? fmt::format("{:.2f}", *result.cycles()) : "-";
}

std::string figure_text(const PublishedResult &result)
{
    return fmt::format("{} {}{}", result.figure_text, unit_name(result.unit),
                       result.ghz > 0 ? fmt::format(" at {:g} GHz", result.ghz) : "");
}

// In the order in which the results first name them.
std::vector<PublishedSource> sources_of(const KnownList &results)
{
    std::vector<PublishedSource> sources;
    for (const PublishedResult &result : results)
        if (std::ranges::find(sources, result.source) == sources.end())
            sources.push_back(result.source);
    return sources;
}

std::size_t number_of(PublishedSource source, const std::vector<PublishedSource> &sources)
{
    return 1 + static_cast<std::size_t>(std::ranges::find(sources, source) - sources.begin());
}

Grid grid_of(const KnownList &results)
{
    const std::vector<PublishedSource> sources = sources_of(results);
    Grid grid{"",
              {{"work", true},
               {"core", true},
               {"lanes"},
               {"threads"},
               {"cycles"},
               {"published", true},
               {"implementation", true, 1},
               {"source"}},
              {},
              {}};
    for (const PublishedResult &result : results)
        grid.rows.push_back({work_of(result), std::string(result.core),
                             std::to_string(result.lanes), std::to_string(result.threads),
                             cycles_text(result), figure_text(result),
                             std::string(result.implementation),
                             fmt::format("[{}]", number_of(result.source, sources))});
    return grid;
}

std::string sources_text(const KnownList &results)
{
    std::string text = "\n";
    const std::vector<PublishedSource> sources = sources_of(results);
    for (const PublishedSource source : sources)
        text += fmt::format("[{}] {}\n", number_of(source, sources), citation(source));
    return text;
}

} // namespace

std::string write_known_table(const KnownList &results, const Style &style)
{
    return draw_table(grid_of(results), style) + sources_text(results);
}

std::string write_known_markdown(const KnownList &results)
{
    return draw_markdown(grid_of(results)) + sources_text(results);
}

std::string write_known_csv(const KnownList &results)
{
    std::string text = "workload,message,machine,core,lanes,threads,figure,unit,ghz,cycles,"
                       "implementation,source\n";
    for (const PublishedResult &result : results) {
        const auto field = [](std::string_view value) { return csv_field(std::string(value)); };
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", field(result.workload),
                            field(result.message), field(result.machine), field(result.core),
                            result.lanes, result.threads, result.figure_text,
                            field(unit_name(result.unit)),
                            result.ghz > 0 ? fmt::format("{:g}", result.ghz) : "",
                            result.cycles() ? fmt::format("{:.6g}", *result.cycles()) : "",
                            field(result.implementation), field(citation(result.source)));
    }
    return text;
}

std::string write_known_json(const KnownList &results)
{
    Json json = Json::array();
    for (const PublishedResult &result : results) {
        std::optional<double> ghz, cycles;
        if (result.ghz > 0)
            ghz = result.ghz;
        if (result.cycles())
            cycles = six_digits(*result.cycles());
        json.push_back({{"workload", result.workload},
                        {"message", result.message},
                        {"machine", result.machine},
                        {"core", result.core},
                        {"lanes", result.lanes},
                        {"threads", result.threads},
                        {"figure", result.figure},
                        {"unit", unit_name(result.unit)},
                        {"ghz", ghz},
                        {"cycles", cycles},
                        {"implementation", result.implementation},
                        {"source", citation(result.source)}});
    }
    return json_text(json);
}

} // namespace hashlane
