// SPDX-License-Identifier: MIT
//
// `hashlane node` and its --check as a job step runs them.

#include "machine/system/terminal.h"
#include "support/program.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

namespace hashlane::test {
namespace {

using nlohmann::json;

json node_of(const std::string &text) { return json::parse(text)["context"]["hashlane"]["node"]; }

void write_text(const std::string &path, const std::string &text) { std::ofstream(path) << text; }

// A slow machine does not get far in so little time: only output that does not depend on it is
// expected.
TEST(NodeCommand, WritesAFileOfItsNameJobAndTask)
{
    const std::string folder = scratch_path("nodes");
    std::filesystem::create_directory(folder);
    const Ran ran = shell("SLURMD_NODENAME=n17 SLURM_JOB_ID=12 SLURM_PROCID=3 "
                          "\"$HASHLANE\" node --deadline 1 --out '" +
                          folder + "/%h-%j-%t.json'");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, "");
    EXPECT_NE(ran.err.find("node n17"), std::string::npos) << ran.err;
    const json report = json::parse(read_file(folder + "/n17-12-3.json"));
    const json node = report["context"]["hashlane"]["node"];
    EXPECT_EQ(node["name"], "n17");
    EXPECT_EQ(node["job"], "12");
    EXPECT_EQ(node["task"], "3");
    EXPECT_EQ(node["complete"], node["incomplete_reason"] == "");
    EXPECT_TRUE(node["soak"].is_null());
    ASSERT_EQ(node["cores"].size(), 4U) << "two kernels, alone and together";
    for (const json &table : node["cores"]) {
        const std::size_t cores = table["cpus"].size();
        EXPECT_GE(cores, 1U);
        for (const char *column : {"cycles_per_unit", "clock_hz", "noisy", "wrong"})
            EXPECT_EQ(table[column].size(), cores) << column;
    }
    for (const char *key : {"benchmarks", "skipped", "mismatches"})
        EXPECT_TRUE(report[key].is_array()) << key;
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
    std::filesystem::remove_all(folder);
}

TEST(NodeCommand, IsReadByCompareAndReport)
{
    const std::string path = scratch_path("node.json");
    ASSERT_EQ(hashlane("node -q --deadline 1.5 --out " + path).code, 0);
    const json report = json::parse(read_file(path));
    if (report["benchmarks"].empty())
        GTEST_SKIP() << "too slow here for a row";
    EXPECT_EQ(hashlane("compare " + path + " " + path).code, 0);
    EXPECT_EQ(hashlane("report --format text " + path).code, 0);
    std::remove(path.c_str());
}

TEST(NodeCommand, WritesToStandardOutput)
{
    const Ran ran = hashlane("node -q --deadline 0.8");
    EXPECT_EQ(ran.code, 0) << ran.err;
    const json node = node_of(ran.out);
    EXPECT_EQ(ran.err.empty(),
              node["incomplete_reason"].get<std::string>().find("bound to") == std::string::npos)
        << ran.err;
    EXPECT_EQ(node["schema_version"], 1);
}

TEST(NodeCommand, IsWrittenAtASignalAsWell)
{
    const std::string path = scratch_path("ended.json");
    const Ran ran = shell("\"$HASHLANE\" node -q --deadline 60 --out " + path +
                          " & wait_until takes_signals $!; kill -TERM $!; wait $!");
    EXPECT_EQ(ran.code, 130) << ran.err;
    const json node = node_of(read_file(path));
    EXPECT_EQ(node["complete"], false);
    EXPECT_NE(node["incomplete_reason"].get<std::string>().find("signal"), std::string::npos);
    std::remove(path.c_str());
}

// At a time limit Slurm's signal comes to the step and once more through srun.
TEST(NodeCommand, IsWrittenWhereTheSignalComesTwice)
{
    const std::string path = scratch_path("twice.json");
    const Ran ran = shell("\"$HASHLANE\" node -q --deadline 60 --out " + path +
                          " & wait_until takes_signals $!; "
                          "kill -TERM $!; sleep 0.02; kill -TERM $!; wait $!");
    EXPECT_EQ(ran.code, 130) << ran.err;
    EXPECT_EQ(node_of(read_file(path))["complete"], false);
    std::remove(path.c_str());
}

void raise_twice(int signal, std::chrono::milliseconds pause)
{
    machine::watch_interrupts();
    const auto first = std::chrono::steady_clock::now();
    std::raise(signal);
    std::this_thread::sleep_for(pause);
    const bool is_late = std::chrono::steady_clock::now() - first > 10 * pause;
    if (signal == SIGTERM && is_late) // other work kept it: nothing is shown
        std::_Exit(7);
    std::raise(signal);
    std::_Exit(machine::interrupted() ? 7 : 8);
}

TEST(Interrupts, AreOneWishWithinASecondUnlessAPersonTypesThem)
{
    using namespace std::chrono_literals;
    EXPECT_EXIT(raise_twice(SIGTERM, 20ms), testing::ExitedWithCode(7), "");
    EXPECT_EXIT(raise_twice(SIGTERM, 1100ms), testing::KilledBySignal(SIGTERM), "");
    EXPECT_EXIT(raise_twice(SIGINT, 20ms), testing::KilledBySignal(SIGINT), "");
}

TEST(NodeCommand, WaitsForItsTime)
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto start = std::chrono::duration_cast<std::chrono::seconds>(now).count() + 60;
    const Ran ran = shell("\"$HASHLANE\" node -q --start-at " + std::to_string(start) +
                          " --deadline 60 & wait_until takes_signals $!; kill -TERM $!; wait $!");
    EXPECT_EQ(ran.code, 130);
    EXPECT_EQ(ran.err, "hashlane: interrupted before it began; nothing was written\n");
}

