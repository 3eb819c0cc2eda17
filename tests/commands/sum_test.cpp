// SPDX-License-Identifier: MIT
//
// `hashlane sum` compared with the tools that people use today.

#include "support/program.h"

namespace hashlane::test {
namespace {

class SumCommand : public testing::Test {
protected:
    void SetUp() override
    {
        std::filesystem::create_directories(folder_);
        write("a", "abc");
        write("empty", "");
        write("large", std::string(300'000, 'x'));
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
    EXPECT_EQ(ran.err, "hashlane: sum: 2 computed sums did NOT match\n");
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
    EXPECT_EQ(ran.err, "hashlane: sum: absent: No such file or directory\n"
                       "hashlane: sum: .: Is a directory\n");

    const std::string lost = "sha256sum a empty >list; rm a; \"$HASHLANE\" sum -c list";
    ran = in_folder(lost);
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.out, "a: FAILED open or read\nempty: OK\n");
    EXPECT_EQ(in_folder("\"$HASHLANE\" sum -c --ignore-missing list").code, 0);
    ran = in_folder("rm empty; \"$HASHLANE\" sum -c --ignore-missing list");
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.err, "hashlane: sum: no listed file exists, so nothing was checked\n");
}

TEST_F(SumCommand, CountsLinesThatAreNoSums)
{
    Ran ran = in_folder("{ echo hello; sha256sum a; sha512sum a; } | \"$HASHLANE\" sum -c");
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.err, "hashlane: sum: 2 lines are no sums\n");
    ran = in_folder("{ echo hello; sha256sum a; } | \"$HASHLANE\" sum -c --strict");
    EXPECT_EQ(ran.code, 1);
    ran = in_folder("echo hello >list; \"$HASHLANE\" sum -c list");
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.err, "hashlane: list: has no line with a sum\n");
    ran = in_folder("sha256sum a >list; \"$HASHLANE\" sum -c -a sha3-256 list");
    EXPECT_EQ(ran.out, "a: FAILED\n") << "without a tag the length alone says which function";
}

TEST_F(SumCommand, RefusesWhatItCannotDo)
{
    EXPECT_EQ(hashlane("sum --algorithm md5").err,
              "hashlane: --algorithm: 'md5' is not one of sha256, sha3-224, sha3-256, sha3-384, "
              "sha3-512, shake128, shake256, turboshake128, turboshake256, kt128, kt256\n");
    EXPECT_EQ(hashlane("sum --quiet").err, "hashlane: --quiet: is for --check alone\n");
    EXPECT_EQ(hashlane("sum --check --tag").code, 1);
    const Ran full = in_folder("\"$HASHLANE\" sum a >/dev/full");
    EXPECT_EQ(full.code, 1);
    EXPECT_NE(full.err.find("standard output: cannot be written"), std::string::npos) << full.err;
}

} // namespace
} // namespace hashlane::test
