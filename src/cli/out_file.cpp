// SPDX-License-Identifier: MIT
#include "out_file.h"

#include "exit_code.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace hashlane {
namespace {

[[noreturn]] void fail(const std::string &path, const std::string &reason)
{
    throw Failure(fmt::format("--out: cannot write '{}': {}", path, reason));
}

std::string neighbour(const std::string &path) { return fmt::format("{}.{}.tmp", path, getpid()); }

void write_neighbour(const std::string &path, const std::string &text)
{
    const std::string name = neighbour(path);
    std::FILE *file = std::fopen(name.c_str(), "wb");
    if (file == nullptr)
        fail(path, std::strerror(errno));
    const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    const int error = errno;
    if (std::fclose(file) != 0 || !written) {
        std::remove(name.c_str());
        fail(path, std::strerror(written ? errno : error));
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
        fail(path_, "it is not a regular file");
    write_neighbour(path_, "");
    std::remove(neighbour(path_).c_str());
}

void OutFile::write(const std::string &text) const
{
    if (path_.empty())
        return;
    write_neighbour(path_, text);
    std::error_code error;
    std::filesystem::rename(neighbour(path_), path_, error);
    if (error) {
        std::remove(neighbour(path_).c_str());
        fail(path_, error.message());
    }
}

} // namespace hashlane
