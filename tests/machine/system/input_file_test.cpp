// SPDX-License-Identifier: MIT
#include "machine/system/input_file.h"

#include "support/files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string_view>
#include <sys/resource.h>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace hashlane::test {
namespace {

using machine::InputFile;

std::error_code failure_of(const std::function<void()> &use)
{
    try {
        use();
    } catch (const std::system_error &error) {
        return error.code();
    }
    return {};
}

class InputFiles : public testing::Test {
protected:
    std::string in_folder(const std::string &name) const { return folder_.path() + "/" + name; }

    std::string read(InputFile &file, std::size_t bytes)
    {
        const std::size_t done = file.read(std::span(buffer_).first(bytes));
        return {buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(done)};
    }

    std::string read_some(InputFile &file)
    {
        const std::size_t done = file.read_some(buffer_);
        return {buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(done)};
    }

private:
    const ScratchFolder folder_;
    std::array<std::uint8_t, 4096> buffer_{};
};

TEST_F(InputFiles, ARegularFileIsReadInPieces)
{
    std::ofstream(in_folder("file")) << "one two three";
    InputFile file(in_folder("file"));
    EXPECT_EQ(file.size_of_regular(), 13U);
    EXPECT_EQ(read(file, 4), "one ");
    InputFile moved = std::move(file);
    EXPECT_EQ(read(moved, 4), "two ");
    EXPECT_EQ(read(moved, 100), "three");
    EXPECT_EQ(read(moved, 100), "");
}

TEST_F(InputFiles, AFileThatGrewIsReadOn)
{
    std::ofstream(in_folder("file")) << "first";
    InputFile file(in_folder("file"));
    EXPECT_EQ(read(file, 100), "first");
    std::ofstream(in_folder("file"), std::ios::app) << " second";
    EXPECT_EQ(read(file, 100), " second");
}

TEST_F(InputFiles, WhatCannotBeReadHasItsReason)
{
    EXPECT_EQ(failure_of([&] { InputFile(in_folder("absent")); }),
              std::errc::no_such_file_or_directory);
    InputFile folder(in_folder(""));
    EXPECT_EQ(folder.size_of_regular(), std::nullopt);
    EXPECT_EQ(failure_of([&] { read(folder, 1); }), std::errc::is_a_directory);
}

// Its writer is still there: the end of the input would wake a reader as well.
TEST_F(InputFiles, APipeGivesWhatIsWrittenWhenItIsWritten)
{
    ASSERT_EQ(mkfifo(in_folder("pipe").c_str(), 0600), 0);
    InputFile pipe(in_folder("pipe"));
    EXPECT_EQ(pipe.size_of_regular(), std::nullopt);
    const int writer = open(in_folder("pipe").c_str(), O_WRONLY | O_CLOEXEC);
    ASSERT_GE(writer, 0);
    for (const std::string_view piece : {"one", "two"}) {
        ASSERT_EQ(write(writer, piece.data(), piece.size()), 3);
        EXPECT_EQ(read_some(pipe), piece);
    }
    ASSERT_EQ(write(writer, "three", 5), 5);
    close(writer);
    EXPECT_EQ(read(pipe, 100), "three");
    EXPECT_EQ(read(pipe, 100), "");
}

TEST_F(InputFiles, APipeIsReadUntilItIsFullOrAtItsEnd)
{
    ASSERT_EQ(mkfifo(in_folder("pipe").c_str(), 0600), 0);
    InputFile pipe(in_folder("pipe"));
    const int writer = open(in_folder("pipe").c_str(), O_WRONLY | O_CLOEXEC);
    ASSERT_GE(writer, 0);
    std::thread other([writer] {
        for (const std::string_view piece : {"one", "two", "three"}) {
            EXPECT_EQ(write(writer, piece.data(), piece.size()), std::ssize(piece));
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
        }
        close(writer);
    });
    EXPECT_EQ(read(pipe, 8), "onetwoth");
    EXPECT_EQ(read(pipe, 100), "ree");
    other.join();
}

TEST_F(InputFiles, APipeWithoutAWriterIsWaitedForUntilTheTimeIsUp)
{
    ASSERT_EQ(mkfifo(in_folder("pipe").c_str(), 0600), 0);
    InputFile pipe(in_folder("pipe"));
    const int writer = open(in_folder("pipe").c_str(), O_WRONLY | O_CLOEXEC);
    ASSERT_GE(writer, 0);
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(150);
    pipe.give_up_at(end);
    EXPECT_EQ(failure_of([&] { read(pipe, 1); }), std::errc::timed_out);
    EXPECT_GE(std::chrono::steady_clock::now(), end);
    close(writer);
}

TEST(OpenFiles, AreAsManyAsTheUserMayHave)
{
    const std::size_t most = machine::most_open_files();
    rlimit limit{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
    EXPECT_GE(limit.rlim_cur, std::min<rlim_t>(limit.rlim_max, 10'240));
    EXPECT_EQ(most, std::max<rlim_t>(std::min<rlim_t>(limit.rlim_cur, 10'240), 33) - 32);
}

} // namespace
} // namespace hashlane::test
