// SPDX-License-Identifier: MIT
//
// Checks of Keccak chains that are not the benchmark's: the published checksums of the Keccak
// suite, and spot checks if there is no stored answer: stretches of the run's own chains, recorded
// while it runs, repeated by a kernel that shares no code with the one under test.
#pragma once

#include "../lib/core/kernel.h"
#include "../machine/clock/core.h"
#include "table.h"

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace hashlane::workloads {

/// Returns the checksum that the Keccak suite publishes for a key after its 2^20 loops, if it has
/// one for the key.
std::optional<std::uint64_t> keccak_suite_known_checksum(std::uint64_t key, std::uint64_t loops);

/// One call to a kernel, with all its lanes or some of them.
struct RecordedStretch {
    std::uint64_t first_key = 0;       ///< of lane 0
    std::uint64_t from_loop = 0;       ///< loops that lay behind when it began
    std::uint64_t loops = 0;           ///< loops of the stretch
    std::vector<std::uint64_t> before; ///< lanes × 25 words
    std::vector<std::uint64_t> after;

    std::size_t lanes() const { return before.size() / keccak_state_words; }
};

/// The result of repeating the recorded stretches.
struct SpotCheckResult {
    std::uint64_t stretches = 0; ///< repeated, each of one lane
    std::uint64_t loops = 0;     ///< in all of them together
    std::string by;              ///< the id of the kernel that repeated them
    std::optional<results::Mismatch> mismatch;
};

/// The draw of one run, whose chains are computed in batches: as many at once as the kernel has
/// lanes. It is made before the run begins, so that it depends on the seed alone and not on which
/// thread computes which batch, nor on the standard library.
class SpotCheck {
public:
    /// Draws `count` of `batches` batches, or all if there are fewer, and in each of them one of
    /// the `loops` loops of its chains.
    SpotCheck(std::uint64_t seed, std::uint64_t batches, std::size_t count, std::uint64_t loops);

    /// Returns the loop of a drawn batch whose stretch is to be recorded.
    std::optional<std::uint64_t> drawn_loop(std::uint64_t batch) const;

    /// Keeps the stretch of a drawn batch. Threads may keep those of different batches at once.
    void keep(std::uint64_t batch, RecordedStretch stretch);

    /// Keeps `count` lanes of it, drawn at random, each as a stretch of its own.
    void keep_some_lanes(std::uint64_t batch, const RecordedStretch &stretch, std::size_t count);

    /// Keeps a stretch that is repeated before all others. Without one, a drawn stretch comes
    /// first.
    void keep_as_first(RecordedStretch stretch);

    /// Repeats every lane of the first stretch with `independent`, a kernel of one lane, then the
    /// others in random order for a twentieth of `run_seconds` or half a second, whichever is
    /// longer. `id` names the kernel that computed them. Call it once: it takes the recorded
    /// stretches.
    SpotCheckResult repeat(const std::string &id, const Kernel &independent, double run_seconds,
                           machine::Core &core);

private:
    struct Drawn {
        std::uint64_t loop = 0;
        std::vector<RecordedStretch> recorded;
    };

    std::vector<RecordedStretch> take_recorded();

    std::uint64_t seed_;
    std::mt19937_64 random_;
    std::map<std::uint64_t, Drawn> drawn_; ///< by batch
    std::optional<RecordedStretch> first_;
};

/// True if the stretch of `loops` loops after loop `from` holds the drawn loop.
inline bool holds_drawn_loop(const std::optional<std::uint64_t> &drawn, std::uint64_t from,
                             std::uint64_t loops)
{
    return drawn && from <= *drawn && *drawn < from + loops;
}

} // namespace hashlane::workloads