// The topology in the file is what the system shows, whatever the task may use.
TEST(NodeCommand, IsIncompleteWhereItsTaskIsBound)
{
    const Ran all = hashlane("node -q --deadline 0.8");
    const std::size_t cores =
        json::parse(all.out)["context"]["hashlane"]["topology"]["cores"].size();
    if (cores < 2 || shell("taskset -c 0 true").code != 0)
        GTEST_SKIP() << "no second core, or no taskset that binds to the first";
    const std::string gap = "1 of " + std::to_string(cores) + " cores: this task is bound to CPU 0";
    const Ran ran = shell("SLURM_JOB_ID=7 taskset -c 0 \"$HASHLANE\" node -q --deadline 0.8");
    EXPECT_EQ(ran.code, 0);
    EXPECT_TRUE(contains(ran.err, gap + "; for all cores: srun ")) << ran.err;
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
    const json node = node_of(ran.out);
    EXPECT_EQ(node["complete"], false);
    EXPECT_TRUE(node["incomplete_reason"].get<std::string>().starts_with(gap));
    EXPECT_EQ(node["settings"]["cores"], std::to_string(cores)) << "of the machine";
    EXPECT_EQ(node["allowed_cpus"], "0");
    const Ran reserved =
        shell("taskset -c 0 \"$HASHLANE\" node -q --deadline 0.8 --reserved-cores " +
              std::to_string(cores - 1));
    EXPECT_EQ(reserved.err, "");
    EXPECT_FALSE(contains(reserved.out, "bound to")) << "it is meant to be";
}

TEST(NodeCommand, IsOneAtATime)
{
    // The file is there before it is locked, and new once it is.
    const std::string first =
        "touch -d '2 days ago' \"$HASHLANE_NODE_LOCK.lock\"; "
        "touch -d '1 day ago' \"$HASHLANE_NODE_LOCK.old\"; "
        "\"$HASHLANE\" node -q --deadline 60 >/dev/null & first=$!; "
        "wait_until [ \"$HASHLANE_NODE_LOCK.lock\" -nt \"$HASHLANE_NODE_LOCK.old\" ]; ";
    const Ran ran = shell(first + "\"$HASHLANE\" node -q --deadline 0.8; echo $?; "
                                  "\"$HASHLANE\" node --deadline 0.8 --check \"$0\"; echo $?; "
                                  "kill -TERM $first; wait $first; echo $?");
    EXPECT_EQ(ran.out, "1\n3\n130\n") << "the first goes on";
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 2) << ran.err;
    EXPECT_TRUE(contains(ran.err, "another 'hashlane node' has been measuring ")) << ran.err;
    // As somebody who holds the lock for a day: no check may stay silent about it.
    const Ran blinded = shell(first + "touch -d '2 hours ago' \"$HASHLANE_NODE_LOCK.lock\"; "
                                      "\"$HASHLANE\" node --deadline 0.8 --check \"$0\"; echo $?; "
                                      "kill -TERM $first; wait $first");
    EXPECT_EQ(blinded.out, "1\n");
    EXPECT_TRUE(contains(blinded.err, " has been locked for 7")) << blinded.err;
}

