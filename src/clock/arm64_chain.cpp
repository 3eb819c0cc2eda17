// SPDX-License-Identifier: MIT
#include "arm64_chain.h"

#include "../core/arm64_features.h"

#include <algorithm>

namespace hashlane {
namespace {

constexpr std::uint32_t arm = 0x41, hisilicon = 0x48, apple = 0x61;

struct CoreLatencies {
    std::uint32_t implementer, part;
    Arm64Latencies latencies;
};

// Sources: Arm's software optimisation guides, as transcribed in LLVM's models of Cortex-A57,
// Cortex-A510, Neoverse N1, N2, N3, V1, V2 and TSV110; Cortex-A76 and A78 are N1's and V1's
// siblings, and so on. MUL of 64 bits is slower on the older ones.
constexpr CoreLatencies core_latencies[] = {
    {arm, 0xd07, {3, 5}},       // Cortex-A57
    {arm, 0xd08, {3, 4}},       // Cortex-A72
    {arm, 0xd0b, {2, 2}},       // Cortex-A76
    {arm, 0xd0c, {2, 2}},       // Neoverse N1
    {arm, 0xd0d, {2, 2}},       // Cortex-A77
    {arm, 0xd40, {2, 2}},       // Neoverse V1
    {arm, 0xd41, {2, 2}},       // Cortex-A78
    {arm, 0xd44, {2, 2}},       // Cortex-X1
    {arm, 0xd46, {3, 4}},       // Cortex-A510
    {arm, 0xd47, {2, 2}},       // Cortex-A710
    {arm, 0xd48, {2, 2}},       // Cortex-X2
    {arm, 0xd49, {2, 2}},       // Neoverse N2
    {arm, 0xd4d, {2, 2}},       // Cortex-A715
    {arm, 0xd4e, {2, 2}},       // Cortex-X3
    {arm, 0xd4f, {2, 2}},       // Neoverse V2
    {arm, 0xd8e, {2, 2}},       // Neoverse N3
    {hisilicon, 0xd01, {3, 4}}, // TSV110
};

// Firestorm and Icestorm alike (dougallj.github.io/applecpu); macOS shows no MIDR.
constexpr Arm64Latencies apple_latencies{3, 3};

} // namespace

std::optional<Arm64Latencies> arm64_latencies(const CpuInfo &cpu)
{
    if (!cpu.midr)
        return cpu.vendor == "Apple" ? std::optional(apple_latencies) : std::nullopt;
    const std::uint32_t implementer = midr_implementer(*cpu.midr);
    if (implementer == apple)
        return apple_latencies;
    const auto *const core = std::ranges::find_if(core_latencies, [&](const CoreLatencies &c) {
        return c.implementer == implementer && c.part == midr_part(*cpu.midr);
    });
    return core == std::end(core_latencies) ? std::nullopt : std::optional(core->latencies);
}

#if defined(__aarch64__)
// Eight steps a turn hide the loop's own instructions behind them.
#define HASHLANE_EIGHT(step)                                                                       \
    step "\n\t" step "\n\t" step "\n\t" step "\n\t" step "\n\t" step "\n\t" step "\n\t" step

void run_mul_chain(std::uint64_t steps)
{
    std::uint32_t value = 3;
    for (std::uint64_t turn = 0; turn < steps / 8; ++turn)
        asm volatile(HASHLANE_EIGHT("mul %w0, %w0, %w0") : "+r"(value));
}

void run_fadd_chain(std::uint64_t steps)
{
    double value = 1;
    const double zero = 0;
    for (std::uint64_t turn = 0; turn < steps / 8; ++turn)
        asm volatile(HASHLANE_EIGHT("fadd %d0, %d0, %d1") : "+w"(value) : "w"(zero));
}

void run_independent_eors(std::uint64_t operations)
{
    std::uint64_t a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
    for (std::uint64_t turn = 0; turn < operations / 64; ++turn)
        asm volatile(HASHLANE_EIGHT("eor %0, %0, %8\n\teor %1, %1, %8\n\teor %2, %2, %8\n\t"
                                    "eor %3, %3, %8\n\teor %4, %4, %8\n\teor %5, %5, %8\n\t"
                                    "eor %6, %6, %8\n\teor %7, %7, %8")
                     : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g), "+r"(h)
                     : "r"(operations));
}
#else
void run_mul_chain(std::uint64_t /*steps*/) {}
void run_fadd_chain(std::uint64_t /*steps*/) {}
void run_independent_eors(std::uint64_t /*operations*/) {}
#endif

} // namespace hashlane
