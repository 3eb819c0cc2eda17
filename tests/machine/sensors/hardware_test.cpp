// SPDX-License-Identifier: MIT
//
// Board, processors, power limits and memory errors from a folder that stands for the file system's
// root.
#include "machine/sensors/system_state.h"

#include "support/root_folder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

namespace fs = std::filesystem;
using Parts = std::map<std::string, std::string>;

class HardwareFiles : public RootFolder {
protected:
    void write_dmi(const std::string &file, const std::string &text) const
    {
        write("sys/class/dmi/id/" + file, text);
    }
};

TEST_F(HardwareFiles, AreNotThere)
{
    for (const fs::path &none : {root, fs::path()}) {
        EXPECT_EQ(machine::read_hardware(none), Parts{});
        EXPECT_EQ(machine::firmware(none), "");
        EXPECT_EQ(machine::power_limits(none), "");
        EXPECT_FALSE(machine::memory_errors(none));
    }
}

TEST_F(HardwareFiles, NameBoardAndSystem)
{
    write_dmi("sys_vendor", "Example Corp.   ");
    write_dmi("product_name", "Node 9000");
    write_dmi("board_name", "X9");
    write_dmi("board_serial", "B123");
    write_dmi("chassis_serial", "C1");
    EXPECT_EQ(machine::read_hardware(root), (Parts{{"system_vendor", "Example Corp."},
                                                   {"system_product", "Node 9000"},
                                                   {"board_name", "X9"},
                                                   {"board_serial", "B123"}}));
}

TEST_F(HardwareFiles, ReadNoMoreThanALineOfSomeLength)
{
    write_dmi("board_name", std::string(100'000, 'x') + "\nsecond");
    EXPECT_LE(machine::read_hardware(root).at("board_name").size(), 128U);
}

TEST_F(HardwareFiles, NumberEachPackageOnce)
{
    const char *const packages[] = {"0", "0", "1", "1"}, *const numbers[] = {"2b", "2b", "7f",
                                                                             "7f"};
    for (int cpu = 0; cpu < 4; ++cpu) {
        const std::string folder =
            "sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/";
        write(folder + "physical_package_id", packages[cpu]);
        write(folder + "ppin", std::string("0x") + numbers[cpu]);
    }
    EXPECT_EQ(machine::read_hardware(root), (Parts{{"cpu_ppin", "0x2b, 0x7f"}}));
}

TEST_F(HardwareFiles, SayWhatOnlyRootMayRead)
{
    write_dmi("board_name", "X9");
    const fs::path folder = root / "sys/class/dmi/id";
    for (const char *file : {"board_serial", "product_serial"}) {
        write_dmi(file, "secret");
        fs::permissions(folder / file, fs::perms::none);
    }
    const bool is_readable = std::ifstream(folder / "board_serial").is_open();
    const Parts parts = machine::read_hardware(root);
    for (const char *file : {"board_serial", "product_serial"}) // or Windows cannot remove them
        fs::permissions(folder / file, fs::perms::owner_all);
    if (is_readable)
        GTEST_SKIP() << "this user may read everything";
    EXPECT_EQ(parts, (Parts{{"board_name", "X9"},
                            {"unreadable", "board_serial, system_serial: readable by root only"}}));
}

TEST_F(HardwareFiles, HaveTheFirmwareAndPowerLimitsAmongTheSettings)
{
    write_dmi("bios_vendor", "Example");
    write_dmi("bios_version", "1.4");
    write_dmi("bios_date", "03/02/2026");
    write("sys/class/powercap/intel-rapl:0/name", "package-0");
    write("sys/class/powercap/intel-rapl:0/constraint_0_name", "long_term");
    write("sys/class/powercap/intel-rapl:0/constraint_0_power_limit_uw", "225000000");
    write("sys/class/powercap/intel-rapl:0/constraint_1_name", "short_term");
    write("sys/class/powercap/intel-rapl:0/constraint_1_power_limit_uw", "270000000");
    write("sys/class/powercap/intel-rapl:1/name", "psys");
    write("sys/class/powercap/intel-rapl:1/constraint_0_power_limit_uw", "1000000");
    const machine::SystemSettings settings =
        machine::read_system_settings(machine::flat_topology({0}, "by hand"), root);
    const auto setting = [&](const std::string &name) {
        return std::ranges::find(settings, name, &std::pair<std::string, std::string>::first)
            ->second;
    };
    EXPECT_EQ(setting("firmware"), "Example 1.4, 03/02/2026");
    EXPECT_EQ(setting("power_limits"), "package-0: long_term 225 W, short_term 270 W");
}

TEST_F(HardwareFiles, CountTheErrorsOfAllControllers)
{
    write("sys/devices/system/edac/mc/mc0/ce_count", "3");
    write("sys/devices/system/edac/mc/mc0/ue_count", "0");
    write("sys/devices/system/edac/mc/mc1/ce_count", "4");
    write("sys/devices/system/edac/mc/mc1/ue_count", "1");
    write("sys/devices/system/edac/mc/power/ce_count", "1000");
    const auto errors = machine::memory_errors(root);
    ASSERT_TRUE(errors);
    EXPECT_EQ(errors->corrected, 7U);
    EXPECT_EQ(errors->uncorrected, 1U);
    EXPECT_TRUE(errors->modules.empty());
}

TEST_F(HardwareFiles, NameTheModulesWithErrors)
{
    const std::string controller = "sys/devices/system/edac/mc/mc0/";
    write(controller + "ce_count", "812");
    for (const auto &[folder, label, corrected, uncorrected] :
         {std::tuple("dimm0/", "DIMM_A1", "0", "0"), std::tuple("dimm1/", "DIMM_A3", "812", "0"),
          std::tuple("dimm2/", "", "5", "0"), std::tuple("rank3/", "DIMM_B1", "0", "2")}) {
        write(controller + folder + "dimm_label", label);
        write(controller + folder + "dimm_ce_count", corrected);
        write(controller + folder + "dimm_ue_count", uncorrected);
    }
    const auto errors = machine::memory_errors(root);
    ASSERT_TRUE(errors);
    ASSERT_EQ(errors->modules.size(), 2U);
    EXPECT_EQ(errors->modules[0].label, "DIMM_A3");
    EXPECT_EQ(errors->modules[0].corrected, 812U);
    EXPECT_EQ(errors->modules[1].label, "DIMM_B1");
    EXPECT_EQ(errors->modules[1].uncorrected, 2U);
}

} // namespace
} // namespace hashlane::test
