// SPDX-License-Identifier: MIT
#include "machine/system/terminal.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
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

} // namespace
} // namespace hashlane::test
