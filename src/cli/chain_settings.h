// SPDX-License-Identifier: MIT
//
// What the command lines of `hashlane chain` ask for.
#ifndef HASHLANE_SRC_CLI_CHAIN_SETTINGS_H
#define HASHLANE_SRC_CLI_CHAIN_SETTINGS_H

#include "../proof/header.h"
#include "settings.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane {

/// Of whose proofs: docs/chains.md.
struct ChainPreset {
    const char *name;
    std::uint64_t every;     ///< hashes from checkpoint to checkpoint
    std::size_t mixes;       ///< into the start, which must be given
    bool salted;             ///< a salt must be given
    std::uint64_t salt_adds; ///< by default
};

inline constexpr ChainPreset chain_presets[] = {
    {"plain", 10'000, 0, false, 0},
    {"mmx", 250'000, 2, false, 0},
    {"poh", 62'500, 0, false, 0},
    {"arweave", 600'000, 0, true, 1},
};

struct ChainCreateSettings {
    std::string file;
    const ChainPreset *preset = &chain_presets[0];
    std::optional<Digest> start;
    std::vector<Digest> mixes;
    std::optional<Digest> salt;
    std::optional<std::uint64_t> salt_adds;
    std::optional<std::uint64_t> every;
    std::optional<std::uint64_t> count;
    bool resume = false;
    bool progress = false;
};

struct ChainVerifySettings {
    std::vector<std::string> files;
    std::string header;
    std::string out;
    unsigned threads = 0;
    std::uint64_t part = 1, parts = 1;
    bool any = false;
    bool unfinished = false;
    bool combine = false;
    bool progress = false;
    DeviceRequest devices;
    std::optional<double> deadline; ///< in seconds
};

struct ChainBenchSettings {
    const ChainPreset *preset = nullptr; ///< null: each
    unsigned threads = 0;
    DeviceRequest devices;
};

} // namespace hashlane

#endif
