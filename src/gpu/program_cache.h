// SPDX-License-Identifier: MIT
//
// Programs compiled for a device, kept on disk: a compiler takes longer than everything else
// between the start of the program and its first result.
#ifndef HASHLANE_SRC_GPU_PROGRAM_CACHE_H
#define HASHLANE_SRC_GPU_PROGRAM_CACHE_H

#include <optional>
#include <string>

namespace hashlane {

/// All that a compiled program depends on, but for the compiler's own version: to ask for that the
/// compiler would have to be opened, which is what the cache saves. A program of an older compiler
/// is as right as a newer one's; whoever wants it compiled anew removes the cache.
struct ProgramKey {
    std::string source;
    std::string options;
    std::string architecture; ///< "sm_90"
    std::string driver;       ///< its name and version
};

class ProgramCache {
public:
    /// `directory` is made when something is stored. Empty: nothing is ever kept.
    explicit ProgramCache(std::string directory) : directory_(std::move(directory)) {}

    /// What was stored under this key. Nothing where there is none, or one that is truncated,
    /// corrupt or of another key, or that another user could have written; the next store()
    /// replaces that.
    std::optional<std::string> load(const ProgramKey &key) const;

    /// Where that cannot be written nothing is kept, and nothing said: all works without a cache.
    void store(const ProgramKey &key, const std::string &program) const;

private:
    std::string directory_;
};

/// In the user's cache directory.
ProgramCache user_program_cache();

} // namespace hashlane

#endif
