// SPDX-License-Identifier: MIT
#include "context.h"

#include "../lib/base/compiler.h"
#include "../lib/base/files.h"
#include "../lib/core/cpu_features.h"
#include "../machine/sensors/energy_meter.h"
#include "../machine/system/host.h"
#include "../machine/system/iso_time.h"

#include "hashlane/hashlane.h"

namespace hashlane::measure {

results::Build this_build()
{
    results::Build build{hashlane_version(), HASHLANE_COMPILER, HASHLANE_COMPILER_FLAGS, "debug"};
#if defined(NDEBUG)
    build.build_type = "release";
#endif
    return build;
}

results::Context gather_context(const std::string &command)
{
    const CpuInfo &cpu = this_cpu();
    results::Context context;
    static_cast<results::Build &>(context) = this_build();
    context.date = machine::local_time_now();
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
