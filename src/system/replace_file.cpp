// SPDX-License-Identifier: MIT
#include "replace_file.h"

#include "host.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <random>

namespace hashlane {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t suffix_digits = 16;
constexpr std::string_view ending = ".tmp";
constexpr int most_tries = 100;

// Writing takes milliseconds.
constexpr auto abandoned_after = std::chrono::minutes(10);

std::uint64_t random_number()
{
    try {
        std::random_device source;
        return std::uint64_t{source()} << 32 | source();
    } catch (const std::exception &) { // no source: nobody else has this one at this time
        const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
        return static_cast<std::uint64_t>(now) ^ static_cast<std::uint64_t>(process_id()) << 32;
    }
}

// Another at every call, that nobody can foresee: a name known beforehand could be made a link to
// somebody's file.
std::string neighbour_of(const std::string &path)
{
    std::string suffix;
    for (std::uint64_t rest = random_number(); suffix.size() < suffix_digits; rest >>= 4)
        suffix += "0123456789abcdef"[rest & 15];
    return path + "." + suffix + std::string(ending);
}

bool is_neighbour(const std::string &name, const std::string &of)
{
    if (name.size() != of.size() + 1 + suffix_digits + ending.size() ||
        !name.starts_with(of + ".") || !name.ends_with(ending))
        return false;
    const std::string suffix = name.substr(of.size() + 1, suffix_digits);
    return suffix.find_first_not_of("0123456789abcdef") == std::string::npos;
}

// A new file beside `path`, and its name.
std::error_code write_neighbour(const std::string &path, std::string_view content, Readers readers,
                                std::string &neighbour)
{
    std::error_code error;
    for (int tries = 0; tries < most_tries; ++tries) {
        neighbour = neighbour_of(path);
        error = write_new_file(neighbour, content, path, readers);
        if (error != std::errc::file_exists)
            break;
    }
    return error;
}

} // namespace

std::error_code replace_file(const std::string &path, std::string_view content, Readers readers)
{
    std::string target = path, neighbour;
    std::error_code error = follow_links(target);
    if (!error)
        error = write_neighbour(target, content, readers, neighbour);
    if (error)
        return error;
    fs::rename(neighbour, target, error);
    if (error)
        std::remove(neighbour.c_str());
    return error;
}

std::error_code try_replacing_file(const std::string &path)
{
    std::string target = path, neighbour;
    std::error_code error = follow_links(target);
    if (!error)
        error = write_neighbour(target, "", Readers::owner, neighbour);
    if (!error)
        std::remove(neighbour.c_str());
    return error;
}

void remove_abandoned_files(const std::string &path)
{
    std::string target = path;
    if (follow_links(target))
        return;
    const std::string name = fs::path(target).filename().string();
    const fs::path parent = fs::path(target).parent_path();
    const auto newest = fs::file_time_type::clock::now() - abandoned_after;
    std::error_code end;
    for (fs::directory_iterator entry(parent.empty() ? "." : parent, end), none;
         !end && entry != none; entry.increment(end)) {
        std::error_code error;
        if (is_neighbour(entry->path().filename().string(), name) &&
            entry->symlink_status(error).type() == fs::file_type::regular &&
            entry->last_write_time(error) < newest && !error)
            fs::remove(entry->path(), error);
    }
}

} // namespace hashlane