TEST(NodeCommand, LeavesALockFileOfAnotherProgramAsItIs)
{
    const std::string path = scratch_path("job");
    std::ofstream(path + ".lock") << "important";
    const Ran ran =
        shell("HASHLANE_NODE_LOCK='" + path + "' \"$HASHLANE\" node -q --deadline 0.8 >/dev/null");
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
    EXPECT_TRUE(contains(ran.err, ": no lock: ") && contains(ran.err, " is not empty")) << ran.err;
    EXPECT_EQ(read_file(path + ".lock"), "important");
}

// A file in /tmp does not: the one's umask keeps the other from opening it, and each may have a
// /tmp of its own.
TEST(NodeCommand, IsOneAtATimeForAllUsers)
{
    if (shell("setpriv --reuid=65534 --regid=65534 --clear-groups \"$HASHLANE\" --version").code !=
        0)
        GTEST_SKIP() << "this user cannot start the program as another one";
    const Ran ran = shell("umask 077; unset HASHLANE_NODE_LOCK; export HASHLANE_NODE_NAME=test-$$; "
                          "\"$HASHLANE\" node -q --deadline 60 >/dev/null & first=$!; "
                          "wait_until grep -q \"@hashlane-node-test-$$\" /proc/net/unix; "
                          "setpriv --reuid=65534 --regid=65534 --clear-groups "
                          "\"$HASHLANE\" node -q --deadline 0.8; echo $?; "
                          "kill -TERM $first; wait $first");
    EXPECT_EQ(ran.out, "1\n");
    EXPECT_TRUE(contains(ran.err, "another 'hashlane node' has been measuring test-")) << ran.err;
}

TEST(NodeCommand, LeavesTheNodeToItsFirstTask)
{
    const Ran ran = shell("SLURMD_NODENAME=n7 OMPI_COMM_WORLD_RANK=5 OMPI_COMM_WORLD_LOCAL_RANK=1 "
                          "SLURM_LOCALID=0 \"$HASHLANE\" node -q --out /dev/null/%h");
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.err, "hashlane: n7: task 5 measures nothing: the first task on a node does\n");
}

// Other work may have cut it short.
json whole_node(const std::string &path)
{
    EXPECT_EQ(hashlane("node -q --deadline 1.5 --out " + path).code, 0);
    json file = json::parse(read_file(path));
    file["context"]["hashlane"]["node"]["complete"] = true;
    return file;
}

// In the mutant the portable kernels are wrong, which are not those that are measured.
TEST(NodeCommand, FindsAWrongKernelThatIsNotMeasured)
{
    const std::string good = scratch_path("good.json");
    write_text(good, whole_node(good).dump());
    const Ran ran = hashlane("node --deadline 7s --check " + good, HASHLANE_MUTANT);
    if (contains(ran.out, "keccak-chain.portable") && contains(ran.out, " alone"))
        GTEST_SKIP() << "here they are measured";
    EXPECT_EQ(ran.code, 2) << ran.out << ran.err;
    EXPECT_TRUE(ran.out.starts_with("wrong: CPU ")) << ran.out;
    std::remove(good.c_str());
}

TEST(NodeCommand, SaysHowManyKernelsTheSoakReached)
{
    const Ran ran = hashlane("node --deadline 7s");
    const json soak = node_of(ran.out)["soak"];
    EXPECT_GE(soak["kernels"], 20);
    EXPECT_LE(soak["reached"], soak["kernels"]);
    EXPECT_TRUE(contains(ran.err, "soak: " + soak["reached"].dump() + " of " +
                                      soak["kernels"].dump() + " kernels on every core, "))
        << ran.err;
}

