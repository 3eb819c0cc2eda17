// SPDX-License-Identifier: MIT
#include "context.h"

#include "../lib/base/compiler.h"
#include "../lib/base/files.h"
#include "../lib/core/cpu_features.h"
#include "../machine/sensors/energy_meter.h"
#include "../machine/system/host.h"

#include "hashlane/hashlane.h"

#include <ctime>

namespace hashlane::measure {

std::string date_now()
{
    const std::tm local = machine::local_time(std::time(nullptr));
    char text[40];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S%z", &local);
    std::string date = text;
    return date.size() > 5 ? date.insert(date.size() - 2, ":") : date;
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
