// SPDX-License-Identifier: MIT
//
// `hashlane chain` with bad input, out of time, interrupted and with damaged files.
#include "chain_files.h"

#include <cstdint>
#include <filesystem>
#include <sys/resource.h>

namespace hashlane::test {
namespace {

void expect_bad_lines(const std::string &text, const std::string &what)
{
    write_file(path_in("bad"), text);
    expect_bad("chain verify " + path_in("bad"), what);
}

TEST(Chain, BadLinesAreNamed)
{
    const std::string first =
        R"({"n":1,"start":")" + std::string(64, '0') +
        R"(","end":"66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"})" + "\n";
    const std::string end = R"("end":")" + one + R"("})";
    expect_bad_lines("", "has no segment");
    expect_bad_lines("x\n", ":1: is not a JSON object");
    expect_bad_lines("[]\n", ":1: is not a JSON object");
    expect_bad_lines(first + R"({"n":0,)" + end, R"(:2: "n" is not)");
    expect_bad_lines(first + R"({"n":-1,)" + end, R"(:2: "n" is not)");
    expect_bad_lines(first + R"({"n":1.5,)" + end, R"(:2: "n" is not)");
    expect_bad_lines(first + R"({"n":9223372036854775808,)" + end, R"(:2: "n" is not)");
    expect_bad_lines(first + R"({"n":99999999999999999999,)" + end, R"(:2: "n" is not)");
    expect_bad_lines(first + R"({)" + end, R"(:2: "n" is not)");
    expect_bad_lines(first.substr(0, first.size() - 1) + '\0' + "\n", ":1: is not a JSON object");
    expect_bad_lines(first + R"({"n":1})", R"(:2: has no "end")");
    expect_bad_lines(first + R"({"n":1,"end":"12"})", R"(:2: "end" is not 64)");
    expect_bad_lines(first + R"({"n":1,"mixin":7,)" + end, R"(:2: "mixin" is not 64)");
    expect_bad_lines(first + R"({"n":1,"salz":"",)" + end, ":2: 'salz' is not");
    expect_bad_lines(first + R"({"n":1,"start":")" + one + R"(",)" + end, ":2: \"start\" is not");
    expect_bad_lines(R"({"n":1,)" + end, ":1: has no \"start\"");
    // Correct lines before it are not reported as verified.
    expect_bad_lines(first + first.substr(0, 40), ":2: is not a JSON object");
}

// A place in a chain is a number of 64 bits.
TEST(Chain, MoreHashesThanCanBeCountedAreRefused)
{
    const std::string most = std::to_string((std::uint64_t{1} << 63) - 1);
    const std::string line = R"({"n":)" + most + R"(,"start":")" + one + R"(","end":")" + one +
                             "\"}\n",
                      small = R"({"n":1,"end":")" + one + "\"}\n";
    const std::string lines = path_in("many"), verify = "chain verify --deadline 5 ";
    write_file(lines, line + line + small + small);
    expect_bad(verify + lines, ":4: the chain has more than 2^64 - 1 hashes");
    const std::string file = path_in("beyond");
    write_file(file, std::string(96, '1'));
    write_file(file + ".header",
               "hashlane-chain 1\nstart " + one + "\nevery " + most + "\ncount 3\n");
    expect_bad(verify + file, "byte 64: the chain has more than 2^64 - 1 hashes");
}

// A header may be all that was left of a chain; it is no reason to begin one.
TEST(Chain, WhatIsRefusedMakesNoFile)
{
    const std::string file = path_in("headless");
    write_file(file + ".header", "mine");
    expect_bad("chain create " + file + " --count 3 --every 10",
               "'" + file + ".header' exists; use --resume to continue it");
    EXPECT_EQ(read_file(file + ".header"), "mine");
    EXPECT_FALSE(std::filesystem::exists(file));
    const std::string long_name = scratch_path(std::string(250, 'x'));
    expect_bad("chain create " + long_name + " --count 3 --every 10", "File name too long");
    EXPECT_FALSE(std::filesystem::exists(long_name));
    const std::string both = created("--count 3 --every 10");
    expect_bad("chain create " + both + " --count 3 --every 10", "'" + both + "' exists");
    EXPECT_EQ(hashlane("chain verify " + both).code, 0);
}

