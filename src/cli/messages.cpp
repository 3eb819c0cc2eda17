// SPDX-License-Identifier: MIT
#include "messages.h"

#include "../machine/system/files.h"

#include <filesystem>

namespace hashlane::cli {
void print(std::string_view text)
{
    if (const std::error_code error = machine::write_all(machine::Stream::out, text))
        quit("standard output: cannot be written: {}", error.message());
}

OutFile::OutFile(std::string path, const char *option) : path_(std::move(path)), option_(option)
{
    if (path_.empty())
        return;
    std::error_code error;
    const auto status = std::filesystem::status(path_, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        refuse("it is not a regular file");
    machine::remove_abandoned_files(path_);
    error = machine::try_replacing_file(path_);
    if (error)
        refuse(error.message());
}

void OutFile::write(const std::string &text) const
{
    if (path_.empty())
        return;
    if (const std::error_code error = machine::replace_file(path_, text))
        refuse(error.message());
}

void OutFile::refuse(const std::string &reason) const
{
    quit("{}: cannot write '{}': {}", option_, path_, reason);
}

} // namespace hashlane::cli
