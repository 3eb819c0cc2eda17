// SPDX-License-Identifier: MIT
//
// 'hashlane fleet' among invalid files: each is named in one line, and the rest is judged.
#include "fleet_folder.h"

#include <algorithm>
#include <unistd.h>

namespace hashlane::test {
namespace {

class FleetBadInput : public FleetFolder {
protected:
    static void expect_one_line(const Ran &ran, const std::string &part)
    {
        EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
        EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
    }
};

TEST_F(FleetBadInput, ForeignFilesAreNamedAndLeftOut)
{
    write(simulated_fleet(9));
    write("other.json", "{\"a\": 1}");
    const Ran json = fleet("nodes --expect 9");
    EXPECT_EQ(json.code, 0) << json.out;
    expect_one_line(json, "'nodes/other.json': not a node file");
    std::filesystem::remove(folder() + "/nodes/other.json");
    write("notes.txt", "");
    const Ran text = fleet("nodes");
    EXPECT_EQ(text.code, 0);
    expect_one_line(text, "'nodes': an entry whose name does not end in .json is left alone: "
                          "'notes.txt'");
}

TEST_F(FleetBadInput, HalfAFileIsAnIncompleteNode)
{
    SimulatedFleet nodes = simulated_fleet(10);
    write(nodes);
    const std::string text = json_of(nodes[3].node).dump();
    write("n04.json", text.substr(0, text.size() / 2));
    write("n05.json", "");
    const Ran ran = fleet("nodes --format nodeset --class incomplete");
    EXPECT_EQ(ran.code, 5);
    EXPECT_EQ(ran.out, "n[04-05]\n");
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 2) << ran.err;
    EXPECT_NE(ran.err.find("'nodes/n04.json': not JSON at line 1"), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find("'nodes/n05.json' is empty"), std::string::npos) << ran.err;
}

TEST_F(FleetBadInput, AFileThatIsTooLargeIsAnIncompleteNode)
{
    write(simulated_fleet(10));
    std::filesystem::resize_file(folder() + "/nodes/n04.json", std::uintmax_t{65} << 20);
    const Ran ran = fleet("nodes --format nodeset --class incomplete");
    EXPECT_EQ(ran.code, 5);
    EXPECT_EQ(ran.out, "n04\n");
    expect_one_line(ran, "'nodes/n04.json': 68157440 bytes are too many for a node file");
}

TEST_F(FleetBadInput, HostileNamesReachNoTerminalAndNoList)
{
    write(simulated_fleet(9));
    SimulatedFleet hostile = simulated_fleet(1, 3);
    hostile[0].node.settings["governor"] = "\x1b]0;owned\x07\nn02: healthy";
    hostile[0].node.name = "n99";
    write("n99.json", json_of(hostile[0].node).dump());
    hostile[0].node.name = "n1,n2 \"; reboot #";
    write("evil.json", json_of(hostile[0].node).dump());
    for (const char *format : {"table", "csv", "prometheus", "nodeset"}) {
        const Ran ran = fleet(std::string("nodes --format ") + format);
        EXPECT_EQ(ran.code, 5);
        expect_one_line(ran, "is no host name");
        EXPECT_EQ((ran.out + ran.err).find('\x1b'), std::string::npos) << format;
        // The node has its file's name; the other one is evidence, which these two do not have.
        if (format == std::string("prometheus") || format == std::string("nodeset")) {
            EXPECT_EQ(ran.out.find("reboot"), std::string::npos) << format;
        }
        EXPECT_EQ(ran.out.find("\nn02: healthy"), std::string::npos) << format;
    }
}

TEST_F(FleetBadInput, WhatIsNoRegularFileIsNotWaitedFor)
{
    write(simulated_fleet(8));
    ASSERT_EQ(shell("mkfifo '" + folder() + "/nodes/n50.json'").code, 0);
    std::filesystem::create_directory(folder() + "/nodes/n51.json");
    const Ran ran = fleet("nodes --format nodeset --class incomplete");
    EXPECT_EQ(ran.code, 5);
    EXPECT_EQ(ran.out, "n[50-51]\n");
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 2) << ran.err;
}

