// SPDX-License-Identifier: MIT
#include "grid.h"
#include "report.h"
#include "row_figures.h"

#include "../compare/result_keys.h"
#include "../system/cpu_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace hashlane {
namespace {

namespace key = result_key;

struct Field {
    const char *header;
    std::string (*value)(const Row &);
};

std::string cycles_text(const Row &row, double cycles)
{
    return has_cycles(row) ? fmt::format("{:.4f}", cycles) : "";
}

const Field fields[] = {
    {key::name, [](const Row &r) { return csv_field(r.identity.name); }},
    {key::workload, [](const Row &r) { return std::string(workload_name(r.identity.workload)); }},
    {"lanes", [](const Row &r) { return std::to_string(r.identity.lanes); }},
    {key::threads, [](const Row &r) { return std::to_string(r.location.threads); }},
    {key::cpus, [](const Row &r) { return csv_field(format_cpu_list(r.location.cpus)); }},
    {key::core_kind, [](const Row &r) { return csv_field(r.location.core_kind); }},
    {"repetition", [](const Row &r) { return std::to_string(r.identity.repetition); }},
    {"message_bytes",
     [](const Row &r) {
         return r.identity.message ? std::to_string(r.identity.message->bytes) : "";
     }},
    {"median_cycles_per_hash",
     [](const Row &r) { return cycles_text(r, r.figures.cycles_per_unit.median); }},
    {"min_cycles_per_hash",
     [](const Row &r) { return cycles_text(r, r.figures.cycles_per_unit.min); }},
    {"p90_cycles_per_hash",
     [](const Row &r) { return cycles_text(r, r.figures.cycles_per_unit.p90); }},
    {"mad_cycles_per_hash",
     [](const Row &r) { return cycles_text(r, r.figures.cycles_per_unit.mad); }},
    {"bound_cycles_per_hash",
     [](const Row &r) {
         return r.figures.bound_cycles_per_unit
                    ? fmt::format("{:.4f}", *r.figures.bound_cycles_per_unit)
                    : "";
     }},
    {key::hashes_per_second,
     [](const Row &r) { return fmt::format("{:.1f}", r.figures.units_per_second); }},
    {"joules_per_hash",
     [](const Row &r) {
         return r.figures.energy ? fmt::format("{:.4g}", r.figures.energy->joules_per_unit) : "";
     }},
    {"clock_hz",
     [](const Row &r) { return has_clock(r) ? fmt::format("{:.0f}", r.figures.clock_hz) : ""; }},
    {key::cycle_source,
     [](const Row &r) { return std::string(cycle_source_name(r.figures.cycle_source)); }},
    {key::noise, [](const Row &r) { return std::string(noise_name(r.quality.noise)); }},
    {"kept_samples", [](const Row &r) { return std::to_string(r.sampling.kept); }},
    {"discarded_samples", [](const Row &r) { return std::to_string(r.sampling.discarded); }},
    {"checksum",
     [](const Row &r) { return r.key_range ? fmt::format("{:016x}", r.key_range->checksum) : ""; }},
    {"verified", [](const Row &) { return std::string("true"); }},
    {"interval_low_cycles_per_hash",
     [](const Row &r) {
         return r.figures.interval ? cycles_text(r, r.figures.interval->low) : "";
     }},
    {"interval_high_cycles_per_hash",
     [](const Row &r) {
         return r.figures.interval ? cycles_text(r, r.figures.interval->high) : "";
     }},
};

} // namespace

std::string write_csv(const Report &report)
{
    std::string text;
    for (const Field &field : fields)
        text += std::string(text.empty() ? "" : ",") + field.header;
    text += '\n';
    for (const Row &row : report.rows) {
        if (!is_in_table(row)) // no column tells it from the kernel's row on one core
            continue;
        std::string line;
        for (const Field &field : fields)
            line += (&field == fields ? "" : ",") + field.value(row);
        text += line + "\n";
    }
    return text;
}

std::string write_sha3_csv(const std::vector<Row> &rows)
{
    std::set<std::size_t> lengths;
    std::vector<std::string> functions;
    for (const Row &row : rows) {
        lengths.insert(row.identity.message->bytes);
        if (std::ranges::find(functions, row.identity.message->function) == functions.end())
            functions.push_back(row.identity.message->function);
    }
    std::string text = "function,dst_len";
    for (const std::size_t length : lengths)
        text += fmt::format(",{}", length);
    for (const std::string &function : functions) {
        std::string name = function;
        std::ranges::replace(name, '-', '_');
        bool first = true;
        for (const Row &row : rows)
            if (row.identity.message->function == function) {
                if (first)
                    text += fmt::format("\n{},{}", name, row.identity.message->output_bytes);
                first = false;
                text += "," + (has_cycles(row)
                                   ? fmt::format("{:.1f}", row.figures.cycles_per_unit.median /
                                                               bytes_per_unit(row))
                                   : "");
            }
    }
    return text + "\n";
}

} // namespace hashlane