// No name that is longer by ".header" is possible.
TEST(Chain, AProofMayHaveTheLongestName)
{
    for (const std::size_t bytes : {248, 249, 255}) {
        const std::string file = scratch_path(std::string(bytes, 'p'));
        write_file(file, R"({"n":1,"start":")" + std::string(64, '0') + R"(","end":")" +
                             "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925\"}");
        const Ran ran = hashlane("chain verify " + file);
        EXPECT_EQ(ran.code, 0) << bytes << ran.err;
        EXPECT_TRUE(contains(ran.out, "\nverified\n")) << ran.out;
    }
}

TEST(Chain, BadFilesAreNamed)
{
    const std::string file = created("--count 4 --every 10");
    write_file(file, read_file(file) + "half a checkpoint");
    expect_bad("chain verify " + file, "byte 128: the last checkpoint has 17 of 32 bytes");
    expect_bad("chain verify --unfinished " + file, "byte 128: the last checkpoint has 17 of 32");
    std::filesystem::resize_file(file, 33);
    expect_bad("chain verify " + file, "byte 32: the last checkpoint has 1 of 32 bytes");
    const Ran growing = hashlane("chain verify --unfinished " + file);
    EXPECT_EQ(growing.code, 0) << growing.err;
    EXPECT_TRUE(contains(growing.out, "segments  1 right of 1"));
    std::filesystem::resize_file(file, 96);
    expect_bad("chain verify " + file, "byte 96: ends after 3 checkpoints of the 4 in its header");
    expect_bad("chain verify " + path_in("absent"), "cannot open");
    expect_bad("chain create " + file + " --count 4", "--resume");
    write_file(path_in("h.header"), "hashlane-chain 1\nstart 12\n");
    expect_bad("chain verify " + file + " --header " + path_in("h.header"),
               "h.header:2: '12' is not 64");
    write_file(path_in("h.header"), "hashlane-chain 1\nstart " + one + "\n");
    expect_bad("chain verify " + file + " --header " + path_in("h.header"), "no line 'every");
    write_file(path_in("h.header"), "hashlane-chain 1\nevery 0\n");
    expect_bad("chain verify " + file + " --header " + path_in("h.header"), ":2: '0' is not");
    write_file(path_in("h.header"), "PNG\n");
    expect_bad("chain verify " + file + " --header " + path_in("h.header"), ":1: is not");
}

TEST(Chain, BadOptionsAreNamed)
{
    const std::string file = path_in("never");
    expect_bad("chain", "chain needs a command: create, verify, bench");
    expect_bad("chain create", "FILE");
    expect_bad("chain create " + file, "--count");
    expect_bad("chain create " + file + " --count 0", "--count: '0'");
    expect_bad("chain create " + file + " --count 1 --every 0", "--every: '0'");
    expect_bad("chain create " + file + " --count 1 --every 10000000000G", "2^63");
    expect_bad("chain create " + file + " --count 1 --start 12", "--start: '12'");
    expect_bad("chain create " + file + " --count 1 --preset chia", "'chia' is not one of");
    expect_bad("chain create " + file + " --count 1 --preset mmx --mix " + one, "got 1");
    expect_bad("chain create " + file + " --count 1 --preset arweave", "--salt");
    expect_bad("chain create " + file + " --count 1 --salt-adds 1", "--salt-adds");
    expect_bad("chain create " + file + " --count 1 --salt " + one +
                   " --salt-adds 9223372036854775808",
               "--salt-adds: '9223372036854775808' is too large");
    expect_bad("chain create - --count 1", "'-' is standard output");
    expect_bad("chain verify " + file + " --part 0/3", "--part: '0'");
    expect_bad("chain verify " + file + " --part 4/3", "--part: '4'");
    expect_bad("chain verify " + file + " --part 3", "--part: '3'");
    expect_bad("chain verify " + file + " " + file, "one FILE is required, got 2");
    for (const char *const option : {"--header h", "--part 1/2", "--unfinished", "--any", "-t 2",
                                     "--device all", "--deadline 1", "-o x", "--progress"})
        expect_bad("chain verify --combine " + file + " " + option, "cannot be combined with --");
    EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(Chain, ADeadlineIsNotAVerdict)
{
    write_file(path_in("endless"),
               R"({"n":1000000000000,"start":")" + one + R"(","end":")" + one + "\"}\n");
    const Ran ran = hashlane("chain verify " + path_in("endless") + " --deadline 0.05");
    EXPECT_EQ(ran.code, 4);
    EXPECT_TRUE(contains(ran.out, "NOT VERIFIED: deadline"));
}

