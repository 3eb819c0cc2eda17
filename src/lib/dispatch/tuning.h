// SPDX-License-Identifier: MIT
//
// What was measured of the kernels on one processor, and the text that keeps it:
//
//   hashlane-tuning 3
//   cpu AMD EPYC (AuthenticAMD family 26 model 2 stepping 1)
//   features SSSE3, SSE4.1, …
//   microcode 0x1000065
//   version 0.1.0
//   kind all core-cycles              a kind of core, and the unit; one section or more
//   sha256-chain.shani.x4 282.400     what one call costs, to three decimals; a candidate whose
//                                     measurement was not trustworthy has no line
//   …
//   end 6d1e9b0c5f3a7284              FNV-1a of all lines before
//
// One iteration of a chain, or one SHA3-256 message in each lane, is what a call does.
#pragma once

#include "../base/files.h"
#include "dispatch_table.h"

#include "hashlane/hashlane.h"

#include <string_view>

namespace hashlane {

/// Length of the message that sha3 kernels are measured on: eight blocks.
constexpr std::size_t tuning_message_bytes = 1024;

/// A measurement holds for one value of all of these.
struct TuningKey {
    FixedText<255> cpu; ///< model and identity
    FeatureSet features = no_features;
    MicrocodeText microcode;
    FixedText<31> version; ///< of hashlane
};

enum class TuningUnit { core_cycles, tsc_ticks, nanoseconds };

/// The tuning of one kind of core.
struct TuningSection {
    CoreKind kind = CoreKind::all;
    TuningUnit unit = TuningUnit::core_cycles;
    CallCosts calls; ///< of the candidates, in the manifest's order
};

/// No kind of core twice.
using Tuning = FixedList<TuningSection, std::size(all_core_kinds)>;

/// Returns the work of a lane in one call: hashes, permutations, or bytes (WorkloadFacts::cost_of).
constexpr std::size_t tuning_units(Workload workload)
{
    return facts_of(workload).per_byte ? tuning_message_bytes : 1;
}

/// Returns "core cycles", "ticks", "nanoseconds".
std::string_view tuning_unit_text(TuningUnit unit);

/// Returns "tuning-6d1e9b0c5f3a7284.txt": another for every key.
FixedText<31> tuning_file_name(const TuningKey &key);

struct ParsedTuning {
    Tuning tuning;
    FixedText<159> problem; ///< why the text is not valid; empty when it is
};

/// Parses text that write_tuning() wrote for this key (write_tuning.h), and rejects any other.
ParsedTuning parse_tuning(std::string_view text, const TuningKey &key);

// ---- Parts of the text ----

constexpr int tuning_decimals = 3;

/// Returns the lines above the first section.
FixedText<1023> tuning_head(const TuningKey &key);

/// Returns "all core-cycles".
FixedText<31> tuning_kind_text(CoreKind kind, TuningUnit unit);

/// Returns the last line, below these.
FixedText<31> tuning_end(std::string_view lines);

// ---- Where a measured choice is kept, and how it becomes dispatch's ----

/// Returns the key of the processor, system and library that run now.
TuningKey this_tuning_key();

/// Returns this key's file in this program's cache directory (files.h). Empty if there is no such
/// directory.
PathText user_tuning_path();

struct ReadTuning {
    hashlane_status status = HASHLANE_NOT_FOUND; ///< or HASHLANE_OK, HASHLANE_NOT_VALID
    ParsedTuning parsed;                         ///< with HASHLANE_NOT_VALID: its problem is why
};

/// Returns the file's content if it is valid for this_tuning_key(). Allocates while it reads.
ReadTuning read_tuning(const char *path);

struct LoadedTuning {
    hashlane_status status = HASHLANE_NOT_FOUND;
    PathText path;
    FixedText<159> problem; ///< with HASHLANE_NOT_VALID: why
    TuningSection section;  ///< with HASHLANE_OK: the section that dispatch now uses
};

/// Activates the file's section for the kind of core that the caller runs on. Returns
/// HASHLANE_NOT_FOUND also if there is no such section.
LoadedTuning load_tuning(const char *path);

} // namespace hashlane
