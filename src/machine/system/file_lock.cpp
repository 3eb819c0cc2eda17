// SPDX-License-Identifier: MIT
#include "file_lock.h"

#include "files.h"
#include "hashlane/sha256.h"
#include "text.h"

#include <atomic>
#include <filesystem>
#include <system_error>
#include <thread>

#if defined(_WIN32)
#include <windows.h>
#else
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#endif
#if defined(__linux__)
#include <algorithm>
#include <array>
#include <cstddef>
#include <ctime>
#include <fstream>
#include <iterator>
#include <sstream>
#include <sys/socket.h>
#include <sys/un.h>
#include <utility>
#endif

namespace hashlane::machine {

const char *const written_by_another = "is being written by another process";

namespace {

namespace fs = std::filesystem;

constexpr std::intptr_t not_locked = -1;

std::atomic<TellOfNoLock> still_to_tell = nullptr;

void tell_once(const std::string &path, const std::error_code &why)
{
    const TellOfNoLock tell = still_to_tell.exchange(nullptr);
    if (tell != nullptr)
        tell(path, why.message());
}

#if defined(_WIN32)

// The file's handle, or not_locked if another process has the lock. A lock file is opened by one
// process at a time, so that it is removed as soon as that one closes it: it has to be looked at
// before.
std::intptr_t try_to_lock_file(const std::string &path, bool is_temporary)
{
    std::error_code is_missing;
    if (is_temporary && fs::file_size(path, is_missing) != 0 && !is_missing)
        throw std::system_error(refused(Refusal::not_a_lock));
    const HANDLE file = CreateFileA(
        path.c_str(), GENERIC_READ | GENERIC_WRITE,
        is_temporary ? 0 : FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
        OPEN_ALWAYS, is_temporary ? FILE_FLAG_DELETE_ON_CLOSE : FILE_ATTRIBUTE_NORMAL, nullptr);
    const DWORD error = GetLastError();
    if (file == INVALID_HANDLE_VALUE && is_temporary && error == ERROR_SHARING_VIOLATION)
        return not_locked;
    if (file == INVALID_HANDLE_VALUE)
        throw std::system_error(static_cast<int>(error), std::system_category());
    if (is_temporary) { // by its handle: no other can be opened
        FILETIME now;
        GetSystemTimeAsFileTime(&now);
        SetFileTime(file, nullptr, nullptr, &now);
    }
    // A byte far beyond the end: those that are locked cannot be read or written by others.
    OVERLAPPED at{};
    at.OffsetHigh = 0x7fffffff;
    constexpr DWORD at_once = LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY;
    if (is_temporary || LockFileEx(file, at_once, 0, 1, 0, &at) != 0)
        return reinterpret_cast<std::intptr_t>(file);
    const DWORD problem = GetLastError();
    if (problem == ERROR_LOCK_VIOLATION) {
        CloseHandle(file);
        return not_locked;
    }
    tell_once(path, {static_cast<int>(problem), std::system_category()});
    return reinterpret_cast<std::intptr_t>(file);
}

void unlock(std::intptr_t handle, const std::string & /*path*/, bool /*is_temporary*/)
{
    CloseHandle(reinterpret_cast<HANDLE>(handle));
}

#else

// Whoever held it may have removed the file in the meantime.
bool is_still_at(const std::string &path, int file)
{
    struct stat ours{}, there{};
    return fstat(file, &ours) == 0 && stat(path.c_str(), &there) == 0 &&
           ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
}

// A file with content is no lock file of ours, and stays.
bool is_empty_file(int file)
{
    struct stat status{};
    return fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0;
}

// Returns a negative number with errno.
int open_to_lock(const std::string &path, bool is_temporary)
{
    // Others may have put something else in its place by now.
    const int usual = O_NOCTTY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    int file = open(path.c_str(), O_RDWR | O_CREAT | usual, 0666);
    // Another user's lock file can be locked, too, if it is not to be written to.
    if (file < 0 && errno == EACCES && is_temporary) {
        file = open(path.c_str(), O_RDONLY | usual);
        if (file < 0 && errno == ENOENT)
            errno = EACCES; // it could not be made
    }
    return file;
}

// The file's number, or not_locked if another process has the lock.
std::intptr_t try_to_lock_file(const std::string &path, bool is_temporary)
{
    for (;;) {
        const int file = open_to_lock(path, is_temporary);
        if (file < 0 && errno == EINTR)
            continue;
        if (file < 0)
            throw std::system_error(errno, std::generic_category());
        if (is_temporary && !is_empty_file(file)) {
            close(file);
            throw std::system_error(refused(Refusal::not_a_lock));
        }
        int result = flock(file, LOCK_EX | LOCK_NB);
        while (result != 0 && errno == EINTR)
            result = flock(file, LOCK_EX | LOCK_NB);
        // Any other error is that of a file system or a sandbox without locks.
        const int problem = result != 0 ? errno : 0;
        const bool is_anothers = problem == EWOULDBLOCK;
        if (!is_anothers && is_still_at(path, file)) {
            if (problem != 0)
                tell_once(path, {problem, std::generic_category()});
            return file;
        }
        close(file);
        if (is_anothers)
            return not_locked;
    }
}

void unlock(std::intptr_t handle, const std::string &path, bool is_temporary)
{
    const int file = static_cast<int>(handle);
    if (is_temporary && is_still_at(path, file) && is_empty_file(file))
        unlink(path.c_str()); // while it is locked: nobody else can have it
    close(file);
}

#endif

// ---- Names instead of files ----

// Linux has sockets without a file, whose name one process of a machine has at a time. Unlike a
// file in /tmp such a name is seen where each job has a /tmp of its own, no umask hides it from
// other users, and nothing can lie in its place. A container with a network of its own has names of
// its own.
#if defined(__linux__)

bool is_name(FileLock::On on) { return on == FileLock::On::machine; }

// Hosts may have names of 255 bytes, which differ anywhere.
std::string shortened(const std::string &name)
{
    if (name.size() < sizeof sockaddr_un::sun_path)
        return name;
    std::array<std::uint8_t, HASHLANE_SHA256_BYTES> digest;
    hashlane_sha256(name.data(), name.size(), digest.data());
    return hex_text(digest);
}

class NamedSocket {
public:
    explicit NamedSocket(const std::string &name)
        : number_(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0))
    {
        if (number_ < 0)
            throw std::system_error(errno, std::generic_category());
        const std::string taken = shortened(name);
        address_.sun_family = AF_UNIX;
        std::ranges::copy(taken, address_.sun_path + 1); // after a zero
        size_ = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + taken.size());
    }
    NamedSocket(const NamedSocket &) = delete;
    NamedSocket &operator=(const NamedSocket &) = delete;
    ~NamedSocket()
    {
        if (number_ >= 0)
            close(number_);
    }

