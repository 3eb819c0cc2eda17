// SPDX-License-Identifier: MIT
//
// `hashlane sum` compared with the tools that people use today.

#include "support/program.h"
#include "support/skips.h"
#include "support/slow_build.h"

#include <algorithm>
#include <cctype>
#include <random>

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
          "\"$HASHLANE\" sum --tag -a kt128 *", "\"$HASHLANE\" sum --tag -a sha3-512 *",
          "sha256sum --tag * | sed 's/^SHA256 \\(.*\\) = /SHA2-256\\1= /'"}) { // OpenSSL 3
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
                       "hashlane: cannot read '.': Is a directory\n");

    const std::string lost = "sha256sum a empty >list; rm a; \"$HASHLANE\" sum -c list";
    ran = in_folder(lost);
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.out, "a: FAILED open or read\nempty: OK\n");
    EXPECT_EQ(in_folder("\"$HASHLANE\" sum -c --ignore-missing list").code, 0);
    ran = in_folder("rm empty; \"$HASHLANE\" sum -c --ignore-missing list");
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.err, "hashlane: list: no file was verified\n");
}

TEST_F(SumCommand, AFileThatBecomesShorterCostsItsOwnLine)
{
    const Ran ran = in_folder(
        "truncate -s 4G huge; \"$HASHLANE\" sum --threads 1 -a sha3-512 a huge large & pid=$!; "
        "wait_until grep -q /huge /proc/$pid/maps; "
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

TEST_F(SumCommand, TheFirstSignalEndsTheReadingOfALongList)
{
    const Ran ran = in_folder("truncate -s 1000M list; \"$HASHLANE\" sum -c list & pid=$!; "
                              "wait_until takes_signals $pid; kill -TERM $pid; wait $pid");
    EXPECT_EQ(ran.code, 130);
    EXPECT_EQ(ran.err, "hashlane: interrupted\n");
}

TEST_F(SumCommand, AnInterruptHidesNoWrongSum)
{
    in_folder(
        "echo text >file; mkfifo pipe; echo other | sha256sum >sum; sed s/-/file/ sum >wrong; "
        "sed s/-/pipe/ sum >waits; cat wrong waits >both");
    for (const char *lists : {"wrong waits", "both"}) {
        const Ran ran = in_folder("\"$HASHLANE\" sum -c " + std::string(lists) +
                                  " >out & pid=$!; wait_until takes_signals $pid; sleep 0.3; "
                                  "kill -TERM $pid; wait $pid");
        EXPECT_EQ(ran.code, 2) << lists << ran.err;
        EXPECT_TRUE(contains(ran.err, "interrupted")) << lists << ran.err;
    }
}

TEST_F(SumCommand, OnATerminalANameCannotMoveTheCursor)
{
    write("esc\x1b[31m", "");
    for (const char *arguments : {"sum esc*", "sum -c list"}) {
        in_folder("sha256sum esc* >list");
        const Ran terminal = in_folder("export HASHLANE; script -qec '\"$HASHLANE\" " +
                                       std::string(arguments) + "' /dev/null");
        EXPECT_TRUE(contains(terminal.out, "esc\\x1b[31m"));
        EXPECT_FALSE(contains(terminal.out, "esc\x1b"));
        EXPECT_TRUE(contains(in_folder("\"$HASHLANE\" " + std::string(arguments)).out, "esc\x1b"));
    }
}

// A terminal that does not say that it understands them gets no escape sequences.
TEST_F(SumCommand, AnUnknownTerminalGetsNoEscapeSequences)
{
    const std::string line =
        "script -qec '$HASHLANE run --filter sha256-chain.ref --budget 0.1; $HASHLANE list; "
        "{ cat large; sleep 2; } | $HASHLANE sum' /dev/null";
    const auto has_any = [](const Ran &ran) { return contains(ran.out, "\x1b"); };
    EXPECT_TRUE(has_any(in_folder("export HASHLANE TERM=xterm; " + line)));
    for (const std::string none : {"TERM=dumb; ", "TERM=; ", "; unset TERM; "})
        EXPECT_FALSE(has_any(in_folder("export HASHLANE " + none + line))) << none;
}

// Lanes and threads are fewer where fewer files may be open.
TEST_F(SumCommand, OpensNoMoreFilesThanItMay)
{
    in_folder("mkdir many; cd many; for i in $(seq 300); do truncate -s 100k $i; done");
    const Ran ran = in_folder("ulimit -n 100; \"$HASHLANE\" sum --threads 64 many/*");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(std::ranges::count(ran.out, '\n'), 300);
    EXPECT_EQ(
        in_folder("ulimit -Sn 100; ulimit -Hn 100; \"$HASHLANE\" sum -a sha3-256 many/*").code, 0);
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
    EXPECT_EQ(ran.err, "hashlane: cannot check 'list': it has no line with a checksum\n");
    ran = in_folder("sha256sum a >list; \"$HASHLANE\" sum -c -a sha3-256 list");
    EXPECT_EQ(ran.out, "a: FAILED\n") << "without a tag the length alone says which function";
}

TEST_F(SumCommand, ChecksEachLineByItsOwnTag)
{
    in_folder("for name in a empty large; do for algorithm in sha3-256 sha256 kt128 fsverity; do "
              "\"$HASHLANE\" sum --tag -a $algorithm $name; done; done >list; sha256sum a >>list; "
              "\"$HASHLANE\" sum --fsverity a >>list");
    Ran ran = in_folder("\"$HASHLANE\" sum -c list");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, "a: OK\na: OK\na: OK\na: OK\nempty: OK\nempty: OK\nempty: OK\nempty: OK\n"
                       "large: OK\nlarge: OK\nlarge: OK\nlarge: OK\na: OK\na: OK\n");
    const std::string list = read_file(folder_ + "/list");
    for (std::size_t from = 0, to; from < list.size(); from = to + 1) {
        to = list.find('\n', from);
        const std::string line = list.substr(from, to - from);
        const std::size_t digit = from + (contains(line, " = ")         ? line.size() - 1
                                          : line.starts_with("sha256:") ? 7
                                                                        : 0);
        std::string wrong = list;
        wrong[digit] = wrong[digit] == '0' ? '1' : '0';
        write("wrong", wrong);
        ran = in_folder("\"$HASHLANE\" sum -c --quiet wrong");
        EXPECT_EQ(ran.code, 2) << line << ran.err;
        EXPECT_EQ(std::ranges::count(ran.out, '\n'), 1) << line << ran.out;
    }
    ran =
        in_folder("{ grep ' = ' list; echo 'MD5 (a) = 900150983cd24fb0d6963f7d28e17f72'; } >tagged;"
                  "\"$HASHLANE\" sum -cw --strict -a sha3-256 tagged");
    EXPECT_EQ(ran.code, 1);
    EXPECT_TRUE(
        contains(ran.err, "hashlane: tagged: 2: improperly formatted SHA3-256 checksum line"));
    EXPECT_TRUE(contains(ran.err, "hashlane: 10 lines are improperly formatted\n"));
}

TEST_F(SumCommand, SaltIsForTheTreesOfAMixedList)
{
    in_folder("\"$HASHLANE\" sum --fsverity --salt 0a a >list; sha256sum a >>list");
    EXPECT_EQ(in_folder("\"$HASHLANE\" sum -c --salt 0a list").out, "a: OK\na: OK\n");
    const Ran ran = in_folder("sha256sum a >plain; \"$HASHLANE\" sum -c --salt 0a plain list");
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.out, "a: OK\na: OK\n");
    EXPECT_EQ(ran.err, "hashlane: cannot check 'plain': --salt requires --fsverity or "
                       "--dm-verity\n");
}

