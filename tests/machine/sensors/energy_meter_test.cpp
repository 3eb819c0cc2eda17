// SPDX-License-Identifier: MIT
//
// The meter on a simulated /sys/class/powercap.
#include "machine/sensors/energy_meter.h"

#include "lib/core/registry.h"
#include "machine/system/cpus.h"
#include "measure/run_in_rounds.h"
#include "support/files.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>

namespace hashlane::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr std::uint64_t range_uj = 1'000'000;
constexpr uid_t nobody = 65534;

// A tree that goes away with the test.
class Powercap : public testing::Test {
protected:
    ~Powercap() override { fs::remove_all(root); }

    void add(const std::string &domain, const std::string &name, std::uint64_t uj)
    {
        fs::create_directories(root + "/" + domain);
        write(domain + "/name", name + "\n");
        write(domain + "/max_energy_range_uj", std::to_string(range_uj) + "\n");
        set(domain, uj);
    }
    void set(const std::string &domain, std::uint64_t uj)
    {
        write(domain + "/energy_uj", std::to_string(uj) + "\n");
    }
    void write(const std::string &file, const std::string &text)
    {
        std::ofstream(root + "/" + file) << text;
    }
    std::string source() const { return machine::EnergyMeter({.root = root}).source(); }

    // Reads the tree, but for the counters.
    static machine::LineReader counter(const std::function<machine::FileLine()> &value)
    {
        return [value](const std::string &path) {
            return path.ends_with("/energy_uj") ? value() : machine::read_line(path);
        };
    }

    std::string root = scratch_path("powercap");
};

// Returns joules since construction; throws if there are none.
double joules(machine::EnergyMeter &meter) { return meter.read().value().joules; }

