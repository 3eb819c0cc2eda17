// SPDX-License-Identifier: MIT
#include "row_figures.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane::show {

std::string ShownUnit::text(double value) const
{
    return fmt::format("{:.{}f}", value * factor, digits);
}

// A file may lack the length of its messages.

ShownUnit rate_unit(const results::RowKey &key)
{
    const WorkloadFacts facts = facts_of(key.workload);
    if (facts.per_byte && key.bytes_per_unit == 0)
        return {"M/s", 1e-6, 3};
    return {std::string(facts.rate), facts.rate_scale * (facts.per_byte ? key.bytes_per_unit : 1),
            facts.rate_digits};
}

ShownUnit cycles_unit(const results::RowKey &key)
{
    const WorkloadFacts facts = facts_of(key.workload);
    if (facts.per_byte && key.bytes_per_unit == 0)
        return {"core cycles per hash", 1, 2};
    return {"core cycles per " + std::string(facts.cost_of),
            facts.per_byte ? 1 / key.bytes_per_unit : 1, 2};
}

ShownUnit rate_unit(const results::Row &row) { return rate_unit(results::key_of(row)); }
ShownUnit cycles_unit(const results::Row &row) { return cycles_unit(results::key_of(row)); }

std::string rate_text(const results::Row &row)
{
    const ShownUnit unit = rate_unit(row);
    return unit.text(row.figures.units_per_second) + " " + unit.name;
}

std::string cycles_text(const results::Row &row)
{
    const ShownUnit unit = cycles_unit(row);
    return unit.text(results::cycles_of(row)) + " " + unit.name;
}

double shown_units(const results::Row &row)
{
    const double bytes = results::bytes_per_unit(row);
    return facts_of(row.identity.workload).per_byte && bytes > 0 ? bytes : 1;
}

double shown_cycles(const results::Row &row) { return results::cycles_of(row) / shown_units(row); }

bool is_in_table(const results::Row &row) { return row.location.scope.empty(); }

std::string label_of(const results::Row &row)
{
    return row.identity.name + (row.location.scope.empty() ? "" : " on " + row.location.scope);
}

std::string message_in(const std::string &row_name)
{
    const std::size_t slash = row_name.find('/');
    return slash == std::string::npos ? "" : row_name.substr(slash + 1);
}

std::string kernel_label(const results::Row &row)
{
    std::string label = results::key_of(row).short_label();
    const std::string message = "/" + message_in(row.identity.name);
    if (const std::size_t at = label.find(message); message.size() > 1 && at != label.npos)
        label.erase(at, message.size());
    // The scope of a sweep of one CPU names the CPU.
    const std::string on_one = " on 1 CPU";
    if (const std::size_t at = label.find(on_one + ", CPU "); at != label.npos)
        label.erase(at, on_one.size());
    return label;
}

std::string noise_text(const results::Row &row)
{
    return std::string(results::noise_name(row.quality.noise)) +
           (results::is_trustworthy(row) ? "" : "!");
}

std::optional<double> share_of_bound(const results::Row &row)
{
    const results::Row::Figures &figures = row.figures;
    if (!figures.bound_cycles_per_unit)
        return std::nullopt;
    if (results::has_cycles(row) && figures.cycles_per_unit.median > 0)
        return *figures.bound_cycles_per_unit / figures.cycles_per_unit.median;
    if (figures.clock_hz > 0)
        return *figures.bound_cycles_per_unit * figures.units_per_second / figures.clock_hz;
    return std::nullopt;
}

std::string bound_text(const results::Row &row)
{
    const auto share = share_of_bound(row);
    return share ? fmt::format("{:.0f}", *share * 100) : "-";
}

std::optional<double> relative_half_width(const results::Row &row)
{
    const results::Row::Figures &figures = row.figures;
    if (!results::has_cycles(row) || !figures.interval || figures.cycles_per_unit.median <= 0)
        return std::nullopt;
    return (figures.interval->high - figures.interval->low) / 2 / figures.cycles_per_unit.median;
}

double throughput(const results::Row &row)
{
    return row.figures.units_per_second * std::max(1.0, results::bytes_per_unit(row));
}

} // namespace hashlane::show
