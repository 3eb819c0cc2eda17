// SPDX-License-Identifier: MIT
//
// `hashlane soak` as a user calls it; a kernel that is wrong on purpose is in the mutant.

#include "machine/system/cpus.h"
#include "support/program.h"
#include "support/slow_build.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <functional>

namespace hashlane::test {
namespace {

using nlohmann::json;

const std::string cpu = std::to_string(machine::allowed_cpus().front());
const std::string quick =
    "soak --cpu " + cpu + " --visit 0.02 --filter 'sha256-chain.(portable|ref)' ";

std::vector<json> lines_of(const std::string &text)
{
    std::istringstream stream(text);
    std::vector<json> lines;
    for (std::string line; std::getline(stream, line);)
        lines.push_back(json::parse(line));
    return lines;
}

json file_of(const std::string &path) { return json::parse(read_file(path))["soak"]; }

TEST(SoakCommand, SaysWhatItCovered)
{
    const Ran ran = hashlane(quick + "--seed 7 --passes 3");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("\nNo wrong result: 1 of "), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find(", 2 of 2 kernels, each at least 3 times. Memory and floating point "
                           "were not tested.\n"),
              std::string::npos)
        << ran.out;
    EXPECT_NE(
        ran.err.find("soaks CPU " + cpu + " with 2 kernels, pattern mixed, seed 7, for 3 passes"),
        std::string::npos)
        << ran.err;
}

// Each visit lasts at least 0.1 s, so the time ends before most kernels have had one.
TEST(SoakCommand, IsIncompleteIfAKernelWasNotReached)
{
    const std::string path = scratch_path("short.json");
    const Ran ran = hashlane("soak -q --cpu " + cpu + " --for 0.3 --out " + path);
    EXPECT_EQ(ran.code, 3) << ran.err;
    EXPECT_EQ(ran.out.find("\nNo wrong result"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("\nIncomplete, no wrong result so far: "), std::string::npos) << ran.out;
    const json file = file_of(path);
    EXPECT_FALSE(file["complete"].get<bool>());
    ASSERT_FALSE(file["not_reached"].empty());
    std::size_t without_hashes = 0;
    for (const json &kernel : file["kernels"])
        if (kernel["hashes"] == 0) {
            ++without_hashes;
            EXPECT_NE(ran.out.find(kernel["kernel"].get<std::string>()), std::string::npos);
            EXPECT_EQ(std::ranges::count(file["not_reached"], kernel["kernel"]), 1);
        }
    EXPECT_EQ(file["not_reached"].size(), without_hashes);
}

TEST(SoakCommand, AFinishedSoakIsNeitherResumedNorOverwritten)
{
    const std::string path = scratch_path("finished.json");
    ASSERT_EQ(hashlane(quick + "-q --out " + path).code, 0);
    const std::string before = read_file(path);
    const Ran resumed = hashlane(quick + "--resume --out " + path);
    EXPECT_EQ(resumed.code, 1);
    EXPECT_EQ(resumed.out, "");
    EXPECT_NE(resumed.err.find("--resume: '" + path + "' is finished after 0:00:0"),
              std::string::npos)
        << resumed.err;
    EXPECT_NE(resumed.err.find(" and 1 pass: "), std::string::npos) << resumed.err;
    const Ran again = hashlane(quick + "--out " + path);
    EXPECT_EQ(again.code, 1);
    EXPECT_EQ(again.err, "hashlane: --out: '" + path +
                             "' exists; continue it with --resume, or name another file\n");
    EXPECT_EQ(read_file(path), before);
}

TEST(SoakCommand, WritesJsonLinesAndAFile)
{
    const std::string path = scratch_path("soak.json");
    const Ran ran = hashlane(quick + "--passes 2 --pattern bursts --format jsonl --out " + path);
    EXPECT_EQ(ran.code, 0) << ran.err;
    const std::vector<json> lines = lines_of(ran.out);
    ASSERT_EQ(lines.size(), 2U) << ran.out;
    EXPECT_EQ(lines.front()["begin"]["request"]["pattern"], "bursts");
    const json end = lines.back()["soak"], file = file_of(path);
    EXPECT_EQ(end, file);
    EXPECT_TRUE(file["complete"].get<bool>());
    EXPECT_EQ(file["passes"], 2);
    EXPECT_EQ(file["wrong_results"], 0);
    EXPECT_EQ(file["cores"].size(), 1U);
    EXPECT_EQ(file["cores"][0]["visits"], (json{2, 2}));
    EXPECT_TRUE(file["not_reached"].empty());
    for (const json &kernel : file["kernels"])
        EXPECT_GT(kernel["hashes"].get<double>(), 0) << kernel;
    const double share = file["proven_share"].get<double>();
    EXPECT_GT(share, 0);
    EXPECT_LE(share, 1);
}

TEST(SoakCommand, ItsLinesHaveThePageOfItsFile)
{
    const std::string path = scratch_path("lines.json"), lines = scratch_path("lines.jsonl");
    ASSERT_EQ(hashlane(quick + "--format jsonl --out " + path + " >" + lines).code, 0);
    const auto page_of = [&](const std::string &file) {
        std::filesystem::rename(file, scratch_path("one-name"));
        return hashlane("report --format text " + scratch_path("one-name")).out;
    };
    const std::string text = read_file(lines);
    EXPECT_EQ(page_of(lines), page_of(path));
    std::ofstream(lines) << text << text;
    expect_refused(hashlane("report " + lines), "has the lines of two soaks");
    const std::string name = "\"resumed\":0";
    std::string continued = text;
    continued.replace(continued.find(name), name.size(), "\"resumed\":1");
    std::ofstream(lines) << text << continued;
    EXPECT_EQ(hashlane("report --format text " + lines).code, 0);
    std::ofstream(lines) << text.substr(0, text.rfind("{\"soak\""));
    expect_refused(hashlane("report " + lines), "without their end; --out keeps a soak");
}

TEST(SoakCommand, ItsFileHasAPage)
{
    const std::string path = scratch_path("page.json");
    ASSERT_EQ(hashlane(quick + "-q --out " + path).code, 0);
    json file = json::parse(read_file(path));
    const Ran good = hashlane("report --format text " + path);
    EXPECT_EQ(good.code, 0) << good.err;
    EXPECT_NE(good.out.find("Tested on every core: 2 of 2 kernels, up to "), std::string::npos)
        << good.out;
    EXPECT_NE(good.out.find("Wrong results: 0 of 1 core."), std::string::npos) << good.out;
    EXPECT_EQ(good.out.find("! "), std::string::npos) << good.out;
    const Ran page = hashlane("report " + path);
    EXPECT_NE(page.out.find("memory and floating point were not tested"), std::string::npos);
    const auto started = file["soak"]["started"].get<std::string>();
    EXPECT_NE(page.out.find(started.substr(0, 10) + " " + started.substr(11, 5)),
              std::string::npos);

    file["soak"]["cores"][0]["visits"] = {1, 0};
    file["soak"]["not_reached"] = {"sha256-chain.ref.x1"};
    file["soak"]["complete"] = false;
    file["soak"]["wrong_results"] = 1;
    std::ofstream(path) << file;
    const Ran bad = hashlane("report --format text " + path);
    EXPECT_NE(bad.out.find("! Wrong results: 1"), std::string::npos) << bad.out;
    EXPECT_NE(bad.out.find("! Not reached on every core: sha256-chain.ref.x1"), std::string::npos)
        << bad.out;
    EXPECT_NE(bad.out.find("Tested on every core: 1 of 2 kernels"), std::string::npos) << bad.out;

    file["soak"]["cores"][0]["visits"] = {1};
    std::ofstream(path) << file;
    const Ran broken = hashlane("report " + path);
    EXPECT_EQ(broken.code, 1);
    EXPECT_NE(broken.err.find("'visits' has not one element for each of 'kernels'"),
              std::string::npos)
        << broken.err;
}

TEST(SoakCommand, ReportsAWrongKernelAtOnceAndGoesOn)
{
    const std::string steady = quick + "--pattern steady ";
    const Ran ran = hashlane(steady, HASHLANE_MUTANT);
    EXPECT_EQ(ran.code, 2) << ran.err;
    EXPECT_NE(ran.out.find("WRONG  core "), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("sha256-chain.portable.x1"), std::string::npos) << ran.out;
    EXPECT_EQ(ran.out.find("sha256-chain.ref.x1"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("wrong on this core 10 of 10 times; no neighbour"), std::string::npos)
        << ran.out;
    const std::vector<json> lines =
        lines_of(hashlane(steady + "--format jsonl", HASHLANE_MUTANT).out);
    const auto wrong =
        std::ranges::find_if(lines, [](const json &line) { return line.contains("wrong"); });
    ASSERT_NE(wrong, lines.end());
    EXPECT_EQ((*wrong)["wrong"]["unit"], "general");
    EXPECT_EQ((*wrong)["wrong"]["differing_bits"], 1); // the mutant's flips the last bit
    const json end = lines.back()["soak"];
    EXPECT_EQ(end["wrong"][0]["again_here"], (json{10, 10}));
    EXPECT_GE(end["wrong_results"].get<double>(), 1);
    for (const json &kernel : end["kernels"])
        if (kernel["kernel"] == "sha256-chain.ref.x1") {
            EXPECT_EQ(kernel["wrong"], 0);
            EXPECT_GT(kernel["hashes"].get<double>(), 0);
        }
}

// A signal when the file is there, which is after the first visit.
Ran with_signal(const std::string &signal, const std::string &path)
{
    return shell("env --default-signal=INT \"$HASHLANE\" " + quick + "--for 60 --out " + path +
                 " & wait_until grep -qs complete " + path + "; kill -" + signal + " $!; wait $!");
}

TEST(SoakCommand, AnInterruptKeepsWhatWasDoneAndItIsResumed)
{
    const std::string path = scratch_path("interrupted.json");
    const Ran ran = with_signal("INT", path);
    EXPECT_EQ(ran.code, 130) << ran.err;
    EXPECT_NE(ran.out.find("Incomplete, no wrong result so far: "), std::string::npos) << ran.out;
    EXPECT_NE(ran.err.find("interrupted"), std::string::npos) << ran.err;
    const json before = file_of(path);
    EXPECT_FALSE(before["complete"].get<bool>());

    const int passes = before["passes"].get<int>() + 1;
    const Ran again =
        hashlane("soak --resume --passes " + std::to_string(passes) + " --out " + path);
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_NE(again.err.find("continues the soak of " + before["started"].get<std::string>()),
              std::string::npos)
        << again.err;
    const json after = file_of(path);
    EXPECT_TRUE(after["complete"].get<bool>());
    EXPECT_EQ(after["resumed"], 1);
    EXPECT_EQ(after["request"]["seed"], before["request"]["seed"]);
    EXPECT_GE(after["seconds"].get<double>(), before["seconds"].get<double>());
    for (std::size_t i = 0; i < after["kernels"].size(); ++i)
        EXPECT_GE(after["kernels"][i]["hashes"].get<double>(),
                  before["kernels"][i]["hashes"].get<double>());
}

TEST(SoakCommand, IsNotResumedWithASpoiltSeed)
{
    const std::string path = scratch_path("soak-seed.json");
    ASSERT_EQ(hashlane(quick + "--passes 1 --out " + path).code, 0);
    for (const char *seed :
         {"", "zz", "0x1", "00000000000000001", "ffffffffffffffff0", " 1", "-1"}) {
        json whole = json::parse(read_file(path));
        whole["soak"]["request"]["seed"] = seed;
        std::ofstream(path + ".bad") << whole.dump();
        expect_refused(hashlane("soak --resume --passes 2 --out " + path + ".bad"),
                       "'seed' is not");
    }
}

TEST(SoakCommand, WhatWasKilledIsResumed)
{
    const std::string path = scratch_path("killed.json");
    EXPECT_EQ(with_signal("KILL", path).code, 137);
    const json before = file_of(path);
    EXPECT_FALSE(before["complete"].get<bool>());
    const double seconds = before["seconds"].get<double>() + 0.5;
    const Ran again =
        hashlane(quick + "--resume --for " + std::to_string(seconds) + " --out " + path);
    const int not_all_reached = 3; // in half a second
    EXPECT_TRUE(again.code == 0 || (slow_build && again.code == not_all_reached)) << again.err;
    EXPECT_EQ(file_of(path)["started"], before["started"]);
    EXPECT_GE(file_of(path)["seconds"].get<double>(), seconds);
}

// Writes one file by two names at once; the first soak is interrupted in the end.
Ran soak_twice(const std::string &path, const std::string &second)
{
    const Ran ran =
        shell("\"$HASHLANE\" " + quick + "--for 30 --out " + path + " & pid=$!; wait_until [ -e " +
              path + " ]; \"$HASHLANE\" " + quick + "--passes 1 --resume --out " + second +
              "; echo second $?; kill -TERM $pid; wait $pid");
    EXPECT_EQ(ran.code, 130) << ran.err;
    EXPECT_NE(ran.out.find("second 1\n"), std::string::npos) << ran.out;
    return ran;
}

TEST(SoakCommand, OneProcessWritesAFile)
{
    const std::string path = scratch_path("twice.json");
    const Ran ran = soak_twice(path, path);
    EXPECT_NE(ran.err.find("hashlane: --out: '" + path + "' is being written by another process\n"),
              std::string::npos)
        << ran.err;
    EXPECT_FALSE(std::filesystem::exists(path + ".lock"));
}

TEST(SoakCommand, OneProcessWritesAFileWhateverItsName)
{
    const std::string path = scratch_path("linked.json"), link = scratch_path("link.json");
    std::filesystem::create_symlink("linked.json", link);
    const Ran ran = soak_twice(path, link);
    EXPECT_TRUE(contains(ran.err, "'" + link + "' is being written by another process")) << ran.err;
}

// poetry and cargo have lock files that are all but locks.
TEST(SoakCommand, LeavesALockFileOfAnotherProgramAsItIs)
{
    const std::string path = scratch_path("poetry");
    std::ofstream(path + ".lock") << "important";
    expect_refused(hashlane(quick + "--passes 1 --out " + path), "is not empty");
    EXPECT_EQ(read_file(path + ".lock"), "important");
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(SoakCommand, NamesTheReasonOfAFolderThatItMayNotWriteTo)
{
    const std::string folder = scratch_path("others");
    std::filesystem::create_directory(folder);
    std::filesystem::permissions(folder, std::filesystem::perms(0555));
    const bool is_root = geteuid() == 0;
    const std::string nobody = "setpriv --reuid=65534 --regid=65534 --clear-groups ";
    if (is_root && shell("cd /; " + nobody + "\"$HASHLANE\" --version").code != 0)
        GTEST_SKIP() << "this user cannot start the program as another one";
    const Ran ran = shell("cd " + folder + "; " + (is_root ? nobody : "") + "\"$HASHLANE\" " +
                          quick + "--passes 1 --out ./new.json");
    expect_refused(ran, "cannot write './new.json': Permission denied");
}

TEST(SoakCommand, ThereIsNothingToResumeYet)
{
    const std::string path = scratch_path("new.json");
    EXPECT_EQ(hashlane(quick + "--resume --out " + path).code, 0);
    EXPECT_EQ(file_of(path)["resumed"], 0);
}

void expect_error(const std::string &arguments, const std::string &part)
{
    const Ran ran = hashlane(arguments);
    EXPECT_EQ(ran.code, 1) << arguments;
    EXPECT_EQ(ran.out, "") << arguments;
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
}

TEST(SoakCommand, BadOptionsAreOneLine)
{
    expect_error("soak --for 0", "--for");
    expect_error("soak --for 1y", "--for: '1y'");
    expect_error("soak --for 400d", "--for");
    expect_error("soak --for 1h --passes 2", "--passes");
    expect_error("soak --passes 0", "--passes: '0'");
    expect_error("soak --cpu 99999", "--cpu");
    expect_error("soak --all-cores --cpu " + cpu, "--cpu");
    expect_error("soak --pattern fast", "--pattern: 'fast' is not one of steady, bursts, mixed");
    expect_error("soak --format csv", "--format: 'csv' is not one of text, jsonl");
    expect_error("soak --visit 100", "--visit");
    expect_error("soak --visit 0.001", "--visit: '0.001' is not a time from 10ms to 30s");
    expect_error("soak --filter nonesuch", "--filter: 'nonesuch' matches no kernel");
    expect_error("soak --resume", "--resume requires --out FILE");
    expect_error("soak --out /nonexistent/x.json", "--out: cannot write '/nonexistent/x.json'");
}

// Each of these replaces a value of the file.
TEST(SoakCommand, BadFilesAreOneLine)
{
    const std::string path = scratch_path("bad.json");
    ASSERT_EQ(hashlane(quick + "-q --out " + path).code, 0);
    const json good = json::parse(read_file(path));
    const std::string resume = "soak --resume --out " + path;
    expect_error(resume + " --pattern steady", "--pattern: '" + path + "' was begun with another");
    expect_error(resume + " --seed 1", "--seed: ");
    expect_error(resume + " --filter chain.ref", "--filter: ");
    const std::pair<const char *, json> wrong[] = {{"schema_version", 2},
                                                   {"seconds", -1},
                                                   {"seconds", nullptr},
                                                   {"passes", 1.5},
                                                   {"passes", 1e300},
                                                   {"pinned", "yes"},
                                                   {"cores", json::array()},
                                                   {"kernels", json::array()},
                                                   {"wrong", json::parse(R"([{"cpu": 0}])")},
                                                   {"started", 3}};
    for (const auto &[key, value] : wrong) {
        json bad = good;
        bad["soak"][key] = value;
        std::ofstream(path) << bad;
        expect_error(resume, "--resume: '" + path + "'");
    }
    json other = good;
    other["soak"]["kernels"][0]["kernel"] = "sha256-chain.none.x1";
    std::ofstream(path) << other;
    expect_error(resume, "'sha256-chain.none.x1' cannot run here");
    other = good;
    other["soak"]["cores"][0]["cpu"] = 99999;
    std::ofstream(path) << other;
    expect_error(resume, "CPU 99999 may not be used here");
    const std::pair<const char *, double> asked[] = {
        {"visit_seconds", 1e18}, {"visit_seconds", 0}, {"for_seconds", 1e18}};
    for (const auto &[key, value] : asked) {
        other = good;
        other["soak"]["request"][key] = value;
        std::ofstream(path) << other;
        expect_error(resume, std::string("'") + key + "' is not a number from ");
    }
    other = good;
    other["soak"]["cores"].push_back(other["soak"]["cores"][0]);
    std::ofstream(path) << other;
    expect_error(resume, "'cores' has CPU " + cpu + " twice");
    other = good;
    other["soak"]["kernels"].push_back(other["soak"]["kernels"][0]);
    for (json &core : other["soak"]["cores"])
        core["visits"].push_back(0);
    std::ofstream(path) << other;
    expect_error(resume, "'kernels' has " +
                             other["soak"]["kernels"][0]["kernel"].get<std::string>() + " twice");
    for (const std::string &text :
         {std::string("{}"), std::string("[]"), std::string(""), good.dump().substr(0, 300)}) {
        std::ofstream(path) << text;
        expect_error(resume, "--resume: '" + path + "'");
    }
}

// Both judge a soak by its total.
TEST(SoakCommand, WrongResultsThatItsTotalLacksAreRefused)
{
    const std::string path = scratch_path("lacking.json");
    ASSERT_EQ(hashlane(quick + "-q --out " + path).code, 0);
    const json good = json::parse(read_file(path));
    constexpr std::uint64_t half = std::uint64_t{1} << 63;
    const json device = {{"device", "cuda:0"},  {"name", "GPU"}, {"workloads", {"sha256-chain"}},
                         {"seconds", 1},        {"hashes", 1},   {"wrong", 1},
                         {"proven_seconds", 1}, {"failure", ""}};
    const std::pair<const char *, std::function<void(json & soak)>> damages[] = {
        {"'cores' and 'devices' have", [](json &soak) { soak["cores"][0]["wrong"] = 3; }},
        {"'cores' and 'devices' have",
         [&](json &soak) {
             soak["cores"].push_back(soak["cores"][0]);
             soak["cores"][1]["cpu"] = 4095;
             soak["cores"][0]["wrong"] = soak["cores"][1]["wrong"] = half;
         }},
        {"'cores' and 'devices' have", [&](json &soak) { soak["devices"] = {device}; }},
        {"'kernels' has", [](json &soak) { soak["kernels"][1]["wrong"] = 1; }},
    };
    for (const auto &[part, damage] : damages) {
        json bad = good;
        damage(bad["soak"]);
        std::ofstream(path) << bad;
        const std::string reason = std::string(part) + " more wrong results than 'wrong_results'";
        expect_error("report --format text " + path, reason);
        expect_error("soak --resume --passes 2 --out " + path, reason);
    }
    ASSERT_EQ(hashlane(quick + "-q --out " + path + "2", HASHLANE_MUTANT).code, 2);
    json listed = json::parse(read_file(path + "2"));
    EXPECT_EQ(hashlane("report --format text " + path + "2").code, 0);
    listed["soak"]["wrong_results"] = 0;
    listed["soak"]["cores"][0]["wrong"] = 0;
    for (json &kernel : listed["soak"]["kernels"])
        kernel["wrong"] = 0;
    std::ofstream(path) << listed;
    expect_error("report --format text " + path, "'wrong' has more wrong results");
}

TEST(SoakCommand, AFullDiskEndsNothing)
{
    const std::string path = scratch_path("full.json");
    const Ran ran = shell("(ulimit -f 1; \"$HASHLANE\" " + quick + "-q --out " + path +
                          "; echo code $?) | cat");
    EXPECT_NE(ran.out.find("No wrong result"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("code 1\n"), std::string::npos) << ran.out;
    EXPECT_EQ(ran.err, "hashlane: --out: cannot write '" + path + "': File too large\n");
}

} // namespace
} // namespace hashlane::test
