// SPDX-License-Identifier: MIT
//
// A folder with node files, in which 'hashlane fleet' is called.
#pragma once

#include "simulated_nodes.h"
#include "support/program.h"

namespace hashlane::test {

class FleetFolder : public testing::Test {
protected:
    FleetFolder() { std::filesystem::create_directories(folder() + "/nodes"); }
    ~FleetFolder() override { std::filesystem::remove_all(folder()); }

    static std::string folder() { return scratch_path("fleet"); }

    static void write(const std::string &name, const std::string &text)
    {
        std::filesystem::create_directories(folder() + "/nodes");
        std::ofstream(folder() + "/nodes/" + name, std::ios::binary) << text;
    }

    static void write(const SimulatedFleet &nodes)
    {
        for (const SimulatedNode &node : nodes)
            write(node.node.path, json_of(node.node).dump());
    }

    static Ran fleet(const std::string &arguments)
    {
        // Their files are of a day long ago.
        return judge(arguments + " --newer-than 36500d");
    }
    static Ran judge(const std::string &arguments)
    {
        return shell("cd '" + folder() + "'; exec \"$HASHLANE\" fleet " + arguments);
    }
};

} // namespace hashlane::test
