// SPDX-License-Identifier: MIT
#include "used_files.h"

#include "files.h"
#include "lists.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <mutex>
#include <vector>

#if defined(_WIN32)
#include <windows.h>
#else
#include <sys/stat.h>
#endif

namespace hashlane::machine {

#if defined(_WIN32)

std::optional<FileId> id_of(const std::string &path)
{
    const HANDLE file =
        CreateFileA(path.c_str(), 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                    nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS /* for a folder */, nullptr);
    if (file == INVALID_HANDLE_VALUE)
        return std::nullopt;
    const std::optional<FileId> id = id_of(file);
    CloseHandle(file);
    return id;
}

std::optional<FileId> id_of(void *handle)
{
    BY_HANDLE_FILE_INFORMATION found{};
    if (GetFileInformationByHandle(handle, &found) == 0)
        return std::nullopt;
    return FileId{found.dwVolumeSerialNumber,
                  std::uint64_t{found.nFileIndexHigh} << 32 | found.nFileIndexLow};
}

#else

// The types of these numbers differ from system to system, in size and in sign.
FileId id_of(const struct stat &status)
{
    return {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino)};
}

std::optional<FileId> id_of(const std::string &path)
{
    struct stat status{};
    if (stat(path.c_str(), &status) != 0)
        return std::nullopt;
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) // which is never replaced
        return std::nullopt;
    return id_of(status);
}

#endif

namespace {

struct Output {
    std::string path, option;
    std::optional<FileId> file;   ///< nothing if it does not exist yet: it will be
    std::optional<FileId> folder; ///< in this folder,
    std::string name;             ///< with this name
};

struct Files {
    std::mutex mutex;
    bool are_noted = false;
    std::vector<FileId> inputs;
    std::vector<Output> outputs;
};

Files &files()
{
    static Files of_this_command;
    return of_this_command;
}

void set_noted(bool are_noted)
{
    const std::scoped_lock lock(files().mutex);
    files().are_noted = are_noted;
    files().inputs.clear();
    files().outputs.clear();
}

[[noreturn]] void refuse_to_overwrite(const Output &output)
{
    throw FileConflict(
        fmt::format("{}: '{}' is also an input of this command, and would be overwritten",
                    output.option, output.path));
}

} // namespace

FilesOfCommand::FilesOfCommand() { set_noted(true); }
FilesOfCommand::~FilesOfCommand() { set_noted(false); }

void note_input(const std::optional<FileId> &file)
{
    const std::scoped_lock lock(files().mutex);
    if (!file || !files().are_noted)
        return;
    const auto output = std::ranges::find(files().outputs, file, &Output::file);
    if (output != files().outputs.end())
        refuse_to_overwrite(*output);
    files().inputs.push_back(*file);
}

void note_output(const std::string &path, const std::string &option)
{
    std::string target = path;
    static_cast<void>(find_target(target)); // writing says what is wrong
    const std::filesystem::path place(target);
    const std::string folder = place.parent_path().string();
    Output output{path, option, id_of(target), id_of(folder.empty() ? "." : folder),
                  place.filename().string()};
    const std::scoped_lock lock(files().mutex);
    if (!files().are_noted)
        return;
    if (output.file && contains(files().inputs, *output.file))
        refuse_to_overwrite(output);
    for (const Output &other : files().outputs)
        if (output.file == other.file &&
            (output.file || (output.folder == other.folder && output.name == other.name)))
            throw FileConflict(
                fmt::format("{}: '{}' is also the file of {}", option, path, other.option));
    files().outputs.push_back(std::move(output));
}

} // namespace hashlane::machine
