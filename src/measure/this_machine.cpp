// SPDX-License-Identifier: MIT
//
// What depends on the processor; what depends on the operating system is in this_machine_*.cpp.
#include "this_machine.h"

#include "../core/cpu_features.h"
#include "../core/x86.h"

namespace hashlane {
namespace {

#if HASHLANE_X86_64
// imul r,r takes 3 cycles on Intel since Nehalem and on AMD and Hygon since Zen (Agner Fog,
// Instruction tables; uops.info). An add or lea would not do: Golden Cove folds a chain of them.
constexpr double imul_cycles = 3;

bool imul_latency_is_known(const CpuInfo &cpu)
{
    if (cpu.vendor == "GenuineIntel")
        return cpu.family == 6 || cpu.family > 15;
    if (cpu.vendor == "AuthenticAMD" || cpu.vendor == "HygonGenuine")
        return cpu.family >= 0x17;
    return false;
}
#endif

} // namespace

#if HASHLANE_X86_64
std::uint64_t ThisMachine::tsc_ticks() { return x86::rdtscp(); }

void ThisMachine::run_dependent_chain(std::uint64_t steps)
{
    // Eight steps a turn hide the loop's own instructions behind the multiplications.
    std::uint64_t value = 3;
    for (std::uint64_t turn = 0; turn < steps / 8; ++turn)
        x86::multiply_in_a_row(value);
    // Or a compiler that sees through the multiplications would leave them out.
    [[maybe_unused]] volatile std::uint64_t end = value;
}

std::optional<double> ThisMachine::chain_step_cycles()
{
    return imul_latency_is_known(this_cpu()) ? std::optional(imul_cycles) : std::nullopt;
}
#else
std::uint64_t ThisMachine::tsc_ticks() { return static_cast<std::uint64_t>(now_ns()); }
void ThisMachine::run_dependent_chain(std::uint64_t) {}
std::optional<double> ThisMachine::chain_step_cycles() { return std::nullopt; }
#endif

} // namespace hashlane
