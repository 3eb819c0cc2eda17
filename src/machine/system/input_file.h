// SPDX-License-Identifier: MIT
//
// Files, pipes and terminals that are read in pieces, and files that are mapped.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <system_error>

namespace hashlane::machine {

/// The user ended the program while it waited for a pipe or a terminal.
class Interrupted : public std::system_error {
public:
    Interrupted() : std::system_error(std::make_error_code(std::errc::interrupted)) {}
};

/// The input gave nothing more until the time at which its reader gives up.
class TimeIsUp : public std::system_error {
public:
    TimeIsUp() : std::system_error(std::make_error_code(std::errc::timed_out)) {}
};

/// Throws an Interrupted once interrupted() is set (terminal.h): for what takes seconds without a
/// wait.
void throw_if_interrupted();

/// Returns how many files this process may open in addition to those that it always has; raises the
/// limit as far as its user may.
std::size_t most_open_files();

/// Reads a file, a pipe or anything else that a path leads to from its beginning. Each function
/// throws a std::system_error whose code is the reason of the failure; reading from a pipe or a
/// terminal throws an Interrupted once interrupted() is set (terminal.h).
class InputFile {
public:
    /// Does not wait for the writer of a pipe: reading does.
    explicit InputFile(const std::string &path);
    static InputFile standard_input();
    InputFile(InputFile &&other) noexcept;
    InputFile &operator=(InputFile &&other) = delete;
    ~InputFile();

    /// Reading from a pipe or a terminal throws a TimeIsUp from `end` on; not on Windows.
    void give_up_at(std::chrono::steady_clock::time_point end) { end_ = end; }

    /// Reads on until `into` is full or the file ends, which for a regular file that is read at
    /// once is where it ended when it was opened. Returns the number of bytes.
    std::size_t read(std::span<std::uint8_t> into);

    /// Reads the next bytes, at least one, without waiting for more. Returns 0 at the end.
    std::size_t read_some(std::span<std::uint8_t> into);

    /// Returns the length of a regular file, which may change at any time; nothing for other files.
    std::optional<std::uint64_t> size_of_regular() const;

    /// Returns the system's number of the file, on POSIX.
    int descriptor() const { return static_cast<int>(handle_); }

private:
    InputFile() = default;
    void look_at_kind();

    std::intptr_t handle_ = -1;
    bool is_own_ = true;
    bool may_wait_ = false; ///< for bytes that nobody has written yet
    std::chrono::steady_clock::time_point end_ = std::chrono::steady_clock::time_point::max();
    std::size_t expected_bytes_ = 0; ///< of the first read of a regular file; 0 if not known
};

/// A file's bytes where the system keeps them: reading would copy them once more.
class MappedFile {
public:
    /// `file` may be closed afterwards.
    explicit MappedFile(const InputFile &file);
    MappedFile(const MappedFile &) = delete;
    MappedFile &operator=(const MappedFile &) = delete;
    ~MappedFile();

    /// Returns the mapped bytes, as many as the file had when it was opened. Empty if the file has
    /// to be read instead: files that are not regular, files of /proc without a size, systems
    /// without mapping.
    std::span<const std::uint8_t> bytes() const { return bytes_; }

    /// True once the system could not read some of the bytes, as the file became shorter or the
    /// disk failed: zeros are in their place.
    bool has_lost_bytes() const;

private:
    std::span<const std::uint8_t> bytes_;
    std::size_t place_ = 0; ///< among all that are mapped
};

} // namespace hashlane::machine
