// SPDX-License-Identifier: MIT
#include "child_process.h"

#include "text.h"

#include <fmt/format.h>

#if defined(_WIN32)
#include <cstdint>
#include <windows.h>
// After windows.h, whose types it uses.
#include <shellapi.h>
#else
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

extern char **environ; // NOLINT: POSIX has it in no header
#endif
#if defined(__linux__)
#include <algorithm>
#include <cstring>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#endif

namespace hashlane::machine {

#if !defined(_WIN32)

namespace {

using Clock = std::chrono::steady_clock;

// The settings for starting a program in a process group of its own, which an interrupt of this
// process does not reach.
class SpawnActions {
public:
    SpawnActions()
    {
        posix_spawn_file_actions_init(&files_);
        posix_spawnattr_init(&attributes_);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
    }
    ~SpawnActions()
    {
        posix_spawn_file_actions_destroy(&files_);
        posix_spawnattr_destroy(&attributes_);
    }
    SpawnActions(const SpawnActions &) = delete;
    SpawnActions &operator=(const SpawnActions &) = delete;

    void open_nothing(int descriptor, int flags)
    {
        posix_spawn_file_actions_addopen(&files_, descriptor, "/dev/null", flags, 0);
    }
    void duplicate(int from, int to) { posix_spawn_file_actions_adddup2(&files_, from, to); }

    // Finds the program on the PATH. 0, or the system's error.
    int spawn(pid_t &child, const char *program, const char *name, const char *argument) const
    {
        // Inherited as ignored, the system would throw away the child's status, and its number.
        std::signal(SIGCHLD, SIG_DFL);
        char *const arguments[] = {const_cast<char *>(name), const_cast<char *>(argument), nullptr};
        return posix_spawnp(&child, program, &files_, &attributes_, arguments, environ);
    }

private:
    posix_spawn_file_actions_t files_;
    posix_spawnattr_t attributes_;
};

} // namespace

#endif

// ---- This program again, as a child process ----

#if defined(__linux__)

namespace {

constexpr int conversation = 3; // the child's end
constexpr std::size_t most_answer_bytes = std::size_t{64} << 20;
constexpr int cannot_answer = 74; // sysexits.h: EX_IOERR

struct Socket {
    const int number;
    explicit Socket(int open) : number(open) {}
    ~Socket() { close(number); }
    Socket(const Socket &) = delete;
    Socket &operator=(const Socket &) = delete;
};

int spawn_child(pid_t &number, int child_end, const Child &child)
{
    SpawnActions actions;
    actions.open_nothing(STDIN_FILENO, O_RDONLY);
    if (!child.program.empty())
        actions.open_nothing(STDERR_FILENO, O_WRONLY);
    actions.duplicate(STDERR_FILENO, STDOUT_FILENO);
    actions.duplicate(child_end, conversation);
    if (child.program.empty())
        return actions.spawn(number, "/proc/self/exe", "hashlane", child.argument);
    return actions.spawn(number, child.program.c_str(), child.program.c_str(), child.argument);
}

bool send_all(int socket, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = send(socket, text.data(), text.size(), MSG_NOSIGNAL);
        if (written < 0 && errno != EINTR)
            return false;
        text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
    return shutdown(socket, SHUT_WR) == 0;
}

struct Reading {
    bool ended = false; ///< before the deadline and `stop`
    int error = 0;      ///< of the system
    std::string text;
};

Reading read_until(int socket, Clock::time_point deadline, const std::atomic<bool> &stop)
{
    Reading reading;
    // A signal may arrive on another thread; and polling takes time from the measured work.
    constexpr auto longest = std::chrono::milliseconds(200);
    for (auto now = Clock::now(); !stop && now < deadline; now = Clock::now()) {
        pollfd waiting{socket, POLLIN, 0};
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - now);
        if (poll(&waiting, 1, static_cast<int>(std::min(longest, left).count())) <= 0)
            continue;
        char buffer[1 << 16];
        const ssize_t read = recv(socket, buffer, sizeof buffer, 0);
        if (read < 0 && errno != EINTR)
            reading.error = errno;
        reading.ended = read == 0 || reading.error != 0 || reading.text.size() > most_answer_bytes;
        if (reading.ended)
            return reading;
        reading.text.append(buffer, static_cast<std::size_t>(std::max<ssize_t>(read, 0)));
    }
    return reading;
}

// An answer ends with a byte of its own: a child that dies in the middle has not written one.
constexpr char end_of_answer = '.';

// Waits until the child has ended, but leaves it to be collected: its number is taken until then.
bool ends_in_time(pid_t child, Clock::time_point deadline, const std::atomic<bool> &stop)
{
    constexpr auto nap = std::chrono::milliseconds(1);
    for (; !stop && Clock::now() < deadline; std::this_thread::sleep_for(nap)) {
        siginfo_t ended{};
        if (waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
            ended.si_pid == child)
            return true;
    }
    return false;
}

// Ends it and whatever it has started, and returns its status.
int collect(pid_t child)
{
    kill(-child, SIGKILL);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

std::string describe_end(int status)
{
    if (WIFEXITED(status) && WEXITSTATUS(status) == cannot_answer)
        return "its process could not read what it was asked, or not send an answer";
    if (!WIFSIGNALED(status))
        return "it ended the process with exit code " + std::to_string(WEXITSTATUS(status));
    if (WTERMSIG(status) == SIGILL)
        return "it executed an instruction that this processor does not have";
    return std::string("it crashed: ") + strsignal(WTERMSIG(status));
}

// For a failure of the system, not the child's. If the child has just died, its status is more
// informative.
[[noreturn]] void fail_with(const char *what, int error, pid_t child, const std::atomic<bool> &stop)
{
    constexpr auto time_to_die = std::chrono::milliseconds(100);
    const bool ended = ends_in_time(child, Clock::now() + time_to_die, stop);
    const int status = collect(child);
    throw ChildFailure(ended ? describe_end(status) : std::string(what) + std::strerror(error));
}

} // namespace

bool has_child_processes() { return true; }

std::optional<std::string> ask_child(const Child &program, std::string_view request,
                                     double deadline_seconds, const std::atomic<bool> &stop)
{
    const auto deadline = Clock::now() + steady_duration(deadline_seconds);
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        throw ChildFailure(std::string("no socket: ") + std::strerror(errno));
    const Socket ours(ends[0]);
    pid_t child = 0;
    const int error_of_spawn = spawn_child(child, Socket(ends[1]).number, program);
    if (error_of_spawn != 0)
        throw ChildFailure(std::string("it cannot be started: ") + std::strerror(error_of_spawn));
    if (!send_all(ours.number, request))
        fail_with("its process cannot be asked: ", errno, child, stop);
    auto [closed, error, text] = read_until(ours.number, deadline, stop);
    const bool is_whole = text.ends_with(end_of_answer);
    if (error != 0 && !is_whole)
        fail_with("its answer cannot be read: ", error, child, stop);
    if (text.size() > most_answer_bytes) {
        collect(child);
        throw ChildFailure("its answer has more than 64 MiB");
    }
    // One that has closed its end may still be running.
    const bool ended = closed && (is_whole || ends_in_time(child, deadline, stop));
    const int status = collect(child);
    if (is_whole) {
        text.pop_back();
        return std::move(text);
    }
    if (stop)
        return std::nullopt;
    throw ChildFailure(ended ? describe_end(status)
                             : fmt::format("it did not return within {} s", deadline_seconds));
}

void answer_parent(const std::function<std::string(const std::string &request)> &answer)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The process ends by its own fatal signals, even if a sanitizer would report them instead.
    for (const int fatal : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP})
        std::signal(fatal, SIG_DFL);
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    fcntl(conversation, F_SETFD, FD_CLOEXEC);
    std::string request;
    char buffer[4096];
    ssize_t got = 0;
    do {
        got = read(conversation, buffer, sizeof buffer);
        request.append(buffer, static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    } while (got > 0 || (got < 0 && errno == EINTR));
    if (got < 0 && errno != EBADF) // as without a request
        _exit(cannot_answer);
    if (request.empty())
        return;
    if (!send_all(conversation, answer(request) + end_of_answer))
        _exit(cannot_answer);
    std::_Exit(EXIT_SUCCESS); // without what a plug-in may have registered for the end
}

