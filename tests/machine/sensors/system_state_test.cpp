// SPDX-License-Identifier: MIT
//
// Reads the kernel's files from folders that stand for the file system's root.
#include "machine/sensors/system_state.h"

#include "support/root_folder.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

class SystemStateFiles : public RootFolder {
protected:
    void write_cpu(const std::string &path, const std::string &text) const
    {
        write("sys/devices/system/cpu/" + path, text);
    }
    machine::SystemState state() const { return machine::read_system_state(root); }
};

TEST_F(SystemStateFiles, AreNotThere)
{
    EXPECT_EQ(state().governor, "");
    EXPECT_EQ(state().boost, "");
    EXPECT_EQ(state().smt, "");
    EXPECT_TRUE(state().flaws.empty());
    EXPECT_FALSE(state().flaws_are_visible);
}

TEST_F(SystemStateFiles, TellBoost)
{
    write_cpu("cpufreq/boost", "1");
    EXPECT_EQ(state().boost, "on");
    write_cpu("cpufreq/boost", "0");
    EXPECT_EQ(state().boost, "off");
    write_cpu("intel_pstate/no_turbo", "0");
    EXPECT_EQ(state().boost, "on") << "its switch goes the other way";
    write_cpu("intel_pstate/no_turbo", "1");
    EXPECT_EQ(state().boost, "off");
}

TEST_F(SystemStateFiles, TellGovernorAndSmt)
{
    write_cpu("cpu0/cpufreq/scaling_governor", "schedutil");
    EXPECT_EQ(state().governor, "schedutil");
    const char *controls[][2] = {{"on", "on"},
                                 {"off", "off"},
                                 {"forceoff", "off"},
                                 {"notsupported", "not supported"},
                                 {"notimplemented", "not supported"}};
    for (const auto &[control, smt] : controls) {
        write_cpu("smt/control", control);
        EXPECT_EQ(state().smt, smt) << control;
    }
}

TEST_F(SystemStateFiles, TellTheFlawsThatConcernThisProcessor)
{
    write_cpu("vulnerabilities/spectre_v2", "Mitigation: IBRS; IBPB: conditional");
    write_cpu("vulnerabilities/mds", "Vulnerable; SMT Host state unknown");
    write_cpu("vulnerabilities/meltdown", "Not affected");
    EXPECT_TRUE(state().flaws_are_visible);
    const std::map<std::string, std::string> expected = {
        {"mds", "Vulnerable; SMT Host state unknown"},
        {"spectre_v2", "Mitigation: IBRS; IBPB: conditional"}};
    EXPECT_EQ(state().flaws, expected);
}

} // namespace
} // namespace hashlane::test