// As long as its writer: here for 20 s.
TEST(Chain, ADeadlineHoldsWhileTheInputWaits)
{
    const std::string line =
        R"({"n":1,"start":")" + one + R"(","end":")" + one + "\"}\n"; // with more to come
    write_file(path_in("line"), line);
    const std::string idle = path_in("idle"), begin = "mkfifo " + idle + "; { ",
                      verify = "sleep 20; } >" + idle +
                               " & writer=$!; \"$HASHLANE\" chain verify --deadline 0.3 ",
                      end = "; code=$?; kill $writer; rm " + idle + "; exit $code";
    for (const std::string &input : {idle, "- <" + idle}) {
        const Ran silent = shell(begin + verify + input + end);
        EXPECT_EQ(silent.code, 4) << input << silent.err;
        EXPECT_TRUE(contains(silent.out, "NOT VERIFIED: deadline")) << silent.out;
        EXPECT_EQ(silent.err, "");
        const Ran begun = shell(begin + "cat " + path_in("line") + "; " + verify + input + end);
        EXPECT_EQ(begun.code, 4) << input << begun.err;
        EXPECT_TRUE(contains(begun.out, "0 right of 1\n")) << begun.out;
    }
    expect_refused(shell(begin + verify + path_in("line") + " --header " + idle + end),
                   "has no header before the deadline", 4);
}

// After a while, in which a slow machine may not yet have begun: then it gets longer.
Ran interrupted(const std::string &arguments, const std::string &wanted)
{
    Ran ran;
    for (const char *seconds : {"0.3", "2", "10"}) {
        std::filesystem::remove(path_in("long"));
        std::filesystem::remove(path_in("long.header"));
        ran = shell("timeout --foreground -s TERM " + std::string(seconds) + " \"$HASHLANE\" " +
                    arguments + "; true");
        if (contains(ran.out, wanted))
            break;
    }
    return ran;
}

TEST(Chain, AnInterruptEndsIt)
{
    write_file(path_in("endless"),
               R"({"n":1000000000000,"start":")" + one + R"(","end":")" + one + "\"}\n");
    const Ran ran = interrupted("chain verify " + path_in("endless"), "NOT VERIFIED: cancelled");
    EXPECT_TRUE(contains(ran.out, "NOT VERIFIED: cancelled"));
    const Ran create =
        interrupted("chain create " + path_in("long") + " --count 1G --every 10", "checkpoints  ");
    EXPECT_TRUE(contains(create.out, "checkpoints  ")) << create.err;
    EXPECT_EQ(hashlane("chain verify " + path_in("long") + " --unfinished").code, 0);
}

TEST(Chain, DoesNotGoOnFromAWrongCheckpoint)
{
    const std::string file = created("--count 4 --every 10");
    std::string bytes = read_file(file);
    bytes[100] ^= 1;
    write_file(file, bytes);
    const Ran ran = hashlane("chain create " + file + " --resume --count 9");
    EXPECT_EQ(ran.code, 2);
    EXPECT_TRUE(contains(ran.err, "checkpoint 3 does not follow"));
    EXPECT_EQ(read_file(file), bytes);
    expect_bad("chain create " + file + " --resume --every 11", "the options differ from");
}

