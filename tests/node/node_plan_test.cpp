// SPDX-License-Identifier: MIT
//
// How a node's time is spent, and that what is found in it is told.
#include "node/node_plan.h"

#include "core/cpu_features.h"
#include "core/kernel.h"
#include "fleet/read_node.h"
#include "node/measure_node.h"
#include "node/node_json.h"
#include "node/time_limit.h"
#include "support/topologies.h"
#include "system/cpu_list.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace hashlane::test {
namespace {

// `packages` of `cores` cores each, one CPU a core.
Topology machine(int packages, int cores)
{
    Topology topology = flat_topology(cpus_from_0_to(packages * cores - 1), "by hand");
    for (Topology::Core &core : topology.cores)
        core.package = core.numa_node = core.cpus.front() / cores;
    return topology;
}

std::multiset<int> cpus_of(const NodePlan &plan)
{
    std::multiset<int> cpus;
    for (const std::vector<int> &group : plan.groups)
        cpus.insert(group.begin(), group.end());
    return cpus;
}

TEST(NodePlan, MeasuresEachCoreOnce)
{
    for (const auto &[packages, cores] :
         std::vector<std::pair<int, int>>{{1, 1}, {2, 4}, {2, 64}, {4, 64}, {8, 128}}) {
        const NodePlan plan = plan_node(machine(packages, cores), 2, 45);
        EXPECT_EQ(cpus_of(plan), std::multiset<int>(plan.all.begin(), plan.all.end()));
        EXPECT_EQ(plan.all.size(), static_cast<std::size_t>(packages * cores));
    }
}

// Five visits of each group and kernel, of 35 ms, are within the time for them.
TEST(NodePlan, IsInTimeWhateverTheNumberOfCores)
{
    for (const double deadline : {2.0, 10.0, 45.0})
        for (const int cores : {1, 16, 64, 128, 256, 1024}) {
            const NodePlan plan = plan_node(machine(2, cores / 2 + 1), 2, deadline);
            EXPECT_LT(plan.alone_seconds + plan.together_seconds, deadline);
            if (plan.groups.size() > 1) {
                EXPECT_LE(static_cast<double>(plan.groups.size()) * 2 * 5 * 0.035,
                          plan.alone_seconds);
            }
        }
}

TEST(NodePlan, IsOneCoreAtATimeWhereThereIsTime)
{
    for (const std::vector<int> &group : plan_node(machine(2, 32), 2, 45).groups)
        EXPECT_EQ(group.size(), 1U);
}

TEST(NodePlan, SharesTheTimeBetweenPackages)
{
    const NodePlan plan = plan_node(machine(2, 64), 2, 45);
    ASSERT_GT(plan.groups.size(), 1U);
    for (const std::vector<int> &group : plan.groups) {
        ASSERT_LE(group.size(), 2U);
        if (group.size() == 2) {
            EXPECT_NE(group[0] / 64, group[1] / 64);
        }
    }
}

TEST(NodePlan, TakesOneCpuOfEachCoreThatMayBeUsed)
{
    Topology topology = two_packages();
    EXPECT_EQ(plan_node(topology, 2, 45).all, (std::vector<int>{0, 1, 2, 3}));
    topology.allowed = {1, 2, 4};
    EXPECT_EQ(plan_node(topology, 2, 45).all, (std::vector<int>{1, 2, 4}));
}

void wait_until_over(const TimeLimit &limit)
{
    while (!limit.is_over())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

TEST(TimeLimit, IsOverInTimeOrAtASignal)
{
    const auto now = TimeLimit::Clock::now();
    std::atomic<bool> interrupted = false;
    const TimeLimit brief(now, interrupted), longer(now + std::chrono::hours(1), interrupted);
    wait_until_over(brief);
    EXPECT_FALSE(longer.is_over());
    interrupted = true;
    wait_until_over(longer);
}

const std::atomic<bool> never = false;

NodeRequest brief_request(const Kernel &kernel, double deadline_seconds = 0.8)
{
    NodeRequest request;
    request.kernels = {&kernel};
    request.plan = plan_node(this_topology(), 1, deadline_seconds);
    return request;
}

const Kernel &real_kernel() { return *node_kernels(this_cpu().features).front(); }

Sha256Chain *real_chain = nullptr;
int bad_cpu = 0;

void wrong_on_one_core(std::uint8_t *digests, std::uint64_t iterations) noexcept
{
    real_chain(digests, iterations);
    if (this_threads_cpu() == bad_cpu)
        digests[7] ^= 4;
}

TEST(MeasureNode, NamesTheCoreThatIsWrong)
{
    if (!this_threads_cpu())
        GTEST_SKIP() << "the system does not say on which CPU a thread is";
    Kernel kernel = real_kernel();
    real_chain = *std::get_if<Sha256Chain *>(&kernel.function);
    kernel.function = &wrong_on_one_core;
    bad_cpu = this_topology().allowed.front();
    const double long_enough_under_load = 3;
    const Node node = measure_node(brief_request(kernel, long_enough_under_load), never);
    ASSERT_FALSE(node.report.mismatches.empty());
    for (const CoreTable &table : node.tables)
        for (const CoreFigures &core : table.cores)
            EXPECT_FALSE(core.wrong && core.cpu != bad_cpu) << core.cpu;
    EXPECT_TRUE(node.tables.front().cores.front().wrong);
    EXPECT_EQ(node.report.mismatches.front().where, "CPU " + std::to_string(bad_cpu));
}

TEST(MeasureNode, SaysWhatItsTimeWasTooShortFor)
{
    NodeRequest request = brief_request(real_kernel());
    request.plan.together_seconds = -1; // it is over already
    const Node node = measure_node(request, never);
    EXPECT_NE(node.incomplete_reason.find("together: "), std::string::npos)
        << node.incomplete_reason;
}

TEST(MeasureNode, EndsAtASignal)
{
    const std::atomic<bool> interrupted = true;
    const Node node = measure_node(brief_request(real_kernel()), interrupted);
    EXPECT_TRUE(node.interrupted);
    EXPECT_NE(node.incomplete_reason.find("signal"), std::string::npos);
    EXPECT_TRUE(node.report.rows.empty());
}

Node written_node()
{
    Node node;
    node.name = {"n017", "1234", "17"};
    node.seconds = 38.25;
    node.incomplete_reason = "half";
    node.settings = {{"governor", "performance"}};
    node.sensors = {71.5, 3, std::nullopt, 0.25};
    node.report.context.cpu_model = "A";
    node.report.context.date = "2026-11-22T02:00:00+00:00";
    node.report.context.topology = flat_topology({0, 2}, "by hand");
    node.tables = {{&real_kernel(),
                    true,
                    2,
                    96.0,
                    {{0, 97.125, 3.5e9, false, false, ""},
                     {2, std::nullopt, std::nullopt, true, true, "why"}}}};
    return node;
}

TEST(NodeFile, IsReadAsItWasWritten)
{
    const std::string text = write_node(written_node());
    const NodeFile file = node_file_of(text, "written");
    EXPECT_EQ(file.name, "n017");
    EXPECT_EQ(file.job, "1234");
    EXPECT_EQ(file.task, "17");
    EXPECT_EQ(file.started, "2026-11-22T02:00:00+00:00");
    EXPECT_EQ(file.seconds, 38.25);
    EXPECT_FALSE(file.complete);
    EXPECT_EQ(file.incomplete_reason, "half");
    EXPECT_EQ(file.settings.at("governor"), "performance");
    EXPECT_EQ(file.sensors.temperature_c, 71.5);
    EXPECT_EQ(file.sensors.throttle_count, 3);
    EXPECT_FALSE(file.sensors.steal_share);
    ASSERT_EQ(file.cores.size(), 1U);
    const CoreColumns &columns = file.cores.front();
    EXPECT_EQ(columns.kernel, real_kernel().id);
    EXPECT_EQ(columns.scope, "together");
    EXPECT_EQ(columns.cpus, (std::vector<int>{0, 2}));
    EXPECT_EQ(columns.cycles_per_unit[0], 97.125);
    EXPECT_TRUE(std::isnan(columns.cycles_per_unit[1]));
    EXPECT_EQ(columns.clock_hz[0], 3.5e9);
    EXPECT_EQ(columns.noisy, (std::vector<bool>{false, true}));
    EXPECT_EQ(columns.wrong, (std::vector<unsigned>{0, 1}));
}

TEST(NodeFile, HasAColumnOnALine)
{
    EXPECT_NE(write_node(written_node()).find("\"cycles_per_unit\": [97.125,null]"),
              std::string::npos);
}

} // namespace
} // namespace hashlane::test
