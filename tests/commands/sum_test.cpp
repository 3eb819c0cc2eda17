// SPDX-License-Identifier: MIT
//
// `hashlane sum` compared with the tools that people use today.

#include "support/program.h"
#include "support/skips.h"
#include "support/slow_build.h"

namespace hashlane::test {
namespace {

class SumCommand : public testing::Test {
protected:
    void SetUp() override
    {
        std::filesystem::create_directories(folder_);
        write("a", "abc");
        write("empty", "");
        write("large", std::string(1'000'003, 'x')); // several pieces, and a part of one
        write("odd\nname\\", "1");
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    void write(const std::string &name, const std::string &content)
    {
        std::ofstream(folder_ + "/" + name, std::ios::binary) << content;
    }
    Ran in_folder(const std::string &line) { return shell("cd '" + folder_ + "' && " + line); }

    std::string folder_ = scratch_path("sum");
};

constexpr const char *abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

TEST_F(SumCommand, WritesTheLinesOfSha256sum)
{
    const Ran ours = in_folder("\"$HASHLANE\" sum * -");
    const Ran theirs = in_folder("sha256sum * -");
    EXPECT_EQ(ours.code, 0) << ours.err;
    EXPECT_EQ(ours.out, theirs.out);
    EXPECT_EQ(in_folder("\"$HASHLANE\" sum --tag *").out, in_folder("sha256sum --tag *").out);
    EXPECT_EQ(in_folder("\"$HASHLANE\" sum --zero *").out, in_folder("sha256sum --zero *").out);
}

TEST_F(SumCommand, ReadsStandardInput)
{
    for (const char *line : {"printf abc | \"$HASHLANE\" sum", "\"$HASHLANE\" sum - <a"})
        EXPECT_EQ(in_folder(line).out, std::string(abc) + "  -\n") << line;
    EXPECT_EQ(in_folder("cat large | \"$HASHLANE\" sum").out,
              in_folder("cat large | sha256sum").out);
    EXPECT_EQ(in_folder("mkfifo pipe; cat large >pipe & \"$HASHLANE\" sum pipe; rm pipe").out,
              in_folder("sha256sum large | sed s/large/pipe/").out);
}

TEST_F(SumCommand, ChecksWhatItWroteAndWhatOthersWrote)
{
    for (const char *writer :
         {"\"$HASHLANE\" sum *", "sha256sum *", "sha256sum --tag *",
          "\"$HASHLANE\" sum --tag -a kt128 *", "\"$HASHLANE\" sum --tag -a sha3-512 *"}) {
        const Ran ran = in_folder(std::string(writer) + " | \"$HASHLANE\" sum --check");
        EXPECT_EQ(ran.code, 0) << writer << ran.err;
        EXPECT_EQ(ran.out, "a: OK\nempty: OK\nlarge: OK\n\\odd\\nname\\\\: OK\n") << writer;
    }
    EXPECT_EQ(in_folder("\"$HASHLANE\" sum -z * | \"$HASHLANE\" sum -z -c --quiet").code, 0);
}

TEST_F(SumCommand, SaysWhatIsWrong)
{
    const std::string list = "{ sha256sum a empty | tr 'b' 'c'; sha256sum large; } >list; ";
    Ran ran = in_folder(list + "\"$HASHLANE\" sum -c list");
    EXPECT_EQ(ran.code, 2);
    EXPECT_EQ(ran.out, "a: FAILED\nempty: FAILED\nlarge: OK\n");
    EXPECT_EQ(ran.err, "hashlane: 2 computed checksums did NOT match\n");
    ran = in_folder(list + "\"$HASHLANE\" sum -c --quiet list");
    EXPECT_EQ(ran.out, "a: FAILED\nempty: FAILED\n");
    ran = in_folder(list + "\"$HASHLANE\" sum -c --status list");
    EXPECT_EQ(ran.code, 2);
    EXPECT_EQ(ran.out + ran.err, "");
}

TEST_F(SumCommand, GoesOnAfterAFileThatCannotBeRead)
{
    Ran ran = in_folder("\"$HASHLANE\" sum absent . a");
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.out, std::string(abc) + "  a\n");
    EXPECT_EQ(ran.err, "hashlane: cannot open 'absent': No such file or directory\n"
                       "hashlane: cannot open '.': Is a directory\n");

