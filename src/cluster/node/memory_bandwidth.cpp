// SPDX-License-Identifier: MIT
#include "measure_node.h"

#include "../../machine/system/text.h"
#include "../../machine/system/threads.h"
#include "../../statistics/statistics.h"

#include <algorithm>
#include <cstddef>
#include <new>
#include <numeric>

namespace hashlane::cluster {
namespace {

constexpr std::size_t arrays = 3;

// Bytes per second of this thread; 0 if it was stopped.
double triad_rate(std::size_t length, std::chrono::steady_clock::time_point end,
                  const std::atomic<bool> &stop, machine::Rendezvous &rendezvous)
{
    using PassClock = std::chrono::steady_clock;
    machine::Participant participant(rendezvous);
    // Their pages are those of the memory next to the core that writes them first.
    std::vector<double> a(length, 0), b(length, 1), c(length, 2);
    const auto pass = [&] {
        const double factor = a.front() > 9 ? 3 : 4; // of the last pass: none is left out
        for (std::size_t i = 0; i < length; ++i)
            a[i] = b[i] + factor * c[i];
    };
    pass();
    participant.start();
    std::vector<double> seconds;
    while (!stop && !participant.all_done()) {
        const PassClock::time_point begin = PassClock::now();
        pass();
        seconds.push_back(machine::in_seconds(PassClock::now() - begin));
        if (PassClock::now() >= end)
            participant.mark_done();
    }
    const volatile double kept = a.back();
    static_cast<void>(kept);
    const auto bytes = static_cast<double>(arrays * sizeof(double) * length);
    return stop || seconds.empty() ? 0 : bytes / statistics::median(std::move(seconds));
}

} // namespace

std::optional<std::uint64_t> bandwidth_bytes(const machine::Topology &topology)
{
    constexpr std::uint64_t mebibyte = 1 << 20, least = 64 * mebibyte;
    int level = 0;
    for (const machine::Topology::Cache &cache : topology.caches)
        level = std::max(level, cache.level);
    std::uint64_t caches = 0, memory = 0;
    for (const machine::Topology::Cache &cache : topology.caches)
        caches += cache.level == level ? cache.bytes : 0;
    for (const machine::Topology::NumaNode &node : topology.numa_nodes)
        memory += node.bytes;
    std::uint64_t bytes = std::max(4 * caches, least);
    if (memory != 0)
        bytes = std::min(bytes, memory / 8);
    return bytes < 2 * caches ? std::nullopt : std::optional(bytes);
}

std::optional<double> memory_bandwidth(const std::vector<int> &cpus, std::uint64_t bytes,
                                       std::chrono::steady_clock::time_point end,
                                       const std::atomic<bool> &stop)
try {
    const auto length = static_cast<std::size_t>(bytes / cpus.size() / (arrays * sizeof(double)));
    std::vector<double> rates(cpus.size());
    machine::Rendezvous rendezvous(cpus.size());
    machine::on_pinned_threads(cpus, [&](std::size_t thread) {
        rates[thread] = triad_rate(length, end, stop, rendezvous);
    });
    const double sum = std::accumulate(rates.begin(), rates.end(), 0.0);
    return stop ? std::nullopt : std::optional(sum);
} catch (const std::bad_alloc &) {
    return std::nullopt;
} catch (const machine::ThreadError &) {
    return std::nullopt;
}

} // namespace hashlane::cluster
