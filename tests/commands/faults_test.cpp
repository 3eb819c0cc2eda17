// SPDX-License-Identifier: MIT
//
// Streams that are closed, disks that are full, signals: everything possible is measured and kept.

#include "support/program.h"
#include "support/slow_build.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace hashlane::test {
namespace {

using nlohmann::json;

const std::string quick_run =
    "\"$HASHLANE\" run --min-time 0.002 --cpu 0 --filter 'sha256-chain.(ref|portable)' ";

std::size_t files_beside(const std::string &path)
{
    std::size_t files = 0;
    for (const auto &entry :
         std::filesystem::directory_iterator(std::filesystem::path(path).parent_path()))
        if (entry.path().string().starts_with(path + "."))
            ++files;
    return files;
}

TEST(Stderr, ClosedOrFullChangesNothingElse)
{
    for (const char *stream : {"2>&-", "2>/dev/full"}) {
        const Ran ran = shell(quick_run + "--format json " + stream);
        EXPECT_EQ(ran.code, 0) << stream;
        EXPECT_EQ(json::parse(ran.out)["benchmarks"].size(), 2U) << stream;
        EXPECT_EQ(shell(std::string("\"$HASHLANE\" nonsense ") + stream).code, 1) << stream;
    }
}

struct UnwritableOutput {
    const char *stream, *cause;
};

TEST(StandardOutput, WhatKeepsItFromBeingWrittenIsNamed)
{
    for (const auto &[stream, cause] : {UnwritableOutput{">&-", "Bad file descriptor"},
                                        UnwritableOutput{">/dev/full", "No space left on device"}})
        for (const char *command : {"list", "--help", "verify --filter ref", "info",
                                    "run --min-time 0.002 --cpu 0 -q --filter ref"}) {
            const Ran ran = shell(std::string("\"$HASHLANE\" ") + command + " " + stream);
            EXPECT_EQ(ran.code, 1) << command << stream;
            EXPECT_EQ(ran.err,
                      std::string("hashlane: standard output: cannot be written: ") + cause + "\n")
                << command << stream;
        }
}

// A run or a soak goes on where a line cannot be printed, and a wrong result counts for more.
TEST(StandardOutput, ThatCannotBeWrittenCostsNoWrongResult)
{
    const std::string path = scratch_path("wrong.json");
    for (const std::string command :
         {"run --filter 'sha256-chain.portable' --min-time 0.002 -q --out ",
          "soak --filter 'sha256-chain.(ref|portable)' --visit 10ms -q --out "})
        for (const char *stream : {" >&-", " >/dev/full"}) {
            const Ran ran = hashlane(command + path + stream, HASHLANE_MUTANT);
            EXPECT_EQ(ran.code, 2) << command << stream;
            EXPECT_TRUE(contains(ran.err, "standard output: cannot be written: ")) << command;
            const json result = json::parse(read_file(path));
            EXPECT_TRUE(result.contains("soak") ? result["soak"]["complete"] == true &&
                                                      result["soak"]["wrong_results"] > 0
                                                : !result["mismatches"].empty());
            std::remove(path.c_str());
        }
}

// A command's verdict is its exit code, wherever its texts and files could not be written.
TEST(WrongResult, CountsForMoreThanWhatCannotBeWritten)
{
    const std::string folder = scratch_path("wrong");
    const std::string in_folder =
        "rm -rf '" + folder + "' && mkdir '" + folder + "' && cd '" + folder + "' && ";
    const std::string program = "\"$HASHLANE\" ";
    const std::string a_list = "printf 'a' >a && printf '%064d  a\\n' 0 >list; ";
    const std::string a_proof = program +
                                "chain create proof --count 4 --every 100 >log && "
                                "printf x | dd of=proof bs=1 seek=40 conv=notrunc 2>log; ";
    const std::string a_run = program + "run --filter 'sha256-chain.(ref|portable)' "
                                        "--min-time 2ms -q --out run >log 2>&1; ";
    const std::string full_disk = "ulimit -f 0; ";
    for (const std::string &command :
         {program + "verify --filter 'sha256-chain.(ref|portable)' >/dev/full",
          a_list + program + "sum --check list >/dev/full",
          a_proof + program + "chain verify proof >/dev/full",
          a_proof + full_disk + program + "chain verify proof --out result",
          a_run + program + "compare run run --fail-above 5 >/dev/full"}) {
        const Ran ran =
            shell("(" + in_folder + command + "; echo \"code $?\") 2>&1 | cat", HASHLANE_MUTANT);
        EXPECT_TRUE(contains(ran.out, "code 2\n")) << command << "\n" << ran.out;
        EXPECT_TRUE(contains(ran.out, "standard output: cannot be written: ") ||
                    contains(ran.out, "--out: cannot write '"))
            << command << "\n"
            << ran.out;
    }
}

// The first file that is opened gets the lowest free number.
TEST(StandardOutput, NothingForAClosedStreamGetsIntoAFile)
{
    const std::string path = scratch_path("closed.json");
    EXPECT_EQ(shell(quick_run + "--out " + path + " <&- >&- 2>&-").code, 1);
    EXPECT_EQ(json::parse(read_file(path))["benchmarks"].size(), 2U);
    std::remove(path.c_str());
}

// In a shell whose files cannot grow beyond one block of 512 bytes (or 1024).
#if defined(__linux__)

// As in Apptainer, where /scratch may be a link of the system's, whose owner is nobody there.
TEST(OutFile, IsReachedInAContainerByLinksOfTheSystemOutside)
{
    const auto in_container = [](const std::string &mode, const std::string &command) {
        return shell(
            "[ $(id -u) = 0 ] || exit 77; folder=$(mktemp -d) && cd $folder && mkdir own && "
            "chown 12345 own && ln -s own scratch && chmod " +
            mode + " . && setpriv --reuid=12345 --clear-groups unshare --user --map-root-user " +
            command + "; code=$?; ls own; rm -r $folder; exit $code");
    };
    if (in_container("755", "\"$HASHLANE\" --version").code != 0)
        GTEST_SKIP() << "no container of another user can be made here";
    const std::string create = "\"$HASHLANE\" chain create scratch/c --count 1 --every 1";
    const Ran ran = in_container("755", create);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(contains(ran.out, "c.header")) << ran.out;
    const Ran of_anyone = in_container("1777", create);
    EXPECT_EQ(of_anyone.code, 1);
    EXPECT_FALSE(contains(of_anyone.out, "c.header"));
}

#endif

TEST(OutFile, ThatCannotBeWrittenCostsNoRow)
{
    const std::string path = scratch_path("full.json");
    std::ofstream(path) << "old";
    const Ran ran = shell("(ulimit -f 1; " + quick_run + "-q --format csv --out " + path +
                          "; echo \"exit code $?\") | cat");
    EXPECT_EQ(std::ranges::count(ran.out, '\n'), 1 + 2 + 1) << ran.out;
    EXPECT_TRUE(contains(ran.out, "exit code 1\n"));
    EXPECT_EQ(ran.err, "hashlane: --out: cannot write '" + path + "': File too large\n");
    EXPECT_EQ(read_file(path), "old");
    EXPECT_EQ(files_beside(path), 0U);
    std::remove(path.c_str());
}

TEST(OutFile, WhatAKilledRunLeftIsRemovedByTheNext)
{
    const std::string path = scratch_path("killed.json");
    const std::string left = path + ".0123456789abcdef.tmp";
    std::ofstream(left) << "half";
    std::filesystem::last_write_time(left, std::filesystem::file_time_type::clock::now() -
                                               std::chrono::hours(1));
    EXPECT_EQ(shell(quick_run + "-q --out " + path).code, 0);
    EXPECT_EQ(files_beside(path), 0U);
    std::remove(path.c_str());
}

// Every command that reads a file whole, with a sparse file of one and of three gigabytes.
TEST(InputFiles, TooLargeOnesAreNamed)
{
    if (slow_build)
        GTEST_SKIP() << "a sanitizer needs terabytes of addresses";
    const std::string path = scratch_path("large.json");
    const std::string commands[] = {"compare " + path + " " + path,
                                    "report " + path,
                                    "fleet --baseline " + path + " " + path,
                                    "soak --resume --out " + path,
                                    "sum --check " + path,
                                    "chain verify " + path,
                                    "chain verify --combine " + path};
    const std::pair<const char *, std::uintmax_t> cases[] = {{"unlimited", 3'000'000'000},
                                                             {"250000", 1'000'000'000}};
    for (const auto &[limit, bytes] : cases) {
        std::ofstream(path).close();
        std::filesystem::resize_file(path, bytes);
        for (const std::string &command : commands) {
            const Ran ran = shell(std::string("(ulimit -v ") + limit + "; exec timeout 20 " +
                                  "\"$HASHLANE\" " + command + ")");
            EXPECT_EQ(ran.code, 1) << command << ran.err;
            EXPECT_TRUE(contains(ran.err, path)) << command;
            EXPECT_FALSE(contains(ran.err, "internal error")) << command;
        }
    }
    std::remove(path.c_str());
}

// With `set_up` before it, the program gets the signal when it has measured a row.
Ran with_signal(const std::string &set_up, const std::string &signal, const std::string &seconds)
{
    const std::string path = scratch_path("signal.json");
    const Ran ran = shell(set_up + " \"$HASHLANE\" run --cpu 0 -q --format csv --repetitions 10 " +
                          "--filter 'sha256-chain.ref' --budget " + seconds + " --out " + path +
                          " & wait_until grep -qs '\"verified\"' " + path + "; kill -" + signal +
                          " $!; wait $!");
    std::remove(path.c_str());
    return ran;
}

TEST(Signals, EndTheMeasuringAndPrintTheTable)
{
    for (const std::string signal : {"INT", "TERM", "HUP"}) {
        const Ran ran = with_signal("env --default-signal=" + signal, signal, "60");
        EXPECT_EQ(ran.code, 130) << signal;
        EXPECT_GE(std::ranges::count(ran.out, '\n'), 2) << signal << ran.out;
        EXPECT_TRUE(contains(ran.err, "interrupted")) << signal;
    }
}

// As nohup does, and shells for background jobs.
TEST(Signals, ThatWereIgnoredStayIgnored)
{
    for (const std::string signal : {"INT", "TERM", "HUP"}) {
        const Ran ran = with_signal("trap '' " + signal + ";", signal, "1");
        EXPECT_EQ(ran.code, 0) << signal << ran.err;
        EXPECT_EQ(ran.err, "") << signal;
        EXPECT_EQ(std::ranges::count(ran.out, '\n'), 1 + 10) << signal << ran.out;
    }
}

} // namespace
} // namespace hashlane::test
