// SPDX-License-Identifier: MIT
#include "answers.h"

#include "../../lib/core/workload.h"
#include "../../machine/system/lists.h"
#include "../../machine/system/text.h"
#include "../../machine/topology/topology.h"
#include "row_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

namespace hashlane::show {
namespace {

// Returns the trustworthy rows, or all if none is.
Rows most_trusted(const Rows &rows)
{
    Rows trusted = rows_where(rows, results::is_trustworthy);
    return trusted.empty() ? rows : trusted;
}

Rows without_repetitions(const results::Report &file)
{
    const Rows all = machine::each(file.rows, [](const results::Row &row) { return &row; });
    const auto measurement_of = [](const results::Row *row) {
        return std::pair(results::key_of(*row), row->identity.device);
    };
    return machine::each(machine::grouped(all, measurement_of), [](const Rows &repetitions) {
        Rows rows = most_trusted(repetitions);
        std::ranges::stable_sort(
            rows, {}, [](const results::Row *row) { return row->figures.units_per_second; });
        return rows[(rows.size() - 1) / 2];
    });
}

std::size_t cores_of(const results::Row &row, const results::Report &file)
{
    if (row.location.cores != 0)
        return row.location.cores;
    const machine::Topology &topology = file.context.topology;
    std::set<std::size_t> cores; // a CPU that is in none counts as one
    for (const int cpu : row.location.cpus)
        cores.insert(machine::core_of(topology, cpu)
                         .value_or(topology.cores.size() + static_cast<std::size_t>(cpu)));
    return cores.size();
}

bool is_alone(const results::Row &row) { return is_one_thread(row) && row.identity.lanes == 1; }

// ---- The rank among published results.

// The rate says nothing of the cycles if rows had different clocks.
const results::Row *fewest_cycles_of(const Rows &all)
{
    const Rows rows = most_trusted(all);
    const auto fewest = std::ranges::min_element(
        rows, {}, [](const results::Row *row) { return results::cycles_of(*row); });
    return fewest == rows.end() ? nullptr : *fewest;
}

} // namespace

// A row's name has the length alone if its workload has one function.
std::string WorkGroup::work() const
{
    std::string name(workload_name(workload));
    if (message.empty())
        return name;
    return message.find('/') == std::string::npos ? name + "/" + message : message;
}

std::string WorkGroup::name() const { return machine::plain_name(work()); }

std::string WorkGroup::title() const
{
    if (const std::string_view plural = facts_of(workload).plural; !plural.empty())
        return std::string(plural);
    std::string function = work();
    if (message.empty())
        return function;
    const std::size_t slash = function.find('/');
    const std::string bytes = function.substr(slash + 1);
    function.resize(slash);
    std::ranges::transform(function, function.begin(),
                           [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return fmt::format("{} of {} bytes", function, bytes);
}

const char *WorkGroup::alone() const
{
    if (!message.empty())
        return "one message";
    return workload.ours() ? "one chain" : "one thread";
}

std::vector<WorkGroup> groups_of(const results::Report &file)
{
    const auto work_of = [](const results::Row *row) {
        return std::pair(row->identity.workload, message_in(row->identity.name));
    };
    return machine::each(machine::grouped(without_repetitions(file), work_of),
                         [&](const Rows &rows) {
                             const auto [workload, message] = work_of(rows.front());
                             return WorkGroup{workload, message, rows};
                         });
}

bool is_on_a_device(const results::Row &row) { return !row.identity.device.empty(); }

bool is_one_thread(const results::Row &row)
{
    return row.location.threads == 1 && !is_on_a_device(row);
}

Rows rows_where(const Rows &rows, const std::function<bool(const results::Row &)> &belongs)
{
    Rows chosen;
    std::ranges::copy_if(rows, std::back_inserter(chosen),
                         [&](const results::Row *row) { return belongs(*row); });
    return chosen;
}

const results::Row *best_row(const Rows &rows)
{
    const Rows counted = most_trusted(rows);
    const auto best = std::ranges::max_element(
        counted, {}, [](const results::Row *row) { return throughput(*row); });
    return best == counted.end() || throughput(**best) <= 0 ? nullptr : *best;
}

BestRows best_rows(const WorkGroup &group, const results::Report &file)
{
    const auto best = [&](auto belongs) { return best_row(rows_where(group.rows, belongs)); };
    const auto is_on_one_core = [&](const results::Row &row) {
        return !is_on_a_device(row) && (row.location.threads == 1 || cores_of(row, file) == 1);
    };
    const auto is_on_many_cores = [&](const results::Row &row) {
        return !is_on_a_device(row) && cores_of(row, file) > 1;
    };
    return {best(is_alone), best(is_on_one_core), best(is_on_many_cores), best(is_on_a_device)};
}

std::vector<Standing> standings_of(const WorkGroup &group, const results::Report &file)
{
    // Published results are core cycles; the table has hashlane's own kernels.
    const Rows rows = rows_where(group.rows, [](const results::Row &row) {
        return is_one_thread(row) && row.identity.peer.empty() && row.identity.plugin.empty() &&
               results::has_measured_cycles(row) && results::cycles_of(row) > 0;
    });
    const results::Row *const chain = fewest_cycles_of(rows_where(rows, is_alone));
    const results::Row *const thread = fewest_cycles_of(rows);
    std::vector<Standing> standings;
    const auto add = [&](Use use, const results::Row *row) {
        const PublishedResults cores = best_of_cores(workload_name(group.workload), group.message,
                                                     use, file.context.cpu_identity);
        if (row != nullptr && !cores.empty())
            standings.push_back({use == Use::one_chain ? group.alone() : "one thread", row,
                                 rank_of(cores, shown_cycles(*row))});
    };
    add(Use::one_chain, chain);
    if (thread != chain)
        add(Use::one_thread, thread);
    return standings;
}

} // namespace hashlane::show
