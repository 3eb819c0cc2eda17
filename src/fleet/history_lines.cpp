// SPDX-License-Identifier: MIT
#include "history_lines.h"

#include "../compare/json_fields.h"
#include "node_keys.h"
#include "read_node.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hashlane {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char *figures_key = "figures";

Json number_json(double value) { return std::isnan(value) ? Json() : Json(value); }

double number_or_nan(const JsonFields &fields, const char *key)
{
    return fields.has_value(key) ? fields.number(key) : std::nan("");
}

std::pair<std::string, PastRun> run_of(const std::string &line)
{
    const JsonDocument document(line, "");
    const JsonFields &fields = document.fields();
    PastRun run{fields.text(node_key::started), fields.text("cpu"), {}};
    for (const JsonFields &figure : fields.objects(figures_key))
        run.figures[{figure.text(node_key::workload), figure.text(node_key::scope)}] = {
            figure.text(node_key::kernel), number_or_nan(figure, node_key::cycles_per_unit),
            number_or_nan(figure, node_key::clock_hz)};
    const std::string name = fields.text(node_key::node);
    if (!is_node_name(name))
        fields.fail("no host name");
    return {name, run};
}

} // namespace

std::string cpu_text(const std::string &model, const std::string &identity)
{
    return model + " / " + identity;
}

std::string history_line(const NodeReport &node, const std::string &cpu, const std::string &now)
{
    Json figures = Json::array();
    for (const NodeFigure &figure : node.figures)
        figures.push_back({{node_key::workload, figure.key.workload},
                           {node_key::scope, figure.key.scope},
                           {node_key::kernel, figure.kernel},
                           {node_key::cycles_per_unit, number_json(figure.cycles_per_unit)},
                           {node_key::clock_hz, number_json(figure.clock_hz)}});
    const Json line = {{"judged", now},
                       {node_key::node, node.name},
                       {node_key::started, node.started},
                       {"cpu", cpu},
                       {"class", class_name(node.node_class)},
                       {figures_key, figures}};
    return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

HistoryDay history_day_of(const std::string &text)
{
    HistoryDay day;
    std::size_t number = 1;
    for (std::size_t from = 0; from < text.size(); ++number) {
        const std::size_t end = text.find('\n', from);
        const std::string line = text.substr(from, end - from);
        from = std::min(end, text.size() - 1) + 1;
        if (line.empty())
            continue;
        try {
            // What the file ends with and no line break was cut off.
            if (end == std::string::npos)
                throw BadFile("not a whole line");
            day.runs.push_back(run_of(line));
        } catch (const BadFile &) {
            ++day.bad_lines;
            day.first_bad = day.bad_lines == 1 ? number : day.first_bad;
        }
    }
    return day;
}

} // namespace hashlane