TEST_F(Powercap, AllPackagesAreAddedUp)
{
    add("intel-rapl:0", "package-0", 500);
    add("intel-rapl:1", "package-1", 700);
    machine::EnergyMeter meter({.root = root});
    EXPECT_EQ(meter.source(), "RAPL package-0, package-1");
    EXPECT_DOUBLE_EQ(joules(meter), 0);
    set("intel-rapl:0", 200'500);
    set("intel-rapl:1", 50'700);
    EXPECT_DOUBLE_EQ(joules(meter), 0.25);
    EXPECT_DOUBLE_EQ(joules(meter), 0.25);
    set("intel-rapl:1", 50'701);
    EXPECT_DOUBLE_EQ(joules(meter), 0.250001);
}

TEST_F(Powercap, NothingIsCountedTwice)
{
    const std::vector<std::string> others = {"intel-rapl", "intel-rapl:0:0", "intel-rapl:0:1",
                                             "intel-rapl:1", "intel-rapl-mmio:0"};
    add("intel-rapl:0", "package-0", 0);
    add(others[0], "package-0", 0);
    add(others[1], "core", 0);
    add(others[2], "dram", 0);
    add(others[3], "psys", 0);
    add(others[4], "package-0", 0);
    machine::EnergyMeter meter({.root = root});
    EXPECT_EQ(meter.source(), "RAPL package-0");
    for (const std::string &other : others)
        set(other, 1000);
    EXPECT_DOUBLE_EQ(joules(meter), 0);
    set("intel-rapl:0", 3000);
    EXPECT_DOUBLE_EQ(joules(meter), 0.003);
}

TEST_F(Powercap, CountersGoRound)
{
    add("intel-rapl:0", "package-0", 900'000);
    machine::EnergyMeter meter({.root = root});
    set("intel-rapl:0", 100'000);
    EXPECT_DOUBLE_EQ(joules(meter), 0.2);
    set("intel-rapl:0", range_uj);
    EXPECT_DOUBLE_EQ(joules(meter), 1.1);
    set("intel-rapl:0", 99'999);
    EXPECT_DOUBLE_EQ(joules(meter), 1.199999);
}

// After a suspend a counter begins at 0. A round of it would be 260 kJ within a moment.
TEST_F(Powercap, CountersThatRestartCountFromThere)
{
    add("intel-rapl:0", "package-0", 900'000);
    write("intel-rapl:0/max_energy_range_uj", "262143328850\n");
    machine::EnergyMeter meter({.root = root});
    set("intel-rapl:0", 950'000);
    EXPECT_DOUBLE_EQ(joules(meter), 0.05);
    set("intel-rapl:0", 2'000);
    EXPECT_DOUBLE_EQ(joules(meter), 0.052);
    set("intel-rapl:0", 262'142'828'850);
    const double all = joules(meter);
    set("intel-rapl:0", 1'000);
    EXPECT_NEAR(joules(meter), all + 0.501, 1e-6) << "that was a round";
}

TEST_F(Powercap, MeterKeepsUpWithoutBeingRead)
{
    constexpr std::uint64_t step_uj = range_uj * 6 / 10;
    constexpr int enough = 100;
    add("intel-rapl:0", "package-0", 0);
    std::atomic<std::uint64_t> readings = 0;
    const machine::LineReader moving = counter(
        [&] { return machine::FileLine{std::to_string(++readings * step_uj % range_uj), {}}; });
    machine::EnergyMeter meter({.root = root, .read = moving, .longest_gap = 1ms});
    for (int i = 0; i < 10'000 && readings < enough; ++i)
        std::this_thread::sleep_for(1ms);
    const double steps = joules(meter) * 1e6 / step_uj;
    EXPECT_GE(steps, enough - 1);
    EXPECT_NEAR(steps, std::round(steps), 1e-6);
}

TEST_F(Powercap, TimeGoesOn)
{
    add("intel-rapl:0", "package-0", 0);
    machine::EnergyMeter meter({.root = root});
    const double begin = meter.read().value().seconds;
    std::this_thread::sleep_for(2ms);
    EXPECT_GE(meter.read().value().seconds - begin, 0.002);
}

TEST_F(Powercap, AbsentIsSaid)
{
    const std::string reason = "not measured: no package below " + root + ": ";
    machine::EnergyMeter absent({.root = root});
    EXPECT_TRUE(absent.source().starts_with(reason)) << absent.source();
    EXPECT_FALSE(absent.read());
    fs::create_directories(root);
    EXPECT_TRUE(source().starts_with(reason)) << source();
    add("intel-rapl:0", "psys", 0);
    EXPECT_TRUE(source().starts_with(reason)) << source();
}

TEST_F(Powercap, DeniedPermissionNamesTheCommandThatGivesIt)
{
    add("intel-rapl:0", "package-0", 0);
    const machine::LineReader denied =
        counter([] { return machine::FileLine{"", std::errc::permission_denied}; });
    machine::EnergyMeter meter({.root = root, .read = denied});
    EXPECT_EQ(meter.source(), "not measured: readable by root only: sudo chmod a+r " + root +
                                  "/intel-rapl:*/energy_uj");
    EXPECT_FALSE(meter.read());
}

TEST_F(Powercap, FilesOfRootAreDeniedToOthers)
{
    add("intel-rapl:0", "package-0", 0);
    fs::permissions(root + "/intel-rapl:0/energy_uj", fs::perms::none);
    const bool root_runs = geteuid() == 0;
    if (root_runs && seteuid(nobody) != 0)
        GTEST_SKIP() << "root that cannot become another user";
    const std::string found = source();
    ASSERT_TRUE(!root_runs || seteuid(0) == 0);
    EXPECT_TRUE(found.starts_with("not measured: readable by root only")) << found;
}

TEST_F(Powercap, UnreadableFilesAreNamed)
{
    add("intel-rapl:0", "package-0", 0);
    const std::string counter_path = root + "/intel-rapl:0/energy_uj";
    fs::remove(counter_path);
    EXPECT_EQ(source(), "not measured: " + counter_path + ": No such file or directory");
    fs::create_directory(counter_path);
    EXPECT_EQ(source(), "not measured: " + counter_path + ": Is a directory");
    fs::remove(root + "/intel-rapl:0/name");
    EXPECT_EQ(source(), "not measured: " + root + "/intel-rapl:0/name: No such file or directory");
}

TEST_F(Powercap, GarbageIsNamed)
{
    add("intel-rapl:0", "package-0", 0);
    add("intel-rapl:1", "package-1", 0);
    for (const char *garbage : {"", "\n", "nonsense", "12 34", "-5", "1e3", "99999999999999999999"})
        for (const char *file : {"/intel-rapl:1/energy_uj", "/intel-rapl:1/max_energy_range_uj"}) {
            const std::string valid = read_file(root + file);
            write(file, garbage);
            const std::string found = source();
            EXPECT_TRUE(
                found.starts_with("not measured: " + root + file + " does not contain a number: "))
                << found;
            write(file, valid);
        }
    EXPECT_EQ(source(), "RAPL package-0, package-1");
    set("intel-rapl:1", range_uj + 1);
    EXPECT_EQ(source(), "not measured: " + root +
                            "/intel-rapl:1/energy_uj is beyond its range: 1000001 of 1000000");
}

TEST_F(Powercap, AProblemStays)
{
    add("intel-rapl:0", "package-0", 0);
    machine::EnergyMeter meter({.root = root});
    EXPECT_TRUE(meter.read());
    write("intel-rapl:0/energy_uj", "nonsense");
    EXPECT_FALSE(meter.read());
    set("intel-rapl:0", 1000);
    EXPECT_FALSE(meter.read());
    EXPECT_TRUE(meter.source().starts_with("not measured: ")) << meter.source();
}

TEST_F(Powercap, IdlePowerIsMeasuredAsleep)
{
    add("intel-rapl:0", "package-0", 0);
    std::uint64_t uj = 0;
    const machine::LineReader moving =
        counter([&] { return machine::FileLine{std::to_string(uj += 1000), {}}; });
    machine::EnergyMeter meter({.root = root, .read = moving});
    EXPECT_EQ(meter.idle_watts(), 0);
    meter.measure_idle(10ms);
    EXPECT_GT(meter.idle_watts(), 0);
    EXPECT_LE(meter.idle_watts(), 0.001 / 0.01);
    EXPECT_EQ(meter.source(), "RAPL package-0");
}

TEST_F(Powercap, CountersThatStandStillAreAProblem)
{
    add("intel-rapl:0", "package-0", 1234);
    machine::EnergyMeter meter({.root = root});
    meter.measure_idle(1ms);
    EXPECT_EQ(meter.source(), "not measured: the counters below " + root + " do not advance");
    EXPECT_FALSE(meter.read());
}

TEST_F(Powercap, NobodySleepsForAMeterThatCannotRead)
{
    machine::EnergyMeter meter({.root = root});
    const auto begin = std::chrono::steady_clock::now();
    meter.measure_idle(10s);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
    EXPECT_EQ(meter.idle_watts(), 0);
}

TEST(EnergyMeter, OfThisMachineReadsOrSaysWhyNot)
{
    machine::EnergyMeter meter;
    EXPECT_EQ(meter.read().has_value(), meter.source().starts_with("RAPL ")) << meter.source();
}

// A machine that takes 40 W, whatever it does, measured by the runner over a row.
TEST_F(Powercap, ARowKnowsThePowerOfItsTime)
{
    add("intel-rapl:0", "package-0", 0);
    write("intel-rapl:0/max_energy_range_uj", "1000000000000\n");
    const auto start = std::chrono::steady_clock::now();
    machine::EnergyMeter meter(
        {.root = root, .read = counter([start] {
                           const std::chrono::duration<double, std::micro> elapsed =
                               std::chrono::steady_clock::now() - start;
                           return machine::FileLine{
                               std::to_string(std::llround(elapsed.count() * 40))};
                       })});
    const std::atomic<bool> stop = false;
    const auto ref = std::ranges::find(all_kernels(), "sha256-chain.ref.x1", &Kernel::id);
    const measure::Job job = measure::kernel_job(*ref);
    measure::RowMeasurement measurement(job, {machine::allowed_cpus().front()});
    measure::UndisturbedBurst burst;
    ASSERT_FALSE(measurement.visit({{}, {.min_time_ns = 150e6}, stop, &meter}, {}, burst));
    const results::Row row = measurement.row(burst);
    ASSERT_TRUE(row.figures.energy);
    EXPECT_NEAR(row.figures.energy->watts, 40, 2);
    EXPECT_EQ(row.figures.energy->idle_watts, 0) << "no one asked for it";
    double units = 0;
    for (const double cycles : row.sampling.threads.front().cycles_per_unit)
        units += cycles > 0
                     ? static_cast<double>(row.sampling.iterations_per_sample) * row.identity.lanes
                     : 0;
    EXPECT_GT(row.figures.energy->joules_per_unit, 40 * 0.15 / units * 0.8);
    EXPECT_LT(row.figures.energy->joules_per_unit, 40 * 30 / units);
}

} // namespace
} // namespace hashlane::test
