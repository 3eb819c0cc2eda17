// SPDX-License-Identifier: MIT
//
// What was found wrong with a measurement, what it means for its figures, and the sentence that
// users read of it. docs/explanation/methodology.md explains each.
#ifndef HASHLANE_SRC_RESULTS_NOTES_H
#define HASHLANE_SRC_RESULTS_NOTES_H

#include "row.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace hashlane::results {

/// Visits that must agree before a figure is believed.
constexpr std::size_t least_visits = 4;

/// What a judge finds (measure/verdicts.h).
enum class Cause {
#define HASHLANE_CAUSE(cause, noise, leaves_trust, sentence) cause,
#include "notes.def"
#undef HASHLANE_CAUSE
};

Noise noise_of(Cause cause);

/// Whether figures can be relied on all the same.
bool leaves_trust(Cause cause);

/// What happened, to which figure, and what to do; empty for Cause::none. Cause::emulated is to be
/// followed by the emulator's name: note_of() does that.
std::string_view sentence_of(Cause cause);

/// The worst that was found of a row.
struct NoiseFinding {
    Cause cause = Cause::none;
    std::optional<int> cpu;    ///< where the thread ran that it was found of, if it was one
    const char *emulator = ""; ///< with Cause::emulated
};

/// The note of a row of which all but the note is known.
std::string note_of(const Row &row, const NoiseFinding &finding);

/// Why the row counts by no more trusted source, followed by how many samples were not counted.
std::string cycle_note_of(const Row &row, const std::string &why);

/// Whether some of the row's threads take turns on a CPU.
bool shares_a_cpu(const Row &row);

} // namespace hashlane::results

#endif
