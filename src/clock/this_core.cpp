// SPDX-License-Identifier: MIT
//
// What depends on the processor; what depends on the operating system is in this_core_*.cpp.
#include "this_core.h"

#include "../compiler/unroll.h"
#include "../compiler/x86.h"
#include "../core/arm64_features.h"
#include "arm64_chain.h"

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
#elif defined(__aarch64__)
// Of the core that this thread is on: a system may have several kinds.
std::optional<Arm64Latencies> latencies_here()
{
    CpuInfo cpu = this_cpu();
    cpu.midr = this_midr();
    return arm64_latencies(cpu);
}
#endif

} // namespace

#if HASHLANE_X86_64
std::uint64_t ThisCore::tsc_ticks() { return x86::rdtscp(); }

void ThisCore::run_dependent_chain(std::uint64_t steps)
{
    // Eight steps a turn hide the loop's own instructions behind the multiplications.
    std::uint64_t value = 3;
    for (std::uint64_t turn = 0; turn < steps / 8; ++turn)
        x86::multiply_in_a_row(value);
    // Or a compiler that sees through the multiplications would leave them out.
    [[maybe_unused]] volatile std::uint64_t end = value;
}

std::optional<double> ThisCore::chain_step_cycles()
{
    return imul_latency_is_known(this_cpu()) ? std::optional(imul_cycles) : std::nullopt;
}

void ThisCore::run_wide_burst(std::uint64_t operations)
{
    // Eight times eight a turn: the loop's own instructions are few beside them.
    std::uint64_t values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    for (std::uint64_t turn = 0; turn < operations / 64; ++turn)
        unroll<8>([&](auto) { x86::eight_independent_xors(values, operations); });
    [[maybe_unused]] volatile std::uint64_t end = values[0];
}
bool ThisCore::has_wide_burst() { return true; }

void ThisCore::run_check_chain(std::uint64_t) {}
std::optional<double> ThisCore::check_step_cycles() { return std::nullopt; }
std::string ThisCore::chain_name() { return "imul"; }
std::string ThisCore::tsc_name() { return "time-stamp counter"; }
#elif defined(__aarch64__)
std::uint64_t ThisCore::tsc_ticks()
{
    std::uint64_t ticks = 0;
    asm volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(ticks)::"memory");
    return ticks;
}

void ThisCore::run_dependent_chain(std::uint64_t steps) { run_mul_chain(steps); }
std::optional<double> ThisCore::chain_step_cycles()
{
    const auto latencies = latencies_here();
    return latencies ? std::optional(latencies->mul) : std::nullopt;
}

void ThisCore::run_wide_burst(std::uint64_t operations) { run_independent_eors(operations); }
bool ThisCore::has_wide_burst() { return true; }

void ThisCore::run_check_chain(std::uint64_t steps) { run_fadd_chain(steps); }
std::optional<double> ThisCore::check_step_cycles()
{
    const auto latencies = latencies_here();
    return latencies ? std::optional(latencies->fadd) : std::nullopt;
}
std::string ThisCore::chain_name() { return "mul"; }
std::string ThisCore::tsc_name() { return "generic timer"; }
#else
std::uint64_t ThisCore::tsc_ticks() { return 0; }
void ThisCore::run_dependent_chain(std::uint64_t) {}
std::optional<double> ThisCore::chain_step_cycles() { return std::nullopt; }
void ThisCore::run_wide_burst(std::uint64_t) {}
bool ThisCore::has_wide_burst() { return false; }
void ThisCore::run_check_chain(std::uint64_t) {}
std::optional<double> ThisCore::check_step_cycles() { return std::nullopt; }
std::string ThisCore::chain_name() { return ""; }
std::string ThisCore::tsc_name() { return ""; }
#endif

} // namespace hashlane