    // The descriptor, which has the name until it is closed; or not_locked if another one has it.
    std::intptr_t take_name()
    {
        if (bind(number_, address(), size_) == 0) {
            // Nobody is answered: whoever connects learns which process this is.
            listen(number_, SOMAXCONN);
            return std::exchange(number_, -1);
        }
        if (errno == EADDRINUSE)
            return not_locked;
        throw std::system_error(errno, std::generic_category());
    }

    // 0 if it cannot be seen from here.
    pid_t owner() const
    {
        ucred owner{};
        socklen_t size = sizeof owner;
        const bool is_known = connect(number_, address(), size_) == 0 &&
                              getsockopt(number_, SOL_SOCKET, SO_PEERCRED, &owner, &size) == 0;
        return is_known ? owner.pid : 0;
    }

private:
    const sockaddr *address() const { return reinterpret_cast<const sockaddr *>(&address_); }

    int number_;
    sockaddr_un address_{};
    socklen_t size_ = 0;
};

std::intptr_t try_to_take_name(const std::string &name) { return NamedSocket(name).take_name(); }

// For how long the process that has the name has been running.
std::optional<std::chrono::seconds> age_of_owner(const std::string &name)
{
    std::ifstream file("/proc/" + std::to_string(NamedSocket(name).owner()) + "/stat");
    const std::string text(std::istreambuf_iterator<char>(file), {});
    std::istringstream words(text.substr(std::min(text.size(), text.rfind(')') + 1)));
    std::string skipped;
    for (int word = 0; word < 19; ++word) // from the state to the one before the start (proc(5))
        words >> skipped;
    long long start = 0;
    timespec now{};
    if (!(words >> start) || clock_gettime(CLOCK_BOOTTIME, &now) != 0)
        return std::nullopt;
    return std::chrono::seconds(now.tv_sec - start / sysconf(_SC_CLK_TCK));
}

