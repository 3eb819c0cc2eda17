// SPDX-License-Identifier: MIT
#include "run_opener.h"

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

extern char **environ; // NOLINT: POSIX has it in no header

namespace hashlane {
namespace {

constexpr auto time_to_fail = std::chrono::seconds(2);
constexpr auto between_looks = std::chrono::milliseconds(20);

// In a process group of its own, so that an interrupt of ours does not end the browser.
int spawn(const std::string &program, const std::string &file, pid_t &process)
{
    posix_spawn_file_actions_t streams;
    posix_spawn_file_actions_init(&streams);
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        posix_spawn_file_actions_addopen(&streams, descriptor, "/dev/null", O_RDWR, 0);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::string name = program, path = file;
    char *const arguments[] = {name.data(), path.data(), nullptr};
    const int error =
        posix_spawnp(&process, program.c_str(), &streams, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&streams);
    return error;
}

} // namespace

std::string run_opener(const std::string &program, const std::string &file)
{
    pid_t process = 0;
    if (const int error = spawn(program, file, process))
        return error == ENOENT ? "there is no " + program
                               : program + ": " + std::generic_category().message(error);
    const auto end = std::chrono::steady_clock::now() + time_to_fail;
    while (std::chrono::steady_clock::now() < end) {
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

} // namespace hashlane
