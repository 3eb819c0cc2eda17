// SPDX-License-Identifier: MIT
#include "files.h"

#include <array>
#include <cctype>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>

#if defined(_WIN32)
#include <io.h>
#include <windows.h>
#else
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace hashlane {
namespace {

#if defined(_WIN32)

// The system's own read() takes an int; a piece of this size is no slower.
constexpr std::size_t most_at_once = 1 << 20;

int open_to_read(const char *path, Owner /*owner*/)
{
    return _open(path, _O_RDONLY | _O_BINARY | _O_NOINHERIT);
}

auto read_some(int file, char *to, std::size_t bytes)
{
    return _read(file, to, static_cast<unsigned>(std::min(bytes, most_at_once)));
}

void close_file(int file) { _close(file); }

// Found before a file is opened: a directory cannot be. A user's folders are the user's alone, and
// pipes are no files.
const char *problem_before_opening(const char *path)
{
    const DWORD attributes = GetFileAttributesA(path);
    const bool is_directory =
        attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    return is_directory ? "it is a directory" : "";
}

const char *problem_with(int /*file*/, const char * /*path*/, Owner /*owner*/) { return ""; }

bool is_separator(char c) { return c == '\\' || c == '/'; }

// C:\somewhere, or \\server\share.
bool is_absolute(const char *path)
{
    if (std::strlen(path) < 3)
        return false;
    const bool on_a_drive = std::isalpha(static_cast<unsigned char>(path[0])) != 0 &&
                            path[1] == ':' && is_separator(path[2]);
    return on_a_drive || (is_separator(path[0]) && is_separator(path[1]));
}

#else

int open_to_read(const char *path, Owner owner)
{
    const int no_link = owner == Owner::this_user ? O_NOFOLLOW : 0;
    return open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | no_link);
}

auto read_some(int file, char *to, std::size_t bytes) { return ::read(file, to, bytes); }

void close_file(int file) { close(file); }

const char *problem_before_opening(const char * /*path*/) { return ""; }

bool only_this_user_writes(const struct stat &status)
{
    return status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool only_this_user_writes_beside(const char *path)
{
    const char *const slash = std::strrchr(path, '/');
    const auto bytes = slash == nullptr ? 0 : static_cast<std::size_t>(slash - path);
    PathText folder(slash == nullptr ? "." : "/");
    if (bytes != 0)
        folder = std::string_view(path, bytes);
    struct stat status{};
    return !folder.overflowed() && stat(folder.c_str(), &status) == 0 &&
           only_this_user_writes(status);
}

const char *problem_with(int file, const char *path, Owner owner)
{
    struct stat status{};
    if (fstat(file, &status) != 0)
        return std::strerror(errno);
    if (S_ISDIR(status.st_mode))
        return "it is a directory";
    if (!S_ISREG(status.st_mode))
        return "it is not a regular file";
    if (owner == Owner::this_user &&
        (!only_this_user_writes(status) || !only_this_user_writes_beside(path)))
        return "another user can write to it";
    return "";
}

bool is_absolute(const char *path) { return *path == '/'; }

#endif

// In a program that runs with another user's rights, nothing that its caller says.
const char *variable_of_user(const char *name)
{
#if defined(__linux__)
    return secure_getenv(name);
#elif defined(__APPLE__)
    return issetugid() != 0 ? nullptr : std::getenv(name);
#else
    return std::getenv(name);
#endif
}

// Returns an absolute path, or nothing: the XDG specification has relative ones ignored.
PathText directory_from(const char *variable)
{
    const char *const value = variable_of_user(variable);
    return value != nullptr && is_absolute(value) ? value : "";
}

} // namespace

OpenFile::OpenFile(const char *path, Owner owner)
{
    problem_ = problem_before_opening(path);
    if (!problem_.empty())
        return;
    descriptor_ = open_to_read(path, owner);
    if (descriptor_ < 0)
        fail(errno);
    else
        problem_ = problem_with(descriptor_, path, owner);
}

OpenFile::~OpenFile()
{
    if (descriptor_ >= 0)
        close_file(descriptor_);
}

void OpenFile::fail(int error)
{
    is_missing_ = error == ENOENT || error == ENOTDIR;
    problem_ = std::strerror(error);
}

std::size_t OpenFile::read(char *to, std::size_t bytes)
{
    std::size_t done = 0;
    while (problem_.empty() && done < bytes) {
        const auto more = read_some(descriptor_, to + done, bytes - done);
        if (more > 0)
            done += static_cast<std::size_t>(more);
        else if (more == 0)
            break;
        else if (errno != EINTR)
            fail(errno);
    }
    return done;
}

#if defined(_WIN32)

const char *const cache_directory_advice = "set LOCALAPPDATA to an absolute path";

PathText user_cache_directory() { return directory_from("LOCALAPPDATA"); }

#elif defined(__APPLE__)

const char *const cache_directory_advice = "set HOME to an absolute path";

PathText user_cache_directory()
{
    PathText home = directory_from("HOME");
    return home.empty() ? home : home += "/Library/Caches";
}

#else

const char *const cache_directory_advice = "set HOME or XDG_CACHE_HOME to an absolute path";

PathText user_cache_directory()
{
    const PathText cache = directory_from("XDG_CACHE_HOME");
    PathText home = directory_from("HOME");
    if (!cache.empty() || home.empty())
        return cache;
    return home += "/.cache";
}

#endif

#if defined(__linux__)

MicrocodeText microcode_revision()
{
    // The first CPU's entry; the file of a large machine is long and slow to read.
    char start[4096];
    OpenFile file("/proc/cpuinfo", Owner::anyone);
    return microcode_in(std::string_view(start, file.read(start, sizeof start)));
}

#elif defined(_WIN32)

MicrocodeText microcode_revision()
{
    // MSR 8BH as Windows found it: the revision is in its upper half, on AMD in its lower.
    std::array<std::uint32_t, 2> halves{};
    DWORD size = sizeof halves;
    const LSTATUS status =
        RegGetValueA(HKEY_LOCAL_MACHINE, R"(HARDWARE\DESCRIPTION\System\CentralProcessor\0)",
                     "Update Revision", RRF_RT_REG_BINARY, nullptr, halves.data(), &size);
    const std::uint32_t revision = halves[1] != 0 ? halves[1] : halves[0];
    if (status != ERROR_SUCCESS || revision == 0)
        return "unknown";
    char text[16];
    std::snprintf(text, sizeof text, "0x%x", static_cast<unsigned>(revision));
    return text;
}

#else

MicrocodeText microcode_revision() { return "unknown"; }

#endif

MicrocodeText microcode_in(std::string_view cpuinfo)
{
    constexpr std::string_view name = "\nmicrocode\t: ";
    const std::size_t at = cpuinfo.find(name);
    if (at == std::string_view::npos)
        return "unknown";
    cpuinfo.remove_prefix(at + name.size());
    const std::size_t end = cpuinfo.find('\n');
    if (end == 0 || end == std::string_view::npos)
        return "unknown";
    cpuinfo.remove_suffix(cpuinfo.size() - end);
    return cpuinfo;
}

} // namespace hashlane
