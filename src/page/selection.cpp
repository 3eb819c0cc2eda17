// SPDX-License-Identifier: MIT
#include "selection.h"

#include "../statistics/sort_by.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace hashlane {
namespace {

std::string message_of(const RunRow &row)
{
    const std::size_t slash = row.key.name.find('/');
    return slash == std::string::npos ? "" : row.key.name.substr(slash + 1);
}

const RunRow *middle_of(RunRows repetitions)
{
    const bool any = std::ranges::any_of(repetitions, &RunRow::trustworthy);
    std::erase_if(repetitions, [&](const RunRow *row) { return any && !row->trustworthy; });
    sort_by(repetitions, &RunRow::hashes_per_second);
    return repetitions[(repetitions.size() - 1) / 2];
}

// Names of rows from before a label could be made of them are their own order.
std::string identity_of(const RunRow &row) { return row.key.label() + "\n" + row.device; }

RunRows without_repetitions(const RunFile &file)
{
    std::map<std::string, RunRows> repetitions;
    for (const RunRow &row : file.rows)
        repetitions[identity_of(row)].push_back(&row);
    RunRows rows;
    for (const RunRow &row : file.rows) {
        const RunRows &same = repetitions.at(identity_of(row));
        if (same.front() == &row)
            rows.push_back(middle_of(same));
    }
    return rows;
}

std::size_t cores_of(const RunRow &row, const RunFile &file)
{
    if (row.cores != 0)
        return row.cores;
    std::set<std::size_t> cores;
    for (const int cpu : row.cpus) {
        const auto core = std::ranges::find_if(file.cores, [&](const RunCore &one) {
            return std::ranges::find(one.cpus, cpu) != one.cpus.end();
        });
        cores.insert(core == file.cores.end()
                         ? file.cores.size() + static_cast<std::size_t>(cpu)
                         : static_cast<std::size_t>(core - file.cores.begin()));
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
    if (workload == "sha256-chain")
        return "SHA-256 chains";
    if (workload == "keccak-chain")
        return "Keccak chains";
    if (workload == "sha256-nodes")
        return "SHA-256 of nodes";
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

std::vector<WorkGroup> groups_of(const RunFile &file)
{
    std::vector<WorkGroup> groups;
    std::map<std::pair<std::string, std::string>, std::size_t> places;
    for (const RunRow *row : without_repetitions(file)) {
        const std::pair key(row->key.workload, message_of(*row));
        const auto [place, is_new] = places.emplace(key, groups.size());
        if (is_new)
            groups.push_back({key.first, key.second, row->bytes_per_hash, {}});
        groups[place->second].rows.push_back(row);
    }
    return groups;
}

bool is_one_thread(const RunRow &row) { return row.key.threads == 1 && row.device.empty(); }

bool is_one_chain(const RunRow &row) { return is_one_thread(row) && row.lanes == 1; }

bool is_on_one_core(const RunRow &row, const RunFile &file)
{
    return row.device.empty() && (row.key.threads == 1 || cores_of(row, file) == 1);
}

bool is_on_many_cores(const RunRow &row, const RunFile &file)
{
    return row.device.empty() && cores_of(row, file) > 1;
}

RunRows rows_where(const RunRows &rows, const std::function<bool(const RunRow &)> &belongs)
{
    RunRows chosen;
    std::ranges::copy_if(rows, std::back_inserter(chosen),
                         [&](const RunRow *row) { return belongs(*row); });
    return chosen;
}

const RunRow *best_of(const RunRows &rows)
{
    const RunRow *best = nullptr;
    for (const RunRow *row : rows) {
        const bool better_kind = best != nullptr && row->trustworthy && !best->trustworthy;
        const bool worse_kind = best != nullptr && !row->trustworthy && best->trustworthy;
        if (best == nullptr || better_kind ||
            (!worse_kind && row->hashes_per_second > best->hashes_per_second))
            best = row;
    }
    return best;
}

std::optional<double> share_of_bound(const RunRow &row)
{
    if (!row.bound || row.cycles <= 0)
        return {};
    return *row.bound / row.cycles;
}

std::string kernel_label(const RunRow &row)
{
    std::string label = row.key.short_label();
    const std::string message = message_of(row);
    if (const std::size_t at = label.find("/" + message); !message.empty() && at != label.npos)
        label.erase(at, message.size() + 1);
    // A sweep of one CPU says so in its scope.
    const std::string on_one = " on 1 CPU";
    if (const std::size_t at = label.find(on_one + ", CPU "); at != label.npos)
        label.erase(at, on_one.size());
    return label;
}

std::size_t doubtful_of(const RunRows &rows)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(rows, [](const RunRow *row) { return !row->trustworthy; }));
}

} // namespace hashlane
