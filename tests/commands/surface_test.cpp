// SPDX-License-Identifier: MIT
//
// The surface of the program: help, names, exit codes, units, and the answers to mistyped and
// first attempts.

#include "commands/commands.h"
#include "lib/core/workload.h"
#include "support/documented_keys.h"
#include "support/program.h"
#include "workloads/table.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <regex>
#include <sstream>

namespace hashlane::test {
namespace {

std::vector<cli::Command> declared_commands()
{
    const auto table = commands::command_table().commands;
    std::vector<cli::Command> all(table.begin(), table.end());
    std::erase_if(all, [](const cli::Command &command) { return command.declare == nullptr; });
    return all;
}

std::string help(const std::string &words)
{
    const Ran ran = hashlane("help " + words);
    EXPECT_EQ(ran.code, 0) << words << ran.err;
    EXPECT_EQ(ran.err, "") << words;
    return ran.out;
}

// docs/reference/json.md. The keys of 'info' and of 'list workloads' are lines of a table.
TEST(Surface, JsonHasNoKeyThatIsNotDocumented)
{
    const std::string first = scratch_path("keys.json"), soaked = scratch_path("soak-keys.json");
    const std::string rows = "-q --filter chain.ref --min-time 1ms --format json ";
    const std::vector<std::string> commands = {"run --samples -o " + first + " " + rows,
                                               "keccak 0 2 5 -q --format json",
                                               "sha3 1 -q --format json",
                                               "sweep sha256 --threads 1 --all-cores " + rows,
                                               "tune --dry-run -q --min-time 1ms --format json",
                                               "list --format json",
                                               "list published --format json",
                                               "compare " + first + " " + first + " --format json",
                                               "compare --matrix " + first + " --format json"};
    for (const std::string &command : commands)
        EXPECT_EQ(undocumented_keys(json_of(hashlane(command))), std::set<std::string>())
            << command;
    EXPECT_EQ(hashlane("soak --for 100ms --filter chain.ref -q -o " + soaked).code, 3);
    EXPECT_EQ(undocumented_keys(nlohmann::json::parse(read_file(soaked))), std::set<std::string>());
    std::remove(first.c_str());
    std::remove(soaked.c_str());
}

// ---- Help

// Returns the first lines of the help up to the closing sentences.
constexpr const char *short_help =
    R"(Measures how fast a processor hashes, and verifies every result.

Usage: hashlane COMMAND [OPTIONS]
       hashlane help [COMMAND | all]
       hashlane --version

Measure:
  run        Measure kernels: cycles per hash, rate, distance from the bound
  sweep      Measure combinations of lanes and threads
  tune       Find the fastest kernels on this machine and use them from now on
Results:
  compare    Compare result files; fail on a regression
  report     Turn result files into a web page or plots
This machine:
  info       Show the processor, its clock sources and the kernels chosen
  list       List kernels, workloads, devices or published results
  self-test  Check that every kernel computes correct digests
Reliability:
  soak       Stress-test cores and report any that compute wrong results
  node       Measure this node; with --check, compare it with a baseline
  fleet      Compare the files of many nodes and flag those that need attention
Tools:
  chain      Create, verify and time SHA-256 chains
  sum        Hash files; compatible with sha256sum
)";

TEST(Help, ListsThirteenCommandsInFiveGroups)
{
    EXPECT_TRUE(help("").starts_with(short_help)) << help("");
    for (const char *same : {"", "--help", "-h"})
        EXPECT_EQ(hashlane(same).out, help("")) << same;
    EXPECT_EQ(help("help"), help(""));
    EXPECT_EQ(hashlane("chain help").out, help("chain"));
    EXPECT_EQ(hashlane("--version").out, "hashlane 0.1.0\n");
    EXPECT_EQ(hashlane("-V").out, "hashlane 0.1.0\n");
    EXPECT_EQ(hashlane("--help run").out, help("run"));
}

TEST(Help, DropsNoWord)
{
    for (const char *words : {"help run sweep", "help all run", "help help run", "--version run",
                              "help chain create now"})
        expect_refused(hashlane(words), "unexpected argument '");
}

// An option that can be given several times takes one value each time.
TEST(Options, TakeNoArgumentThatFollowsTheirValue)
{
    const std::string file = scratch_path("mixed"), zeros(64, '0');
    EXPECT_EQ(hashlane("chain create --mix " + zeros + " " + file + " --count 1 --every 5").code,
              0);
    EXPECT_TRUE(
        contains(hashlane("run --plugin /nonexistent.so sha256-chain").err, "'/nonexistent.so'"));
}

TEST(Help, OfAllListsEveryName)
{
    const std::string all = help("all");
    for (const cli::Command &command : commands::command_table().commands)
        EXPECT_TRUE(contains(all, fmt::format("\n  {} ", command.name))) << command.name;
    for (const cli::Synonym &alias : commands::command_table().aliases)
        EXPECT_TRUE(contains(all, fmt::format("Same as 'hashlane {}'", alias.meant))) << alias.word;
}

TEST(Help, FitsEightyColumns)
{
    std::vector<std::string> names = {"", "all", "chain"};
    for (const cli::Command &command : declared_commands())
        names.emplace_back(command.name);
    for (const std::string &name : names) {
        std::istringstream lines(help(name));
        for (std::string line; std::getline(lines, line);)
            EXPECT_LE(line.size(), 80U) << name << ": " << line;
    }
}

TEST(Help, OfEachCommandHasTwoExamplesThatItUnderstands)
{
    const std::regex example("\n  hashlane ([^\n]*)");
    for (const cli::Command &command : declared_commands()) {
        const std::string text = help(command.name);
        for (const char *option : {"--help", "-h", "-hh"})
            EXPECT_EQ(text, hashlane(fmt::format("{} {}", command.name, option)).out);
        const std::string examples = text.substr(text.find("\nExamples:\n"));
        std::size_t count = 0;
        for (std::sregex_iterator match(examples.begin(), examples.end(), example), end;
             match != end; ++match, ++count) {
            // With --help nothing is executed, but the words before it are understood.
            const std::string line = std::regex_replace((*match)[1].str(), std::regex(" >.*"), "");
            EXPECT_TRUE(line.starts_with(command.name)) << line;
            EXPECT_EQ(hashlane(line + " --help").out, text) << line;
        }
        EXPECT_EQ(count, 2U) << command.name;
    }
}

TEST(Help, OfEachCommandListsTheExitCodesOfTheTable)
{
    const std::regex line("\n  ([0-9]+) +[A-Z]");
    for (const cli::Command &command : declared_commands()) {
        const std::string text = help(command.name);
        const std::string codes = text.substr(text.find("\nExit codes:\n"));
        std::vector<int> listed, declared;
        for (std::sregex_iterator match(codes.begin(), codes.end(), line), end; match != end;
             ++match)
            listed.push_back(std::stoi((*match)[1]));
        for (const cli::Outcome &outcome : command.outcomes)
            declared.push_back(outcome.code);
        EXPECT_EQ(listed, declared) << command.name;
        EXPECT_TRUE(std::ranges::is_sorted(declared)) << command.name;
    }
}

TEST(ExitCodes, ThatTheTableLacksAreReported)
{
    const auto declare = [](CLI::App &) -> cli::Execute {
        return [](const std::string &line) { return static_cast<int>(line.size()); };
    };
    const cli::Command commands[] = {{"Tools", "example", "Fails", declare, {cli::exit_ok}}};
    const cli::Execute run = cli::parse_command_line({commands, {}, {}}, {"example"});
    testing::internal::CaptureStderr();
    EXPECT_EQ(run(""), 0);
    EXPECT_EQ(run("xx"), 2);
    EXPECT_EQ(testing::internal::GetCapturedStderr(),
              "hashlane: internal error: the help of 'example' does not list exit code 2\n");
}

// ---- Names

TEST(Names, OldOnesStandForTheNewOnes)
{
    EXPECT_EQ(help("known"), help("list"));
    EXPECT_EQ(help("verify"), help("self-test"));
    EXPECT_EQ(hashlane("known --filter 'Zen 4'").out,
              hashlane("list published --filter 'Zen 4'").out);
    EXPECT_EQ(hashlane("verify --filter ref").out, hashlane("self-test --filter ref").out);
    EXPECT_EQ(hashlane("list").out, hashlane("list kernels").out);
}

TEST(Names, WorkloadsAreArgumentsOfRun)
{
    const auto rows_of = [](const std::string &arguments) {
        std::vector<std::string> names;
        const auto report = json_of(
            hashlane("run -q --format json --min-time 2ms --cpu 0 --filter portable " + arguments));
        for (const auto &row : report["benchmarks"])
            names.push_back(row["name"]);
        return names;
    };
    const std::vector<std::string> both = {"sha256-chain.portable.x1", "keccak-chain.portable.x1"};
    EXPECT_EQ(rows_of("sha256-chain keccak-chain"), both);
    EXPECT_EQ(rows_of("keccak-chain --workload sha256-chain,keccak-chain"), both);
    EXPECT_EQ(rows_of("sha256-salted"), std::vector<std::string>{"sha256-salted.portable.x1"});
}

TEST(Names, ChainsAreWorkloadsOfSweep)
{
    const std::string options = " -q --cpu 0 --lanes 1 -t 1 --min-time 2ms --filter portable";
    EXPECT_TRUE(contains(hashlane("sweep sha256-chain" + options).out, "sha256-chain on "));
    EXPECT_TRUE(contains(hashlane("sweep keccak-chain" + options).out, "keccak-chain on "));
}

TEST(List, OfWorkloadsAndDevices)
{
    const auto workloads = nlohmann::json::parse(hashlane("list workloads --format json").out);
    EXPECT_EQ(workloads.size(), workloads::all_benchmarks().size());
    EXPECT_TRUE(contains(workloads["sha256-chain"], "d = SHA256(d)"));
    EXPECT_EQ(hashlane("list devices").code, 0);
    EXPECT_EQ(hashlane("list --workload kt128").out, hashlane("list --workload sha3").out)
        << "the kernels that it runs on";
    EXPECT_EQ(hashlane("list workloads --format csv").err,
              "hashlane: --format: 'csv' is not one of table, json, markdown\n");
}

// ---- Units

TEST(Units, OfCounts)
{
    for (const char *count : {"2000", "2k", "2K", "0.002M", "0.000002G"})
        EXPECT_TRUE(contains(hashlane(std::string("keccak 0 1 -q --format classic ") + count).out,
                             " loops=    2000 "))
            << count;
    for (const char *count :
         {"", "k", "1.5", "1.2345k", "1.", "1kk", "-1", "1e3", "0x10", "20000000000G"})
        EXPECT_EQ(hashlane(std::string("sha256 -i '") + count + "'").code, 1) << count;
    for (const char *line : {"keccak 0 1 0.05k -q", "sha3 0.002k -q --filter portable"})
        EXPECT_EQ(hashlane(line).code, 0) << line;
}

TEST(Units, OfTimes)
{
    const std::string run = "run -q --cpu 0 --filter sha256-chain.portable --budget ";
    for (const char *time : {"50ms", "0.05", "0.05s", "0.001m"})
        EXPECT_EQ(hashlane(run + time).code, 0) << time;
    for (const char *time : {"", "s", "1w", "10 s", "1h30m", "-1s", "nan", "25h"})
        EXPECT_EQ(hashlane(run + "'" + time + "'").code, 1) << time;
    const char *const lines[] = {"run --min-time 0",
                                 "tune --min-time 0",
                                 "sweep sha256 --min-time 0",
                                 "info --noise 0",
                                 "chain verify x --deadline 1e-10",
                                 "soak --for 1e-300",
                                 "soak --for 0",
                                 "soak --visit 0",
                                 "node --deadline 0",
                                 "chain verify x --deadline 0"};
    for (const char *line : lines)
        EXPECT_TRUE(contains(hashlane(line).err, "(units: ms, s, m, h, d)")) << line;
}

// ---- Answers to bad input

struct Answer {
    const char *arguments;
    const char *line; ///< part of it
    int code = 1;
};

void PrintTo(const Answer &answer, std::ostream *out) { *out << answer.arguments; }

TEST(BadInput, ChainOptionsThatDifferFromTheHeader)
{
    const std::string chain = scratch_path("differs");
    ASSERT_EQ(hashlane("chain create " + chain + " --count 2 --every 10").code, 0);
    const Ran ran = hashlane("chain create " + chain + " --resume --every 500");
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.err, "hashlane: --resume: the options differ from " + chain +
                           ".header; with --resume give only --count\n");
    for (const char *const preset : {"poh", "mmx", "arweave", "plain"})
        EXPECT_EQ(hashlane("chain create " + chain + " --resume --preset " + preset).err, ran.err);
    std::remove(chain.c_str());
    std::remove((chain + ".header").c_str());
}

