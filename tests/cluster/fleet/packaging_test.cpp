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

TEST_F(HealthCheck, NeverResumesANodeThatWasWrong)
{
    const std::string said =
        check("State=IDLE+DRAIN Reason=hashlane: wrong: CPU 1: 1 wrong result [root@now]", 0,
              "healthy: 2 cores");
    EXPECT_EQ(said.find("state="), std::string::npos) << said;
    EXPECT_NE(said.find("not resumed"), std::string::npos) << said;
}

} // namespace
} // namespace hashlane::test
