// SPDX-License-Identifier: MIT
//
// The disturbances of a measurement, their effects on its values, and the sentences that users
// read. docs/explanation/methodology.md explains each.
#pragma once

#include "row.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace hashlane::results {

/// Visits that must agree before a value is trusted.
constexpr std::size_t least_visits = 4;

/// Visits that two rows need to be compared: the range of fewer values holds the true median less
/// than 15 times in 16.
constexpr std::size_t comparable_visits = 5;

/// The findings of a judge (measure/verdicts.h).
enum class Cause {
#define HASHLANE_CAUSE(cause, noise, leaves_trust, sentence) cause,
#include "notes.def"
#undef HASHLANE_CAUSE
};

struct Meaning {
    Noise noise;
    bool leaves_trust; ///< the values can be relied on all the same
    /// The event, the value that it affects, and the remedy; empty for Cause::none. That of
    /// Cause::emulated must be followed by the emulator's name: note_of() does that.
    std::string_view sentence;
};
const Meaning &meaning_of(Cause cause);

/// The worst finding of a row.
struct NoiseFinding {
    Cause cause = Cause::none;
    std::optional<int> cpu;    ///< of the thread that it was found of, if it was one
    std::string_view emulator; ///< with Cause::emulated
};

/// Makes the note of a row; the rest of the row must be complete. `taken_cpus` are those of its
/// CPUs that were taken away while it was measured.
std::string note_of(const Row &row, const NoiseFinding &finding,
                    const std::vector<int> &taken_cpus = {});

/// Returns the reason against more trusted sources of cycles, followed by the number of samples
/// that were not counted.
std::string cycle_note_of(const Row &row, const std::string &why);

/// True if some of the row's threads take turns on a CPU.
bool shares_a_cpu(const Row &row);

} // namespace hashlane::results
