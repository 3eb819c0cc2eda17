// SPDX-License-Identifier: MIT
//
// One process at a time writes to a file that is appended to or resumed.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace hashlane::machine {

/// Holds a lock of the system for as long as it lives: only other programs that ask for it notice
/// it, and it ends with the process, however that ends. A file system or a sandbox without locks
/// grants each, and that is told.
class FileLock {
public:
    enum class On {
        file_itself, ///< which is appended to
        lock_file,   ///< FILE.lock, for a file that is replaced; empty, and removed at the end
        machine,     ///< no file but a name, between all users of this machine
    };

    /// Makes the locked file if it is missing. Waits `patience` for another process. Throws a
    /// std::system_error if the file cannot be opened, or no such name can be had.
    explicit FileLock(const std::string &path, On on = On::file_itself,
                      std::chrono::milliseconds patience = {});
    FileLock(const FileLock &) = delete;
    FileLock &operator=(const FileLock &) = delete;
    ~FileLock();

    /// False if another process has it.
    bool is_held() const { return handle_ != not_held; }

    /// Returns how long another process has had a lock file or a name that is not held; nothing if
    /// that is not known.
    std::optional<std::chrono::seconds> held_by_another_for() const;

    /// The file's name; of a name of Linux "@NAME", as ss and /proc/net/unix write it.
    const std::string &locked() const { return locked_; }

private:
    static constexpr std::intptr_t not_held = -1;

    const On on_;
    const std::string locked_;
    std::intptr_t handle_ = not_held;
};

/// Takes the name of a file that cannot be locked, and the reason.
using TellOfNoLock = void (*)(const std::string &path, const std::string &reason);

/// Has the first such file of this process told; without it none is.
void tell_of_no_lock(TellOfNoLock tell);

/// Says of a file that it is being written by another process.
extern const char *const written_by_another;

} // namespace hashlane::machine
