// SPDX-License-Identifier: MIT
//
// The division of a node's time, and the report of its findings.
#include "cluster/node/measure_node.h"

#include "lib/core/cpu_features.h"
#include "lib/core/kernel.h"
#include "machine/system/cpus.h"
#include "show/tables/node_summary.h"
#include "support/topologies.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace hashlane::test {
namespace {

// `packages` of `cores` cores each, one CPU a core.
machine::Topology machine(int packages, int cores)
{
    machine::Topology topology =
        machine::flat_topology(cpus_from_0_to(packages * cores - 1), "by hand");
    for (machine::Topology::Core &core : topology.cores)
        core.package = core.numa_node = core.cpus.front() / cores;
    return topology;
}

std::multiset<int> cpus_of(const cluster::NodePlan &plan)
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
        const cluster::NodePlan plan = cluster::plan_node(machine(packages, cores), 2, 45);
        EXPECT_EQ(cpus_of(plan), std::multiset<int>(plan.all.begin(), plan.all.end()));
        EXPECT_EQ(plan.all.size(), static_cast<std::size_t>(packages * cores));
    }
}

// Five visits of each group and kernel, of 35 ms, are within the time for them.
TEST(NodePlan, IsInTimeWhateverTheNumberOfCores)
{
    for (const double deadline : {2.0, 10.0, 45.0})
        for (const int cores : {1, 16, 64, 128, 256, 1024}) {
            const cluster::NodePlan plan =
                cluster::plan_node(machine(2, cores / 2 + 1), 2, deadline);
            EXPECT_LT(plan.alone_seconds + plan.together_seconds, deadline);
            if (plan.groups.size() > 1) {
                EXPECT_LE(static_cast<double>(plan.groups.size()) * 2 * 5 * 0.035,
                          plan.alone_seconds);
            }
        }
}

TEST(NodePlan, IsOneCoreAtATimeWhereThereIsTime)
{
    for (const std::vector<int> &group : cluster::plan_node(machine(2, 32), 2, 45).groups)
        EXPECT_EQ(group.size(), 1U);
}

TEST(NodePlan, SharesTheTimeBetweenPackages)
{
    const cluster::NodePlan plan = cluster::plan_node(machine(2, 64), 2, 45);
    ASSERT_GT(plan.groups.size(), 1U);
    for (const std::vector<int> &group : plan.groups) {
        ASSERT_LE(group.size(), 2U);
        if (group.size() == 2) {
            EXPECT_NE(group[0] / 64, group[1] / 64);
        }
    }
}

TEST(NodePlan, HasTimeForMemoryAndASoakOnlyIfItIsLittleOfAll)
{
    for (const double deadline : {1.0, 2.3, 3.0, 5.4, 5.5, 10.0, 45.0}) {
        const cluster::NodePlan plan = cluster::plan_node(machine(2, 16), 2, deadline, 0.2);
        EXPECT_EQ(plan.memory_seconds > 0, deadline > 2.5) << deadline;
        EXPECT_LE(plan.memory_seconds, std::min(0.5, 0.1 * deadline)) << deadline;
        EXPECT_EQ(plan.memory_seconds == 0.5, deadline >= 5.5) << deadline;
        EXPECT_EQ(plan.soak_seconds > 0, deadline >= 5.5) << deadline;
        EXPECT_LT(plan.alone_seconds + plan.together_seconds + plan.soak_seconds +
                      plan.memory_seconds,
                  deadline);
    }
}

TEST(NodePlan, TakesOneCpuOfEachCoreThatMayBeUsed)
{
    machine::Topology topology = two_packages();
    EXPECT_EQ(cluster::plan_node(topology, 2, 45).all, (std::vector<int>{0, 1, 2, 3}));
    topology.allowed = {1, 2, 4};
    EXPECT_EQ(cluster::plan_node(topology, 2, 45).all, (std::vector<int>{1, 2, 4}));
}