    const std::string lost = "sha256sum a empty >list; rm a; \"$HASHLANE\" sum -c list";
    ran = in_folder(lost);
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.out, "a: FAILED open or read\nempty: OK\n");
    EXPECT_EQ(in_folder("\"$HASHLANE\" sum -c --ignore-missing list").code, 0);
    ran = in_folder("rm empty; \"$HASHLANE\" sum -c --ignore-missing list");
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.err, "hashlane: no listed file exists, so nothing was checked\n");
}

TEST_F(SumCommand, AFileThatBecomesShorterCostsItsOwnLine)
{
    const Ran ran = in_folder(
        "truncate -s 4G huge; \"$HASHLANE\" sum --threads 1 -a sha3-512 a huge large & pid=$!; "
        "for i in $(seq 1000); do grep -q /huge /proc/$pid/maps && break; sleep 0.01; done; "
        "truncate -s 5 huge; wait $pid");
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.out, in_folder("\"$HASHLANE\" sum -a sha3-512 a large").out);
    EXPECT_EQ(ran.err, "hashlane: cannot read 'huge': it became shorter while it was read\n");
}

// It may wait for the writer of a pipe, or for its first byte.
TEST_F(SumCommand, TheFirstSignalEndsItsWaiting)
{
    in_folder("mkfifo idle unopened");
    for (const char *arguments : {"sum unopened", "sum idle", "sum - <idle", "sum -a kt128 idle",
                                  "sum -c idle", "chain verify unopened", "chain verify - <idle"}) {
        Ran ran;
        for (const char *seconds : {"0.3", "2", "10"}) { // it may not have begun yet
            ran = in_folder("{ sleep 20 >idle & writer=$!; timeout --foreground --preserve-status "
                            "-s TERM " +
                            std::string(seconds) + " \"$HASHLANE\" " + arguments +
                            "; code=$?; kill $writer; exit $code; }");
            if (ran.code != 143)
                break;
        }
        EXPECT_EQ(ran.code, 130) << arguments << ran.err;
        EXPECT_TRUE(contains(ran.out + ran.err, "interrupted") || contains(ran.out, "cancelled"))
            << arguments << ran.out << ran.err;
    }
}

TEST_F(SumCommand, OnATerminalANameCannotMoveTheCursor)
{
    write("esc\x1b[31m", "");
    for (const char *arguments : {"sum esc*", "sum -c list"}) {
        in_folder("sha256sum esc* >list");
        const Ran terminal = in_folder("export HASHLANE; script -qec '\"$HASHLANE\" " +
                                       std::string(arguments) + "' /dev/null");
        EXPECT_TRUE(contains(terminal.out, "esc\\x1b[31m")) << terminal.out;
        EXPECT_FALSE(contains(terminal.out, "esc\x1b")) << terminal.out;
        EXPECT_TRUE(contains(in_folder("\"$HASHLANE\" " + std::string(arguments)).out, "esc\x1b"));
    }
}

TEST_F(SumCommand, CountsLinesThatAreNoSums)
{
    Ran ran = in_folder("{ echo hello; sha256sum a; sha512sum a; } | \"$HASHLANE\" sum -c");
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.err, "hashlane: 2 lines are improperly formatted\n");
    ran = in_folder("{ echo hello; sha256sum a; } | \"$HASHLANE\" sum -c --strict");
    EXPECT_EQ(ran.code, 1);
    ran = in_folder("echo hello >list; \"$HASHLANE\" sum -c list");
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.err, "hashlane: 'list' has no line with a checksum\n");
    ran = in_folder("sha256sum a >list; \"$HASHLANE\" sum -c -a sha3-256 list");
    EXPECT_EQ(ran.out, "a: FAILED\n") << "without a tag the length alone says which function";
}

