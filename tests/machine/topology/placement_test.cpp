// SPDX-License-Identifier: MIT
//
// Where threads go on machines that are not this one.
#include "machine/topology/placement.h"

#include "machine/system/cpus.h"
#include "support/files.h"
#include "support/topologies.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace hashlane::test {
namespace {

using Cpus = std::vector<int>;

machine::PlacementRequest threads(unsigned count)
{
    machine::PlacementRequest request;
    request.threads = count;
    return request;
}

machine::PlacementRequest per_core(unsigned count, unsigned in_all = 0)
{
    machine::PlacementRequest request = threads(in_all);
    request.per_core = count;
    return request;
}

machine::PlacementRequest all_cores(unsigned on_each = 0)
{
    machine::PlacementRequest request = per_core(on_each);
    request.all_cores = true;
    return request;
}

machine::PlacementRequest of_kind(const std::string &kind, machine::PlacementRequest request = {})
{
    request.core_kind = kind;
    return request;
}

machine::PlacementRequest on(Cpus cpus, machine::PlacementRequest request = {})
{
    request.cpus = std::move(cpus);
    return request;
}

// Returns "0 (P-core); 4 (E-core)", or the error.
std::string placed(const machine::Topology &topology, const machine::PlacementRequest &request,
                   const machine::CpuLoad &load = {})
{
    std::string text;
    try {
        for (const machine::Placement &placement : machine::place(topology, request, load))
            text += (text.empty() ? "" : "; ") + machine::describe(placement);
    } catch (const std::invalid_argument &error) {
        return error.what();
    }
    return text;
}

TEST(Placement, WithoutARequestIsOnTheIdlestCoreOfEachKind)
{
    EXPECT_EQ(placed(hybrid(), {}), "0 (P-core); 4 (E-core)");
    EXPECT_EQ(placed(hybrid(), {}, {{0, 5}, {4, 5}, {5, 1}}), "2 (P-core); 6 (E-core)");
    EXPECT_EQ(placed(hybrid(), threads(1)), "0 (P-core); 4 (E-core)");
    EXPECT_EQ(placed(two_packages(), {}), "0");
}

TEST(Placement, ASiblingsLoadCounts)
{
    EXPECT_EQ(placed(hybrid(), {}, {{1, 5}}), "2 (P-core); 4 (E-core)");
    EXPECT_EQ(placed(hybrid(), {}, {{0, 3}, {3, 5}}), "1 (P-core); 4 (E-core)")
        << "of the idlest core the idler sibling";
    EXPECT_EQ(placed(hybrid(), on({0, 2}), {{1, 5}}), "2 (P-core)")
        << "also of a sibling that may not be used";
}

TEST(Placement, SpreadsOverCoresBeforeSiblings)
{
    EXPECT_EQ(placed(two_packages(), threads(4)), "0,1,2,3");
    EXPECT_EQ(placed(two_packages(), threads(6)), "0,1,2,3,4,5");
    EXPECT_EQ(placed(two_packages(), threads(2), {{0, 9}, {5, 9}}), "2,3");
    EXPECT_EQ(placed(hybrid(), threads(2)), "0,2 (P-core)");
    EXPECT_EQ(placed(hybrid(), threads(2), {{0, 9}, {2, 9}}), "1,3 (P-core)")
        << "a busy fast core before an idle slow one";
    EXPECT_EQ(placed(hybrid(), threads(7)), "0,2,4,5,6,7,1 (P-core+E-core)");
}

TEST(Placement, MoreThreadsThanCpusShareThem)
{
    EXPECT_EQ(placed(machine::flat_topology({4, 6}, ""), threads(5)), "4,6,4,6,4");
}

TEST(Placement, SeveralThreadsOnACore)
{
    EXPECT_EQ(placed(two_packages(), per_core(2)), "0,4");
    EXPECT_EQ(placed(two_packages(), per_core(2), {{0, 9}}), "1,5");
    EXPECT_EQ(placed(two_packages(), per_core(2, 4)), "0,1,4,5");
    EXPECT_EQ(placed(hybrid(), per_core(2, 4)), "0,2,1,3 (P-core)");
    EXPECT_EQ(placed(hybrid(), of_kind("P-core", per_core(2))), "0,1 (P-core)");
    EXPECT_EQ(placed(hybrid(), on({0, 2, 3}, of_kind("P-core", per_core(2)))), "2,3 (P-core)");
}

TEST(Placement, OnAllCores)
{
    EXPECT_EQ(placed(two_packages(), all_cores()), "0,1,2,3");
    EXPECT_EQ(placed(two_packages(), all_cores(2)), "0,1,2,3,4,5,6,7");
    EXPECT_EQ(placed(hybrid(), all_cores()), "0,2,4,5,6,7 (P-core+E-core)");
    EXPECT_EQ(placed(hybrid(), of_kind("E-core", all_cores())), "4,5,6,7 (E-core)");
    EXPECT_EQ(placed(two_packages(), on({1, 2, 5}, all_cores())), "1,2");
}

TEST(Placement, OfAKind)
{
    EXPECT_EQ(placed(hybrid(), of_kind("E-core")), "4 (E-core)");
    EXPECT_EQ(placed(hybrid(), of_kind("p-CORE")), "0 (P-core)");
    EXPECT_EQ(placed(hybrid(), of_kind("E-core", threads(3))), "4,5,6 (E-core)");
    EXPECT_EQ(placed(two_packages(), of_kind("all")), "0");
}

TEST(Placement, KeepsToTheAllowedCpus)
{
    machine::Topology restricted = hybrid();
    restricted.allowed = {3, 6};
    EXPECT_EQ(placed(restricted, {}), "3 (P-core); 6 (E-core)");
    EXPECT_EQ(placed(restricted, threads(2)), "3,6 (P-core+E-core)");
    restricted.allowed = {6, 7};
    EXPECT_EQ(placed(restricted, {}), "6 (E-core)");
    EXPECT_EQ(placed(restricted, of_kind("P-core")),
              "--core-kind: no CPU of kind P-core may be used here; its CPUs are 0-3");
}

TEST(Placement, SaysWhatCannotBe)
{
    EXPECT_EQ(
        placed(hybrid(), of_kind("atom")),
        "--core-kind: 'atom' is not a kind of core of this machine; its kinds are P-core, E-core");
    EXPECT_EQ(placed(two_packages(), of_kind("P-core")),
              "--core-kind: this machine has only one kind of core, so the option does not apply");
    EXPECT_EQ(placed(two_packages(), per_core(3)),
              "--per-core: 3 threads on a core, but a core has at most 2 CPUs that may be used "
              "here");
    EXPECT_EQ(placed(hybrid(), per_core(2)),
              "--per-core: 2 threads on a core, but a core of kind E-core has at most 1 CPU that "
              "may be used here");
    EXPECT_EQ(placed(hybrid(), all_cores(2)), placed(hybrid(), per_core(2)));
    EXPECT_EQ(placed(hybrid(), per_core(2, 6)),
              "--per-core: 3 cores are needed, but only 2 with 2 CPUs may be used here");
    EXPECT_EQ(placed(two_packages(), per_core(3, 6)), placed(two_packages(), per_core(3)));
    EXPECT_EQ(placed(hybrid(), per_core(2, 3)),
              "--per-core: 3 threads cannot be divided into 2 on each core");
    machine::PlacementRequest both = all_cores();
    both.threads = 2;
    EXPECT_EQ(placed(hybrid(), both), "--all-cores determines the number of threads; use "
                                      "--per-core N instead of --threads");
    EXPECT_EQ(placed(machine::flat_topology(cpus_from_0_to(8192), ""), all_cores()),
              "--all-cores: 8193 threads, but a measurement can have at most 8192; choose some "
              "with --cpu");
}

TEST(CpuLoad, IsAllButIdle)
{
    if (machine::linux_root() != "/")
        GTEST_SKIP() << "this system does not report it in files";
    const ScratchFolder root;
    std::filesystem::create_directory(root.path() + "/proc");
    std::ofstream(root.path() + "/proc/stat") << "cpu  99 99 99 99 99 99 99 99 0 0\n"
                                                 "cpu0 1 2 4 1000 2000 8 16 32 64 128\n"
                                                 "cpu11 1 0 0 7\n"
                                                 "cpuX 1 1 1 1\ncpu99999999999 1 1 1 1\n"
                                                 "intr 5 6\nctxt 7\n";
    EXPECT_EQ(machine::load_since_boot(root.path()), (machine::CpuLoad{{0, 63}, {11, 1}}));
}

} // namespace
} // namespace hashlane::test
