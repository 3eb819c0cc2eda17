// SPDX-License-Identifier: MIT
//
// Folders of files, for readers of /sys, /proc and of proofs. They lie in memory where Linux has a
// file system for that.
#pragma once

#include "target.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace hashlane::fuzz {

/// A folder that is empty now, and gone in the end.
class Folder {
public:
    Folder() : path_(parent() / ("hashlane-fuzz-" + std::to_string(getpid())))
    {
        std::filesystem::remove_all(path_);
        std::filesystem::create_directory(path_);
    }
    ~Folder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Folder(const Folder &) = delete;
    Folder &operator=(const Folder &) = delete;

    const std::filesystem::path &path() const { return path_; }

    /// The file's path.
    std::string write(const std::string &name, const std::string &content) const
    {
        const std::filesystem::path path = path_ / name;
        std::error_code ignored;
        std::filesystem::create_directories(path.parent_path(), ignored);
        std::ofstream(path, std::ios::binary) << content;
        return path.string();
    }

private:
    static std::filesystem::path parent()
    {
        const std::filesystem::path memory = "/dev/shm";
        return access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::temp_directory_path();
    }

    std::filesystem::path path_;
};

/// A name that stays within its folder.
inline bool is_harmless(const std::string &name)
{
    return !name.empty() && name.size() < 120 && name.front() != '/' &&
           name.find("..") == std::string::npos && name.find('\0') == std::string::npos;
}

/// Lines of "NAME CONTENT"; '|' is a line's end in the content.
inline void write_tree(const Folder &folder, Input &input)
{
    for (int files = 0; files < 64 && !input.is_empty(); ++files) {
        const std::string line = input.line();
        const std::size_t space = std::min(line.find(' '), line.size());
        std::string content = line.substr(std::min(space + 1, line.size()));
        std::ranges::replace(content, '|', '\n');
        if (is_harmless(line.substr(0, space)))
            folder.write(line.substr(0, space), content);
    }
}

} // namespace hashlane::fuzz
