// SPDX-License-Identifier: MIT
#include "cli/messages.h"
#include "support/files.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>
#include <sys/resource.h>
#include <unistd.h>

namespace hashlane::test {
namespace {

// Files cannot grow beyond `bytes` for as long as it lives.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN))
    {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit full{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &full);
    }
    ~FullDisk()
    {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FullDisk(const FullDisk &) = delete;
    FullDisk &operator=(const FullDisk &) = delete;

private:
    rlimit before_{};
    void (*handler_)(int);
};

TEST(Print, WhatFollowsALineThatWasCutBeginsItsOwn)
{
    const std::string path = scratch_path("printed");
    std::fflush(stdout);
    const int before = dup(STDOUT_FILENO);
    ASSERT_NE(std::freopen(path.c_str(), "w", stdout), nullptr);
    cli::print("whole\n");
    {
        const FullDisk full(9);
        cli::print("a line that is cut\n");
        cli::print("a line that is lost\n");
    }
    cli::print("next\n");
    cli::print("last\n");
    std::fflush(stdout);
    dup2(before, STDOUT_FILENO);
    close(before);
    EXPECT_EQ(read_file(path), "whole\na l\nnext\nlast\n");
    std::remove(path.c_str());
    // It is not forgotten, and nothing but a wrong result and an interrupt counts for more.
    EXPECT_EQ(cli::code_after_failures(cli::exit_ok), cli::exit_usage);
    EXPECT_EQ(cli::code_after_failures(cli::exit_regression), cli::exit_usage);
    EXPECT_EQ(cli::code_after_failures(cli::exit_wrong_digest), cli::exit_wrong_digest);
    EXPECT_EQ(cli::code_after_failures(cli::exit_interrupted), cli::exit_interrupted);
}

} // namespace
} // namespace hashlane::test
