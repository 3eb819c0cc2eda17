// SPDX-License-Identifier: MIT
//
// No output takes the place of an input or of another output, and '-' is standard output.

#include "chain_files.h"

#include <nlohmann/json.hpp>

namespace hashlane::test {
namespace {

class Outputs : public testing::Test {
protected:
    Outputs()
    {
        EXPECT_EQ(shell("mkdir " + folder_ + " && cd " + folder_ + R"( && mkdir nodes
            $HASHLANE chain create day --count 4 --every 100 >proof.txt
            $HASHLANE chain verify day --part 1/2 -o part1 >part.txt
            $HASHLANE chain verify day --part 2/2 -o part2 >part.txt
            $HASHLANE sha256 -i 10 --filter ref -q -o run.json >run.txt
            echo n1 >names; cp run.json nodes/n1.json
            ln -s day link; ln day hard; ln -s . way; ln -s new dangling; ln run.json run2.json)")
                      .code,
                  0);
    }
    ~Outputs() override { std::filesystem::remove_all(folder_); }

    Ran in_folder(const std::string &line) const { return shell("cd " + folder_ + "; " + line); }
    std::string all() const
    {
        return in_folder("ls -i -d * */*; cat $(ls -p | grep -v /) */*").out;
    }

    const std::string folder_ = scratch_path("outputs");
};

TEST_F(Outputs, AreNoInputs)
{
    const std::string before = all();
    for (const char *const arguments :
         {"chain verify day --out day", "chain verify day -o ./day", "chain verify day -o link",
          "chain verify link -o day", "chain verify day -o hard", "chain verify day -o way/day",
          "chain verify day -o day.header", "chain verify day --header day.header -o day.header",
          "chain verify - -o day <day", "report run.json -o run.json",
          "report names run.json -o ./names", "report run.json -o run2.json",
          "report run2.json --format svg --plot x -o run.json",
          "fleet nodes --write-baseline nodes/n1.json",
          "fleet nodes/n1.json --write-baseline way/nodes/n1.json",
          "fleet nodes --expect names --write-baseline names",
          "fleet nodes --baseline run.json --write-baseline run2.json"}) {
        SCOPED_TRACE(arguments);
        expect_refused(in_folder(std::string("exec $HASHLANE ") + arguments),
                       "is also an input of this command");
    }
    EXPECT_EQ(all(), before);
}

TEST_F(Outputs, AreDifferentFiles)
{
    const std::string before = all();
    for (const char *const arguments :
         {"run --out x.json --submit ./x.json", "run --out x.json --submit way/x.json",
          "sweep sha256 --out run.json --submit run2.json", "run --out new --submit dangling",
          "fleet nodes --history nodes --write-baseline nodes/$(date -u +%F).jsonl"}) {
        SCOPED_TRACE(arguments);
        expect_refused(in_folder(std::string("exec $HASHLANE ") + arguments),
                       "is also the file of");
    }
    EXPECT_EQ(all(), before);
}

TEST_F(Outputs, ADashIsStandardOutput)
{
    const std::string before = all();
    const Ran proof = in_folder("$HASHLANE chain verify day -o -");
    EXPECT_EQ(proof.code, 0) << proof.err;
    EXPECT_TRUE(nlohmann::json::accept(proof.out)) << proof.out;
    EXPECT_TRUE(in_folder("$HASHLANE report run.json -o -").out.starts_with("<!"));
    for (const char *const arguments :
         {"run sha256-chain --filter ref --budget 0.1 -o -", "sha256 -i 10 --filter ref -o -",
          "keccak 0 1 10 --filter ref -o -", "sha3 1 --filter ref -o - --format json"}) {
        const Ran ran = in_folder(std::string("exec $HASHLANE ") + arguments);
        EXPECT_EQ(ran.code, 0) << arguments << ran.err;
        EXPECT_TRUE(nlohmann::json::accept(ran.out)) << arguments << ran.out;
        EXPECT_TRUE(contains(ran.out, "\"benchmarks\"")) << arguments;
    }
    for (const char *const arguments :
         {"run --filter ref -o - --format csv", "run --filter ref --submit -", "soak -o -",
          "fleet nodes --write-baseline -", "report run.json --open -o -"}) {
        SCOPED_TRACE(arguments);
        expect_refused(in_folder(std::string("exec $HASHLANE ") + arguments),
                       "'-' is standard output");
    }
    EXPECT_EQ(all(), before);
}

TEST_F(Outputs, ALinkToAnOpenFileIsNotReplaced)
{
    for (const char *const path : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/stderr"}) {
        const Ran ran = in_folder(std::string("{ echo before; $HASHLANE chain verify day -o ") +
                                  path + "; echo $?; echo after; } >log 2>log.err; cat log");
        EXPECT_EQ(ran.out, "before\n1\nafter\n") << path;
    }
}

} // namespace
} // namespace hashlane::test
