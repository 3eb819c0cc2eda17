// SPDX-License-Identifier: MIT
//
// A node against a baseline, and that 'node --check' and fleet are of one opinion.
#include "cluster/fleet/judge_fleet.h"

#include "simulated_nodes.h"
#include "support/error_text.h"
#include "support/files.h"

#include <gtest/gtest.h>

#include <limits>

namespace hashlane::test {
namespace {

constexpr std::size_t core_count = 16;

cluster::NodeFile node()
{
    cluster::NodeFile file;
    file.path = "node.json";
    file.name = "n1";
    file.cpu_model = "A";
    file.cpu_identity = "A 1";
    file.settings = {{"governor", "performance"}, {"boost", ""}, {"microcode", "0x1"}};
    for (const char *scope : {"alone", "together"}) {
        cluster::CoreColumns &columns = file.cores.emplace_back();
        columns.kernel = "sha256-chain.shani.x2";
        columns.workload = "sha256-chain";
        columns.scope = scope;
        for (int cpu = 0; cpu < static_cast<int>(core_count); ++cpu)
            columns.cpus.push_back(cpu);
        columns.cycles_per_unit.assign(core_count, 100);
        columns.clock_hz.assign(core_count, 3e9);
        columns.noisy.assign(core_count, false);
        columns.wrong.assign(core_count, 0);
    }
    return file;
}

std::string line_of(const cluster::NodeFile &now, const cluster::Baseline &baseline)
{
    return cluster::health_line(cluster::judge_health(now, baseline), baseline);
}

std::string line_of(const cluster::NodeFile &now)
{
    return line_of(now, cluster::baseline_of(node()));
}

// `begin` is what 'sinfo -R' shows of the line.
void expect(const std::string &line, const std::string &begin, const std::string &words)
{
    EXPECT_TRUE(line.starts_with(begin)) << line;
    EXPECT_NE(line.find(words), std::string::npos) << line;
    EXPECT_EQ(line.find('\n'), std::string::npos);
    EXPECT_EQ(line.find("n1"), std::string::npos) << "the scheduler names the node: " << line;
}

void expect(const cluster::NodeFile &now, const std::string &begin, const std::string &words)
{
    expect(line_of(now), begin, words);
}

int code_of(const cluster::NodeFile &now, const cluster::FailOn &fail_on)
{
    return cluster::judge_health(now, cluster::baseline_of(node())).report.exit_code(fail_on);
}

TEST(Health, IsHealthy)
{
    EXPECT_EQ(line_of(node()), "healthy: 16 cores, 1 kernel (too little time for a soak of the "
                               "others), the node's cycles +0.0 %, its clock +0.0 % "
                               "against the baseline at worst");
}

TEST(Health, SaysHowManyKernelsWereVerified)
{
    cluster::NodeFile now = node();
    now.soak = cluster::NodeSoak{1.8, 0.9, 71, 47, {}};
    expect(now, "healthy: 16 cores, 47 of 71 kernels, the node's", "");
}

TEST(Health, SaysHowFarItIsFromTheBaselineAtWorst)
{
    cluster::NodeFile now = node();
    now.cores[0].cycles_per_unit.assign(core_count, 101.94);
    now.cores[1].cycles_per_unit.assign(core_count, 98);
    now.cores[1].clock_hz.assign(core_count, 2.9418e9);
    EXPECT_EQ(line_of(now), "healthy: 16 cores, 1 kernel (too little time for a soak of the "
                            "others), the node's cycles +1.9 %, its clock -1.9 % "
                            "against the baseline at worst");
}

TEST(Health, IsWrongWithAWrongResult)
{
    cluster::NodeFile now = node();
    now.cores[1].wrong[2] = 1;
    expect(now, "wrong: CPU 2: 1 wrong result of", "sha256-chain.shani.x2 together");
    now = node();
    now.mismatches = 1;
    expect(now, "wrong: 1 wrong result", "");
    now = node();
    now.soak.emplace().wrong.push_back({2, "sha256-chain.shani.x2", "sha", {}, {}});
    expect(now, "wrong: CPU 2: wrong result of sha256-chain.shani.x2, unit sha", "");
}

void make_slow(cluster::NodeFile &file, std::size_t core, double cycles)
{
    for (cluster::CoreColumns &columns : file.cores)
        columns.cycles_per_unit[core] = cycles;
}

TEST(Health, NamesASlowCore)
{
    cluster::NodeFile now = node();
    make_slow(now, 3, 104.5);
    expect(now, "one bad core: CPU 3:", "takes 4.5 % more time than");
    make_slow(now, 1, 108);
    expect(now, "one bad core: CPU 1:", "; CPU 3: takes");
}

TEST(Health, NamesACoreThatIsSlowByItsClock)
{
    cluster::NodeFile now = node();
    for (cluster::CoreColumns &columns : now.cores)
        columns.clock_hz[3] *= 0.85;
    expect(now, "one bad core: CPU 3:", "clock 15.0 % less");
    EXPECT_EQ(line_of(now).find("cycles "), std::string::npos) << line_of(now);
}

TEST(Health, NamesASlowNode)
{
    cluster::NodeFile now = node();
    for (cluster::CoreColumns &columns : now.cores)
        columns.cycles_per_unit.assign(core_count, 103);
    expect(now, "slow core: +3.0 % alone: 103.00 cycles, where the baseline has 100.00", "");
}

TEST(Health, NamesASlowClock)
{
    cluster::NodeFile now = node();
    now.cores[1].clock_hz.assign(core_count, 2.85e9);
    expect(now, "slow together: -5.0 % together: clock 2.850 GHz, where the baseline has 3.000",
           "");
}

TEST(Health, DoesNotGoByNoise)
{
    cluster::NodeFile now = node();
    make_slow(now, 3, 150);
    for (cluster::CoreColumns &columns : now.cores)
        columns.noisy[3] = true;
    expect(now, "healthy: ", "");
    for (cluster::CoreColumns &columns : now.cores)
        columns.noisy.assign(core_count, true);
    expect(now, "noisy: 100 % of its values are noisy; alone: too few", "");
    now = node();
    for (cluster::CoreColumns &columns : now.cores) {
        columns.noisy.assign(core_count / 2, true);
        columns.noisy.resize(core_count, false);
        columns.cycles_per_unit.assign(core_count, 120);
    }
    expect(now, "noisy: 50 % of its values are noisy", "");
}

TEST(Health, TellsWhatIsSetDifferently)
{
    cluster::NodeFile now = node();
    now.settings["governor"] = "powersave";
    now.settings["boost"] = "off";
    expect(now, "misconfigured: governor: 'powersave', where 1 comparable node has 'performance'",
           "");
    EXPECT_EQ(line_of(now).find(';'), std::string::npos) << "of the others nothing is known";
}

TEST(Health, ToleratesTheMemoryOfOtherFirmware)
{
    cluster::NodeFile good = node(), now = node();
    good.settings["memory_gib"] = "503";
    now.settings["memory_gib"] = "504";
    expect(line_of(now, cluster::baseline_of(good)), "healthy: ", "");
    now.settings["memory_gib"] = "488";
    expect(line_of(now, cluster::baseline_of(good)), "misconfigured: memory_gib: '488'", "");
}

TEST(Health, SaysTheGravestFirst)
{
    cluster::NodeFile now = node();
    now.settings["governor"] = "powersave";
    now.cores[0].wrong[0] = 1;
    EXPECT_TRUE(line_of(now).starts_with("wrong: CPU 0: ")) << line_of(now);
    cluster::NodeFile good = node();
    for (int i = 0; i < 5; ++i) {
        now.settings["s" + std::to_string(i)] = "a";
        good.settings["s" + std::to_string(i)] = "b";
    }
    const std::string line = line_of(now, cluster::baseline_of(good));
    EXPECT_TRUE(line.ends_with("; and 4 more")) << line;
}

TEST(Health, TellsWhatIsMissing)
{
    cluster::NodeFile now = node();
    now.complete = false;
    now.incomplete_reason = "half";
    now.cores[0].cycles_per_unit[0] = std::numeric_limits<double>::quiet_NaN();
    expect(now, "incomplete: half", "");
    now = node();
    now.cores.pop_back();
    expect(now, "incomplete: sha256-chain together is missing; the baseline has it", "");
    now.cores.clear();
    expect(line_of(now, {}), "incomplete: no core was measured", "");
}

TEST(Health, FailsForTheChosenClasses)
{
    const cluster::FailOn anything = cluster::fail_on_anything(), only_wrong{{}, false},
                          slow{{cluster::NodeClass::slow_core}, false};
    cluster::NodeFile now = node();
    EXPECT_EQ(code_of(now, anything), 0);
    for (cluster::CoreColumns &columns : now.cores)
        columns.cycles_per_unit.assign(core_count, 103);
    EXPECT_EQ(code_of(now, anything), 5);
    EXPECT_EQ(code_of(now, slow), 5);
    EXPECT_EQ(code_of(now, only_wrong), 0);
    now.cores[0].wrong[0] = 1;
    EXPECT_EQ(code_of(now, only_wrong), 2) << "always";
}

// As a fleet: another hashlane's other kernel is other work.
TEST(Health, IsNotJudgedByOtherKernelsOfAnotherVersion)
{
    cluster::NodeFile other = node();
    for (cluster::CoreColumns &columns : other.cores)
        columns.kernel = "sha256-chain.avx2.x8";
    expect(line_of(node(), cluster::baseline_of(other)), "healthy: ", "");
    other.version = "0.0.9";
    const cluster::Baseline baseline = cluster::baseline_of(other);
    expect(line_of(node(), baseline), "not judged: the baseline has no values of these kernels",
           "");
    EXPECT_EQ(cluster::judge_health(node(), baseline).report.exit_code(cluster::fail_on_anything()),
              3);
    cluster::NodeFile wrong = node();
    wrong.mismatches = 1;
    expect(line_of(wrong, baseline), "wrong: ", "");
}

TEST(Health, IsNotJudgedByAnUnknownBaseline)
{
    cluster::NodeFile busy = node();
    for (cluster::CoreColumns &columns : busy.cores)
        columns.noisy.assign(core_count, true);
    expect(line_of(node(), cluster::baseline_of(busy)), "not judged: the baseline has no values",
           "");
}

cluster::BaselineGroup group_of(const cluster::NodeFile &file)
{
    cluster::BaselineGroup group{cluster::group_key_of(file), 8, {}, {}};
    group.rules["governor"] = {"performance", 8};
    cluster::UsualFigure reference;
    reference.kernel = file.cores.front().kernel;
    reference.cycles_per_unit = cluster::RobustSummary{100, 0.1};
    reference.clock_hz = cluster::RobustSummary{3e9, 1e6};
    for (const char *scope : {"alone", "together"})
        group.figures[{"sha256-chain", scope}] = reference;
    return group;
}

TEST(HealthBaseline, MayBeThatOfAFleet)
{
    const std::string path = scratch_path("fleet-baseline.json");
    std::ofstream(path) << cluster::baseline_text({.groups = {group_of(node())}});
    const cluster::Baseline baseline = cluster::read_baseline_or_node(path);
    cluster::NodeFile now = node();
    expect(line_of(now, baseline), "healthy: ", "");
    now.settings["governor"] = "powersave";
    make_slow(now, 0, 110);
    expect(line_of(now, baseline), "one bad core: CPU 0:", "powersave");
    now.cpu_identity = "A 2";
    make_slow(now, 0, 100);
    expect(line_of(now, baseline), "not judged: the baseline has no machines such as A (A 2)", "");
    cluster::NodeFile older = node();
    older.version = "0.0.9"; // with the same kernels
    std::ofstream(path) << cluster::baseline_text({.groups = {group_of(older)}});
    expect(line_of(node(), cluster::read_baseline_or_node(path)), "healthy: ", "");
    std::remove(path.c_str());
}

TEST(HealthBaseline, IsNoNodeWithWrongResults)
{
    const std::string path = scratch_path("bad-baseline.json");
    const auto why_refused = [&](const cluster::NodeFile &file) -> std::string {
        std::ofstream(path) << json_of(file).dump();
        try {
            cluster::read_baseline_or_node(path);
        } catch (const results::BadFile &bad) {
            return bad.what();
        }
        return "";
    };
    EXPECT_EQ(why_refused(node()), "");
    cluster::NodeFile wrong = node(), incomplete = node();
    wrong.cores[0].wrong[0] = 1;
    incomplete.complete = false; // what it has is right
    EXPECT_EQ(why_refused(wrong), "'" + path + "': a result was wrong, so it is no baseline");
    EXPECT_EQ(why_refused(incomplete), "");
    std::remove(path.c_str());
}

TEST(HealthBaseline, HasEachKindOnceAndNoSpreadAboveItsValue)
{
    using nlohmann::json;
    const json good = json::parse(cluster::baseline_text({.groups = {group_of(node())}}));
    const auto why_refused = [](const json &file) {
        return error_text<results::BadFile>([&] { cluster::baseline_of_text(file.dump(), "b"); });
    };
    EXPECT_EQ(why_refused(good), "");
    json two = good, wide = good;
    two["groups"].push_back(two["groups"][0]);
    EXPECT_NE(why_refused(two).find("two of 'groups' are of one kind and version: 'A'"),
              std::string::npos);
    two["groups"][1]["version"] = "another";
    EXPECT_EQ(why_refused(two), "");
    json &cycles = wide["groups"][0]["figures"][0]["cycles_per_unit"];
    cycles["scale"] = cycles["center"].get<double>() + 1;
    EXPECT_NE(why_refused(wide).find("cycles_per_unit: 'scale' is above 'center'"),
              std::string::npos)
        << why_refused(wide);
}

TEST(HealthBaseline, IsOfTheSameProcessorAndSmt)
{
    const std::string path = scratch_path("node-baseline.json");
    std::ofstream(path) << json_of(node()).dump();
    const cluster::Baseline baseline = cluster::read_baseline_or_node(path);
    cluster::NodeFile now = node();
    expect(line_of(now, baseline), "healthy: ", "");
    now.settings["smt"] = "on";
    expect(line_of(now, baseline), "not judged: ", "SMT on");
    now = node();
    now.cpu_model = "B";
    expect(line_of(now, baseline), "not judged: ", "machines such as B");
    std::remove(path.c_str());
}

// By the fleet's baseline, 'node --check' puts each node into the same class as the fleet did by
// its like nodes.
TEST(Health, IsOfOneOpinionWithTheFleet)
{
    for (unsigned seed = 1; seed <= 5; ++seed) {
        SimulatedFleet fleet = simulated_fleet(60, seed);
        const std::vector<Fault> all = faults();
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i].apply(fleet[3 * i]);
        const cluster::JudgedFleet judged_fleet = judged(fleet);
        for (std::size_t i = 0; i < fleet.size(); ++i) {
            const cluster::NodeFile &file = fleet[i].node;
            cluster::FleetRequest request;
            request.baseline = judged_fleet.baseline;
            const cluster::NodeReport alone =
                cluster::judge_fleet({{file}, {}, {}}, request).report.nodes.front();
            const std::string line = line_of(file, judged_fleet.baseline),
                              name = cluster::class_name(alone.node_class);
            EXPECT_TRUE(line.starts_with(name + ": ")) << line << "\nfleet of one: " << name;
            const cluster::NodeReport &beside = judged_fleet.report.nodes[i];
            EXPECT_EQ(name, cluster::class_name(beside.node_class)) << file.name << ": " << line;
        }
    }
}

} // namespace
} // namespace hashlane::test