TEST_F(FleetBadInput, AFileGivenTwiceIsReadOnce)
{
    write(simulated_fleet(8));
    const Ran ran = fleet("nodes nodes nodes/n01.json ./nodes/../nodes/n02.json");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    EXPECT_NE(ran.out.find("\n8 nodes: 8 healthy\n"), std::string::npos) << ran.out;
}

TEST_F(FleetBadInput, WithoutPermissionIsIncomplete)
{
    if (geteuid() == 0)
        GTEST_SKIP() << "root may read everything";
    write(simulated_fleet(8));
    std::filesystem::permissions(folder() + "/nodes/n03.json", std::filesystem::perms::none);
    const Ran ran = fleet("nodes --format nodeset --class incomplete");
    EXPECT_EQ(ran.code, 5);
    EXPECT_EQ(ran.out, "n03\n");
    expect_one_line(ran, "Permission denied");
}

TEST_F(FleetBadInput, ADeviceInTheHistoryCostsTheHistoryAlone)
{
    if (!std::filesystem::exists("/dev/full"))
        GTEST_SKIP() << "no /dev/full";
    write(simulated_fleet(8));
    ASSERT_EQ(shell("cd '" + folder() +
                    "'; mkdir past; for day in 0 1; do ln -s /dev/full "
                    "past/$(date -u -d \"+$day day\" +%F).jsonl; done")
                  .code,
              0);
    const Ran ran = fleet("nodes --history past");
    EXPECT_EQ(ran.code, 1);
    EXPECT_NE(ran.out.find("8 healthy"), std::string::npos) << "nothing else is lost";
    EXPECT_NE(ran.err.find("it is not a regular file"), std::string::npos) << ran.err;
}

// A file that cannot be read may hold a wrong result.
TEST_F(FleetBadInput, AHistoryThatCannotBeReadIsAFailure)
{
    write(simulated_fleet(8));
    ASSERT_EQ(fleet("nodes --history past").code, 0);
    std::filesystem::create_directory(folder() + "/past/events.jsonl");
    const Ran ran = fleet("nodes --history past");
    EXPECT_EQ(ran.code, 1);
    EXPECT_NE(ran.out.find("8 healthy"), std::string::npos) << "nothing else is lost";
    EXPECT_NE(ran.err.find("events.jsonl': it is a directory"), std::string::npos) << ran.err;
}

TEST_F(FleetBadInput, APathWithoutNodesIsAFailure)
{
    write(simulated_fleet(8));
    std::filesystem::create_directory(folder() + "/rack2");
    for (const auto &[path, problem] :
         {std::pair("rack2", "'rack2' has no node file"),
          std::pair("rack3", "cannot open 'rack3': No such file or directory")}) {
        const Ran ran = fleet(std::string("nodes ") + path);
        EXPECT_EQ(ran.code, 1) << path;
        EXPECT_NE(ran.out.find("8 healthy"), std::string::npos) << path;
        expect_one_line(ran, problem);
    }
}

TEST_F(FleetBadInput, ANodeWhoseFileIsSpoiltIsNotLeftOut)
{
    const SimulatedFleet nodes = simulated_fleet(10);
    write(nodes);
    nlohmann::json bad = json_of(nodes[3].node);
    bad["context"]["hashlane"]["node"]["schema_version"] = 99;
    write("n04.json", bad.dump());
    write("n05.json", std::string(4096, '\0'));
    std::filesystem::remove(folder() + "/nodes/n06.json");
    std::filesystem::create_symlink("nothing", folder() + "/nodes/n06.json");
    const Ran ran = fleet("nodes --format nodeset --class incomplete");
    EXPECT_EQ(ran.code, 5);
    EXPECT_EQ(ran.out, "n[04-06]\n") << ran.err;
}

TEST_F(FleetBadInput, AFullStandardOutputCostsNoFile)
{
    if (!std::filesystem::exists("/dev/full"))
        GTEST_SKIP() << "no /dev/full";
    write(simulated_fleet(8));
    const Ran ran = fleet("nodes --history past --write-baseline usual.json >/dev/full");
    EXPECT_EQ(ran.code, 1);
    EXPECT_NE(ran.err.find("standard output: cannot be written: "), std::string::npos) << ran.err;
    EXPECT_FALSE(std::filesystem::is_empty(folder() + "/past"));
    EXPECT_EQ(fleet("nodes --baseline usual.json").code, 0);
}

