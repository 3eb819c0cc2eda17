// SPDX-License-Identifier: MIT
#include "cluster/fleet/node_file.h"
#include "simulated_nodes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace hashlane::test {
namespace {

using nlohmann::json;

json node_json() { return json_of(simulated_fleet(1)[0].node); }

json &node_of(json &file) { return file["context"]["hashlane"]["node"]; }

TEST(ReadNode, TakesWhatNodeWrites)
{
    const cluster::NodeFile original = simulated_fleet(1)[0].node;
    json file = node_json();
    node_of(file)["cores"][0]["clock_hz"][3] = nullptr;
    node_of(file)["cores"][1]["noisy"][2] = 1;
    node_of(file)["cores"][1]["wrong"][4] = 3;
    node_of(file)["soak"] = {{"seconds", 10},
                             {"proven_share", 0.96},
                             {"wrong",
                              {{{"cpu", 3},
                                {"kernel", "sha256-chain.shani.x2"},
                                {"unit", "sha"},
                                {"again_here", {7, 10}},
                                {"again_beside", {0, 10}}}}}};
    file["mismatches"] = json::array({json::object()});
    const cluster::NodeFile node = cluster::node_file_of(file.dump(), "n01.json");
    EXPECT_EQ(node.name, "n01");
    EXPECT_EQ(node.settings, original.settings) << "the microcode is one of them";
    EXPECT_EQ(node.cores.size(), 6U);
    EXPECT_TRUE(std::isnan(node.cores[0].clock_hz[3]));
    EXPECT_EQ(node.cores[0].cycles_per_unit, original.cores[0].cycles_per_unit);
    EXPECT_TRUE(node.cores[1].noisy[2]);
    EXPECT_EQ(node.cores[1].wrong[4], 3U);
    ASSERT_TRUE(node.soak);
    ASSERT_EQ(node.soak->wrong.size(), 1U);
    EXPECT_EQ(node.soak->wrong[0].again_here, std::pair(7U, 10U));
    EXPECT_EQ(node.mismatches, 1U);
    EXPECT_EQ(node.sensors.temperature_c, 70);
    EXPECT_FALSE(node.sensors.throttle_count);
}

TEST(ReadNode, TakesATemperatureBelowZero)
{
    json file = node_json();
    node_of(file)["sensors"]["temperature_c"] = -5;
    EXPECT_EQ(cluster::node_file_of(file.dump(), "n01.json").sensors.temperature_c, -5);
}

// A baseline of it would be refused.
TEST(ReadNode, TakesABandwidthOf0ForNone)
{
    json file = node_json();
    node_of(file)["sensors"]["memory_bytes_per_second"] = 0;
    EXPECT_FALSE(cluster::node_file_of(file.dump(), "n01.json").sensors.memory_bytes_per_second);
}

TEST(ReadNode, HasLimitsForCountsAndNames)
{
    json file = node_json();
    node_of(file)["name"] = std::string(255, 'n');
    node_of(file)["cores"][0]["wrong"][4] = 4'294'967'295;
    node_of(file)["sensors"]["throttle_count"] = ~std::uint64_t{0};
    const cluster::NodeFile node = cluster::node_file_of(file.dump(), "n.json");
    EXPECT_EQ(node.name.size(), 255U);
    EXPECT_EQ(node.cores[0].wrong[4], 4'294'967'295U);
    EXPECT_EQ(node.sensors.throttle_count, ~std::uint64_t{0});
    node_of(file)["name"] = std::string(256, 'n');
    EXPECT_THROW(cluster::node_file_of(file.dump(), "n.json"), results::BadFile);
}

// 2^32 would be package 0.
TEST(ReadNode, APackageIsANumberThatAMachineHas)
{
    const auto file_with = [](const char *key, std::uint64_t number) {
        json core = {{"cpus", {0}}, {"package", 1}, {"numa_node", 2}};
        core[key] = number;
        json file = node_json();
        file["context"]["hashlane"]["topology"] = {{"kinds", json::array()}, {"cores", {core}}};
        return file.dump();
    };
    const cluster::NodeFile node = cluster::node_file_of(file_with("package", 1), "n.json");
    EXPECT_TRUE(node.parts.contains("package 1") && node.parts.contains("NUMA node 2"));
    for (const char *key : {"package", "numa_node"})
        EXPECT_THROW(cluster::node_file_of(file_with(key, std::uint64_t{1} << 32), "n.json"),
                     results::BadFile);
}

struct Damage {
    const char *problem;
    std::function<void(json &file)> apply;
};

const Damage damages[] = {
    {"no 'context.hashlane.node'", [](json &file) { file = {{"a", 1}}; }},
    {"no 'context.hashlane.node'", [](json &file) { file["context"]["hashlane"].erase("node"); }},
    {"schema_version is 2", [](json &file) { node_of(file)["schema_version"] = 2; }},
    {"'name' is missing", [](json &file) { node_of(file).erase("name"); }},
    {"is no host name: '$(reboot)'", [](json &file) { node_of(file)["name"] = "$(reboot)"; }},
    {"is no host name: 'a,b'", [](json &file) { node_of(file)["name"] = "a,b"; }},
    {"is no host name: '-rf'", [](json &file) { node_of(file)["name"] = "-rf"; }},
    {"is no host name: '\\x1b[2J'", [](json &file) { node_of(file)["name"] = "\x1b[2J"; }},
    {"is no host name: ''", [](json &file) { node_of(file)["name"] = ""; }},
    {"'settings' is missing", [](json &file) { node_of(file).erase("settings"); }},
    {"a key with control characters: '\\x1b[2J'",
     [](json &file) { node_of(file)["settings"]["\x1b[2J"] = "x"; }},
    {"'governor' is not a text", [](json &file) { node_of(file)["settings"]["governor"] = 1; }},
    {"node.cores[0]: 'clock_hz' has 31 values for 32 CPUs",
     [](json &file) { node_of(file)["cores"][0]["clock_hz"].erase(0); }},
    {"'cycles_per_unit' is not an array of numbers of at least 0 and nulls",
     [](json &file) { node_of(file)["cores"][0]["cycles_per_unit"][0] = -1; }},
    {"'clock_hz' is of no processor or device",
     [](json &file) { node_of(file)["cores"][0]["clock_hz"][1] = 5e28; }},
    {"'cycles_per_unit' is of no processor or device",
     [](json &file) { node_of(file)["cores"][0]["cycles_per_unit"][1] = 1e-9; }},
    {"'wrong' is not a whole number up to 4294967295",
     [](json &file) { node_of(file)["cores"][0]["wrong"][0] = 0.5; }},
    {"'wrong' is not a whole number up to 4294967295",
     [](json &file) { node_of(file)["cores"][0]["wrong"][0] = 1e29; }},
    {"'memory_errors_uncorrected' is not a whole number",
     [](json &file) { node_of(file)["sensors"]["memory_errors_uncorrected"] = 0.5; }},
    {"'throttle_count' is not a whole number",
     [](json &file) { node_of(file)["sensors"]["throttle_count"] = 1e29; }},
    {"node.cores[0]: 'cpus' has a number twice",
     [](json &file) { node_of(file)["cores"][0]["cpus"][1] = 0; }},
    {"'noisy' is not an array", [](json &file) { node_of(file)["cores"][0]["noisy"] = "no"; }},
    {"'again_here' is not two numbers",
     [](json &file) {
         node_of(file)["soak"] = {
             {"wrong", {{{"cpu", 1}, {"kernel", "k"}, {"again_here", {1, 2, 3}}}}}};
     }},
    {"'again_here' is not a whole number",
     [](json &file) {
         node_of(file)["soak"] = {
             {"wrong", {{{"cpu", 1}, {"kernel", "k"}, {"again_here", {1.5, 3}}}}}};
     }},
    {"'reached' is above 'kernels'",
     [](json &file) { node_of(file)["soak"] = {{"reached", 3}, {"wrong", json::array()}}; }},
    {"'reached' is above 'kernels'",
     [](json &file) {
         node_of(file)["soak"] = {{"kernels", 2}, {"reached", 3}, {"wrong", json::array()}};
     }},
};

TEST(ReadNode, NamesFileAndPlaceOfWhatIsWrong)
{
    for (const Damage &damage : damages) {
        json file = node_json();
        damage.apply(file);
        try {
            cluster::node_file_of(file.dump(), "some/file.json");
            ADD_FAILURE() << damage.problem;
        } catch (const results::BadFile &bad) {
            const std::string line = bad.what();
            // A node of which nothing is known is not left out.
            EXPECT_NE(dynamic_cast<const cluster::SpoiltFile *>(&bad) != nullptr,
                      line.find("not a node file") != std::string::npos)
                << line;
            EXPECT_NE(line.find("'some/file.json': "), std::string::npos) << line;
            EXPECT_NE(line.find(damage.problem), std::string::npos) << line;
        }
    }
}

TEST(ReadNode, ASecondLineOfWrongResultsDoesNotReplaceTheFirst)
{
    json file = node_json();
    const std::string context = json{{"context", file["context"]}}.dump() + "\n";
    const std::string wrong = "{\"mismatches\": [{}]}\n";
    EXPECT_EQ(cluster::node_file_of(context + wrong, "n01.json").mismatches, 1U);
    EXPECT_THROW(cluster::node_file_of(context + wrong + "{\"mismatches\": []}\n", "n01.json"),
                 cluster::SpoiltFile);
}

TEST(ReadNode, TellsASpoiltFileFromAnotherKindOfFile)
{
    const std::string text = node_json().dump();
    std::string zeros = text;
    zeros.replace(0, 64, 64, '\0');
    for (const std::string &spoilt :
         {text.substr(0, 1), text.substr(0, text.size() / 2), text.substr(0, text.size() - 1),
          zeros, text + '\0', std::string("hello"), std::string("\x1f\x8b\x08 gzip"),
          std::string(R"({"a": 1e999})"), std::string("[1, 2]"), std::string("42")})
        EXPECT_THROW(cluster::node_file_of(spoilt, "n.json"), cluster::SpoiltFile) << spoilt;
    try {
        cluster::node_file_of(R"({"a": 1})", "n.json");
        ADD_FAILURE();
    } catch (const results::BadFile &foreign) {
        EXPECT_EQ(dynamic_cast<const cluster::SpoiltFile *>(&foreign), nullptr) << foreign.what();
    }
}

} // namespace
} // namespace hashlane::test
