// SPDX-License-Identifier: MIT
//
// A node against a baseline.
#include "node/health.h"

#include "compare/bad_file.h"
#include "fleet/baseline.h"
#include "node/health_baseline.h"
#include "support/files.h"

#include <gtest/gtest.h>

#include <limits>

namespace hashlane::test {
namespace {

NodeFile node()
{
    NodeFile file;
    file.path = "node.json";
    file.name = "n1";
    file.cpu_model = "A";
    file.cpu_identity = "A 1";
    file.settings = {{"governor", "performance"}, {"allowed_cpus", "0-3"}, {"boost", ""}};
    for (const char *scope : {"alone", "together"})
        file.cores.push_back({"sha256-chain.shani.x2",
                              "sha256-chain",
                              scope,
                              {0, 1, 2, 3},
                              {100, 100.2, 99.9, 100},
                              {3e9, 3e9, 3e9, 3e9},
                              {false, false, false, false},
                              {0, 0, 0, 0}});
    return file;
}

Health judged(const NodeFile &now) { return judge_health(now, node()); }

void expect(const NodeFile &now, HealthVerdict verdict, const std::string &words)
{
    const Health health = judged(now);
    EXPECT_EQ(health_verdict_name(health.verdict), health_verdict_name(verdict)) << health.reason;
    EXPECT_NE(health.reason.find(words), std::string::npos) << health.reason;
    EXPECT_EQ(health.reason.find('\n'), std::string::npos);
}

TEST(Health, IsGood) { expect(node(), HealthVerdict::good, "4 cores"); }

TEST(Health, IsBadWithAWrongResult)
{
    NodeFile now = node();
    now.cores[1].wrong[2] = 1;
    expect(now, HealthVerdict::bad, "CPU 2: sha256-chain.shani.x2 gave a wrong result");
    now = node();
    now.mismatches = 1;
    expect(now, HealthVerdict::bad, "wrong");
}

TEST(Health, NamesASlowCore)
{
    NodeFile now = node();
    now.cores[0].cycles_per_unit[3] = 103;
    expect(now, HealthVerdict::warning, "CPU 3: +3.0 % cycles of sha256-chain.shani.x2 alone");
    now.cores[0].cycles_per_unit[1] = 108;
    expect(now, HealthVerdict::bad, "CPU 1: +8.0 %");
    expect(now, HealthVerdict::bad, "(2 cores are slow)");
}

TEST(Health, NamesASlowClock)
{
    NodeFile now = node();
    now.cores[1].clock_hz.assign(4, 2.85e9);
    expect(now, HealthVerdict::warning, "clock -5.0 % (2.85 GHz, baseline 3.00)");
    now.cores[1].clock_hz.assign(4, 2.4e9);
    expect(now, HealthVerdict::bad, "clock -20.0 %");
}

TEST(Health, DoesNotGoByNoise)
{
    NodeFile now = node();
    now.cores[0].cycles_per_unit[3] = 150;
    now.cores[0].noisy[3] = true;
    expect(now, HealthVerdict::good, "");
    for (CoreColumns &columns : now.cores)
        columns.noisy.assign(4, true);
    now.sensors.load_average = 63;
    expect(now, HealthVerdict::warning, "too busy to be judged: load 63.0");
}

TEST(Health, TellsWhatIsSetDifferently)
{
    NodeFile now = node();
    now.settings["governor"] = "powersave";
    now.settings["allowed_cpus"] = "0-1";
    now.settings["boost"] = "off";
    expect(now, HealthVerdict::warning, "governor is 'powersave', baseline 'performance'");
    EXPECT_EQ(judged(now).reason.find(';'), std::string::npos) << "of the others nothing is known";
}

TEST(Health, SaysTheGravestFirst)
{
    NodeFile now = node();
    now.settings["governor"] = "powersave";
    now.cores[0].wrong[0] = 1;
    EXPECT_TRUE(judged(now).reason.starts_with("CPU 0: ")) << judged(now).reason;
    for (int i = 0; i < 5; ++i)
        now.settings["s" + std::to_string(i)] = "a";
    NodeFile good = node();
    for (int i = 0; i < 5; ++i)
        good.settings["s" + std::to_string(i)] = "b";
    EXPECT_TRUE(judge_health(now, good).reason.ends_with("; and 4 more"))
        << judge_health(now, good).reason;
}

TEST(Health, TellsWhatIsMissing)
{
    NodeFile now = node();
    now.complete = false;
    now.incomplete_reason = "half";
    now.cores[0].cycles_per_unit[0] = std::numeric_limits<double>::quiet_NaN();
    expect(now, HealthVerdict::warning, "incomplete: half");
}

TEST(Health, IsNotJudgedByOtherKernels)
{
    NodeFile other = node();
    for (CoreColumns &columns : other.cores)
        columns.kernel = "sha256-chain.avx2.x8";
    EXPECT_THROW(judge_health(node(), other), BadFile);
}

BaselineGroup group_of(const NodeFile &file)
{
    BaselineGroup group{group_key_of(file), 8, {}, {}};
    group.rules["governor"] = {"performance", 8};
    Yardstick yardstick;
    yardstick.kernel = file.cores.front().kernel;
    yardstick.cycles_per_unit = Usual{100, 0.1};
    yardstick.clock_hz = Usual{3e9, 1e6};
    group.figures[{"sha256-chain", "alone"}] = yardstick;
    return group;
}

TEST(HealthBaseline, MayBeThatOfAFleet)
{
    const std::string path = scratch_path("fleet-baseline.json");
    std::ofstream(path) << baseline_text({group_of(node())});
    NodeFile now = node();
    EXPECT_EQ(judge_health(now, read_health_baseline(path, now)).verdict, HealthVerdict::good);
    now.settings["governor"] = "powersave";
    now.cores[0].cycles_per_unit[0] = 110;
    const Health health = judge_health(now, read_health_baseline(path, now));
    EXPECT_EQ(health.verdict, HealthVerdict::bad);
    EXPECT_NE(health.reason.find("powersave"), std::string::npos) << health.reason;
    now.cpu_identity = "A 2";
    EXPECT_THROW(read_health_baseline(path, now), BadFile);
    std::remove(path.c_str());
}

} // namespace
} // namespace hashlane::test