// Which takes minutes here.
TEST(Chain, AnInterruptEndsTheSearchForZeros)
{
    constexpr std::uint64_t bytes = std::uint64_t{300} << 30;
    rlimit limit{};
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < bytes)
        GTEST_SKIP() << "files may not be as large as this one";
    const std::string file = created("--count 4 --every 10");
    std::filesystem::resize_file(file, bytes);
    Ran ran;
    for (const char *seconds : {"0.3", "2", "10"}) { // it may not have begun yet
        ran = shell("timeout --foreground --preserve-status -k 20 -s TERM " + std::string(seconds) +
                    " \"$HASHLANE\" chain create " + file + " --resume");
        if (ran.code != 143)
            break;
    }
    expect_refused(ran, "interrupted", 130);
    EXPECT_EQ(std::filesystem::file_size(file), bytes);
    std::filesystem::remove(file);
}

// As a job that a scheduler starts again while the first still runs.
TEST(Chain, IsWrittenByOneProcess)
{
    const std::string file = path_in("twice"), create = "\"$HASHLANE\" chain create " + file;
    for (const std::string options : {" --every 4K --count 3000", " --resume --count 6000"}) {
        const Ran ran = shell(create + options + " & first=$!\n" + create + options +
                              "; echo code $?; wait $first; echo code $?");
        EXPECT_TRUE(contains(ran.out, "code 0\n") && contains(ran.out, "code 1\n")) << ran.out;
        EXPECT_EQ(ran.err, "hashlane: '" + file + "' is being written by another process\n");
        EXPECT_EQ(hashlane("chain verify " + file).code, 0);
    }
}

TEST(Chain, ASmallerCountThanThereIsChangesNothing)
{
    const std::string file = created("--count 30 --every 10");
    expect_bad("chain create " + file + " --resume --count 10",
               "has 30 checkpoints already, more than 10");
    EXPECT_EQ(hashlane("chain verify " + file).code, 0);
}

// A length without its data, and later data without earlier ones.
TEST(Chain, GoesOnFromWhatAPowerCutLeft)
{
    const std::string file = created("--count 200 --every 10"), whole = read_file(file);
    const std::string zeros(std::size_t{30} * 32, '\0');
    for (const std::string &left : {whole.substr(0, 150 * 32) + zeros + "rest",
                                    whole.substr(0, 150 * 32) + zeros + whole.substr(180 * 32)}) {
        write_file(file, left);
        const Ran ran = hashlane("chain create " + file + " --resume");
        EXPECT_EQ(ran.code, 0) << ran.err;
        const std::string cut = std::to_string(left.size() / 32 - 150);
        EXPECT_TRUE(
            contains(ran.out, "removed      " + cut + " checkpoints: a loss of power left zeros"));
        EXPECT_TRUE(contains(ran.out, "resumed at   150 checkpoints"));
        EXPECT_EQ(read_file(file), whole);
    }
    write_file(file, zeros);
    EXPECT_EQ(hashlane("chain create " + file + " --resume").code, 0);
    EXPECT_EQ(read_file(file), whole);
}

TEST(Chain, ResumesToALaterEndAndTellsHowFarItIs)
{
    const std::string file = created("--preset arweave --count 3 --every 5 --salt " + one);
    const Ran ran = hashlane("chain create " + file + " --resume --count 300 --progress");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(contains(ran.err, "300 of 300 checkpoints"));
    EXPECT_TRUE(contains(ran.out, "resumed at   3 checkpoints"));
    EXPECT_EQ(read_file(file),
              read_file(created("--preset arweave --count 300 --every 5 --salt " + one)));
    EXPECT_EQ(hashlane("chain verify " + file).code, 0);
}

} // namespace
} // namespace hashlane::test
