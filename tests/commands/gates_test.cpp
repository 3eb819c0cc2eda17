// SPDX-License-Identifier: MIT
//
// A gate promises an exit code, on which scripts rely. Each fires, and with each other option of
// its command it fires as well, or the command refuses the two together in one line.

#include "chain_files.h"
#include "cluster/fleet/judge_fleet.h"
#include "cluster/fleet/simulated_nodes.h"
#include "cluster/node/measure_node.h"
#include "measure/context.h"
#include "support/result_files.h"
#include "support/slow_build.h"

#include <fmt/format.h>

#include <map>
#include <regex>

namespace hashlane::test {
namespace {

using nlohmann::json;

struct GateCommand {
    std::string command;
    std::string arguments; ///< with which it fires
    int code;
    /// Its code with an option and value whose help says that they change it.
    std::map<std::string, int> changed_by = {};
    const char *program = HASHLANE_PROGRAM;
};

void PrintTo(const GateCommand &gate, std::ostream *out)
{
    *out << gate.command << ' ' << gate.arguments;
}

// Values that an option takes; those of a format that a command lacks are refused.
const std::map<std::string, std::vector<std::string>> values = {
    {"--accept", {"n1"}},
    {"--algorithm", {"sha3-256"}},
    {"--baseline", {"nodes/n01.json"}},
    {"--block-size", {"512"}},
    {"--budget", {"1s"}},
    {"--check", {"nodes/n01.json"}},
    {"--class", {"missing"}},
    {"--clock", {"auto"}},
    {"--color", {"always", "never"}},
    {"--core-kind", {"core"}},
    {"--count", {"9"}},
    {"--cpu", {"0"}},
    {"--deadline", {"1h"}},
    {"--device", {"cuda:255"}},
    {"--every", {"10"}},
    {"--expect", {"n[01-09]"}},
    {"--fail-above", {"3"}},
    {"--fail-on", {"noisy"}},
    {"--filter", {"."}},
    {"--for", {"1s"}},
    {"--format",
     {"table", "csv", "json", "jsonl", "markdown", "classic", "github-action-benchmark",
      "prometheus", "nodeset", "html", "svg", "text"}},
    {"--ghz", {"3"}},
    {"--header", {"day.header"}},
    {"--history", {"new-history"}},
    {"--iterations", {"10"}},
    {"--lanes", {"1"}},
    {"--limits", {"memory=9"}},
    {"--min-time", {"1ms"}},
    {"--mix", {one}},
    {"--newer-than", {"36500d"}},
    {"--name", {"n1"}},
    {"--on-core", {"0"}},
    {"--out", {"new-out"}},
    {"--part", {"1/1"}},
    {"--passes", {"1"}},
    {"--pattern", {"steady"}},
    {"--per-core", {"1"}},
    {"--plot", {"answer"}},
    {"--plugin", {"./day"}},
    {"--pool", {"2"}},
    {"--preset", {"plain"}},
    {"--repetitions", {"2"}},
    {"--reserved-cores", {"0"}},
    {"--salt", {one}},
    {"--salt-adds", {"1"}},
    {"--seed", {"1"}},
    {"--start", {std::string(64, '0')}},
    {"--start-at", {"$(date +%s)"}},
    {"--submit", {"new-submission"}},
    {"--threads", {"1"}},
    {"--threshold", {"50"}},
    {"--unit", {"cpb"}},
    {"--visit", {"0.1"}},
    {"--workload", {"sha256-chain"}},
    {"--write-baseline", {"new-baseline"}},
};

// " --cpu 0", " --quiet", …: each option of the command's help, with each value.
std::vector<std::string> options_of(const std::string &command)
{
    const std::regex option("\n {2,6}(?:-[a-zA-Z], )?(--[a-z-]+)( [A-Z])?");
    const std::string text = hashlane("help " + command).out;
    std::vector<std::string> options;
    for (std::sregex_iterator match(text.begin(), text.end(), option), end; match != end; ++match) {
        const std::string name = (*match)[1];
        if (name == "--help")
            continue;
        if (!(*match)[2].matched) {
            options.push_back(name);
            continue;
        }
        const auto known = values.find(name);
        EXPECT_NE(known, values.end()) << name << " of " << command << " is tried with no value";
        if (known != values.end())
            for (const std::string &value : known->second)
                options.push_back(name + " " + value);
    }
    EXPECT_GE(options.size(), 3U) << command;
    return options;
}

void make_files()
{
    const auto write = [](const std::string &name, const std::string &text) {
        write_file(scratch_path("gates/" + name), text);
    };
    const std::string chain = "sha256-chain.shani.x4", keccak = "keccak-chain.portable.x1";
    const auto result = [&](double cycles) {
        return result_json(
            {result_row(chain, {costs_around(cycles)}), result_row(keccak, {costs_around(950)})});
    };
    write("old.json", result(70).dump());
    write("slow.json", result(77).dump());
    write("lacks.json", result_json({result_row(chain, {costs_around(70)})}).dump());
    json other = result(70);
    other["mismatches"] = {{{"kernel", "sha256-chain.avx2.x8"}}};
    write("wrong.json", other.dump());
    other = result(70);
    for (json &row : other["benchmarks"])
        row["trustworthy"] = false;
    write("noisy.json", other.dump());

    for (const char *const folder : {"nodes", "old-nodes"})
        std::filesystem::create_directories(scratch_path("gates/") + folder);
    SimulatedFleet nodes = simulated_fleet(9);
    for (SimulatedNode node : nodes) {
        write("nodes/" + node.node.path, json_of(node.node).dump());
        node.node.started = "2020-02-02T02:00:00+00:00"; // whatever the clock of this machine is
        write("old-nodes/" + node.node.path, json_of(node.node).dump());
    }
    nodes[2].node.cores[0].wrong[1] = 1;
    write("wrong-n03.json", json_of(nodes[2].node).dump());
    nodes[4].node.settings["governor"] = "powersave";
    write("slow-n05.json", json_of(nodes[4].node).dump());
    // A good node has another setting: whatever this one measures, it is not healthy.
    cluster::NodeFile good = cluster::unmeasured_node({"n1", "", ""}, measure::gather_context(""));
    good.settings["governor"] = "another";
    write("other-settings.json", cluster::baseline_text(cluster::baseline_of(good)));
    write("endless", R"({"n":1000000000000,"start":")" + one + R"(","end":")" + one + "\"}\n");
}

class Gates : public testing::TestWithParam<GateCommand> {
protected:
    static void SetUpTestSuite()
    {
        std::filesystem::create_directories(scratch_path("gates"));
        make_files();
        const Ran ran = in_folder(R"(
            $HASHLANE chain create day --count 8 --every 10 >log
            cp day bad; cp day.header bad.header; printf x | dd of=bad bs=1 seek=100 conv=notrunc 2>log
            cp day bad-end; cp day.header bad-end.header
            printf x | dd of=bad-end bs=1 seek=250 conv=notrunc 2>log
            $HASHLANE chain verify day --part 1/2 -o part1 >log
            $HASHLANE chain verify bad --part 1/2 -o bad-part1 >log
            $HASHLANE chain verify day --part 2/2 -o part2 >log
            $HASHLANE sum day endless >list; sed s/^[0-9a-f]*/$(printf %064d 0)/ list >wrong-list
            { cat list; echo junk; } >junk-list; sed s/day/none/ list >missing-list
            sed s/endless/none/ missing-list >none-list)");
        ASSERT_EQ(ran.err, "");
    }
    static void TearDownTestSuite() { std::filesystem::remove_all(scratch_path("gates")); }

