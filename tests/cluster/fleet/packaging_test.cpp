// SPDX-License-Identifier: MIT
//
// The scripts of packaging/cluster with stand-ins for Slurm's commands and for the program.
// tests/cluster/fleet_test runs them under Slurm itself.
#include "support/files.h"
#include "support/program.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <utility>

namespace hashlane::test {
namespace {

class Packaging : public testing::Test {
protected:
    Packaging() { std::filesystem::create_directories(folder()); }
    ~Packaging() override { std::filesystem::remove_all(folder()); }

    static std::string folder() { return scratch_path("packaging"); }
    static std::string script(const std::string &name)
    {
        return test_path("../packaging/cluster/" + name);
    }
    static void write_program(const std::string &name, const std::string &lines)
    {
        const std::string path = folder() + "/" + name;
        std::ofstream(path) << "#!/bin/sh\n" << lines << "\n";
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    }
};

class HealthCheck : public Packaging {
protected:
    // Returns what the script changed of a node in that state, and what it said.
    static std::string check(const std::string &state, int code, const std::string &answer)
    {
        write_program("hashlane", "echo '" + answer + "'; exit " + std::to_string(code));
        write_program("scontrol", "case \"$*\" in *'show node'*) echo 'NodeName=n1 " + state +
                                      "' ;; *) echo \"changed: $*\" ;; esac");
        std::ofstream(folder() + "/health.conf")
            << "HASHLANE='" << folder() << "/hashlane'\nPATH='" << folder() << "':$PATH\n";
        return shell("HASHLANE_HEALTH_CONF='" + folder() + "/health.conf' SLURMD_NODENAME=n1 sh '" +
                     script("health_check") + "'")
            .out;
    }
};

TEST_F(HealthCheck, ResumesWhatItDrained)
{
    EXPECT_NE(check("State=IDLE ThreadsPerCore=1", 2, "wrong: CPU 1: 1 wrong result")
                  .find("state=drain reason=hashlane: wrong: CPU 1: 1 wrong result"),
              std::string::npos);
    EXPECT_NE(check("State=IDLE+DRAIN Reason=hashlane: slow clock: -5 % [root@now]", 0,
                    "healthy: 2 cores")
                  .find("state=resume"),
              std::string::npos);
}

TEST_F(HealthCheck, NotesSinceWhenANodeWasNotJudged)
{
    const auto count = [](const std::string &said, const std::string &text) {
        return said.find(text) != std::string::npos;
    };
    EXPECT_TRUE(count(check("State=IDLE Reason=none", 3, "not judged: busy"),
                      "comment=hashlane: not judged since 2"));
    for (const char *const comment : {"hashlane: not judged since 2026-01-01", "ask alice first"})
        EXPECT_FALSE(
            count(check(std::string("State=IDLE Comment=") + comment, 3, "not judged: busy"),
                  "comment="));
    EXPECT_TRUE(count(
        check("State=IDLE Comment=hashlane: not judged since 2026-01-01", 0, "healthy: 2 cores"),
        "comment=\n"));
    EXPECT_FALSE(
        count(check("State=IDLE Comment=ask alice first", 0, "healthy: 2 cores"), "comment="));
}

TEST_F(HealthCheck, NeverResumesANodeThatWasWrongOrFaulty)
{
    for (const char *const reason : {"wrong: CPU 1: 1 wrong result", "faulty memory: 1 error"}) {
        const std::string said =
            check(std::string("State=IDLE+DRAIN Reason=hashlane: ") + reason + " [root@now]", 0,
                  "healthy: 2 cores");
        EXPECT_EQ(said.find("state="), std::string::npos) << said;
        EXPECT_NE(said.find("not resumed"), std::string::npos) << said;
    }
}

TEST_F(HealthCheck, AGraverReasonReplacesItsOwn)
{
    const auto said_of = [](const std::string &reason, const std::string &answer) {
        return check("State=IDLE+DRAIN Reason=" + reason + " [root@now]", 2, answer);
    };
    const std::string wrong = "wrong: CPU 1: 1 wrong result";
    EXPECT_NE(said_of("hashlane: slow clock: -5 %", wrong).find("reason=hashlane: wrong: CPU 1"),
              std::string::npos);
    for (const char *const reason : {"hashlane: faulty memory: 1 error", "alice: new board"})
        EXPECT_EQ(said_of(reason, wrong).find("state="), std::string::npos) << reason;
}

TEST_F(HealthCheck, TheVerdictIsTheLastLine)
{
    const std::string said =
        check("State=IDLE", 2, "ld.so: a remark\nhashlane: no lock\nwrong: CPU 1: 1 wrong result");
    EXPECT_NE(said.find("state=drain reason=hashlane: wrong: CPU 1"), std::string::npos) << said;
}

class Metrics : public Packaging {
protected:
    static Ran write_metrics(int code, const std::string &folder_of_metrics)
    {
        write_program("hashlane",
                      "[ \"$1\" = node ] || { echo half; exit " + std::to_string(code) + "; }");
        return shell("HASHLANE='" + folder() + "/hashlane' FOLDER='" + folder() + "' TEXTFILES='" +
                     folder_of_metrics + "' sh '" + script("write_metrics") + "'");
    }
};

TEST_F(Metrics, AreThoseOfAVerdictAlone)
{
    const std::string metrics = folder() + "/hashlane.prom";
    for (const int code : {0, 2, 3, 5}) {
        EXPECT_EQ(write_metrics(code, folder()).code, code);
        EXPECT_EQ(read_file(metrics), "half\n") << code;
    }
    for (const int code : {1, 137}) {
        EXPECT_EQ(write_metrics(code, folder()).code, code);
        EXPECT_FALSE(std::filesystem::exists(metrics)) << code;
    }
    EXPECT_EQ(write_metrics(2, folder() + "/nowhere").code, 1) << "no verdict";
}

class Nhc : public Packaging {
protected:
    // Returns what NHC would do, and what the program was called with.
    static std::string check(int code, const std::string &answer, const std::string &jobs = "",
                             const std::string &options = "")
    {
        write_program("hashlane", "echo \"called: $*\" >&2; echo '" + answer + "'; exit " +
                                      std::to_string(code));
        write_program("squeue", "echo '" + jobs + "'");
        return shell(
                   "PATH='" + folder() + "':$PATH HASHLANE='" + folder() +
                   "/hashlane' bash -c 'die() { echo \"die: $2\"; }; dbg() { echo \"dbg: $1\"; }; "
                   "log() { echo \"log: $1\"; }; . \"$0\"; check_hashlane base.json " +
                   options + "' '" + script("hashlane.nhc") + "'")
            .out;
    }
};

TEST_F(Nhc, FailsForANodeThatMustNotHaveJobs)
{
    const std::string said = check(2, "wrong: CPU 1: 1 wrong result");
    EXPECT_NE(
        said.find(
            "die: check_hashlane:  called: node --check base.json --fail-on drain; wrong: CPU 1: 1 "
            "wrong result (exit code 2)"),
        std::string::npos)
        << said;
    EXPECT_NE(check(1, "cannot open the baseline").find("die: "), std::string::npos);
}

TEST_F(Nhc, LeavesANodeThatIsNotJudgedInService)
{
    for (const auto &[code, answer] : {std::pair(0, "incomplete: 1 of 2 cores not measured"),
                                       std::pair(3, "not judged: another program measures")}) {
        const std::string said = check(code, answer);
        EXPECT_EQ(said.rfind("log: ", 0), 0U) << said;
    }
    EXPECT_EQ(check(0, "healthy: 2 cores", "", "--fail-on noisy").find("slow-clock"),
              std::string::npos);
}

TEST_F(Nhc, DoesNotMeasureWhereJobsRun)
{
    const std::string said = check(5, "noisy: 50 %", "17 main job user R 1:00 1 n1");
    EXPECT_EQ(said.rfind("dbg: ", 0), 0U) << said;
    EXPECT_EQ(said.find("called"), std::string::npos) << said;
}

} // namespace
} // namespace hashlane::test
