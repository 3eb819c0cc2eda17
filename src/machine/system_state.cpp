// SPDX-License-Identifier: MIT
#include "system_state.h"

#include <algorithm>
#include <fstream>

namespace hashlane {
namespace {

namespace fs = std::filesystem;

std::string first_line(const fs::path &path)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

std::string on_or_off(const std::string &flag, const char *on)
{
    if (flag.empty())
        return "";
    return flag == on ? "on" : "off";
}

// The driver intel_pstate has a switch of its own, and it is the other way round.
std::string boost_state(const fs::path &cpus)
{
    const std::string disabled = first_line(cpus / "intel_pstate/no_turbo");
    if (!disabled.empty())
        return on_or_off(disabled, "0");
    return on_or_off(first_line(cpus / "cpufreq/boost"), "1");
}

std::string smt_state(const fs::path &cpus)
{
    const std::string control = first_line(cpus / "smt/control");
    if (control.starts_with("not"))
        return "not supported";
    return on_or_off(control, "on");
}

std::vector<SystemState::Flaw> flaws_of(const fs::path &folder)
{
    std::vector<SystemState::Flaw> flaws;
    std::error_code none;
    for (const auto &entry : fs::directory_iterator(folder, none)) {
        const std::string state = first_line(entry.path());
        if (!state.empty() && !state.starts_with("Not affected"))
            flaws.push_back({entry.path().filename().string(), state});
    }
    std::ranges::sort(flaws, std::ranges::less{}, &SystemState::Flaw::name);
    return flaws;
}

} // namespace

SystemState read_system_state(const fs::path &root)
{
    if (root.empty())
        return {};
    const fs::path cpus = root / "sys/devices/system/cpu";
    const fs::path flaws = cpus / "vulnerabilities";
    std::error_code none;
    return {first_line(cpus / "cpu0/cpufreq/scaling_governor"), boost_state(cpus), smt_state(cpus),
            flaws_of(flaws), fs::is_directory(flaws, none)};
}

} // namespace hashlane
