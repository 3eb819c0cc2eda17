// SPDX-License-Identifier: MIT
#include "result_rows.h"

#include "renamed_kernels.h"
#include "result_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace hashlane {
namespace {

namespace key = result_key;

constexpr char kept = 'k';

// Files from before the key, and words from after this program was written, are not trusted on
// less than a word that is known to be harmless.
bool is_trustworthy(const JsonFields &row)
{
    const std::string noise = row.text(key::noise);
    return row.has(key::trustworthy) ? row.flag(key::trustworthy)
                                     : noise == "clean" || noise == "contended";
}

RowKey read_key(const JsonFields &row)
{
    const std::vector<int> cpus = row.cpu_numbers(key::cpus);
    if (cpus.empty() != row.has(key::device))
        row.fail("'cpus' is not an array of CPU numbers");
    const std::set<int> different(cpus.begin(), cpus.end());
    return {current_name(row.text(key::name)), row.text(key::workload),
            row.count(key::threads),           static_cast<unsigned>(different.size()),
            row.text_or_empty(key::core_kind), row.text_or_empty(key::scope)};
}

CostSeries kept_of(const std::vector<double> &costs, const std::string &verdicts)
{
    CostSeries stream;
    for (std::size_t i = 0; i < costs.size(); ++i)
        if (verdicts[i] == kept && costs[i] > 0)
            stream.push_back(costs[i]);
    return stream;
}

void read_thread(const JsonFields &thread, ResultRow &row)
{
    const std::vector<double> ns = thread.numbers(key::ns_per_hash);
    const std::string verdicts = thread.text(key::verdict);
    const std::vector<double> cycles = has_cycles(row) ? thread.numbers(key::cycles_per_hash)
                                                       : std::vector<double>(verdicts.size());
    if (cycles.size() != verdicts.size() || ns.size() != verdicts.size())
        thread.fail("'cycles_per_hash', 'ns_per_hash' and 'verdict' differ in length");
    row.cycles.push_back(kept_of(cycles, verdicts));
    row.ns.push_back(kept_of(ns, verdicts));
}

void read_samples(const JsonFields &fields, ResultRow &row)
{
    const std::vector<JsonFields> threads = fields.objects(key::samples);
    if (threads.size() != row.key.threads)
        fields.fail("'samples' is not an array of one object per thread");
    for (const JsonFields &thread : threads)
        read_thread(thread, row);
    const auto is_empty = [](const CostSeries &stream) { return stream.empty(); };
    if (std::ranges::any_of(row.cycles, is_empty))
        row.cycles.clear();
    // Threads that share a CPU wait for each other between the samples, not in them.
    const bool share = row.key.cpus != 0 && row.key.cpus < row.key.threads;
    if (std::ranges::any_of(row.ns, is_empty) || share)
        row.ns.clear();
}

void read_visits(const JsonFields &visits, ResultRow &row)
{
    if (has_cycles(row))
        row.visit_cycles = visits.numbers(key::cycles_per_hash);
    row.visit_ns = visits.numbers(key::ns_per_hash);
    const auto is_positive = [](double cost) { return cost > 0; };
    if (!std::ranges::all_of(row.visit_cycles, is_positive) ||
        !std::ranges::all_of(row.visit_ns, is_positive))
        visits.fail("a cost is not above 0");
}

} // namespace

std::string RowKey::label() const
{
    std::string label = name;
    if (threads > 1)
        label += fmt::format(", {} threads", threads);
    if (cpus != threads && cpus != 0)
        label += fmt::format(" on {} CPU{}", cpus, cpus == 1 ? "" : "s");
    if (!core_kind.empty())
        label += ", " + core_kind;
    if (!scope.empty())
        label += ", " + scope;
    return label;
}

std::string RowKey::short_label() const { return label().substr(name.find('.') + 1); }

bool are_core_cycles(const std::string &cycle_source)
{
    return cycle_source == "perf" || cycle_source == "chain";
}

bool has_cycles(const ResultRow &row) { return row.cycle_source != "none"; }

bool has_figures(const ResultRow &row)
{
    return row.hashes_per_second > 0 && (!has_cycles(row) || row.cycles_per_hash > 0);
}

ResultRow read_row(const JsonFields &unnamed)
{
    const JsonFields fields = unnamed.named(unnamed.text(key::name));
    ResultRow row;
    row.key = read_key(fields);
    row.device = fields.text_or_empty(key::device);
    row.bytes_per_hash = fields.has(key::bytes_per_hash) ? fields.number(key::bytes_per_hash) : 0;
    row.cycle_source = fields.text(key::cycle_source);
    if (has_cycles(row))
        row.cycles_per_hash = fields.number(key::cycles_per_hash);
    row.hashes_per_second = fields.number(key::hashes_per_second);
    row.noise = fields.text(key::noise);
    row.noise_note = fields.text_or_empty(key::noise_note);
    row.trustworthy = is_trustworthy(fields);
    if (fields.has(key::visits))
        read_visits(fields.object(key::visits), row);
    if (fields.has(key::samples))
        read_samples(fields, row);
    return row;
}

} // namespace hashlane