#else

bool is_name(FileLock::On /*on*/) { return false; }
std::intptr_t try_to_take_name(const std::string & /*name*/) { return not_locked; }
std::optional<std::chrono::seconds> age_of_owner(const std::string & /*name*/) { return {}; }

#endif

// A file that exists while it is locked.
bool is_temporary(FileLock::On on) { return on != FileLock::On::file_itself && !is_name(on); }

// For systems without names: one folder of all users, on Windows of all processes of one.
fs::path lock_folder()
{
#if defined(_WIN32)
    return fs::temp_directory_path();
#else
    return "/tmp"; // not TMPDIR, of which each job may have its own
#endif
}

// Puts in the place of the path what its links lead to. Throws where it must not be written to.
std::string target_of(std::string path)
{
    if (const std::error_code error = find_target(path))
        throw std::system_error(error);
    return path;
}

// A lock file is that of the file to which all names lead. It is opened by its own name, and so is
// no link.
std::string what_is_locked(const std::string &path, FileLock::On on)
{
    if (is_name(on))
        return '@' + path;
    if (on == FileLock::On::file_itself)
        return target_of(path);
    const std::string file =
        on == FileLock::On::machine ? (lock_folder() / path).string() : target_of(path);
    const std::string lock = file + ".lock";
    target_of(lock);
    return lock;
}

std::intptr_t try_to_lock(const std::string &locked, FileLock::On on)
{
    return is_name(on) ? try_to_take_name(locked.substr(1))
                       : try_to_lock_file(locked, is_temporary(on));
}

} // namespace

FileLock::FileLock(const std::string &path, On on, std::chrono::milliseconds patience)
    : on_(on), locked_(what_is_locked(path, on))
{
    constexpr auto nap = std::chrono::milliseconds(10);
    const auto end = std::chrono::steady_clock::now() + patience;
    for (;;) {
        handle_ = try_to_lock(locked_, on_);
        // A killed process leaves its lock file behind; another user's stays as old as it is.
        if (is_held() && is_temporary(on_)) {
            std::error_code ignored;
            fs::last_write_time(locked_, fs::file_time_type::clock::now(), ignored);
        }
        if (is_held() || std::chrono::steady_clock::now() >= end)
            return;
        std::this_thread::sleep_for(nap);
    }
}

std::optional<std::chrono::seconds> FileLock::held_by_another_for() const
{
    if (!is_held() && is_name(on_))
        return age_of_owner(locked_.substr(1));
    std::error_code error;
    const fs::file_time_type begin = fs::last_write_time(locked_, error);
    if (is_held() || error)
        return std::nullopt;
    return std::chrono::duration_cast<std::chrono::seconds>(fs::file_time_type::clock::now() -
                                                            begin);
}

void tell_of_no_lock(TellOfNoLock tell) { still_to_tell = tell; }

FileLock::~FileLock()
{
    if (is_held())
        unlock(handle_, locked_, is_temporary(on_));
}

} // namespace hashlane::machine
