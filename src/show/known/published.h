// SPDX-License-Identifier: MIT
//
// The best published results of others for each core and use, and those of docs/results
// (tools/published_results), as a table in the program: nothing is looked up and nothing is sent.
// Functions rank a value.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hashlane::show {

enum class PublishedSource {
    sha256_benchmark,
    sha256_benchmark_mt,
    sha256_results,
    sha3_bench,
    own,
};

std::string_view citation(PublishedSource source);

enum class PublishedUnit {
    mega_hashes, ///< per second, at `ghz`
    mega_hashes_at_tenth_ghz,
    cycles, ///< per hash or permutation
    cycles_per_byte,
};

/// "MH/s", "cycles", …
std::string_view unit_name(PublishedUnit unit);

/// A result of one thread: those of several are often of several cores.
struct PublishedResult {
    PublishedSource source;
    std::string_view machine, core;
    std::string_view workload;
    std::string_view message; ///< "sha3-256/64"; else empty
    unsigned lanes;
    std::string_view implementation;
    double figure;
    std::string_view figure_text; ///< as published
    PublishedUnit unit;
    double ghz; ///< 0 if it does not matter

    /// Returns core cycles per hash or permutation, or per byte of a message.
    double cycles() const;
};

using PublishedResults = std::vector<PublishedResult>;

std::span<const PublishedResult> published_results();

/// The uses that are compared, all of one thread: one chain (or message) alone, or all its lanes.
enum class Use { one_chain, one_thread };

/// Finds the best of each kind of core, the fewest cycles first. A run is not ranked against its
/// own kind of machine: what docs/results has of `own_identity` is left out.
PublishedResults best_of_cores(std::string_view workload, std::string_view message, Use use,
                               std::string_view own_identity = {});

/// The cores around a run's cycles, each the fewest first. Published figures have three digits: a
/// difference of less than 0.1 % is none.
struct Rank {
    PublishedResults ahead, level, behind;
};
Rank rank_of(const PublishedResults &cores, double cycles);

/// "3rd of 7: behind Gracemont E-core 102.33, level with Zen 4 130.03", the run and
/// the cores counted together. Precondition: at least one core.
std::string rank_text(const Rank &rank);

/// "Zen 5 133.25, Zen 4 132.80, …": at most `most` cores.
std::string cores_text(const PublishedResults &cores, std::size_t most);

} // namespace hashlane::show
