// SPDX-License-Identifier: MIT
//
// The files that a command reads and writes: no output may take the place of an input, or of
// another output. All code that opens a file notes it here.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#if !defined(_WIN32)
struct stat; // <sys/stat.h>
#endif

namespace hashlane::machine {

/// Says of an output that it is an input, or another output, of the same command.
class FileConflict : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The system's own number of a file, whichever name or link leads to it.
struct FileId {
    std::uint64_t device = 0, number = 0;
    bool operator==(const FileId &) const = default;
};

/// Returns nothing if there is no such file.
std::optional<FileId> id_of(const std::string &path);

#if defined(_WIN32)
std::optional<FileId> id_of(void *handle);
#else
FileId id_of(const struct stat &status);
#endif

/// The command that uses the files, from its begin to its end. Without one nothing is noted: a
/// process that is no command may read what it wrote.
class FilesOfCommand {
public:
    FilesOfCommand();
    ~FilesOfCommand();
    FilesOfCommand(const FilesOfCommand &) = delete;
    FilesOfCommand &operator=(const FilesOfCommand &) = delete;
};

/// Notes an input. Throws a FileConflict if it is an output. May be called by several threads.
void note_input(const std::optional<FileId> &file);

/// Notes the output of this option, which need not exist yet, before it is written to. Throws a
/// FileConflict if it is an input, or another output.
void note_output(const std::string &path, const std::string &option);

} // namespace hashlane::machine
