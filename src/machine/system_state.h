// SPDX-License-Identifier: MIT
//
// What the operating system has set that bears on speed.
#ifndef HASHLANE_SRC_MACHINE_SYSTEM_STATE_H
#define HASHLANE_SRC_MACHINE_SYSTEM_STATE_H

#include "../system/host.h"

#include <filesystem>
#include <string>
#include <vector>

namespace hashlane {

struct SystemState {
    /// A hardware flaw that concerns this processor; one that does not has no entry.
    struct Flaw {
        std::string name;  ///< "spectre_v2"
        std::string state; ///< the kernel's words: "Mitigation: …", "Vulnerable: …"
    };
    std::string governor;    ///< of the first CPU: "powersave"; empty where there is none to see
    std::string boost;       ///< above the base clock: "on" or "off"; empty where not visible
    std::string smt;         ///< "on", "off" or "not supported"; empty where not visible
    std::vector<Flaw> flaws; ///< in order of their names
    bool flaws_are_visible = false;
};

/// As Linux reports it; all empty on other systems. `root` is the folder of its files, in tests
/// another one; empty if there are none.
SystemState read_system_state(const std::filesystem::path &root = linux_root());

} // namespace hashlane

#endif