void wait_until_over(const cluster::TimeLimit &limit)
{
    while (!limit.is_over())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

TEST(TimeLimit, IsOverInTimeOrAtASignal)
{
    const auto now = cluster::TimeLimit::Clock::now();
    std::atomic<bool> interrupted = false;
    const cluster::TimeLimit brief(now, interrupted),
        longer(now + std::chrono::hours(1), interrupted);
    wait_until_over(brief);
    EXPECT_FALSE(longer.is_over());
    interrupted = true;
    wait_until_over(longer);
}

const std::atomic<bool> never = false;

cluster::NodeRequest brief_request(const Kernel &kernel, double deadline_seconds = 0.8)
{
    cluster::NodeRequest request;
    request.kernels = {&kernel};
    request.plan = cluster::plan_node(machine::this_topology(), 1, deadline_seconds);
    return request;
}

const Kernel &real_kernel() { return *cluster::node_kernels(this_cpu()).front(); }

Sha256Chain *real_chain = nullptr;
int bad_cpu = 0;

void wrong_on_one_core(std::uint8_t *digests, std::uint64_t iterations) noexcept
{
    real_chain(digests, iterations);
    if (machine::this_threads_cpu() == bad_cpu)
        digests[7] ^= 4;
}

TEST(MeasureNode, NamesTheCoreThatIsWrong)
{
    if (!machine::this_threads_cpu())
        GTEST_SKIP() << "the system does not say on which CPU a thread is";
    Kernel kernel = real_kernel();
    real_chain = function_of<Workload::sha256_chain>(kernel);
    kernel.function = &wrong_on_one_core;
    bad_cpu = machine::this_topology().allowed.front();
    const double long_enough_under_load = 3;
    const cluster::NodeRun node =
        cluster::measure_node(brief_request(kernel, long_enough_under_load), never);
    ASSERT_FALSE(node.report.mismatches.empty());
    EXPECT_EQ(node.node.mismatches, node.report.mismatches.size());
    std::set<int> wrong;
    for (const cluster::CoreColumns &columns : node.node.cores)
        for (std::size_t i = 0; i < columns.cpus.size(); ++i)
            if (columns.wrong[i] != 0)
                wrong.insert(columns.cpus[i]);
    EXPECT_EQ(wrong, std::set<int>{bad_cpu});
    EXPECT_EQ(node.report.mismatches.front().where, "CPU " + std::to_string(bad_cpu));
}

TEST(MeasureNode, SaysWhatItsTimeWasTooShortFor)
{
    cluster::NodeRequest request = brief_request(real_kernel());
    request.plan.together_seconds = -1; // it is over already
    const cluster::NodeFile node = cluster::measure_node(request, never).node;
    EXPECT_FALSE(node.complete);
    EXPECT_NE(node.incomplete_reason.find("together: "), std::string::npos)
        << node.incomplete_reason;
}

TEST(MeasureNode, EndsAtASignal)
{
    const std::atomic<bool> interrupted = true;
    const cluster::NodeRun node = cluster::measure_node(brief_request(real_kernel()), interrupted);
    EXPECT_TRUE(node.interrupted);
    EXPECT_NE(node.node.incomplete_reason.find("signal"), std::string::npos);
    EXPECT_TRUE(node.report.rows.empty());
}

cluster::NodeRun written_node()
{
    cluster::NodeRun run;
    run.report.context.cpu_model = "A";
    run.report.context.cpu_identity = "A 1";
    run.report.context.microcode = "0x1";
    run.report.context.version = "0.1.0";
    run.report.context.date = "2026-11-22T02:00:00+00:00";
    run.report.context.topology = machine::flat_topology({0, 2}, "by hand");
    run.report.mismatches.resize(1);
    cluster::NodeFile &node = run.node =
        cluster::unmeasured_node({"n017", "1234", "17"}, run.report.context);
    node.seconds = 38.25;
    node.complete = false;
    node.incomplete_reason = "half";
    node.settings["governor"] = "performance";
    node.sensors = {71.5, 3, std::nullopt, 0.25, 7, 1, 2, 2.5e11};
    node.sensors.memory_reason = "why";
    node.sensors.memory_modules = {{"DIMM_A3", 7, 1}};
    node.l3 = {{0}, {2}};
    node.hardware = {{"board_serial", "B\\x1b1"}, {"unreadable", "cpu_ppin: root only"}};
    node.mismatches = run.report.mismatches.size();
    cluster::CoreColumns &columns = node.cores.emplace_back();
    columns = {std::string(real_kernel().id), "sha256-chain",        "together",    {0, 2},
               {97.125, std::nan("")},        {3.5e9, std::nan("")}, {false, true}, {0, 1}};
    columns.at_once = 2;
    columns.bound_cycles_per_unit = 96.0;
    columns.remarks = {{2, "why"}};
    node.soak = cluster::NodeSoak{
        10, 0.96, 71, 70, {{2, "k", "sha", std::pair(7U, 10U), std::pair(0U, 0U)}}};
    return run;
}

// Equal except for NaN, which equals nothing, and for fields that are not read back.
void expect_equal(const cluster::NodeFile &read, const cluster::NodeFile &node)
{
    EXPECT_EQ(read.name, node.name);
    EXPECT_EQ(read.job, node.job);
    EXPECT_EQ(read.task, node.task);
    EXPECT_EQ(read.started, node.started);
    EXPECT_EQ(read.seconds, node.seconds);
    EXPECT_EQ(read.complete, node.complete);
    EXPECT_EQ(read.incomplete_reason, node.incomplete_reason);
    EXPECT_EQ(read.cpu_model, node.cpu_model);
    EXPECT_EQ(read.cpu_identity, node.cpu_identity);
    EXPECT_EQ(read.version, node.version);
    EXPECT_EQ(read.core_kinds, node.core_kinds);
    EXPECT_EQ(read.cpus_of_kind, node.cpus_of_kind);
    EXPECT_EQ(read.settings, node.settings);
    EXPECT_EQ(read.sensors.temperature_c, node.sensors.temperature_c);
    EXPECT_EQ(read.sensors.throttle_count, node.sensors.throttle_count);
    EXPECT_EQ(read.sensors.steal_share, node.sensors.steal_share);
    EXPECT_EQ(read.sensors.load_average, node.sensors.load_average);
    EXPECT_EQ(read.sensors.memory_errors_corrected, node.sensors.memory_errors_corrected);
    EXPECT_EQ(read.sensors.memory_errors_corrected_now, node.sensors.memory_errors_corrected_now);
    EXPECT_EQ(read.sensors.memory_errors_uncorrected, node.sensors.memory_errors_uncorrected);
    EXPECT_EQ(read.sensors.memory_bytes_per_second, node.sensors.memory_bytes_per_second);
    EXPECT_EQ(read.sensors.memory_reason, node.sensors.memory_reason);
    ASSERT_EQ(read.sensors.memory_modules.size(), node.sensors.memory_modules.size());
    for (std::size_t i = 0; i < node.sensors.memory_modules.size(); ++i) {
        const machine::MemoryErrors::Module &is = read.sensors.memory_modules[i],
                                            &was = node.sensors.memory_modules[i];
        EXPECT_EQ(is.label, was.label);
        EXPECT_EQ(is.corrected, was.corrected);
        EXPECT_EQ(is.uncorrected, was.uncorrected);
    }
    EXPECT_EQ(read.l3, node.l3);
    EXPECT_EQ(read.hardware, node.hardware);
    EXPECT_EQ(read.mismatches, node.mismatches);
    ASSERT_EQ(read.soak.has_value(), node.soak.has_value());
    if (node.soak) {
        EXPECT_EQ(read.soak->kernels, node.soak->kernels);
        EXPECT_EQ(read.soak->reached, node.soak->reached);
    }
    ASSERT_EQ(read.cores.size(), node.cores.size());
    for (std::size_t i = 0; i < node.cores.size(); ++i) {
        const cluster::CoreColumns &columns = node.cores[i];
        EXPECT_EQ(read.cores[i].kernel, columns.kernel);
        EXPECT_EQ(read.cores[i].workload, columns.workload);
        EXPECT_EQ(read.cores[i].scope, columns.scope);
        EXPECT_EQ(read.cores[i].cpus, columns.cpus);
        EXPECT_EQ(read.cores[i].noisy, columns.noisy);
        EXPECT_EQ(read.cores[i].wrong, columns.wrong);
        for (std::size_t core = 0; core < columns.cpus.size(); ++core)
            for (const auto figure :
                 {&cluster::CoreColumns::cycles_per_unit, &cluster::CoreColumns::clock_hz}) {
                const double was = (columns.*figure)[core], is = (read.cores[i].*figure)[core];
                EXPECT_TRUE(is == was || (std::isnan(is) && std::isnan(was))) << is << " " << was;
            }
    }
}

TEST(NodeFile, IsReadAsItWasWritten)
{
    const cluster::NodeRun run = written_node();
    const cluster::NodeFile read = cluster::node_file_of(cluster::write_node(run), "written");
    expect_equal(read, run.node);
    ASSERT_TRUE(read.soak);
    ASSERT_EQ(read.soak->wrong.size(), 1U);
    EXPECT_EQ(read.soak->wrong[0].cpu, 2);
    EXPECT_EQ(read.soak->wrong[0].unit, "sha");
    EXPECT_EQ(read.soak->wrong[0].again_here, std::pair(7U, 10U));
    EXPECT_EQ(read.soak->wrong[0].again_beside, std::pair(0U, 0U));
}

// health judges the same data in memory as fleet does from the file.
TEST(MeasureNode, IsWhatItsFileSays)
{
    cluster::NodeRequest request = brief_request(real_kernel(), 1.5);
    request.name = {"n1", "", ""};
    const cluster::NodeRun run = cluster::measure_node(request, never);
    expect_equal(cluster::node_file_of(cluster::write_node(run), "written"), run.node);
}

TEST(NodeSummary, SaysThatAFileIsNoBaseline)
{
    cluster::NodeRun run = written_node();
    EXPECT_NE(show::summarise_node(run).find("not fit as a baseline: 1 noisy value\n"),
              std::string::npos);
    run.node.cores[0].noisy = {true, true};
    EXPECT_NE(show::summarise_node(run).find("not fit as a baseline: 2 noisy values\n"),
              std::string::npos);
    run.node.cores[0].noisy = {false, false};
    EXPECT_EQ(show::summarise_node(run).find("baseline"), std::string::npos);
}

TEST(NodeSummary, BearsAQuarterOfNoisyValues)
{
    cluster::NodeRun run = written_node();
    cluster::CoreColumns &columns = run.node.cores[0];
    columns.cpus = {0, 1, 2, 3};
    columns.cycles_per_unit = {97, 97, 97, 97};
    columns.clock_hz = {3e9, 3e9, 3e9, 3e9};
    columns.noisy = {false, false, true, false};
    EXPECT_EQ(show::summarise_node(run).find("baseline"), std::string::npos);
    columns.noisy = {false, true, true, false};
    EXPECT_NE(show::summarise_node(run).find("baseline"), std::string::npos);
}

TEST(NodeFile, HasAColumnOnALine)
{
    EXPECT_NE(cluster::write_node(written_node()).find("\"cycles_per_unit\": [97.125,null]"),
              std::string::npos);
}

} // namespace
} // namespace hashlane::test