#else

bool has_child_processes() { return false; }

std::optional<std::string> ask_child(const Child &, std::string_view, double,
                                     const std::atomic<bool> &)
{
    throw ChildFailure("this system has no such processes");
}

void answer_parent(const std::function<std::string(const std::string &request)> &) {}

#endif

// ---- What the desktop opens ----

#if defined(_WIN32)

std::string open_in_browser(const std::filesystem::path &file)
{
    constexpr std::intptr_t highest_error = 32; // of ShellExecute's
    const HINSTANCE result =
        ShellExecuteW(nullptr, L"open", file.c_str(), nullptr, nullptr, SW_SHOWNORMAL);
    const auto code = reinterpret_cast<std::intptr_t>(result);
    return code > highest_error ? "" : "ShellExecute failed with code " + std::to_string(code);
}

#else

namespace {

constexpr auto time_to_fail = std::chrono::seconds(2);
constexpr auto between_looks = std::chrono::milliseconds(20);

// Runs `program FILE`, found on the PATH, without our streams. It has two seconds to fail; if it
// runs on it is left alone. Why it failed, or empty.
std::string run_opener(const std::string &program, const std::string &file)
{
    SpawnActions actions;
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        actions.open_nothing(descriptor, O_RDWR);
    pid_t process = 0;
    if (const int error = actions.spawn(process, program.c_str(), program.c_str(), file.c_str()))
        return error == ENOENT ? "there is no " + program
                               : program + ": " + std::generic_category().message(error);
    const auto end = Clock::now() + time_to_fail;
    while (Clock::now() < end) {
        int status = 0;
        if (waitpid(process, &status, WNOHANG) != process) {
            std::this_thread::sleep_for(between_looks);
            continue;
        }
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
            return "";
        return program + (WIFEXITED(status)
                              ? " failed with exit code " + std::to_string(WEXITSTATUS(status))
                              : " was killed by signal " + std::to_string(WTERMSIG(status)));
    }
    return "";
}

} // namespace

std::string open_in_browser(const std::filesystem::path &file)
{
#if defined(__APPLE__)
    return run_opener("open", file.string());
#else
    const auto is_set = [](const char *variable) {
        const char *const value = std::getenv(variable);
        return value != nullptr && *value != '\0';
    };
    // Without a display xdg-open would look for a browser that runs in a terminal.
    if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY"))
        return "there is no desktop: neither DISPLAY nor WAYLAND_DISPLAY is set";
    return run_opener("xdg-open", file.string());
#endif
}

#endif

} // namespace hashlane::machine