TEST_F(SumCommand, GoesOnAfterABadList)
{
    in_folder("sha256sum a >good; sed s/./0/ good | sed s/0b/1b/ >wrong; echo junk >junk");
    Ran ran = in_folder("\"$HASHLANE\" sum -c wrong junk absent . good");
    EXPECT_EQ(ran.code, 2) << "worse than a list that cannot be read";
    EXPECT_EQ(ran.out, "a: FAILED\na: OK\n");
    EXPECT_EQ(ran.err, "hashlane: 1 computed checksum did NOT match\n"
                       "hashlane: cannot check 'junk': it has no line with a checksum\n"
                       "hashlane: cannot open 'absent': No such file or directory\n"
                       "hashlane: cannot read '.': Is a directory\n");
    ran = in_folder("\"$HASHLANE\" sum -c junk good");
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.out, "a: OK\n");
}

TEST_F(SumCommand, ClosedStandardInputIsNotEmpty)
{
    for (const char *arguments : {"sum", "sum -", "sum a -", "sum -c", "chain verify -"}) {
        const Ran ran = in_folder("\"$HASHLANE\" " + std::string(arguments) + " <&-");
        EXPECT_EQ(ran.code, 1) << arguments;
        EXPECT_TRUE(contains(ran.err, "Bad file descriptor")) << arguments;
        EXPECT_FALSE(contains(ran.out, "e3b0c442")) << arguments;
    }
    EXPECT_EQ(in_folder("\"$HASHLANE\" sum a <&-").code, 0);
}