// ---- The commands that come to mind first: each works, or its line names the one that does.

class FirstAttempt : public testing::TestWithParam<Answer> {};

TEST_P(FirstAttempt, WorksOrNamesTheCommandThatDoes)
{
    const auto &[arguments, line, code] = GetParam();
    const Ran ran = hashlane(arguments);
    EXPECT_EQ(ran.code, code) << ran.err;
    EXPECT_TRUE(contains(ran.out + ran.err, line)) << ran.out << ran.err;
    if (code != 0) {
        EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Newcomer, FirstAttempt,
    testing::Values(
        // How fast is this CPU?
        Answer{"", "run        Measure kernels", 0},
        Answer{"benchmark", "there is no command 'benchmark': use 'hashlane run'"},
        Answer{"bench", "use 'hashlane run'"},
        Answer{"run sha256-chain --quick --help", "Usage: hashlane run", 0},
        // Is it faster than the build of yesterday? Which of two machines is faster?
        Answer{"diff old.json new.json", "use 'hashlane compare OLD.json NEW.json'"},
        Answer{"compare", "'hashlane compare OLD.json NEW.json'"},
        Answer{"results", "use 'hashlane list published'"},
        // One core or all?
        Answer{"cores", "use 'hashlane run --all-cores'"},
        Answer{"threads", "use 'hashlane sweep sha256-chain'"},
        Answer{"scaling", "use 'hashlane sweep sha256-chain'"},
        // My own kernel
        Answer{"plugin mine.so", "use 'hashlane run --plugin FILE.so'"},
        Answer{"kernel mine.so", "use 'hashlane run --plugin FILE.so'"},
        // My chain
        Answer{"verify day", "use 'hashlane chain verify day' for a proof"},
        Answer{"proof", "use 'hashlane chain verify FILE'"},
        Answer{"chain day", "chain has the commands create, verify, bench"},
        // The digests of a folder
        Answer{"hash FOLDER", "use 'hashlane sum FOLDER/*'"},
        Answer{"sha256sum FOLDER/*", "use 'hashlane sum FILE...'"},
        // Is this machine quiet?
        Answer{"noise", "use 'hashlane info --noise'"},
        // Is a core faulty?
        Answer{"test", "use 'hashlane self-test'"}, Answer{"stress", "use 'hashlane soak'"},
        Answer{"burn", "use 'hashlane soak'"},
        // Is a node slow?
        Answer{"node --check", "--check needs a value"},
        Answer{"nodes", "use 'hashlane fleet DIR'"},
        // A picture
        Answer{"plot run.json", "use 'hashlane report FILE.json --open'"},
        Answer{"graph run.json", "use 'hashlane report FILE.json --open'"},
        // Send my result
        Answer{"submit", "use 'hashlane run --submit FILE.json'"}));

TEST(Hints, NameLinesThatAreUnderstood)
{
    for (const cli::Synonym &hint : commands::command_table().hints) {
        const std::string line = hint.meant;
        ASSERT_TRUE(line.starts_with("hashlane ")) << line;
        EXPECT_EQ(hashlane(line.substr(9) + " --help").code, 0) << line;
        EXPECT_TRUE(contains(hashlane(hint.word).err, fmt::format("use '{}'", line))) << hint.word;
    }
}

} // namespace
} // namespace hashlane::test