    static Ran in_folder(const std::string &line, const std::string &program = HASHLANE_PROGRAM)
    {
        return shell("cd '" + scratch_path("gates") + "'; unset DISPLAY WAYLAND_DISPLAY; " + line,
                     program);
    }
};

bool is_refusal(const Ran &ran)
{
    return ran.code == 1 && ran.out.empty() && ran.err.starts_with("hashlane: ") &&
           std::ranges::count(ran.err, '\n') == 1;
}

TEST_P(Gates, FireWithEveryOtherOption)
{
    const auto &[command, arguments, code, changed_by, program] = GetParam();
    if (slow_build && (contains(arguments, "--min-time") || contains(arguments, "--deadline 1s")))
        GTEST_SKIP() << "under a sanitizer a measurement takes seconds";
    if (contains(arguments, "--clock perf") && !contains(hashlane("info").out, "perf: not usable"))
        GTEST_SKIP() << "this machine has a hardware counter";
    const std::string line = "rm -rf new*; \"$HASHLANE\" " + command + " " + arguments;
    const Ran alone = in_folder(line, program);
    if (alone.code == 3 && contains(arguments, "--instructions"))
        GTEST_SKIP() << "no clock here counts core cycles";
    ASSERT_EQ(alone.code, code) << alone.out << alone.err;
    for (const std::string &option : options_of(command)) {
        if (contains(arguments, option.substr(0, option.find(' '))))
            continue;
        const Ran ran = in_folder(line + " " + option, program);
        const auto changed = changed_by.find(option);
        // A device that is named and missing ends a command before its work.
        const int expected = changed != changed_by.end()      ? changed->second
                             : option.starts_with("--device") ? 3
                                                              : code;
        EXPECT_TRUE(ran.code == expected || is_refusal(ran))
            << option << " makes it " << ran.code << "\n"
            << ran.out << ran.err;
    }
}

INSTANTIATE_TEST_SUITE_P(
    OfComparisons, Gates,
    testing::Values(
        GateCommand{"compare", "old.json slow.json --fail-above 3", 5},
        GateCommand{"compare", "old.json wrong.json --fail-above 3", 2},
        GateCommand{"compare", "old.json lacks.json --fail-above 3", 4, {{"--allow-missing", 0}}},
        GateCommand{"compare", "old.json noisy.json --fail-above 3", 4},
        GateCommand{"report", "old.json --open --out new.html", 3}));

INSTANTIATE_TEST_SUITE_P(
    OfFleets, Gates,
    testing::Values(
        GateCommand{"fleet", "nodes wrong-n03.json --newer-than 36500d", 2},
        GateCommand{
            "fleet", "nodes slow-n05.json --newer-than 36500d", 5, {{"--fail-on noisy", 0}}},
        GateCommand{"fleet", "nodes --newer-than 36500d --expect n12", 5, {{"--fail-on noisy", 0}}},
        GateCommand{"fleet", "old-nodes", 3, {{"--newer-than 36500d", 0}, {"--fail-on noisy", 0}}},
        GateCommand{"node",
                    "--check other-settings.json --device none --deadline 1s "
                    "--fail-on drain,incomplete,noisy,misconfigured",
                    5}));

INSTANTIATE_TEST_SUITE_P(OfChains, Gates,
                         testing::Values(GateCommand{"chain verify", "bad", 2},
                                         GateCommand{"chain verify", "endless --deadline 0.01", 4},
                                         GateCommand{"chain verify", "--combine bad-part1 part2",
                                                     2},
                                         GateCommand{"chain verify", "--combine bad-part1", 2},
                                         GateCommand{"chain verify", "--combine part1", 4},
                                         GateCommand{"chain create", "bad-end --resume", 2}));

// --algorithm and the trees compute other digests, --zero reads other lines.
const std::map<std::string, int> other_sums = {{"--algorithm sha3-256", 2}, {"--fsverity", 2}};
const std::map<std::string, int> unreadable_sums = {
    {"--dm-verity", 1}, {"--zero", 1}, {"--block-size 512", 1}, {"--salt " + one, 1}};

INSTANTIATE_TEST_SUITE_P(
    OfSums, Gates,
    testing::Values(GateCommand{"sum", "--check wrong-list", 2, unreadable_sums},
                    GateCommand{"sum", "--check wrong-list list nothing", 2, unreadable_sums},
                    GateCommand{
                        "sum",
                        "--check missing-list",
                        1,
                        {{"--ignore-missing", 0}, {"--algorithm sha3-256", 2}, {"--fsverity", 2}}},
                    GateCommand{"sum", "--check junk-list --strict", 1, other_sums},
                    GateCommand{"sum", "--check --ignore-missing none-list list", 1, other_sums}));

INSTANTIATE_TEST_SUITE_P(OfDevices, Gates,
                         testing::Values(GateCommand{"run", "--device cuda:255", 3},
                                         GateCommand{"sha256", "--device cuda:255", 3},
                                         GateCommand{"chain verify", "day --device cuda:255", 3},
                                         GateCommand{"chain bench", "--device cuda:255", 3},
                                         GateCommand{"soak", "--device cuda:255", 3},
                                         GateCommand{"node", "--device cuda:255", 3}));

// It fires where no clock counts core cycles; elsewhere it takes an option or refuses it.
INSTANTIATE_TEST_SUITE_P(OfThisMachine, Gates,
                         testing::Values(GateCommand{"info", "--instructions", 0}));

// A millisecond is over after one visit, on a quiet machine as well.
INSTANTIATE_TEST_SUITE_P(
    OfStrict, Gates,
    testing::Values(
        GateCommand{"run", "sha256-chain --filter ref --min-time 1ms --strict", 4},
        GateCommand{"sweep",
                    "sha256-chain --lanes 1 --threads 1 --filter ref --min-time 1ms --strict", 4},
        GateCommand{"tune", "--min-time 1ms --clock auto --color never --format json --strict", 4},
        GateCommand{"sha256", "--filter ref --min-time 1ms --strict", 4},
        GateCommand{"keccak", "0 1 10 --filter ref --strict", 4}));

INSTANTIATE_TEST_SUITE_P(
    OfWrongKernels, Gates,
    testing::Values(
        GateCommand{"run", "sha256-chain --filter portable --min-time 1ms", 2, {}, HASHLANE_MUTANT},
        GateCommand{"sweep",
                    "sha256-chain --lanes 1 --threads 1 --filter portable --min-time 1ms",
                    2,
                    {},
                    HASHLANE_MUTANT},
        GateCommand{"tune", "--min-time 1ms", 2, {}, HASHLANE_MUTANT},
        GateCommand{"sha256", "--filter portable --min-time 1ms", 2, {}, HASHLANE_MUTANT},
        GateCommand{"keccak", "0 1 10 --filter portable", 2, {}, HASHLANE_MUTANT},
        GateCommand{"compare",
                    "--run \"$HASHLANE\" \"$HASHLANE\" --filter sha256-chain.portable --budget 0.1",
                    2,
                    {},
                    HASHLANE_MUTANT},
        GateCommand{"self-test", "--filter portable", 2, {}, HASHLANE_MUTANT},
        GateCommand{"soak",
                    "--passes 1 --visit 0.1 --filter sha256-chain.portable",
                    2,
                    {},
                    HASHLANE_MUTANT}));

INSTANTIATE_TEST_SUITE_P(
    OfClocks, Gates,
    testing::Values(GateCommand{"run", "sha256-chain --clock perf", 3},
                    GateCommand{"sweep", "sha256-chain --clock perf", 3},
                    GateCommand{"tune", "--clock perf", 3},
                    GateCommand{"sha256", "--clock perf", 3},
                    GateCommand{"keccak", "0 1 10 --clock perf", 3},
                    GateCommand{"sha3", "1 --clock perf", 3},
                    GateCommand{"compare", "--run \"$HASHLANE\" \"$HASHLANE\" --clock perf", 3}));

} // namespace
} // namespace hashlane::test
