// SPDX-License-Identifier: MIT
#include "facts.h"

#include "grid.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace hashlane {

std::string write_facts_table(const Facts &facts)
{
    std::string text;
    for (const Fact &fact : facts)
        text += fmt::format("{:<14} {}\n", fact.name, fact.value);
    return text;
}

std::string write_facts_markdown(const Facts &facts)
{
    Grid grid{"", {{"fact", true}, {"value", true}}, {}, {}};
    for (const Fact &fact : facts)
        grid.rows.push_back({fact.name, fact.value});
    return draw_markdown(grid);
}

std::string write_facts_json(const Facts &facts)
{
    nlohmann::ordered_json json;
    std::string name;
    for (const Fact &fact : facts) {
        if (!fact.name.empty()) {
            name = fact.name;
            json[name] = fact.value;
        } else {
            if (!json[name].is_array())
                json[name] = nlohmann::ordered_json::array({json[name]});
            json[name].push_back(fact.value);
        }
    }
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

} // namespace hashlane
