// SPDX-License-Identifier: MIT
#include "context.h"

#include "../lib/base/compiler.h"
#include "../lib/base/files.h"
#include "../lib/core/cpu_features.h"
#include "../machine/sensors/energy_meter.h"
#include "../machine/system/host.h"

#include "hashlane/hashlane.h"

#include <chrono>
#include <cstdlib>
#include <fmt/format.h>

namespace hashlane::measure {

std::string date_of(std::time_t time)
{
    using namespace std::chrono;
    const std::tm local = machine::local_time(time);
    const auto shown = sys_days{year{local.tm_year + 1900} / (local.tm_mon + 1) / local.tm_mday} +
                       hours{local.tm_hour} + minutes{local.tm_min} + seconds{local.tm_sec};
    // strftime's %z is a name on Windows.
    const auto offset = duration_cast<minutes>(shown - system_clock::from_time_t(time)).count();
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{}{:02}:{:02}", local.tm_year + 1900,
                       local.tm_mon + 1, local.tm_mday, local.tm_hour, local.tm_min, local.tm_sec,
                       offset < 0 ? '-' : '+', std::abs(offset) / 60, std::abs(offset) % 60);
}

results::Context context_of_build()
{
    results::Context context;
    context.compiler = HASHLANE_COMPILER;
    context.compiler_flags = HASHLANE_COMPILER_FLAGS;
#if defined(NDEBUG)
    context.build_type = "release";
#else
    context.build_type = "debug";
#endif
    context.version = hashlane_version();
    return context;
}

results::Context gather_context(const std::string &command)
{
    const CpuInfo &cpu = this_cpu();
    results::Context context = context_of_build();
    context.date = date_now();
    context.command = command;
    context.cpu_model = cpu.brand.empty() ? "unknown" : cpu.brand;
    context.cpu_identity = cpu_identity(cpu);
    context.microcode = microcode_revision();
    context.features = feature_names(cpu.features);
    context.hypervisor = cpu.hypervisor;
    context.emulator = machine::emulator_name();
    context.energy_source = machine::EnergyMeter().source();
    context.system = machine::read_system_state();
    context.topology = machine::this_topology();
    const machine::Host host = machine::this_host();
    context.host = host.name;
    context.os_release = host.system;
    context.executable = host.executable;
    context.load_average = host.load_average;
    return context;
}

} // namespace hashlane::measure