// From too little for one thread to enough for all. A megabyte less, and the C++ runtime would have
// no memory for an exception.
TEST_F(SumCommand, TooLittleMemoryIsOneLineForAFileAndNoSignal)
{
    if (slow_build)
        GTEST_SKIP() << "a sanitizer needs terabytes of addresses";
    write("huge", std::string(3'000'000, 'x'));
    const auto with_kilobytes = [&](int kilobytes, const std::string &arguments) {
        return in_folder("(ulimit -v " + std::to_string(kilobytes) + "; exec \"$HASHLANE\" " +
                         arguments + ")");
    };
    int least = 5'000;
    while (with_kilobytes(least, "--version").code != 0)
        least += 250;
    for (int kilobytes = least + 1'000; kilobytes < least + 15'000; kilobytes += 250) {
        const Ran ran = with_kilobytes(kilobytes, "sum --threads 4 huge huge a absent large");
        EXPECT_EQ(ran.code, 1) << kilobytes << ran.err;
        EXPECT_EQ(ran.err.find("internal"), std::string::npos) << kilobytes << ran.err;
    }
}

// With the programs of Linux, where they are installed.
class BlockTreeSums : public SumCommand {
protected:
    void require(const std::string &program)
    {
        if (in_folder(path_ + "command -v " + program).code == 0)
            return;
        if (skips_are_failures())
            FAIL() << program << " is missing, and everything has to run";
        GTEST_SKIP() << program << " is not installed";
    }

    // Around one block, a block of hashes and two levels of them.
    void write_blocks(const std::vector<std::size_t> &sizes)
    {
        std::string content;
        for (std::uint32_t state = 1; content.size() < (std::size_t{66} << 20);) {
            state = state * 1664525 + 1013904223;
            content += static_cast<char>(state >> 24);
        }
        for (const std::size_t size : sizes)
            write("blocks" + std::to_string(size), content.substr(0, size));
    }

    const std::string path_ = "PATH=$PATH:/usr/sbin:/sbin; ";
    const std::string salt_ = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
};

TEST_F(BlockTreeSums, FsverityIsThatOfFsverityDigest)
{
    require("fsverity");
    if (IsSkipped() || HasFatalFailure())
        return;
    write_blocks({1, 4095, 4096, 4097, 127 * 4096, 128 * 4096, 128 * 4096 + 1, 129 * 4096,
                  128 * 128 * 4096 + 1});
    const std::vector<std::string> several = {"", "--block-size=1024", "--salt=" + salt_,
                                              "--salt=ab --block-size=65536"};
    for (const std::string &options : several) {
        const Ran theirs = in_folder("fsverity digest " + options + " a blocks* empty large");
        ASSERT_EQ(theirs.code, 0) << theirs.err;
        for (const char *threads : {"--threads 1 ", "--threads 3 "}) {
            const std::string ours = "\"$HASHLANE\" sum --fsverity " + (threads + options);
            EXPECT_EQ(in_folder(ours + " a blocks* empty large").out, theirs.out) << options;
            EXPECT_EQ(in_folder("fsverity digest " + options +
                                " a blocks* | \"$HASHLANE\" sum -cq " + options)
                          .code,
                      0)
                << options;
        }
    }
}

TEST_F(BlockTreeSums, DmVerityIsTheRootHashOfVeritysetup)
{
    require("veritysetup");
    if (IsSkipped() || HasFatalFailure())
        return;
    const std::vector<std::size_t> sizes = {4096,       8192,       127 * 4096,
                                            128 * 4096, 129 * 4096, 128 * 128 * 4096 + 4096};
    write_blocks(sizes);
    const std::vector<std::string> salts = {"-", "ab", salt_};
    for (const std::string &block_bytes : {std::string("512"), std::string("4096")})
        for (const std::string &salt : salts)
            for (const std::size_t size : sizes) {
                const std::string name = "blocks" + std::to_string(size);
                const Ran theirs = in_folder(
                    path_ + "rm -f hashes; veritysetup format --no-superblock --salt=" + salt +
                    " --data-block-size=" + block_bytes + " --hash-block-size=" + block_bytes +
                    ' ' + name + " hashes | sed -n 's/^Root hash:[ \t]*//p'");
                const Ran ours = in_folder(
                    "\"$HASHLANE\" sum --dm-verity --threads 2 --block-size=" + block_bytes +
                    (salt == "-" ? "" : " --salt=" + salt) + ' ' + name);
                ASSERT_EQ(theirs.out.size(), 65u) << theirs.err;
                EXPECT_EQ(ours.out.substr(0, 64) + '\n', theirs.out)
                    << size << " bytes in blocks of " << block_bytes << ", salt " << salt
                    << ours.err;
            }
}

