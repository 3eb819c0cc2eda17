// SPDX-License-Identifier: MIT
//
// A node against a baseline, and that health and fleet are of one opinion.
#include "cluster/fleet/health.h"

#include "simulated_nodes.h"
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

cluster::Health judged(const cluster::NodeFile &now)
{
    return cluster::judge_health(now, cluster::baseline_of(node()));
}

void expect(const cluster::NodeFile &now, cluster::HealthVerdict verdict, const std::string &words)
{
    const cluster::Health health = judged(now);
    EXPECT_EQ(cluster::health_verdict_name(health.verdict), cluster::health_verdict_name(verdict))
        << health.reason;
    EXPECT_NE(health.reason.find(words), std::string::npos) << health.reason;
    EXPECT_EQ(health.reason.find('\n'), std::string::npos);
}

TEST(Health, IsGood)
{
    expect(node(), cluster::HealthVerdict::good,
           "16 cores, at most +0.0 % cycles and +0.0 % clock of the baseline");
}

TEST(Health, IsBadWithAWrongResult)
{
    cluster::NodeFile now = node();
    now.cores[1].wrong[2] = 1;
    expect(now, cluster::HealthVerdict::bad,
           "CPU 2: 1 wrong result of sha256-chain.shani.x2 together");
    now = node();
    now.mismatches = 1;
    expect(now, cluster::HealthVerdict::bad, "wrong");
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
    expect(now, cluster::HealthVerdict::warning, "CPU 3: takes 4.5 % more time than");
    make_slow(now, 1, 108);
    expect(now, cluster::HealthVerdict::bad, "CPU 1: takes 8.0 % more time than");
    expect(now, cluster::HealthVerdict::bad, "; CPU 3: takes");
}

TEST(Health, NamesASlowNode)
{
    cluster::NodeFile now = node();
    for (cluster::CoreColumns &columns : now.cores)
        columns.cycles_per_unit.assign(core_count, 103);
    expect(now, cluster::HealthVerdict::warning,
           "sha256-chain alone: 103.00 cycles, 3.0 % above the 100.00 of the baseline");
    for (cluster::CoreColumns &columns : now.cores)
        columns.cycles_per_unit.assign(core_count, 106);
    expect(now, cluster::HealthVerdict::bad, "6.0 % above");
}

TEST(Health, NamesASlowClock)
{
    cluster::NodeFile now = node();
    now.cores[1].clock_hz.assign(core_count, 2.85e9);
    expect(now, cluster::HealthVerdict::warning,
           "together: clock 2.850 GHz, 5.0 % below the 3.000 GHz of the baseline");
    now.cores[1].clock_hz.assign(core_count, 2.4e9);
    expect(now, cluster::HealthVerdict::bad, "20.0 % below");
}

TEST(Health, DoesNotGoByNoise)
{
    cluster::NodeFile now = node();
    make_slow(now, 3, 150);
    for (cluster::CoreColumns &columns : now.cores)
        columns.noisy[3] = true;
    expect(now, cluster::HealthVerdict::good, "");
    for (cluster::CoreColumns &columns : now.cores)
        columns.noisy.assign(core_count, true);
    expect(now, cluster::HealthVerdict::warning, "100 % of its values are noisy");
    now = node();
    for (cluster::CoreColumns &columns : now.cores) {
        columns.noisy.assign(core_count / 2, true);
        columns.noisy.resize(core_count, false);
        columns.cycles_per_unit.assign(core_count, 120);
    }
    expect(now, cluster::HealthVerdict::warning, "50 % of its values are noisy");
}

TEST(Health, TellsWhatIsSetDifferently)
{
    cluster::NodeFile now = node();
    now.settings["governor"] = "powersave";
    now.settings["boost"] = "off";
    expect(now, cluster::HealthVerdict::warning,
           "governor: 'powersave', where 1 comparable node has 'performance'");
    EXPECT_EQ(judged(now).reason.find(';'), std::string::npos) << "of the others nothing is known";
}

TEST(Health, SaysTheGravestFirst)
{
    cluster::NodeFile now = node();
    now.settings["governor"] = "powersave";
    now.cores[0].wrong[0] = 1;
    EXPECT_TRUE(judged(now).reason.starts_with("CPU 0: ")) << judged(now).reason;
    for (int i = 0; i < 5; ++i)
        now.settings["s" + std::to_string(i)] = "a";
    cluster::NodeFile good = node();
    for (int i = 0; i < 5; ++i)
        good.settings["s" + std::to_string(i)] = "b";
    const cluster::Health health = cluster::judge_health(now, cluster::baseline_of(good));
    EXPECT_TRUE(health.reason.ends_with("; and 4 more")) << health.reason;
}

TEST(Health, TellsWhatIsMissing)
{
    cluster::NodeFile now = node();
    now.complete = false;
    now.incomplete_reason = "half";
    now.cores[0].cycles_per_unit[0] = std::numeric_limits<double>::quiet_NaN();
    expect(now, cluster::HealthVerdict::warning, "not all was measured: half");
}

// As a fleet: another hashlane's other kernel is other work.
TEST(Health, IsNotJudgedByOtherKernelsOfAnotherVersion)
{
    cluster::NodeFile other = node();
    for (cluster::CoreColumns &columns : other.cores)
        columns.kernel = "sha256-chain.avx2.x8";
    EXPECT_EQ(cluster::judge_health(node(), cluster::baseline_of(other)).verdict,
              cluster::HealthVerdict::good);
    other.version = "0.0.9";
    EXPECT_THROW(cluster::judge_health(node(), cluster::baseline_of(other)), results::BadFile);
    cluster::NodeFile wrong = node();
    wrong.mismatches = 1;
    EXPECT_EQ(cluster::judge_health(wrong, cluster::baseline_of(other)).verdict,
              cluster::HealthVerdict::bad);
}