TEST_F(SumCommand, AZeroByteInANameIsAnImproperLine)
{
    const Ran ran = in_folder("sha256sum a >list; printf '" + std::string(abc) +
                              "  a\\0x\n' >>list; \"$HASHLANE\" sum -cw list");
    EXPECT_EQ(ran.out, "a: OK\n");
    EXPECT_TRUE(contains(ran.err, "list: 2: improperly formatted SHA256 checksum line"));
}

// Lists that the program and coreutils check: the same verdicts, the same counts, and the same exit
// code, but for a checksum that does not match.
class SameVerdicts : public SumCommand {
protected:
    void SetUp() override
    {
        SumCommand::SetUp();
        if (in_folder("LC_ALL=C sha256sum --version | grep -q 'GNU coreutils) 9' && command -v "
                      "cksum")
                .code != 0) {
            if (skips_are_failures())
                FAIL() << "GNU coreutils 9 are missing, and everything has to run";
            GTEST_SKIP() << "sha256sum is not that of GNU coreutils 9";
        }
        for (const char *name : {"b", " b", "*b", "c)d", "c) = d", "x\\y", "x\ny", "-r", "#"})
            write(name, "abc");
        std::filesystem::create_directories(folder_ + "/lists");
    }

    // Calls both programs with each line of `cases`, options and lists. Returns what differs. Older
    // coreutils, such as 9.1, escape the name in a verdict for the end of a line alone.
    std::string differences(const std::string &theirs, const std::string &cases)
    {
        write("cases", cases);
        const Ran ran = in_folder(R"(LC_ALL=C; export LC_ALL
            said() {
                sed -n -e 's/^[a-z0-9]*: //' -e 's/^WARNING: //' \
                    -e "s/^cannot check '\(.*\)': it has no line with a checksum.*/NONE \1/p" \
                    -e "s/^'*\([^']*\)'*: no properly formatted checksum lines found/NONE \1/p" \
                    -e '/improperly formatted/p' -e '/could not be read/p' -e '/NOT match/p' \
                    -e '/no file was verified/p' "$1" | sed "s/^'standard input'/standard input/" |
                    sort
            }
            escaped() { sed -e '/^\\.*\\n/b' -e '/[\\\r]/!b' -e 's/\\/\\\\/g; s/\r/\\r/g; s/^/\\/'; }
            printf abc | sha256sum | sed 's/-/.\/x\\y/' | sha256sum -c | grep -q '^\\' && escaped() { cat; }
            while IFS= read -r arguments <&3; do
                eval "\"\$HASHLANE\" sum -c $arguments" >ours 2>ours.err; code=$?
                eval ")" + theirs +
                                  R"( -c $arguments" >theirs 2>theirs.err; expected=$?
                # --warn ends the silence of --status
                eval ")" + theirs +
                                  R"( -c $arguments --warn" 2>&1 | grep -q 'NOT match' && expected=2
                escaped <theirs >theirs.escaped && mv theirs.escaped theirs
                said ours.err >ours.said; said theirs.err >theirs.said
                if [ $code != $expected ] || ! cmp -s ours theirs || ! cmp -s ours.said theirs.said
                then
                    echo "$arguments: $code instead of $expected"; diff ours theirs; diff ours.said theirs.said
                fi
            done 3<cases)");
        return ran.out + ran.err;
    }

    const std::string digest_ = abc;
};

