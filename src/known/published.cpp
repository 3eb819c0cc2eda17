// SPDX-License-Identifier: MIT
#include "published.h"

namespace hashlane {
namespace {

// clang-format off
#define HASHLANE_PUBLISHED(source, machine, core, workload, message, lanes, threads,               \
                           implementation, figure, unit, ghz)                                      \
    {PublishedSource::source, machine, core, workload, message, lanes, threads, implementation,    \
     number(figure), figure, PublishedUnit::unit, ghz},
// clang-format on

// "12.50": digits with one point at most. The locale has no say in it.
constexpr double number(std::string_view text)
{
    double value = 0, scale = 1;
    bool behind_point = false;
    for (const char c : text) {
        if (c == '.') {
            behind_point = true;
            continue;
        }
        value = value * 10 + (c - '0');
        scale *= behind_point ? 10 : 1;
    }
    return value / scale;
}

constexpr PublishedResult results[] = {
#include "documents.def"
#include "own.def"
};

} // namespace

std::string_view citation(PublishedSource source)
{
    switch (source) {
    case PublishedSource::sha256_benchmark:
        return "Fast Recursive SHA256, benchmark";
    case PublishedSource::sha256_benchmark_mt:
        return "Fast Recursive SHA256, pipelined, benchmark (BENCHMARK.md)";
    case PublishedSource::sha256_results:
        return "Fast Recursive SHA256, pipelined, results (RESULTS.md)";
    case PublishedSource::sha3_bench:
        return "SHA-3 library 'bench', README, with libcpucycles";
    case PublishedSource::keccak_suite:
        return "Keccak suite, notes on the Xeon Silver 4110";
    case PublishedSource::own:
        return "hashlane, docs/results";
    }
    return "";
}

std::string_view unit_name(PublishedUnit unit)
{
    switch (unit) {
    case PublishedUnit::mega_hashes:
        return "MH/s";
    case PublishedUnit::mega_hashes_at_tenth_ghz:
        return "MH/s at 0.1 GHz";
    case PublishedUnit::cycles:
        return "cycles";
    case PublishedUnit::cycles_per_byte:
        return "cycles/byte";
    case PublishedUnit::mega_keccaks:
        return "Mks";
    }
    return "";
}

std::optional<double> PublishedResult::cycles() const
{
    constexpr double tenth_ghz_in_mega = 100, ghz_in_mega = 1000;
    switch (unit) {
    case PublishedUnit::mega_hashes:
        return ghz * ghz_in_mega / figure;
    case PublishedUnit::mega_hashes_at_tenth_ghz:
        return tenth_ghz_in_mega / figure;
    case PublishedUnit::cycles:
    case PublishedUnit::cycles_per_byte:
        return figure;
    case PublishedUnit::mega_keccaks:
        break;
    }
    return {};
}

std::span<const PublishedResult> published_results() { return results; }

} // namespace hashlane