TEST(Health, IsNotJudgedByAnUnknownBaseline)
{
    cluster::NodeFile busy = node();
    for (cluster::CoreColumns &columns : busy.cores)
        columns.noisy.assign(core_count, true);
    EXPECT_THROW(cluster::judge_health(node(), cluster::baseline_of(busy)), results::BadFile);
}

cluster::BaselineGroup group_of(const cluster::NodeFile &file)
{
    cluster::BaselineGroup group{cluster::group_key_of(file), 8, {}, {}};
    group.rules["governor"] = {"performance", 8};
    cluster::Yardstick yardstick;
    yardstick.kernel = file.cores.front().kernel;
    yardstick.cycles_per_unit = cluster::Usual{100, 0.1};
    yardstick.clock_hz = cluster::Usual{3e9, 1e6};
    group.figures[{"sha256-chain", "alone"}] = yardstick;
    return group;
}

TEST(HealthBaseline, MayBeThatOfAFleet)
{
    const std::string path = scratch_path("fleet-baseline.json");
    std::ofstream(path) << cluster::baseline_text({group_of(node())});
    cluster::NodeFile now = node();
    EXPECT_EQ(cluster::judge_health(now, cluster::read_health_baseline(path, now)).verdict,
              cluster::HealthVerdict::good);
    now.settings["governor"] = "powersave";
    make_slow(now, 0, 110);
    const cluster::Health health =
        cluster::judge_health(now, cluster::read_health_baseline(path, now));
    EXPECT_EQ(health.verdict, cluster::HealthVerdict::bad);
    EXPECT_NE(health.reason.find("powersave"), std::string::npos) << health.reason;
    now.cpu_identity = "A 2";
    EXPECT_THROW(cluster::read_health_baseline(path, now), results::BadFile);
    std::remove(path.c_str());
}

TEST(HealthBaseline, IsOfTheSameProcessorAndSmt)
{
    const std::string path = scratch_path("node-baseline.json");
    std::ofstream(path) << json_of(node()).dump();
    cluster::NodeFile now = node();
    EXPECT_EQ(cluster::judge_health(now, cluster::read_health_baseline(path, now)).verdict,
              cluster::HealthVerdict::good);
    now.settings["smt"] = "on";
    EXPECT_THROW(cluster::read_health_baseline(path, now), results::BadFile);
    now = node();
    now.cpu_model = "B";
    EXPECT_THROW(cluster::read_health_baseline(path, now), results::BadFile);
    std::remove(path.c_str());
}

// The same file, and the same baseline.
void expect_one_opinion(const cluster::NodeFile &written, const cluster::Baseline &baseline,
                        const char *what)
{
    const cluster::NodeFile file = cluster::node_file_of(json_of(written).dump(), "n01.json");
    cluster::FleetRequest request;
    request.baseline = baseline;
    const cluster::NodeReport fleet =
        cluster::judge_fleet({{file}, {}, {}}, request).report.nodes.front();
    const cluster::Health health = cluster::judge_health(file, baseline);
    EXPECT_EQ(health.verdict == cluster::HealthVerdict::good,
              fleet.node_class == cluster::NodeClass::healthy)
        << what << ": " << cluster::class_name(fleet.node_class) << ": " << health.reason;
    if (fleet.node_class == cluster::NodeClass::wrong) {
        EXPECT_EQ(health.verdict, cluster::HealthVerdict::bad) << what;
    }
    if (!fleet.findings.empty()) {
        EXPECT_TRUE(health.reason.starts_with(fleet.findings.front().evidence)) << health.reason;
    }
}

TEST(Health, IsOfOneOpinionWithTheFleet)
{
    const cluster::Baseline baselines[] = {{"fleet", judged(simulated_fleet(30)).baseline},
                                           cluster::baseline_of(simulated_fleet(1, 5)[0].node)};
    for (const cluster::Baseline &baseline : baselines)
        for (unsigned seed = 1; seed <= 5; ++seed) {
            expect_one_opinion(simulated_fleet(1, seed)[0].node, baseline, "healthy");
            for (const Fault &fault : faults()) {
                SimulatedNode node = simulated_fleet(1, seed)[0];
                fault.apply(node);
                expect_one_opinion(node.node, baseline, fault.evidence);
            }
        }
}

// A fault that needs no like nodes to be seen is found by health as well.
TEST(Health, FindsWhatAFleetFinds)
{
    const cluster::Baseline baseline{"fleet", judged(simulated_fleet(30)).baseline};
    for (const Fault &fault : faults()) {
        SimulatedNode node = simulated_fleet(1, 3)[0];
        fault.apply(node);
        const bool needs_like_nodes = fault.evidence == std::string("times as much") ||
                                      fault.evidence == std::string("sha3 together is missing");
        const cluster::Health health = cluster::judge_health(node.node, baseline);
        EXPECT_EQ(health.verdict == cluster::HealthVerdict::good, needs_like_nodes)
            << fault.evidence << ": " << health.reason;
    }
    EXPECT_EQ(cluster::judge_health(simulated_fleet(1, 3)[0].node, baseline).verdict,
              cluster::HealthVerdict::good);
}

} // namespace
} // namespace hashlane::test
