// SPDX-License-Identifier: MIT
//
// What depends on the processor; what depends on the operating system is in this_core_*.cpp.
#include "this_core.h"

#include "../compiler/x86.h"
#include "../core/arm64_features.h"
#include "arm64_chain.h"
#include "x86_chain.h"

namespace hashlane {

#if defined(__aarch64__)
namespace {

// Of the core that this thread is on: a system may have several kinds.
std::optional<Arm64Latencies> latencies_here()
{
    CpuInfo cpu = this_cpu();
    cpu.midr = this_midr();
    return arm64_latencies(cpu);
}

} // namespace
#endif

#if HASHLANE_X86_64
std::uint64_t ThisCore::tsc_ticks() { return x86::rdtscp(); }

void ThisCore::run_dependent_chain(std::uint64_t steps) { run_imul_chain(steps); }
std::optional<double> ThisCore::chain_step_cycles() { return imul_latency(this_cpu()); }

void ThisCore::run_wide_burst(std::uint64_t operations) { run_independent_xors(operations); }
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
