// SPDX-License-Identifier: MIT
#include "benchmark_work.h"

#include "benchmark_messages.h"
#include "exit_code.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

constexpr std::size_t sha256_message_bytes[] = {64, 1024, 16384};
constexpr std::size_t kt128_message_bytes = 1 << 20; // what all lanes take part in

// One job for each length of message.
template <std::size_t count, class MakeJob>
std::vector<Job> jobs_of_lengths(const std::size_t (&lengths)[count], MakeJob make_job)
{
    std::vector<Job> jobs;
    for (const std::size_t bytes : lengths)
        jobs.push_back(make_job(bytes));
    return jobs;
}

std::vector<Job> chain(const Kernel &kernel) { return {chain_job(kernel)}; }
std::vector<Job> nodes(const Kernel &kernel) { return {nodes_job(kernel)}; }
std::vector<Job> salted(const Kernel &kernel) { return {salted_job(kernel)}; }

std::vector<Job> sha3_messages(const Kernel &kernel)
{
    return jobs_of_lengths(benchmark_message_bytes, [&](std::size_t bytes) {
        return sha3_job(kernel, *find_sha3_function(HASHLANE_SHA3_256), bytes);
    });
}

std::vector<Job> turboshake_messages(const Kernel &kernel)
{
    return jobs_of_lengths(benchmark_message_bytes, [&](std::size_t bytes) {
        return sha3_job(kernel, benchmark_turboshake128, bytes);
    });
}

std::vector<Job> sha256_messages(const Kernel &kernel)
{
    return jobs_of_lengths(sha256_message_bytes,
                           [&](std::size_t bytes) { return sha256_job(kernel, bytes); });
}

std::vector<Job> peer_chain(const Peer &peer) { return {peer_chain_job(peer)}; }
std::vector<Job> peer_nodes(const Peer &peer) { return {peer_nodes_job(peer)}; }

std::vector<Job> peer_sha3_messages(const Peer &peer)
{
    return jobs_of_lengths(benchmark_message_bytes,
                           [&](std::size_t bytes) { return peer_sha3_job(peer, bytes); });
}

std::vector<Job> peer_sha256_messages(const Peer &peer)
{
    return jobs_of_lengths(sha256_message_bytes,
                           [&](std::size_t bytes) { return peer_sha256_job(peer, bytes); });
}

std::vector<Job> kt128_message() { return {kt128_job(kt128_message_bytes)}; }

constexpr std::string_view name_of(Workload workload) { return workload_name(workload); }

constexpr BenchmarkWork known_work[] = {
    {name_of(Workload::sha256_chain), Workload::sha256_chain, chain, peer_chain},
    {name_of(Workload::keccak_chain), Workload::keccak_chain, chain},
    {name_of(Workload::sha3), Workload::sha3, sha3_messages, peer_sha3_messages},
    {benchmark_turboshake128.name, Workload::sha3, turboshake_messages},
    {kt128_name, Workload::sha3, nullptr, nullptr, kt128_message},
    {name_of(Workload::sha256), Workload::sha256, sha256_messages, peer_sha256_messages},
    {name_of(Workload::sha256_nodes), Workload::sha256_nodes, nodes, peer_nodes},
    {name_of(Workload::sha256_salted), Workload::sha256_salted, salted},
};

static_assert(std::ranges::all_of(all_workloads, [](Workload workload) {
    return std::ranges::find(known_work, workload_name(workload), &BenchmarkWork::name) !=
           std::end(known_work);
}));

Work those_named(const std::string &text, const Work &known)
{
    Work chosen;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string name = text.substr(begin, end - begin);
        const auto found = std::ranges::find(known, name, &BenchmarkWork::name);
        if (found == known.end()) {
            std::vector<std::string_view> names;
            std::ranges::transform(known, std::back_inserter(names), &BenchmarkWork::name);
            throw CommandError(
                fmt::format("--workload: '{}' is not one of {}", name, fmt::join(names, ", ")));
        }
        if (std::ranges::find(chosen, *found) == chosen.end())
            chosen.push_back(*found);
        begin = end + 1;
    }
    return chosen;
}

} // namespace

std::span<const BenchmarkWork> all_work() { return known_work; }

bool has_workload(const Work &work, Workload workload)
{
    return std::ranges::any_of(work, [&](const BenchmarkWork *one) {
        return one->workload == workload && one->is_workload();
    });
}

Work parse_work(const std::string &text)
{
    Work known;
    for (const BenchmarkWork &one : known_work)
        known.push_back(&one);
    return those_named(text, known);
}

std::vector<Workload> parse_workloads(const std::string &text)
{
    Work known;
    for (const BenchmarkWork &one : known_work)
        if (one.is_workload())
            known.push_back(&one);
    std::vector<Workload> workloads;
    for (const BenchmarkWork *one : those_named(text, known))
        workloads.push_back(one->workload);
    return workloads;
}

} // namespace hashlane