struct BadUse {
    const char *arguments, *words;
    int code;
};

TEST(NodeCommand, SaysWhatIsWrong)
{
    for (const auto &[arguments, words, code] :
         {BadUse{"node --out /nowhere/%h.json", "--out: cannot write '/nowhere/", 1},
          BadUse{"node --out %n.json", "is none of %h (node)", 1},
          BadUse{"node --deadline 100ms", "0.1 s are too short", 1},
          BadUse{"node --reserved-cores few", "--reserved-cores: 'few'", 1},
          BadUse{"node --reserved-cores 1000", "--reserved-cores: 1000 of ", 1},
          BadUse{"node --deadline soon", "--deadline: 'soon'", 1},
          BadUse{"node --start-at noon", "--start-at: 'noon'", 1},
          BadUse{"node --check ''", "--check: its value is empty", 1},
          BadUse{"node --check=a --out b", "--check cannot be combined with --out", 1},
          BadUse{"node --check a --deadlin 3", "did you mean '--deadline'?", 1},
          BadUse{"node --check /nowhere", "cannot open '/nowhere'", 1},
          BadUse{"node --fail-on noisy", "--fail-on requires --check", 1},
          BadUse{"node --check a --fail-on bad", "--fail-on: 'bad' is not one of wrong,", 1},
          BadUse{"node --check a --fail-on healthy", "a healthy node is no failure", 1},
          BadUse{"health", "--baseline is required", 1},
          BadUse{"health --baseline", "--baseline needs a value", 1},
          BadUse{"health --max-second 3", "did you mean '--max-seconds'?", 1},
          BadUse{"health --baseline a --max-seconds 1ms", "too short", 1},
          BadUse{"health --baseline /nowhere", "cannot open '/nowhere'", 1},
          BadUse{"health --baseline /dev/null", "'/dev/null'", 1}}) {
        const Ran ran = hashlane(arguments);
        EXPECT_EQ(ran.code, code) << arguments << ran.err;
        EXPECT_NE(ran.err.find(words), std::string::npos) << arguments << ": " << ran.err;
        EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
    }
}

class HealthCommand : public testing::Test {
protected:
    ~HealthCommand() override { std::remove(path.c_str()); }
    Ran check() const
    {
        write_text(path, baseline.dump());
        return hashlane("node --deadline 1.5 --check " + path);
    }

    const std::string path = scratch_path("baseline.json");
    json baseline = whole_node(path);
};

TEST_F(HealthCommand, SaysOneLineForItsExitCode)
{
    json &tables = baseline["context"]["hashlane"]["node"]["cores"];
    for (json &table : tables)
        for (std::size_t i = 0; i < table["cpus"].size(); ++i) {
            table["cycles_per_unit"][i] = 1;
            table["clock_hz"][i] = 1e9;
            table["noisy"][i] = 0;
        }
    const Ran ran = check();
    EXPECT_EQ(ran.code, 5) << ran.out;
    EXPECT_TRUE(ran.out.starts_with("slow core: +") || ran.out.starts_with("noisy: ") ||
                ran.out.starts_with("incomplete: "))
        << ran.out;
    EXPECT_EQ(std::ranges::count(ran.out, '\n'), 1) << ran.out;
}

TEST_F(HealthCommand, IsNotJudgedByAnotherProcessor)
{
    baseline["context"]["hashlane"]["cpu_model"] = "another";
    const Ran ran = check();
    EXPECT_TRUE(ran.code == 3 || ran.code == 5) << "not judged; or noisy or cut short as well";
    EXPECT_NE(ran.out.find("the baseline has no machines such as"), std::string::npos) << ran.out;
}

TEST(NodeCommand, HasANameOfTheSites)
{
    const Ran bad = hashlane("node --name 'a b' --deadline 1.5");
    EXPECT_EQ(bad.code, 1);
    EXPECT_NE(bad.err.find("--name: 'a b' cannot be a host's name"), std::string::npos) << bad.err;
    const json file = json::parse(hashlane("node --quiet --name cn004 --deadline 1.5").out);
    EXPECT_EQ(file["context"]["hashlane"]["node"]["name"], "cn004");
}

} // namespace
} // namespace hashlane::test
