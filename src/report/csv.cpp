// SPDX-License-Identifier: MIT
#include "columns.h"

#include "../system/cpu_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace hashlane {
namespace {

struct Field {
    const char *header;
    std::string (*value)(const Row &);
};

std::string cycles_text(const Row &row, double cycles)
{
    return has_cycles(row) ? fmt::format("{:.4f}", cycles) : "";
}

const Field fields[] = {
    {"name", [](const Row &r) { return csv_field(r.name); }},
    {"workload", [](const Row &r) { return std::string(workload_name(r.workload)); }},
    {"lanes", [](const Row &r) { return std::to_string(r.lanes); }},
    {"threads", [](const Row &r) { return std::to_string(r.threads); }},
    {"cpus", [](const Row &r) { return csv_field(format_cpu_list(r.cpus)); }},
    {"core_kind", [](const Row &r) { return csv_field(r.core_kind); }},
    {"repetition", [](const Row &r) { return std::to_string(r.repetition); }},
    {"message_bytes",
     [](const Row &r) { return r.message ? std::to_string(r.message->bytes) : ""; }},
    {"median_cycles_per_hash",
     [](const Row &r) { return cycles_text(r, r.cycles_per_unit.median); }},
    {"min_cycles_per_hash", [](const Row &r) { return cycles_text(r, r.cycles_per_unit.min); }},
    {"p90_cycles_per_hash", [](const Row &r) { return cycles_text(r, r.cycles_per_unit.p90); }},
    {"mad_cycles_per_hash", [](const Row &r) { return cycles_text(r, r.cycles_per_unit.mad); }},
    {"bound_cycles_per_hash",
     [](const Row &r) {
         return r.bound_cycles_per_unit ? fmt::format("{:.4f}", *r.bound_cycles_per_unit) : "";
     }},
    {"hashes_per_second", [](const Row &r) { return fmt::format("{:.1f}", r.units_per_second); }},
    {"joules_per_hash",
     [](const Row &r) { return r.energy ? fmt::format("{:.4g}", r.energy->joules_per_unit) : ""; }},
    {"clock_hz",
     [](const Row &r) { return has_clock(r) ? fmt::format("{:.0f}", r.clock_hz) : ""; }},
    {"cycle_source", [](const Row &r) { return std::string(cycle_source_name(r.cycle_source)); }},
    {"noise", [](const Row &r) { return std::string(noise_name(r.noise)); }},
    {"kept_samples", [](const Row &r) { return std::to_string(r.kept_samples); }},
    {"discarded_samples", [](const Row &r) { return std::to_string(r.discarded_samples); }},
    {"checksum",
     [](const Row &r) { return r.key_range ? fmt::format("{:016x}", r.key_range->checksum) : ""; }},
    {"verified", [](const Row &) { return std::string("true"); }},
};

} // namespace

std::string write_csv(const Report &report)
{
    std::string text;
    for (const Field &field : fields)
        text += std::string(text.empty() ? "" : ",") + field.header;
    text += "\n";
    for (const Row &row : report.rows) {
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
        lengths.insert(row.message->bytes);
        if (std::ranges::find(functions, row.message->function) == functions.end())
            functions.push_back(row.message->function);
    }
    std::string text = "function,dst_len";
    for (const std::size_t length : lengths)
        text += fmt::format(",{}", length);
    for (const std::string &function : functions) {
        std::string name = function;
        std::ranges::replace(name, '-', '_');
        bool first = true;
        for (const Row &row : rows)
            if (row.message->function == function) {
                if (first)
                    text += fmt::format("\n{},{}", name, row.message->output_bytes);
                first = false;
                text += "," + (has_cycles(row) ? fmt::format("{:.1f}", row.cycles_per_unit.median /
                                                                           bytes_per_unit(row))
                                               : "");
            }
    }
    return text + "\n";
}

} // namespace hashlane
