// SPDX-License-Identifier: MIT
#include "emulator.h"

#include "../core/cpu_features.h"
#include "../system/wine.h"

#include <filesystem>

namespace hashlane {

const std::string &emulator_name()
{
    // QEMU's user mode answers /proc/self/exe with the emulated program, but not this path.
    static const std::string name = []() -> std::string {
        if (const std::string wine = wine_version(); !wine.empty())
            return "Wine " + wine;
        std::error_code none;
        return emulator_behind(
            std::filesystem::read_symlink("/proc/thread-self/exe", none).filename().string(),
            this_cpu().hypervisor);
    }();
    return name;
}

std::string emulator_behind(std::string_view executable, std::string_view hypervisor)
{
    // CPUID says QEMU for its translator alone: with KVM below it, it says KVM.
    return executable.starts_with("qemu-") || hypervisor == "QEMU" ? "QEMU" : "";
}

} // namespace hashlane
