// SPDX-License-Identifier: MIT
//
// The Keccak suite's work: the chains of a range of keys, each computed exactly once, in groups of
// as many as a kernel or a device has lanes. The published checksums of the Keccak suite verify
// some of them; a spot check verifies the others: stretches of the run's own chains, recorded while
// it runs, are repeated by a kernel that shares no code with the one under test.
#pragma once

#include "../lib/core/kernel.h"
#include "../machine/clock/core.h"
#include "table.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <variant>
#include <vector>

namespace hashlane::workloads {

struct KeyRange {
    std::uint64_t first = 0; ///< the first key
    std::uint64_t last = 0;  ///< one past the last key; more than `first`
    std::uint64_t loops = 0; ///< of each chain; 0 leaves its start

    std::uint64_t keys() const { return last - first; }
};

/// Returns the checksum that the Keccak suite publishes for a key after its 2^20 loops, if it has
/// one for the key.
std::optional<std::uint64_t> keccak_suite_known_checksum(std::uint64_t key, std::uint64_t loops);

// ---- The spot check

/// A part of the chains of a group, or of some of its lanes.
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
    std::optional<results::Mismatch> mismatch;
};

/// The draw of one run. It is made before the run begins, so that it depends on the seed alone and
/// not on which thread computes which group, nor on the standard library.
class SpotCheck {
public:
    /// Draws `count` of `groups` groups, or all if there are fewer, and in each of them one of the
    /// `loops` loops of its chains.
    SpotCheck(std::uint64_t seed, std::uint64_t groups, std::size_t count, std::uint64_t loops);

    std::uint64_t seed() const { return seed_; }

    /// True if one of the `loops` loops of the group after the loop `from` was drawn.
    bool holds_drawn_loop(std::uint64_t group, std::uint64_t from, std::uint64_t loops) const;

    /// Keeps the stretch of a drawn group. Threads may keep those of different groups at once.
    void keep(std::uint64_t group, RecordedStretch stretch);

    /// Keeps `count` lanes of it, drawn at random, each as a stretch of its own.
    void keep_some_lanes(std::uint64_t group, const RecordedStretch &stretch, std::size_t count);

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

    std::uint64_t seed_;
    std::mt19937_64 random_;
    std::map<std::uint64_t, Drawn> drawn_; ///< by group
    std::optional<RecordedStretch> first_;
};

// ---- The work

/// Keys whose chains are computed together.
struct KeyGroup {
    std::uint64_t index = 0; ///< in the range
    std::uint64_t first_key = 0;
    std::uint64_t done = 0;            ///< loops
    double seconds = 0;                ///< wall time of the calls that computed them
    std::vector<std::uint64_t> states; ///< keys × 25 words

    std::size_t keys() const { return states.size() / keccak_state_words; }
};

struct ChainEnd {
    std::uint64_t checksum = 0;
    double seconds = 0; ///< of its group
};

/// The settings of a run over a range.
struct KeyRangeRequest {
    KeyRange range;
    bool keep_chains = false; ///< the end of each chain is wanted
};

/// The groups of a range, handed out to whoever computes them. Threads may use it at once.
class KeyRangeWork {
public:
    /// `id` names the code that computes it, in groups of `lanes`; `spot_checks` groups are drawn.
    KeyRangeWork(const KeyRangeRequest &request, std::string id, std::size_t lanes,
                 std::size_t spot_checks);

    const KeyRange &range() const { return request_.range; }
    SpotCheck &spot_check() { return spot_check_; }

    /// True when all groups have been taken, and none was given back.
    bool is_over() const;

    /// Returns a group that was given back, or else the next one at its start; nothing when it is
    /// over.
    std::optional<KeyGroup> take();

    /// Gives back a group that has loops left.
    void give_back(KeyGroup group);

    /// Takes the ends of a finished group. Returns the first that differs from a published one.
    std::optional<results::Mismatch> end(const KeyGroup &group);

    /// The ends in order of keys; empty unless requested.
    const std::vector<ChainEnd> &chains() const { return chains_; }

    /// Makes the row one of this range, computed in `seconds`, whose results it verifies by the
    /// published checksums and the spot check. Precondition: all groups have ended. Call it once.
    std::variant<results::Row, results::Mismatch>
    complete(results::Row row, double seconds, const Kernel &independent, machine::Core &core);

private:
    /// Makes the chains' groups take no longer, all together, than all threads did.
    void fit_chains_into(double seconds);

    KeyRangeRequest request_;
    std::string id_;
    std::size_t lanes_;
    std::uint64_t groups_;
    SpotCheck spot_check_;
    mutable std::mutex mutex_;
    std::uint64_t next_group_ = 0;
    std::vector<KeyGroup> given_back_;
    std::uint64_t checksum_ = 0;
    std::vector<ChainEnd> chains_;
};

/// Makes a task of one thread's part: it takes groups as it needs them, and gives back what a visit
/// leaves unfinished. Until it is reset for the first time it computes something else, to warm up.
/// Its work is over when the range's is. The work must outlive it.
std::unique_ptr<Task> make_key_range_task(const Kernel &kernel, KeyRangeWork &work,
                                          std::uint32_t data_bytes);

} // namespace hashlane::workloads