TEST_F(SameVerdicts, OfEveryFormOfALine)
{
    const std::string d = digest_, wrong = "00" + d.substr(2), upper = [&] {
        std::string text = d;
        std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
        return text;
    }();
    const std::vector<std::string> lists = {
        "# comment\n\n" + d + "  a\n\r\n#\n",
        " # no comment\n \n\t\n" + d + "  a\n",
        "",
        "#\n",
        "junk\n",
        d + " a\n",
        d + " a\n" + d + "  b\n" + d + " *b\n",
        d + "  a\n" + d + " b\n" + d + " *b\n",
        d + "x a\n" + d + "  b\n",
        d.substr(1) + " a\n" + d + "  b\n",
        d + " a\nSHA256 (b) = " + d + "\n" + d + " b\n",
        d + "\ta\n" + d + "\t b\n",
        "  " + d + "  a\n\t" + d + "  b\n \tSHA256 (b) = " + d + "\n",
        "SHA256(a)= " + d + "\nSHA256 (b)=" + d + "\nSHA256 (b)\t = \t" + d + "\n",
        "SHA256  (a) = " + d + "\nSHA256\t(a) = " + d + "\nsha256 (a) = " + d + "\n" + d + "  b\n",
        "SHA256 (b) = " + d + " \nSHA256 (b) = " + d + "0\nSHA256 (b) = \nSHA256 (b)\n" + d + "  b",
        "SHA256 (c)d) = " + d + "\nSHA256 (c) = d) = " + d + "\nSHA256 () = " + d + "\n",
        "MD5 (a) = 900150983cd24fb0d6963f7d28e17f72\nFOO (a) = " + d + "\nSHA256 (a) = " + d + "\n",
        "SHA256 (a) = " + d + "\nSHA256 (b) = " + wrong + "\nFOO (a) = " + d + "\n",
        upper + "  a\nSHA256 (a) = " + upper + "\r\n" + d + "  b\r\n" + d + "  b\r",
        "\\" + d + "  x\\\\y\n\\SHA256 (x\\ny) = " + d + "\n\\" + d + "  x\\\n\\" + d +
            "  x\\y\n\\\\" + d + "  a\n",
        "\\ " + d + "  a\n  \\" + d + "  a\n" + d + "  x\\y\n",
        d + "  \n" + d + " \n" + d + "   \n" + d + "\n",
        d + "  a \n" + d + "  -r\n" + d + "  #\n",
        d + "  -\n" + d + "  a\n",
        wrong + "  a\njunk\n" + d + "  none\n" + d + "  a/x\n" + d + "  lists\n",
        d + "  none\n",
        "\xef\xbb\xbf" + d + "  a\n" + d + "  b\n",
        d + "  " + std::string(300, 'n') + '\n' + d + "  " + std::string(100'000, 'n') + '\n',
        std::string(100'000, '0') + "  a\n" + d + "  a\n",
        wrong + "  a\n" + wrong + "  b\n" + d + "  a\n"};
    std::string cases, cases_of_cksum;
    for (std::size_t i = 0; i < lists.size(); ++i) {
        const std::string name = "lists/" + std::to_string(i);
        write(name, lists[i]);
        for (const char *options : {"-w", "-w --strict", "--quiet --ignore-missing"})
            cases += options + (' ' + name) + '\n';
        cases += "-w <" + name + '\n';
        if (i != 14 && i != 22) // where cksum 9.1 takes more blanks, and fewer, than sha256sum 9.1
            cases_of_cksum += "-w " + name + "\n--strict " + name + '\n';
    }
    const std::string bad = "lists/30 lists/4 lists/0 absent lists lists/26 lists/25";
    for (const char *options : {"", "-w", "--quiet", "--quiet -w", "-w --quiet", "--strict",
                                "--ignore-missing", "--status", "--status -w", "-w --status",
                                "--status --quiet", "--status --ignore-missing"})
        for (const std::string &several :
             {bad, std::string("lists/0 lists/26"), std::string("lists/26"), std::string("absent"),
              std::string("lists/0 /proc/self/mem"), std::string("- lists/0 -")})
            cases += options + (' ' + several) + '\n';
    EXPECT_EQ(differences("sha256sum", cases), "");
    EXPECT_EQ(differences("cksum -a sha256", cases_of_cksum), "");
    EXPECT_EQ(differences("cksum", "-w lists/13\n-w lists/16\n-w lists/18\n--strict lists/18\n"),
              "");
}

// From lines of each form: characters that mean something are put in, taken out and replaced.
TEST_F(SameVerdicts, OfLinesThatWereChanged)
{
    constexpr std::string_view characters = " \t*\\()=:#\rS-a0n ";
    std::mt19937 random(20261127);
    std::string cases;
    for (int list = 0; list < 200; ++list) {
        std::string text;
        for (std::size_t lines = 1 + random() % 3; lines != 0; --lines) {
            const std::string d = digest_, bases[] = {d + "  a",
                                                      d + " b",
                                                      d + " *b",
                                                      "SHA256 (c)d) = " + d,
                                                      "SHA256(a)= " + d,
                                                      "\\" + d + "  x\\\\y",
                                                      "\\SHA256 (x\\ny) = " + d};
            std::string line = bases[random() % std::size(bases)];
            for (std::size_t edits = random() % 4; edits != 0; --edits) {
                std::size_t at = random() % 14; // not within the digest, as a rule
                at = random() % 2 == 0 ? at : line.size() - std::min(at, line.size());
                line.replace(std::min(at, line.size()), random() % 2,
                             std::string(random() % 2, characters[random() % characters.size()]));
            }
            text += line + '\n';
        }
        write("lists/" + std::to_string(list), text);
        cases += "-w lists/" + std::to_string(list) + '\n';
    }
    EXPECT_EQ(differences("sha256sum", cases), "");
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
        EXPECT_FALSE(contains(ran.err, "internal")) << kilobytes;
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
    const std::vector<std::string> several = {"",
                                              "--block-size=1024",
                                              "--salt=" + salt_,
                                              "--salt=ab --block-size=65536",
                                              "--block-size=64",
                                              "--salt=-",
                                              "--block-size=1048576",
                                              "--block-size=16777216 --salt=ab"};
    for (const std::string &options : several) {
        const std::string of_theirs = options == "--salt=-" ? "--salt=" : options;
        const Ran theirs = in_folder("fsverity digest " + of_theirs + " a blocks* empty large");
        ASSERT_EQ(theirs.code, 0) << theirs.err;
        for (const char *threads : {"--threads 1 ", "--threads 3 "}) {
            const std::string ours = "\"$HASHLANE\" sum --fsverity " + (threads + options);
            EXPECT_EQ(in_folder(ours + " a blocks* empty large").out, theirs.out) << options;
            EXPECT_EQ(in_folder("fsverity digest " + of_theirs +
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
    const std::vector<std::size_t> sizes = {
        524288, 64 << 20, 4096, 8192, 127 * 4096, 128 * 4096, 129 * 4096, 128 * 128 * 4096 + 4096};
    write_blocks(sizes);
    const std::vector<std::string> salts = {"-", "ab", salt_};
    for (const std::string block_bytes : {"512", "4096", "524288"})
        for (const std::string &salt : salts)
            for (const std::size_t size : sizes) {
                if (size % std::stoul(block_bytes) != 0)
                    continue;
                const std::string name = "blocks" + std::to_string(size);
                const Ran theirs = in_folder(
                    path_ + "rm -f hashes; veritysetup format --no-superblock --salt=" + salt +
                    " --data-block-size=" + block_bytes + " --hash-block-size=" + block_bytes +
                    ' ' + name + " hashes | sed -n 's/^Root hash:[ \t]*//p'");
                const Ran ours = in_folder(
                    "\"$HASHLANE\" sum --dm-verity --threads 2 --block-size=" + block_bytes +
                    " --salt=" + salt + ' ' + name);
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
    EXPECT_TRUE(contains(ran.out, "device: OK\ndevice: FAILED\n"));
    EXPECT_TRUE(contains(ran.err, "hashlane: cannot read 'a': dm-verity needs whole blocks of 4096 "
                                  "bytes, one or more; it has 3 bytes\n"));
    EXPECT_TRUE(contains(ran.err, "'empty': dm-verity needs whole blocks"));
    ran = in_folder("printf x >byte; \"$HASHLANE\" sum --dm-verity byte");
    EXPECT_TRUE(contains(ran.err, "it has 1 byte\n"));
}

TEST_F(SumCommand, TakesTheModesOfSha256sumAndNamesAFullDisk)
{
    EXPECT_EQ(in_folder("\"$HASHLANE\" sum -t -b a").out, std::string(abc) + "  a\n");
    expect_refused(in_folder("\"$HASHLANE\" sum a >/dev/full"),
                   "standard output: cannot be written");
}

} // namespace
} // namespace hashlane::test
