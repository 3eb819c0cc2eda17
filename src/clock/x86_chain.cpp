// SPDX-License-Identifier: MIT
#include "x86_chain.h"

#include "../compiler/unroll.h"
#include "../compiler/x86.h"

namespace hashlane {

std::optional<double> imul_latency(const CpuInfo &cpu)
{
    // Intel since Nehalem, AMD and Hygon since Zen (Agner Fog, Instruction tables; uops.info). An
    // add or lea would not do for a chain: Golden Cove folds several of them into one.
    constexpr double cycles = 3;
    if (cpu.vendor == "GenuineIntel" && (cpu.family == 6 || cpu.family > 15))
        return cycles;
    if ((cpu.vendor == "AuthenticAMD" || cpu.vendor == "HygonGenuine") && cpu.family >= 0x17)
        return cycles;
    return std::nullopt;
}

#if HASHLANE_X86_64
std::uint64_t run_imul_chain(std::uint64_t steps)
{
    // Eight steps a turn hide the loop's own instructions behind the multiplications.
    std::uint64_t value = 3;
    for (std::uint64_t turn = 0; turn < steps / 8; ++turn)
        x86::multiply_in_a_row(value);
    return value;
}

void run_independent_xors(std::uint64_t operations)
{
    // Eight times eight a turn: the loop's own instructions are few beside them.
    std::uint64_t values[8] = {};
    for (std::uint64_t turn = 0; turn < operations / 64; ++turn)
        unroll<8>([&](auto) { x86::eight_independent_xors(values, operations); });
    // Or a compiler that sees through them would leave them out.
    [[maybe_unused]] volatile std::uint64_t end = values[0];
}
#else
std::uint64_t run_imul_chain(std::uint64_t /*steps*/) { return 0; }
void run_independent_xors(std::uint64_t /*operations*/) {}
#endif

} // namespace hashlane
