// SPDX-License-Identifier: MIT
#include "replace_file.h"

#include "host.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>

namespace hashlane {
namespace {

// Its own for every write: processes and threads may replace the same file at once.
std::string neighbour_of(const std::string &path)
{
    static std::atomic<unsigned> writes{0};
    return path + "." + std::to_string(process_id()) + "." + std::to_string(writes++) + ".tmp";
}

std::error_code error_number(int number) { return {number, std::generic_category()}; }

std::error_code write_file(const std::string &path, std::string_view content)
{
    std::FILE *file = std::fopen(path.c_str(), "wb");
    if (file == nullptr)
        return error_number(errno);
    const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
    const int error = errno;
    if (std::fclose(file) == 0 && written)
        return {};
    const std::error_code reason = error_number(written ? errno : error);
    std::remove(path.c_str());
    return reason;
}

} // namespace

std::error_code replace_file(const std::string &path, std::string_view content)
{
    const std::string neighbour = neighbour_of(path);
    std::error_code error = write_file(neighbour, content);
    if (error)
        return error;
    std::filesystem::rename(neighbour, path, error);
    if (error)
        std::remove(neighbour.c_str());
    return error;
}

std::error_code try_replacing_file(const std::string &path)
{
    const std::string neighbour = neighbour_of(path);
    const std::error_code error = write_file(neighbour, "");
    if (!error)
        std::remove(neighbour.c_str());
    return error;
}

} // namespace hashlane
