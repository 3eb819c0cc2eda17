// SPDX-License-Identifier: MIT
#include "figure.h"

#include "../../lib/core/workload.h"
#include "../../statistics/statistics.h"
#include "../tables/row_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace hashlane::show {
namespace {

const results::Row *middle_of(Rows repetitions)
{
    const auto is_trusted = [](const results::Row *row) { return results::is_trustworthy(*row); };
    const bool any = std::ranges::any_of(repetitions, is_trusted);
    std::erase_if(repetitions, [&](const results::Row *row) { return any && !is_trusted(row); });
    statistics::sort_by(repetitions,
                        [](const results::Row *row) { return row->figures.units_per_second; });
    return repetitions[(repetitions.size() - 1) / 2];
}

// Names of rows from before a label could be made of them are their own order.
std::string identity_of(const results::Row &row)
{
    return results::key_of(row).label() + "\n" + row.identity.device;
}

Rows without_repetitions(const results::Report &file)
{
    std::map<std::string, Rows> repetitions;
    for (const results::Row &row : file.rows)
        repetitions[identity_of(row)].push_back(&row);
    Rows rows;
    for (const results::Row &row : file.rows) {
        const Rows &same = repetitions.at(identity_of(row));
        if (same.front() == &row)
            rows.push_back(middle_of(same));
    }
    return rows;
}

std::size_t cores_of(const results::Row &row, const results::Report &file)
{
    if (row.location.cores != 0)
        return row.location.cores;
    std::set<std::size_t> cores;
    const std::vector<machine::Topology::Core> &known = file.context.topology.cores;
    for (const int cpu : row.location.cpus) {
        const auto core = std::ranges::find_if(known, [&](const machine::Topology::Core &one) {
            return std::ranges::find(one.cpus, cpu) != one.cpus.end();
        });
        cores.insert(core == known.end() ? known.size() + static_cast<std::size_t>(cpu)
                                         : static_cast<std::size_t>(core - known.begin()));
    }
    return cores.size();
}

// "sha3-256/64", "sha256/1024": of a workload with one function a row's name has the length alone.
std::string function_and_bytes(const WorkGroup &group)
{
    return group.message.find('/') == std::string::npos ? group.workload + "/" + group.message
                                                        : group.message;
}

} // namespace

std::string plain_name(const std::string &text)
{
    std::string name;
    for (const char c : text)
        name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
    return name;
}

std::string WorkGroup::name() const
{
    return plain_name(message.empty() ? workload : function_and_bytes(*this));
}

std::string WorkGroup::title() const
{
    const auto known = results::find_work(workload);
    if (known && !facts_of(*known).plural.empty())
        return std::string(facts_of(*known).plural);
    if (message.empty())
        return workload;
    std::string function = function_and_bytes(*this);
    const std::size_t slash = function.find('/');
    const std::string bytes = function.substr(slash + 1);
    function.resize(slash);
    std::ranges::transform(function, function.begin(),
                           [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return fmt::format("{} of {} bytes", function, bytes);
}

const char *WorkGroup::alone() const
{
    const auto known = results::find_work(workload);
    return known && !known->ours() ? "one thread" : "one chain";
}

std::vector<WorkGroup> groups_of(const results::Report &file)
{
    std::vector<WorkGroup> groups;
    std::map<std::pair<std::string, std::string>, std::size_t> places;
    for (const results::Row *row : without_repetitions(file)) {
        const std::pair key(std::string(workload_name(row->identity.workload)),
                            message_in(row->identity.name));
        const auto [place, is_new] = places.emplace(key, groups.size());
        if (is_new)
            groups.push_back({key.first, key.second, results::bytes_per_unit(*row), {}});
        groups[place->second].rows.push_back(row);
    }
    return groups;
}

bool is_one_thread(const results::Row &row)
{
    return row.location.threads == 1 && row.identity.device.empty();
}

bool is_one_chain(const results::Row &row) { return is_one_thread(row) && row.identity.lanes == 1; }

Rows rows_where(const Rows &rows, const std::function<bool(const results::Row &)> &belongs)
{
    Rows chosen;
    std::ranges::copy_if(rows, std::back_inserter(chosen),
                         [&](const results::Row *row) { return belongs(*row); });
    return chosen;
}

const results::Row *best_row(const Rows &rows)
{
    const auto best = best_of(rows);
    return best ? rows[*best] : nullptr;
}

BestRows best_rows(const WorkGroup &group, const results::Report &file)
{
    const auto best = [&](auto belongs) { return best_row(rows_where(group.rows, belongs)); };
    const auto is_device = [](const results::Row &row) { return !row.identity.device.empty(); };
    const auto is_on_one_core = [&](const results::Row &row) {
        return !is_device(row) && (row.location.threads == 1 || cores_of(row, file) == 1);
    };
    const auto is_on_many_cores = [&](const results::Row &row) {
        return !is_device(row) && cores_of(row, file) > 1;
    };
    return {best(is_one_chain), best(is_on_one_core), best(is_on_many_cores), best(is_device)};
}

std::string message_in(const std::string &row_name)
{
    const std::size_t slash = row_name.find('/');
    return slash == std::string::npos ? "" : row_name.substr(slash + 1);
}

std::string label_without_message(const results::RowKey &key)
{
    std::string label = key.short_label();
    const std::string message = "/" + message_in(key.name);
    if (const std::size_t at = label.find(message); message.size() > 1 && at != label.npos)
        label.erase(at, message.size());
    return label;
}

std::string kernel_label(const results::Row &row)
{
    std::string label = label_without_message(results::key_of(row));
    // The scope of a sweep of one CPU names the CPU.
    const std::string on_one = " on 1 CPU";
    if (const std::size_t at = label.find(on_one + ", CPU "); at != label.npos)
        label.erase(at, on_one.size());
    return label;
}

std::size_t doubtful_of(const Rows &rows)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        rows, [](const results::Row *row) { return !results::is_trustworthy(*row); }));
}

} // namespace hashlane::show