TEST_F(FleetBadInput, ABaselineHasNoClockThatNoProcessorHas)
{
    write(simulated_fleet(8));
    ASSERT_EQ(fleet("nodes --write-baseline usual.json").code, 0);
    nlohmann::json usual = nlohmann::json::parse(read_file(folder() + "/usual.json"));
    usual["groups"][0]["figures"][0]["clock_hz"]["center"] = 5e28;
    std::ofstream(folder() + "/usual.json") << usual;
    const Ran ran = fleet("nodes --baseline usual.json");
    EXPECT_EQ(ran.code, 1);
    expect_one_line(ran, "'clock_hz' is of no processor or device");
}

// A file that may not grow acts like a quota.
TEST_F(FleetBadInput, AQuotaLeavesTheHistoryAsItWas)
{
    write(simulated_fleet(8));
    ASSERT_EQ(fleet("nodes --history past").code, 0);
    const std::string day =
        std::filesystem::directory_iterator(folder() + "/past")->path().string();
    const std::string before = read_file(day);
    for (const char *const name : {"n01.json", "n02.json"}) {
        std::string text = read_file(folder() + "/nodes/" + name);
        for (std::size_t at = 0; (at = text.find("T02:00", at)) != std::string::npos;)
            text.replace(at, 6, "T03:00");
        write(name, text);
    }
    const std::size_t blocks = before.size() / 512; // fewer than there are already
    const Ran ran = shell("cd '" + folder() + "'; ulimit -f " + std::to_string(blocks) +
                          "; exec \"$HASHLANE\" fleet nodes --history past");
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_NE(ran.err.find("--history: cannot write"), std::string::npos) << ran.err;
    EXPECT_EQ(read_file(day), before);
}

TEST_F(FleetBadInput, SaysWhatIsWrongWithTheCommand)
{
    write(simulated_fleet(8));
    write("base.json", "{}");
    const std::pair<const char *, const char *> wrong[] = {
        {"", "node files or a folder of them are required"},
        {"nothing-here", "there is no node file"},
        {"nodes --expect 'n[1-'", "--expect: 'n[1-' has a bracket that is not closed"},
        {"nodes --expect 0", "--expect"},
        {"nodes --expect 'n 1'", "is no host name"},
        {"nodes --baseline none.json", "cannot open 'none.json': No such file or directory"},
        {"nodes --baseline nodes/base.json", "or one of 'hashlane fleet --write-baseline'"},
        {"nodes --class noisy", "--class requires --format nodeset"},
        {"nodes --format nodeset --class slow",
         "--class: 'slow' is not one of wrong, faulty-memory"},
        {"nodes --fail-on wrong,", "--fail-on: an item of 'wrong,' is empty"},
        {"nodes --fail-on foo", "slow-device, slow-together, slow-memory"},
        {"nodes --fail-on foo", ", group, drain\n"},
        {"nodes --limits heat=3", "--limits: 'heat' is not one of cycles, clock, core, memory"},
        {"nodes --limits clock", "--limits: 'clock' takes one number, such as clock=2"},
        {"nodes --limits clock=2,clock=3", "--limits: 'clock' takes one number"},
        {"nodes --limits clock=0", "--limits: '0' is not a percentage above 0"},
        {"nodes --limits clock=51", "--limits: '51' is too large: at most 50%"},
        {"nodes --write-baseline /nowhere/b.json", "--write-baseline: cannot write"},
        {"nodes --format classic", "--format: 'classic' is not one of table, csv, json, jsonl, "
                                   "prometheus, nodeset"},
    };
    for (const auto &[arguments, part] : wrong) {
        const Ran ran = fleet(arguments);
        EXPECT_EQ(ran.code, 1) << arguments;
        EXPECT_EQ(ran.out, "") << arguments;
        EXPECT_NE(ran.err.find(part), std::string::npos) << arguments << ": " << ran.err;
    }
}

} // namespace
} // namespace hashlane::test
