// SPDX-License-Identifier: MIT
//
// Files: read in pieces, mapped or whole, and replaced such that each holds either its old content
// or a whole new one, never a part.
#ifndef HASHLANE_SRC_MACHINE_SYSTEM_FILES_H
#define HASHLANE_SRC_MACHINE_SYSTEM_FILES_H

#include "../../lib/base/files.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

namespace hashlane::machine {

// ---- Read ----

/// Reads a file, a pipe or anything else that a path leads to from its beginning. Each function
/// throws a std::system_error whose code is the reason of the failure.
class InputFile {
public:
    explicit InputFile(const std::string &path);
    static InputFile standard_input();
    InputFile(InputFile &&other) noexcept;
    InputFile &operator=(InputFile &&other) = delete;
    ~InputFile();

    /// Reads on until `into` is full or the file ends. How many bytes were read.
    std::size_t read(std::span<std::uint8_t> into);

    /// Returns the length of a regular file, which may change at any time; nothing for other files.
    std::optional<std::uint64_t> size_of_regular() const;

    /// Returns the system's number of the file, on POSIX.
    int descriptor() const { return static_cast<int>(handle_); }

private:
    InputFile() = default;

    std::intptr_t handle_ = -1;
    bool is_own_ = true;
};

/// A file's bytes where the system keeps them: reading would copy them once more.
///
/// A file that another program makes shorter in the meantime ends this one, with exit code 1 and a
/// line that says why: there is nothing to go on with.
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

private:
    std::span<const std::uint8_t> bytes_;
};

struct FileContent {
    std::string text;
    std::string problem; ///< why there is no text: "No such file or directory"; or empty
    bool is_missing = false;
};

/// Reads the file, or its first `most_bytes`, as OpenFile does.
FileContent read_regular_file(const std::string &path, Owner owner = Owner::anyone,
                              std::size_t most_bytes = std::numeric_limits<std::size_t>::max());

/// Makes the folder and those that it is in, for this user alone, where they are missing. False if
/// it cannot be made, or belongs to another user. One that others may write to is taken from them.
bool make_own_folder(const std::string &path);

// ---- Written ----

/// The users who may read a file that is written.
enum class Readers {
    as_before, ///< as the file that it replaces; a new file follows the user's umask
    owner,     ///< this user alone, who alone may write to it as well
};

/// Writes a temporary file in the same folder, which then replaces the file. A symbolic link stays,
/// and its target is replaced. After an error the file is unchanged.
std::error_code replace_file(const std::string &path, std::string_view content,
                             Readers readers = Readers::as_before);

/// Checks whether replace_file() could work now: writes an empty file in the same folder, and
/// removes it.
std::error_code try_replacing_file(const std::string &path);

/// Removes temporary files of killed processes next to the file: those that have not been written
/// to for ten minutes.
void remove_abandoned_files(const std::string &path);

/// Writes a file that must not exist yet, not even as a symbolic link, and waits until the disk has
/// it. `model` is the file that it will replace. After an error there is no file.
std::error_code write_new_file(const std::string &path, std::string_view content,
                               const std::string &model, Readers readers);

} // namespace hashlane::machine

#endif
