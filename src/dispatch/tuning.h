// SPDX-License-Identifier: MIT
//
// What was measured of the kernels on one processor, and the text that keeps it:
//
//   hashlane-tuning 1
//   cpu AMD EPYC (AuthenticAMD family 26 model 2 stepping 1)
//   features SSSE3, SSE4.1, …
//   microcode 0x1000065
//   version 0.1.0
//   kind all core-cycles              a kind of core, and the unit; one section or more
//   sha256-chain.shani.x4 282.4       what one call costs, every candidate once
//   …
//   end 6d1e9b0c5f3a7284              FNV-1a of all lines before
//
// One iteration of a chain, or one SHA3-256 message in each lane, is what a call does.
#ifndef HASHLANE_SRC_DISPATCH_TUNING_H
#define HASHLANE_SRC_DISPATCH_TUNING_H

#include "dispatch_table.h"

#include <string>
#include <string_view>
#include <vector>

namespace hashlane {

/// Length of the message that sha3 kernels are measured on: eight blocks.
constexpr std::size_t tuning_message_bytes = 1024;

/// A measurement holds for one value of all of these.
struct TuningKey {
    std::string cpu; ///< model and identity
    FeatureSet features = no_features;
    std::string microcode;
    std::string version; ///< of hashlane
};

enum class TuningUnit { core_cycles, tsc_ticks, nanoseconds };

/// Of one kind of core.
struct TuningSection {
    CoreKind kind = CoreKind::all;
    TuningUnit unit = TuningUnit::core_cycles;
    std::vector<MeasuredCall> calls; ///< every candidate once, in the manifest's order
};

using Tuning = std::vector<TuningSection>;

/// What a lane does in one call: hashes, permutations, or bytes.
constexpr std::size_t tuning_units(Workload workload)
{
    return workload == Workload::sha3 ? tuning_message_bytes : 1;
}

/// "hash", "permutation", "byte".
std::string_view tuning_thing(Workload workload);

/// "core cycles", "ticks", "nanoseconds".
std::string_view tuning_unit_text(TuningUnit unit);

/// Whether the kernel is to be measured: it can run, and is more than a reference.
bool is_candidate(const Kernel &kernel, FeatureSet features);

/// "tuning-6d1e9b0c5f3a7284.txt": another for every key.
std::string tuning_file_name(const TuningKey &key);

/// Precondition: every section has all candidates of the key's features.
std::string write_tuning(const Tuning &tuning, const TuningKey &key);

struct ParsedTuning {
    Tuning tuning;
    std::string problem; ///< why the text is not valid; empty when it is
};

/// Accepts what write_tuning() writes for this key, and nothing else.
ParsedTuning parse_tuning(std::string_view text, const TuningKey &key);

/// The lines and the last one, with their checksum.
std::string with_checksum(const std::string &lines);

} // namespace hashlane

#endif
