// SPDX-License-Identifier: MIT
//
// What the library reads of the system: files, the user's cache directory, the microcode revision.
#pragma once

#include "fixed_text.h"
#include "threads.h"

namespace hashlane {

/// Whose file it may be.
enum class Owner {
    anyone,
    this_user, ///< and nobody else may write to it or to its folder; nor is it a symbolic link
};

/// A regular file, open to be read. Other files, such as a pipe that nobody may ever write to, are
/// not waited for: they are a problem.
class OpenFile {
public:
    OpenFile(const char *path, Owner owner);
    ~OpenFile();
    OpenFile(const OpenFile &) = delete;
    OpenFile &operator=(const OpenFile &) = delete;

    /// Returns the reason that nothing can be read: "No such file or directory"; empty while it
    /// can.
    const FixedText<160> &problem() const { return problem_; }
    bool is_missing() const { return is_missing_; }

    /// Reads the next bytes of the file; fewer only at its end, or with a problem.
    std::size_t read(char *to, std::size_t bytes);

private:
    void fail(int error);

    [[maybe_unused]] const Uncancelled uncancelled_; // opening, reading and closing may cancel
    int descriptor_ = -1;
    bool is_missing_ = false;
    FixedText<160> problem_;
};

/// Returns the folder for data that this user's programs can compute again; empty if the
/// environment does not name one.
///   Linux, Unix  $XDG_CACHE_HOME, or ~/.cache
///   macOS        ~/Library/Caches
///   Windows      %LOCALAPPDATA%
PathText user_cache_directory();

/// Returns the folder hashlane/ in it; empty if there is none.
inline PathText own_cache_directory()
{
    PathText cache = user_cache_directory();
    if (!cache.empty())
        cache += "/hashlane";
    return cache.overflowed() ? PathText() : cache;
}

/// Advice to the user if the folder is empty: "set HOME or XDG_CACHE_HOME to an absolute path".
extern const char *const cache_directory_advice;

using MicrocodeText = FixedText<32>;

/// Returns the microcode revision that the system reports of its first CPU: "0x1000065"; "unknown"
/// where it reports none. Reads a file of the system.
MicrocodeText microcode_revision();

/// Returns the same from the text of Linux's /proc/cpuinfo, or its beginning.
MicrocodeText microcode_in(std::string_view cpuinfo);

} // namespace hashlane
