// SPDX-License-Identifier: MIT
#include "machine/system/terminal.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <functional>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace hashlane::test {
namespace {

// Starts a process that writes `bytes` bytes to a pipe as its standard output and ends with
// write_all()'s error; returns the pipe's other end.
int start_writer(std::size_t bytes, pid_t &writer)
{
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    EXPECT_NE(fcntl(ends[1], F_SETFL, O_NONBLOCK), -1);
    std::fflush(stdout); // or the sanitizers' exit writes what is left, in the child as well
    writer = fork();
    if (writer == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        _exit(machine::write_all(machine::Stream::out, std::string(bytes, 'x')).value());
    }
    close(ends[1]);
    return ends[0];
}

TEST(WriteAll, WaitsForASlowReader)
{
    constexpr std::size_t wanted = 1 << 20; // more than a pipe holds
    pid_t writer = 0;
    const int from = start_writer(wanted, writer);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    std::size_t got = 0;
    char part[4096];
    for (ssize_t bytes = 0; (bytes = read(from, part, sizeof part)) > 0;)
        got += static_cast<std::size_t>(bytes);
    close(from);
    int status = 0;
    ASSERT_EQ(waitpid(writer, &status, 0), writer);
    EXPECT_EQ(WEXITSTATUS(status), 0);
    EXPECT_EQ(got, wanted);
}

// Returns what `body` returns in a process of its own.
int in_a_process(const std::function<int()> &body)
{
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0)
        _exit(body());
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(StandardStreams, NoFileGetsTheNumberOfAClosedOne)
{
    for (const int closed : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        EXPECT_GT(in_a_process([closed] {
                      close(closed);
                      machine::set_up_standard_streams();
                      return open("/dev/null", O_RDONLY | O_CLOEXEC);
                  }),
                  STDERR_FILENO)
            << closed;
}

TEST(StandardStreams, ThoseThatAreOpenStay)
{
    EXPECT_EQ(in_a_process([] {
                  const int before = fcntl(STDIN_FILENO, F_GETFL);
                  machine::set_up_standard_streams();
                  return fcntl(STDIN_FILENO, F_GETFL) == before ? 0 : 1;
              }),
              0);
}

// 'nohup' has SIGHUP ignored.
TEST(WatchedSignals, AnIgnoredSignalStaysIgnored)
{
    const auto handler_of = [](int signal) {
        struct sigaction action{};
        sigaction(signal, nullptr, &action);
        return action.sa_handler;
    };
    EXPECT_EQ(in_a_process([&] {
                  std::signal(SIGHUP, SIG_IGN);
                  std::signal(SIGTERM, SIG_DFL);
                  machine::watch_interrupts();
                  return handler_of(SIGHUP) == SIG_IGN && handler_of(SIGTERM) != SIG_DFL ? 0 : 1;
              }),
              0);
}

TEST(WatchedSignals, SetBothFlags)
{
    EXPECT_EQ(in_a_process([] {
                  std::signal(SIGTERM, SIG_DFL);
                  machine::watch_interrupts();
                  const bool before = machine::interrupted() || *machine::interrupted_flag() != 0;
                  raise(SIGTERM);
                  raise(SIGTERM); // the same wish
                  return !before && machine::interrupted() && *machine::interrupted_flag() != 0 ? 0
                                                                                                : 1;
              }),
              0);
}

} // namespace
} // namespace hashlane::test
