// SPDX-License-Identifier: MIT
#include "out_file.h"

#include "../system/replace_file.h"
#include "exit_code.h"

#include <fmt/format.h>

#include <filesystem>

namespace hashlane {
namespace {

[[noreturn]] void fail(const std::string &what, const std::string &path, const std::string &reason)
{
    throw CommandError(fmt::format("{}: cannot write '{}': {}", what, path, reason));
}

void replace(const std::string &path, const std::string &text, const std::string &what)
{
    if (const std::error_code error = replace_file(path, text))
        fail(what, path, error.message());
}

} // namespace

OutFile::OutFile(std::string path, const char *option) : path_(std::move(path)), option_(option)
{
    if (path_.empty())
        return;
    std::error_code error;
    const auto status = std::filesystem::status(path_, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        fail(option, path_, "it is not a regular file");
    remove_abandoned_files(path_);
    error = try_replacing_file(path_);
    if (error)
        fail(option, path_, error.message());
}

void OutFile::write(const std::string &text) const
{
    if (!path_.empty())
        replace(path_, text, option_);
}

void write_file(const std::string &path, const std::string &text, const std::string &what)
{
    remove_abandoned_files(path);
    replace(path, text, what);
}

} // namespace hashlane