TEST_F(SumCommand, OfBlockTreesAreWrittenAndChecked)
{
    Ran ran = in_folder("\"$HASHLANE\" sum --fsverity empty a");
    EXPECT_EQ(ran.out, // as fsverity 1.5 writes it
              "sha256:3d248ca542a24fc62d1c43b916eae5016878e2533c88238480b26128a1f1af95 empty\n"
              "sha256:700b6bd8510f0b4f9bac8b9cf0459151a1c4a99f467892bb4bd289a67df8e19c a\n");
    for (const char *options : {"--fsverity", "-a fsverity --salt 0a0b", "--fsverity --tag"}) {
        ran = in_folder("\"$HASHLANE\" sum " + std::string(options) +
                        " * >list; \"$HASHLANE\" sum --check list" +
                        (contains(options, "salt") ? " --salt 0a0b" : ""));
        EXPECT_EQ(ran.code, 0) << options << ran.err;
        EXPECT_EQ(ran.out, "a: OK\nempty: OK\nlarge: OK\n\\odd\\nname\\\\: OK\n") << options;
        in_folder("rm list");
    }
    ran = in_folder("truncate -s 8192 device; \"$HASHLANE\" sum --dm-verity a empty device | tee "
                    "list; \"$HASHLANE\" sum --dm-verity -c list; \"$HASHLANE\" sum -c list");
    EXPECT_EQ(ran.code, 2) << "a line without a tag is taken for SHA-256";
    EXPECT_TRUE(contains(ran.out, "device: OK\ndevice: FAILED\n")) << ran.out;
    EXPECT_TRUE(contains(ran.err, "hashlane: cannot read 'a': dm-verity needs whole blocks of 4096 "
                                  "bytes, one or more; it has 3 bytes\n"))
        << ran.err;
    EXPECT_TRUE(contains(ran.err, "'empty': dm-verity needs whole blocks")) << ran.err;
}

TEST_F(SumCommand, RefusesWhatBlockTreesDoNotHave)
{
    const auto refusal = [](const std::string &arguments) {
        const Ran ran = hashlane("sum " + arguments);
        EXPECT_EQ(ran.code, 1) << arguments;
        return ran.err;
    };
    EXPECT_EQ(refusal("--fsverity --dm-verity"),
              "hashlane: --fsverity cannot be combined with --dm-verity\n");
    EXPECT_EQ(refusal("--fsverity -a sha3-256"),
              "hashlane: --algorithm cannot be combined with --fsverity\n");
    EXPECT_EQ(refusal("--salt ab"), "hashlane: --salt requires --fsverity or --dm-verity\n");
    EXPECT_EQ(refusal("--block-size 512"),
              "hashlane: --block-size requires --fsverity or --dm-verity\n");
    EXPECT_EQ(refusal("--fsverity --salt abc"),
              "hashlane: --salt: 'abc' is not a sequence of bytes "
              "in hexadecimal, such as 0a1b2c\n");
    EXPECT_EQ(refusal("--fsverity --salt " + std::string(66, '0')),
              "hashlane: --salt: 33 bytes, and fs-verity has at most 32\n");
    EXPECT_EQ(refusal("--fsverity --block-size 3000"),
              "hashlane: --block-size: 3000 is not a power of two\n");
    EXPECT_EQ(refusal("--dm-verity --block-size 256"),
              "hashlane: --block-size: 256 is below 512, the least of dm-verity\n");
}

TEST_F(SumCommand, RefusesWhatItCannotDo)
{
    EXPECT_EQ(hashlane("sum --algorithm md5").err,
              "hashlane: --algorithm: 'md5' is not one of sha256, sha3-224, sha3-256, sha3-384, "
              "sha3-512, shake128, shake256, keccak-256, turboshake128, turboshake256, kt128, "
              "kt256, fsverity, dm-verity\n");
    EXPECT_EQ(hashlane("sum --quiet").err, "hashlane: --quiet requires --check\n");
    EXPECT_EQ(hashlane("sum --check --tag").code, 1);
    EXPECT_EQ(in_folder("\"$HASHLANE\" sum -t -b a").out, std::string(abc) + "  a\n");
    const Ran full = in_folder("\"$HASHLANE\" sum a >/dev/full");
    EXPECT_EQ(full.code, 1);
    EXPECT_NE(full.err.find("standard output: cannot be written"), std::string::npos) << full.err;
}

} // namespace
} // namespace hashlane::test
