// SPDX-License-Identifier: MIT
//
// Files: read whole, and replaced such that each holds either its old content or a whole new one,
// never a part. input_file.h has those that are read in pieces.
#pragma once

#include "../../lib/base/files.h"

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <system_error>

namespace hashlane::machine {

// ---- Read ----

struct FileContent {
    std::string text;
    std::string problem;            ///< why there is no text: "No such file or directory"; or empty
    const char *failed_to = "open"; ///< or "read", if there is a problem
    bool is_missing = false;
};

/// More than any file has that the program reads whole.
constexpr std::size_t most_file_bytes = std::size_t{1} << 30;
extern const char *const too_large; ///< says so of a file

/// The reason to read a file.
enum class Purpose {
    input,     ///< it is noted as one (used_files.h)
    continued, ///< the program goes on with its own file, and may replace it
};

/// Reads the whole file, as OpenFile does. A file of more than most_file_bytes, or for which no
/// memory is left, is a problem.
FileContent read_regular_file(const std::string &path, Owner owner = Owner::anyone,
                              Purpose purpose = Purpose::input);

// ---- Written ----

/// The reason that a file is not written to or locked, although the system would let it.
enum class Refusal {
    not_regular = 1, ///< an error of the number 0 would be none
    anothers_link,
    link_of_system,
    cache_link,
    anothers_folder,
    not_a_lock,
};
std::error_code refused(Refusal refusal);

/// The users who may read a file that is written.
enum class Readers {
    as_before, ///< as the file that it replaces; a new file follows the user's umask
    owner,     ///< this user alone, who alone may write to it as well
};

/// Puts in the place of `path` what its links lead to. An error if that must not be written: it is
/// there and no regular file, or a link to it or on its way belongs to neither this user nor root,
/// or is one of the system to an open file. All that writes to a file that the user names asks
/// this.
std::error_code find_target(std::string &path);

/// Writes a temporary file in the same folder, which then replaces the file. A symbolic link stays,
/// and its target is replaced. After an error the file is unchanged.
std::error_code replace_file(const std::string &path, std::string_view content,
                             Readers readers = Readers::as_before);

/// Replaces a file that the program keeps for itself: never through a link to it, and in no folder
/// but this user's own, which is made for this user alone if it is missing. From one that others
/// may write to, that is taken.
std::error_code replace_cache_file(const std::string &path, std::string_view content,
                                   Readers readers = Readers::as_before);

/// Makes a folder that the user names, and those above it; not where another user's link leads.
std::error_code make_folder(const std::string &path);

/// Opens a file to append to it, or makes it. Null with an error.
std::FILE *open_to_append(const std::string &path, std::error_code &error);

/// Checks whether replace_file() could work now: writes an empty file in the same folder, and
/// removes it.
std::error_code try_replacing_file(const std::string &path);

/// Removes temporary files of killed processes next to the file: those that have not been written
/// to for ten minutes.
void remove_abandoned_files(const std::string &path);

/// Waits until the disk has what was written to the file and flushed; a power cut then takes none
/// of it. A file system or a sandbox that cannot promise this is no error.
std::error_code wait_for_disk(std::FILE *file);

/// Writes a file that must not exist yet, not even as a symbolic link, and waits until the disk has
/// it. `model` is the file that it will replace. After an error there is no file.
std::error_code write_new_file(const std::string &path, std::string_view content,
                               const std::string &model, Readers readers);

} // namespace hashlane::machine
