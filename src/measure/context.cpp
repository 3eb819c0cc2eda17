// SPDX-License-Identifier: MIT
#include "context.h"

#include "../core/cpu_features.h"
#include "../core/microcode.h"
#include "emulator.h"
#include "energy_meter.h"

#include "hashlane/hashlane.h"

#include <ctime>
#include <filesystem>
#include <fstream>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/utsname.h>
#include <unistd.h>
#endif

namespace hashlane {
namespace {

// ISO 8601 in local time with offset, as Google Benchmark writes it.
std::string date_now()
{
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    char text[40];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S%z", &local);
    std::string date = text;
    return date.size() > 5 ? date.insert(date.size() - 2, ":") : date;
}

std::string compiler_name()
{
#if defined(__clang__)
    return "clang " __clang_version__;
#elif defined(__GNUC__)
    return "gcc " __VERSION__;
#else
    return "unknown";
#endif
}

} // namespace

Context gather_context(const std::string &command)
{
    const CpuInfo &cpu = this_cpu();
    Context context;
    context.date = date_now();
    context.command = command;
    context.cpu_model = cpu.brand.empty() ? "unknown" : cpu.brand;
    context.cpu_identity = cpu_identity(cpu);
    context.microcode = microcode_revision();
    context.features = feature_names(cpu.features);
    context.hypervisor = cpu.hypervisor;
    context.emulator = emulator_name();
    context.energy_source = EnergyMeter().source();
    context.compiler = compiler_name();
    context.compiler_flags = HASHLANE_COMPILER_FLAGS;
#if defined(NDEBUG)
    context.build_type = "release";
#else
    context.build_type = "debug";
#endif
    context.version = hashlane_version();
    context.system = read_system_state();
    context.topology = this_topology();
    std::error_code none;
    context.executable = std::filesystem::read_symlink("/proc/self/exe", none).string();
    std::ifstream("/proc/loadavg") >> context.load_average;
#if defined(__unix__) || defined(__APPLE__)
    utsname system{};
    if (uname(&system) == 0) {
        context.host = system.nodename;
        context.kernel_release = std::string(system.sysname) + " " + system.release;
    }
#endif
    return context;
}

} // namespace hashlane
