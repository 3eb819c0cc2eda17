// SPDX-License-Identifier: MIT
#include "out_file.h"

#include "../system/host.h"
#include "exit_code.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace hashlane {
namespace {

constexpr const char *option = "--out";

[[noreturn]] void fail(const std::string &what, const std::string &path, const std::string &reason)
{
    throw Failure(fmt::format("{}: cannot write '{}': {}", what, path, reason));
}

std::string neighbour(const std::string &path)
{
    return fmt::format("{}.{}.tmp", path, process_id());
}

void write_neighbour(const std::string &path, const std::string &text, const std::string &what)
{
    const std::string name = neighbour(path);
    std::FILE *file = std::fopen(name.c_str(), "wb");
    if (file == nullptr)
        fail(what, path, std::strerror(errno));
    const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    const int error = errno;
    if (std::fclose(file) != 0 || !written) {
        std::remove(name.c_str());
        fail(what, path, std::strerror(written ? errno : error));
    }
}

} // namespace

OutFile::OutFile(std::string path) : path_(std::move(path))
{
    if (path_.empty())
        return;
    std::error_code error;
    const auto status = std::filesystem::status(path_, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        fail(option, path_, "it is not a regular file");
    write_neighbour(path_, "", option);
    std::remove(neighbour(path_).c_str());
}

void OutFile::write(const std::string &text) const
{
    if (!path_.empty())
        replace_file(path_, text, option);
}

void replace_file(const std::string &path, const std::string &text, const std::string &what)
{
    write_neighbour(path, text, what);
    std::error_code error;
    std::filesystem::rename(neighbour(path), path, error);
    if (error) {
        std::remove(neighbour(path).c_str());
        fail(what, path, error.message());
    }
}

} // namespace hashlane
