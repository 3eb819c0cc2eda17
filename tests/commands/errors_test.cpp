// SPDX-License-Identifier: MIT
//
// Bad input, absent kernels, wrong kernels, interrupts: one clear line, the documented exit code,
// nothing lost that was measured.

#include "cli/messages.h"
#include "commands/commands.h"
#include "lib/core/registry.h"
#include "support/program.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <regex>

namespace hashlane::test {
namespace {

using nlohmann::json;

struct BadInput {
    const char *arguments;
    const char *what; ///< part of the line
    int code = 1;
};

void PrintTo(const BadInput &input, std::ostream *out) { *out << input.arguments; }

class BadUsage : public testing::TestWithParam<BadInput> {};

TEST_P(BadUsage, IsOneLineWithTheRemedy)
{
    const auto &[arguments, what, code] = GetParam();
    const std::string folder = scratch_path("input");
    std::filesystem::create_directories(folder);
    expect_refused(shell("cd '" + folder +
                         "'; echo '{ not JSON' >bad.json; echo {} >empty.json; echo text >text; "
                         "exec \"$HASHLANE\" " +
                         arguments),
                   what, code);
    std::filesystem::remove_all(folder);
}

// As a name that a file has, or a word of the command line.
const std::string hostile = R"~("$(printf 'x\033[31my\302\233z\342\200\256\n::error::w')")~";

void expect_harmless(const std::string &line)
{
    const Ran ran = shell(line);
    EXPECT_EQ(ran.code, 1) << line;
    EXPECT_EQ(ran.out, "") << line;
    EXPECT_FALSE(ran.err.empty()) << line;
    EXPECT_TRUE(std::ranges::none_of(ran.err, [](char c) {
        return c != '\n' && c >= 0 && c < ' ';
    })) << ran.err;
    EXPECT_FALSE(contains(ran.err, "\u009b"));
    EXPECT_FALSE(contains(ran.err, "\u202e"));
    EXPECT_FALSE(contains(ran.err, "\n::")) << ran.err;
}

TEST_P(BadUsage, WithAHostileWordIsHarmless)
{
    expect_harmless("\"$HASHLANE\" " + std::string(GetParam().arguments) + " " + hostile);
}

// An unset variable of the shell is no value, and least of all "everything".
TEST(EmptyValue, OfAnyOptionIsRefused)
{
    const std::regex option("\n {2,}(?:-[a-zA-Z], )?(--[a-z-]+) \\[?[A-Z]");
    std::size_t count = 0;
    for (const cli::Command &command : commands::command_table().commands) {
        const std::string text = hashlane(std::string("help ") + command.name).out;
        for (std::sregex_iterator match(text.begin(), text.end(), option), end; match != end;
             ++match, ++count) {
            const std::string name = (*match)[1];
            for (const char *const value : {" ''", "="}) {
                const Ran ran = hashlane(std::string(command.name) + " " + name + value);
                EXPECT_EQ(ran.code, 1) << command.name << " " << name;
                EXPECT_EQ(ran.out, "") << command.name << " " << name;
                EXPECT_TRUE(ran.err == "hashlane: " + name + ": its value is empty\n") << ran.err;
            }
        }
    }
    EXPECT_GT(count, 80U);
}

// Each names what it was given.
TEST(HostileNames, MoveNoCursor)
{
    for (const char *const arguments : {"H",
                                        "help H",
                                        "list H",
                                        "run H",
                                        "run --H",
                                        "run --filter '['H",
                                        "run --filter H",
                                        "run --cpu H",
                                        "run --workload H",
                                        "run --core-kind H",
                                        "run --threads H",
                                        "run --plugin /nonexistent/H",
                                        "run --plugin T/H",
                                        "run --out /nonexistent/H",
                                        "sum --algorithm H",
                                        "sum --check T/H",
                                        "fleet H",
                                        "fleet --class H --format nodeset .",
                                        "fleet --baseline H .",
                                        "fleet --expect T/H .",
                                        "node --check H",
                                        "node --out %H",
                                        "report H",
                                        "report T/H",
                                        "compare H H",
                                        "compare T/H T/H",
                                        "chain verify H",
                                        "chain verify T/H",
                                        "chain verify T",
                                        "chain verify --combine T/H",
                                        "chain create T/H",
                                        "chain create T/H --count 1",
                                        "chain create /nonexistent/H --count 1",
                                        "soak --resume -o T/H",
                                        "soak -o T/H",
                                        "sweep H",
                                        "info H",
                                        "tune H"}) {
        std::string line = arguments;
        for (const auto &[name, text] :
             {std::pair<std::string, std::string>{"H", hostile}, {"T", scratch_path("hostile")}})
            for (std::size_t at = line.find(name); at != std::string::npos;
                 at = line.find(name, at + text.size()))
                line.replace(at, 1, text);
        const std::string prepare = "mkdir -p " + scratch_path("hostile") + "; cd " +
                                    scratch_path("hostile") + "; printf '{x\\n' >" + hostile + "; ";
        SCOPED_TRACE(arguments);
        expect_harmless(prepare + "\"$HASHLANE\" " + line);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Cli, BadUsage,
    testing::Values(BadInput{"run --wrong", "--wrong"}, BadInput{"tune --wrong", "--wrong"},
                    BadInput{"tune all", "all"}, BadInput{"tune --min-time 0", "--min-time: '0'"},
                    BadInput{"tune --format csv", "table, json, markdown"},
                    BadInput{"tune --clock sundial", "auto, perf, chain, tsc"},
                    BadInput{"tune --cpu 4096", "--cpu"},
                    BadInput{"run --filter nothing-like-this", "matches no kernel"},
                    BadInput{"run --filter '['", "regular expression"},
                    BadInput{"list --filter $(printf %20000s | tr ' ' '(')",
                             "--filter: has 20000 characters, more than 1000"},
                    BadInput{"list --filter $(printf %100000s | tr ' ' a)", "more than 1000"},
                    BadInput{"run --out ''", "--out: its value is empty"},
                    BadInput{"soak --resume --out ''", "--out: its value is empty"},
                    BadInput{"list --filter nothing-like-this", "matches no kernel"},
                    BadInput{"verify --filter nothing-like-this", "matches no kernel"},
                    BadInput{"run --workload sha1",
                             "--workload: 'sha1' is not one of sha256-chain, keccak-chain, sha3, "
                             "turboshake128, kt128, sha256, sha256-nodes, sha256-salted"},
                    BadInput{"run --workload sha3,", "--workload: an item of 'sha3,' is empty"},
                    BadInput{"fleet . --fail-on wrong,,noisy",
                             "--fail-on: an item of 'wrong,,noisy' is empty"},
                    BadInput{"run --workload sha256 --filter chain", "no kernel of sha256;"},
                    BadInput{"run --workload kt128 --filter chain", "matches no kernel;"},
                    BadInput{"verify --workload sha256 --filter chain", "no kernel of sha256;"},
                    BadInput{"run --min-time 0", "--min-time: '0'"},
                    BadInput{"run --min-time x", "--min-time: 'x'"},
                    BadInput{"run --min-time inf", "--min-time: 'inf'"},
                    BadInput{"run --repetitions 0", "--repetitions: '0'"},
                    BadInput{"run --format classic", "table, csv, json, jsonl, markdown"},
                    BadInput{"run --format xml", "'xml'"},
                    BadInput{"run --clock sundial", "auto, perf, chain, tsc"},
                    BadInput{"run --color pink", "auto, always, never"},
                    BadInput{"run --ghz 0", "--ghz: '0'"}, BadInput{"run --cpu x", "--cpu: 'x'"},
                    BadInput{"run --threads 0", "--threads: '0'"},
                    BadInput{"run --per-core 0", "--per-core: '0'"},
                    BadInput{"run --per-core 200", "--per-core: 200 threads on a core"},
                    BadInput{"run --per-core 2 --threads 3", "cannot be divided"},
                    BadInput{"run --all-cores --threads 2", "--all-cores determines"},
                    BadInput{"run --core-kind snail", "--core-kind: "},
                    BadInput{"keccak --core-kind snail", "--core-kind: "},
                    BadInput{"info --all-cores", "--all-cores"},
                    BadInput{"run --out /nonexistent/r.json", "--out"},
                    BadInput{"run --out /", "--out"}, BadInput{"run --out /dev/null", "--out"},
                    BadInput{"run --benchmark_out_format=csv", "is not json"},
                    BadInput{"sha256 -i 0", "--iterations: '0'"},

                    BadInput{"sha256 -i 99999999999G", "--iterations"},
                    BadInput{"sha256 -i -5", "--iterations"}, BadInput{"sha256 -t 0", "'0'"},
                    BadInput{"sha256 -t 100000", "too large: at most 8192"},
                    BadInput{"sha256 -m XX", "MH, MB, MiB, cpb"},
                    BadInput{"sha256 --filter keccak", "matches no kernel"},
                    BadInput{"keccak 5 5", "LAST_KEY"}, BadInput{"keccak x 2", "FIRST_KEY: 'x'"},
                    BadInput{"keccak 0 18446744073709551616", "LAST_KEY"},
                    BadInput{"keccak 0 1 1e6", "LOOPS: '1e6'"},
                    BadInput{"keccak 0 2000000 1 --format classic", "at most"},
                    BadInput{"sweep md5", "'md5' is not one of sha256-chain, keccak-chain"},
                    BadInput{"sweep sha256 --on-core 4096", "--on-core: 4096"},
                    BadInput{"sweep sha256 --core-kind zz", "--core-kind: "},
                    BadInput{"sweep sha256 --on-core 0 --all-cores", "at most one of --on-core"},
                    BadInput{"sweep sha256 --lanes 3-1", "--lanes: '3-1'"},
                    BadInput{"sweep sha256 --lanes 63 --cpu 0", "has 63 lanes"},
                    BadInput{"sweep keccak --threads 0", "--threads: '0'"},
                    BadInput{"sweep keccak --format classic", "table, csv, json, jsonl, markdown"},
                    BadInput{"sha3 0", "TRIALS: '0'"}, BadInput{"sha3 many", "TRIALS: 'many'"},
                    BadInput{"sha3 1 --format csv --filter .", "shows one kernel"}));

INSTANTIATE_TEST_SUITE_P(
    Surface, BadUsage,
    testing::Values(
        BadInput{"rnu", "unknown command 'rnu' (did you mean 'run'?); see 'hashlane help'"},
        BadInput{"help rnu", "unknown command 'rnu' (did you mean 'run'?)"},
        BadInput{"nonsense", "unknown command 'nonsense'; see 'hashlane help'"},
        BadInput{
            "--format json run",
            "unknown option '--format'; see 'hashlane help'. Options of a command follow it\n"},
        BadInput{"run --fil sha", "unknown option '--fil' (did you mean '--filter'?)"},
        BadInput{"run --fliter sha",
                 "unknown option '--fliter' (did you mean '--filter'?); see 'hashlane help run'\n"},
        BadInput{"run -q -x 3", "unknown option '-x'; see 'hashlane help run'\n"},
        BadInput{"run -qx", "unknown option '-x'"}, BadInput{"run -é", "unknown option '-é'"},
        BadInput{"run sha-256", "WORKLOAD: 'sha-256' is not one of sha256-chain, keccak-chain, "},
        BadInput{"sweep", "WORKLOAD is required; WORKLOAD: sha256-chain or keccak-chain"},
        BadInput{"run --cpu 9999", "--cpu: CPU 9999 is not allowed here; this process may use "},
        BadInput{"soak --for 1week",
                 "--for: '1week' is not a time above 0 and up to 366d (units: "},
        BadInput{"sha256 -i 10X",
                 "--iterations: '10X' is not a count of at least 1 (units: k, M, G)"},
        BadInput{"sha3 2M", "TRIALS: '2M' is too large: at most 1000000"},
        BadInput{"keccak 0 8 1x", "LOOPS: '1x' is not a count of at least 1 (units: k, M, G)"},
        BadInput{"keccak 0 8 0", "LOOPS: '0' is not a count of at least 1"},
        BadInput{"keccak a", "FIRST_KEY: 'a' is not a whole number from 0 to 2^64 - 1"},
        BadInput{"sha256 -i 100000000000000000000",
                 "--iterations: '100000000000000000000' is too large"},
        BadInput{"sha256 -i 20000000000G", "is too large: at most 2^64 - 1"},
        BadInput{"chain create c --count 10000000000G",
                 "--count: '10000000000G' is too large: at most 2^63 - 1"},
        BadInput{"run --threads 9000", "--threads: '9000' is too large: at most 8192"},
        BadInput{"run --budget 25h", "--budget: '25h' is too large: at most 1d"},
        BadInput{"run --ghz 3700", "--ghz: '3700' is too large: at most 100"},
        BadInput{"list published --workload sha3", "--workload and --device choose kernels"},
        BadInput{"list workloads --filter nothing-like-this", "no workload matches"},
        BadInput{"list devices --filter x", "--filter is not for devices"},
        BadInput{"info --instructions --device all", "--device cannot be combined with"},
        BadInput{"info --noise --device all", "--device cannot be combined with"},
        BadInput{"compare a b --workload sha3", "--workload requires --run"},
        BadInput{"compare a --plugin b --workload sha3", "--workload requires --run"},
        BadInput{"sha256 -i 10 --budget 1s", "--iterations cannot be combined with --budget"},
        BadInput{"sha256 -i 10 --quick", "--iterations cannot be combined with --budget"},
        BadInput{"run --ghz 1e-300", "--ghz: '1e-300' is not a clock in GHz from 0.001 to 100"},
        BadInput{"node --start-at 9999999999", "is more than a day ahead"},
        BadInput{"node --start-at 99999999999", "is more than a day ahead"},
        BadInput{"node --start-at 9999-12-31T00:00:00Z", "is more than a day ahead"},
        BadInput{"node --start-at 1000-01-01T00:00:00Z", "is more than an hour past"},
        BadInput{"list published --device all", "--workload and --device choose kernels"},
        BadInput{"chain verify text",
                 "text:1: is not a JSON object with each key once; checkpoints need "},
        BadInput{"run --device all,cuda:0", "--device: 'all' stands alone, and is in 'all,cuda:0'"},
        BadInput{"soak --device cuda:0,none", "--device: 'none' stands alone"},
        BadInput{"run --device cuda:255", "cuda:255: ", 3},
        BadInput{"soak --device cuda:255", "cuda:255: ", 3},
        BadInput{"sha256 --device cuda:255 --filter ref", "cuda:255: ", 3},
        BadInput{"chain bench --device cuda:255", "cuda:255: ", 3},
        BadInput{"compare a b --fail-above 300%", "--fail-above: '300%' is too large: at most 50%"},
        BadInput{"compare a b --fail-above 0",
                 "--fail-above: '0' is not a percentage above 0 and up to 50"},
        BadInput{"report empty.json --format svg", "'empty.json'"},
        BadInput{"chain create c", "--count is required (number of checkpoints)"},
        BadInput{"chain create c --count 2 --salt-adds 1", "--salt-adds requires --salt"},
        BadInput{"chain create c --count 2 --preset arweave", "--salt is required by the preset"},
        BadInput{"chain verify nosuch", "nosuch"},
        BadInput{"fleet --expect ./bad.json nosuch", "--expect: './bad.json', line 1: "},
        BadInput{"health --max-second 3", "'--max-second' (did you mean '--max-seconds'?)"},
        BadInput{"health --baseline nosuch.json", "cannot open 'nosuch.json'"},
        BadInput{"keccak 5 3", "LAST_KEY: 3 must be greater than FIRST_KEY, 5; the keys are "},
        BadInput{"run --plugin ./text", "'./text': cannot be loaded as a shared object ("},
        BadInput{"run --cpu",
                 "--cpu needs a value; --cpu LIST: Measure on these CPUs, such as 0,2-3"},
        BadInput{"run --cpu 0 --cpu 0", "--cpu can be given only once"},
        BadInput{"run --quick=2", "--quick takes no value"},
        BadInput{"run -q=1", "-q takes no value"},
        BadInput{"chain",
                 "chain needs a command: create, verify, bench; see 'hashlane help chain'"},
        BadInput{"chain crate", "unknown command 'chain crate' (did you mean 'create'?): "},
        BadInput{"chain --wrong", "unknown option '--wrong'; see 'hashlane help chain'"},
        BadInput{"keccak 1 2 3 4", "unexpected argument '4'; see 'hashlane help keccak'"}));

INSTANTIATE_TEST_SUITE_P(
    Sums, BadUsage,
    testing::Values(
        BadInput{"sum --algorithm md5", "--algorithm: 'md5' is not one of sha256, sha3-224, "},
        BadInput{"sum --quiet", "--quiet requires --check"},
        BadInput{"sum --check --tag", "--tag cannot be combined with --check"},
        BadInput{"sum --fsverity --dm-verity", "--fsverity cannot be combined with --dm-verity"},
        BadInput{"sum --fsverity -a sha3-256", "--algorithm cannot be combined with --fsverity"},
        BadInput{"sum --salt ab", "--salt requires --fsverity or --dm-verity"},
        BadInput{"sum --block-size 512", "--block-size requires --fsverity or --dm-verity"},
        BadInput{"sum --fsverity --salt abc", "--salt: 'abc' is not a sequence of bytes in "},
        BadInput{"sum --fsverity --salt $(printf %66s | tr ' ' 0)", "--salt: 33 bytes, and "},
        BadInput{"sum --fsverity --block-size 3000", "3000 is not a power of two"},
        BadInput{"sum --dm-verity --block-size 256", "256 is below 512, the least of dm-verity"},
        BadInput{"sum --dm-verity --block-size 1048576", "1048576 is above 524288, the most of "},
        BadInput{"sum --fsverity --block-size 32", "32 is below 64, the least of fs-verity"},
        BadInput{"sum --fsverity --block-size 2147483648", "2147483648 is above 1073741824, the "},
        BadInput{"sum --fsverity --block-size 0", "--block-size: '0'"}));

INSTANTIATE_TEST_SUITE_P(
    Times, BadUsage,
    testing::Values(
        BadInput{"run --budget 0", "--budget: '0' is not a time above 0 and up to 1d (units: "},
        BadInput{"run --budget=-1", "--budget: '-1'"},
        BadInput{"sha256 --budget x", "--budget: 'x'"},
        BadInput{"run --budget inf", "--budget: 'inf'"},
        BadInput{"run --budget 0.001 --cpu 0 --filter sha256-chain.portable",
                 "--budget 0.001 is less than one round of 1 row needs: at least 0.025 s"},
        BadInput{"run --budget 0.07 --repetitions 3 --cpu 0 --filter sha256-chain.ref",
                 "--budget 0.07 is less than one round of 3 rows needs: at least 0.075 s"},
        BadInput{"sha256 --budget 0.04s --cpu 0 --filter 'portable|ref'",
                 "--budget 0.04 is less than one round of 2 rows needs: at least 0.05 s"},
        BadInput{"run --budget 9 --quick", "--quick cannot be combined with --budget"},
        BadInput{"sha256 --budget 9 --min-time 1", "--budget cannot be combined with --min-time"},
        BadInput{"run --quick --min-time 1", "--quick cannot be combined with --min-time"},
        BadInput{"tune --budget 9", "--budget"}, BadInput{"sweep sha256 --quick", "--quick"}));

// Ten loops are one visit: it is shown, marked, and explained.
TEST(Strict, AnUntrustworthyRowIsExitFour)
{
    const std::string brief = "keccak 0 1 10 --filter ref -q";
    const Ran ran = hashlane(brief + " --strict");
    EXPECT_EQ(ran.code, 4) << ran.err;
    // Other work on this core throughout the visit is named before the number of visits.
    const bool was_shared = ran.out.find("shared!") != std::string::npos;
    EXPECT_TRUE(was_shared || contains(ran.out, "noisy!"));
    EXPECT_TRUE(contains(ran.out, was_shared ? "other work shared this core throughout"
                                             : "measured fewer than 4 times"));
    EXPECT_EQ(hashlane(brief).code, 0);
    const json report = json::parse(hashlane(brief + " --format json").out);
    EXPECT_EQ(report["benchmarks"][0]["trustworthy"], false);
}

// A gate that another option closes in silence passes everything. A millisecond is over after one
// visit, on a quiet machine as well.
TEST(Strict, HoldsWithEveryOtherOption)
{
    const std::string out = " -o '" + scratch_path("strict.json") + "'";
    for (const std::string &options :
         {std::string(" -q"), std::string(" --format json"), std::string(" --format csv"),
          std::string(" --format jsonl"), std::string(" --format markdown -q"), out,
          std::string(" -o -"), std::string(" --samples --format json") + out})
        EXPECT_EQ(hashlane("sha256 --min-time 0.001 --filter ref --strict" + options).code, 4)
            << options;
}

TEST(LibraryUnavailable, IsExitThreeWithTheFeature)
{
    const auto absent = std::ranges::find_if(all_kernels(), [](const Kernel &kernel) {
        return !is_runnable(kernel, this_cpu().features);
    });
    if (absent == all_kernels().end())
        GTEST_SKIP() << "this processor runs every kernel";
    expect_refused(hashlane("run --filter '^" + std::string(absent->id) + "$'"), "needs ", 3);
}

TEST(OutFile, KeepsTheOldContentWhenNothingIsMeasured)
{
    const std::string path = scratch_path("old.json");
    std::ofstream(path) << "old";
    EXPECT_EQ(hashlane("run --filter nothing-like-this --out " + path).code, 1);
    EXPECT_EQ(read_file(path), "old");
    std::remove(path.c_str());
}

TEST(Interrupt, KeepsWhatWasMeasured)
{
    const std::string path = scratch_path("int.json");
    const Ran ran = shell("\"$HASHLANE\" run --min-time 0.4 -q --format json --out " + path +
                          " & wait_until [ -s " + path + " ]; sleep 0.1; kill -TERM $!; wait $!");
    EXPECT_EQ(ran.code, 130) << ran.err;
    const json report = json::parse(read_file(path));
    EXPECT_GE(report["benchmarks"].size(), 1U);
    EXPECT_EQ(json::parse(ran.out), report);
    EXPECT_TRUE(contains(ran.err, "interrupted"));
    const auto folder = std::filesystem::path(path).parent_path();
    for (const auto &entry : std::filesystem::directory_iterator(folder))
        EXPECT_FALSE(contains(entry.path().string(), path + ".")) << entry.path();
    std::remove(path.c_str());
}

TEST(Interrupt, StopsALongKeccakRun)
{
    const Ran ran = shell("\"$HASHLANE\" keccak 0 1000000 1000000000 -q & "
                          "wait_until takes_signals $!; sleep 0.2; kill -TERM $!; wait $!");
    EXPECT_EQ(ran.code, 130) << ran.err;
    EXPECT_EQ(ran.out, "");
}

// Each thread has a stack of 8 MB.
Ran in_100_mb(const std::string &arguments)
{
    return shell("ulimit -s 8192; ulimit -v 100000; exec timeout 60 \"$HASHLANE\" " + arguments +
                 " --quiet");
}

TEST(NoThreads, TheOtherRowsAreMeasured)
{
    const std::string sweep = "sweep sha256 --cpu 0 --lanes 1 --filter 'ref|portable' "
                              "--min-time 0.02 --format json --threads ";
    if (in_100_mb(sweep + "1").code != 0)
        GTEST_SKIP() << "this build does not run in 100 MB of address space";
    const std::string path = scratch_path("threads.json");
    const Ran ran = in_100_mb(sweep + "1,64 --out " + path);
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
    EXPECT_TRUE(ran.err.starts_with("hashlane: cannot start thread ")) << ran.err;
    const json report = json::parse(read_file(path));
    EXPECT_EQ(json::parse(ran.out), report);
    ASSERT_EQ(report["benchmarks"].size(), 1U);
    EXPECT_EQ(report["benchmarks"][0]["threads"], 1);
    ASSERT_EQ(report["skipped"].size(), 1U);
    EXPECT_EQ("hashlane: " + report["skipped"][0]["reason"].get<std::string>() + "\n", ran.err);
    std::remove(path.c_str());
}

TEST(NoThreads, EveryMeasuringCommandSaysSo)
{
    if (in_100_mb("sha256 -i 1 --filter '^sha256-chain.ref' --format json").code != 0)
        GTEST_SKIP() << "this build does not run in 100 MB of address space";
    for (const char *command : {"run --filter '^sha256-chain.ref'", "sha256 -i 1 --filter ref",
                                "sha3 1 --filter ref", "keccak 0 64 1 --filter ref"}) {
        const Ran ran = in_100_mb(std::string(command) + " --threads 64 --format json");
        EXPECT_EQ(ran.code, 1) << command;
        EXPECT_TRUE(ran.err.starts_with("hashlane: cannot start thread ")) << ran.err;
        EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
        const json report = json::parse(ran.out);
        EXPECT_TRUE(report["benchmarks"].empty()) << command;
        EXPECT_FALSE(report["skipped"].empty()) << command;
    }
}

TEST(ClosedPipe, EndsInSilence)
{
    const Ran ran = shell("\"$HASHLANE\" list | true");
    EXPECT_EQ(ran.err, "");
}

// The mutant is the same program with the portable kernels made wrong by one bit.
TEST(ExitCode, OfAWrongResultComesFirstAndOfAnInterruptSecond)
{
    using enum cli::ExitCode;
    EXPECT_EQ(cli::graver(exit_interrupted, exit_wrong_digest), exit_wrong_digest);
    EXPECT_EQ(cli::graver(exit_usage, exit_interrupted), exit_interrupted);
    EXPECT_EQ(cli::graver(exit_absent, exit_usage), exit_usage);
    EXPECT_EQ(cli::graver(exit_untrustworthy, exit_absent), exit_untrustworthy);
    EXPECT_EQ(cli::graver(exit_ok, exit_absent), exit_absent);
    EXPECT_EQ(cli::graver(exit_ok, exit_ok), exit_ok);
}

TEST(Mutant, IsWrongThoughItsTestIsInterrupted)
{
    const std::string lines = scratch_path("self-test.txt");
    const Ran ran = shell("\"$HASHLANE\" self-test >" + lines + " & wait_until grep -q WRONG " +
                              lines + "; kill -TERM $!; wait $!",
                          HASHLANE_MUTANT);
    EXPECT_EQ(ran.code, 2) << ran.err;
}

TEST(Mutant, WrongKernelsGetNoNumberAndExitTwo)
{
    const char *commands[] = {"run --min-time 0.002 --filter portable -q",
                              "sha256 -i 1 --filter portable -q",
                              "keccak 100 103 50 --filter portable -q",
                              "keccak 0 1 --filter portable -q", "sha3 1 --filter portable -q"};
    for (const char *command : commands) {
        const Ran ran = hashlane(command, HASHLANE_MUTANT);
        EXPECT_EQ(ran.code, 2) << command << ran.err;
        EXPECT_TRUE(contains(ran.out, "WRONG: ")) << command;
        EXPECT_TRUE(contains(ran.out, ".portable.x1: wrong result in lane 0 at iteration "));
        EXPECT_FALSE(contains(ran.out, "yes"));
        const Ran json_ran = hashlane(std::string(command) + " --format json", HASHLANE_MUTANT);
        EXPECT_EQ(json_ran.code, 2);
        EXPECT_TRUE(json::parse(json_ran.out)["benchmarks"].empty()) << json_ran.out;
        EXPECT_GE(json::parse(json_ran.out)["mismatches"].size(), 1U);
    }
    EXPECT_EQ(hashlane("run --min-time 0.002 --filter 'chain.ref' -q", HASHLANE_MUTANT).code, 0);
    const Ran classic =
        hashlane("keccak 0 2 5 --filter portable --format classic -q", HASHLANE_MUTANT);
    EXPECT_EQ(classic.code, 2);
    EXPECT_EQ(classic.out, "");
    EXPECT_TRUE(contains(classic.err, "wrong result"));
    EXPECT_EQ(hashlane("self-test --filter portable", HASHLANE_MUTANT).code, 2);
}

} // namespace
} // namespace hashlane::test
