// SPDX-License-Identifier: MIT
#include "instruction_timing.h"

#include "../../lib/base/compiler.h"
#include "../system/threads.h"
#include "best_of_tries.h"
#include "this_core.h"

#include <array>
#include <cmath>
#include <optional>

namespace hashlane::machine {
namespace {

struct Timed {
    std::string_view name;
    FeatureSet features;
    /// Run `blocks` × 240 of them.
    void (*dependent)(std::uint64_t blocks);
    void (*independent)(std::uint64_t blocks);
};

constexpr double instructions_of_a_block = 240;

#if HASHLANE_X86_64

#define HASHLANE_CLOBBERS_vector                                                                   \
    "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14",   \
        "xmm15"
// The compiler of this file does not support registers above 15.
#define HASHLANE_CLOBBERS_wide HASHLANE_CLOBBERS_vector
#define HASHLANE_CLOBBERS_general                                                                  \
    "rax", "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "cc"
// The number of passes over the registers for 240 instructions, and the registers.
#define HASHLANE_REGISTERS_vector ".rept 20\n\t.irp i,4,5,6,7,8,9,10,11,12,13,14,15\n\t"
#define HASHLANE_REGISTERS_wide                                                                    \
    ".rept 10\n\t.irp i,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27\n\t"
#define HASHLANE_REGISTERS_general                                                                 \
    ".rept 20\n\t.irp i,rax,rcx,rdx,rsi,r8,r9,r10,r11,r12,r13,r14,r15\n\t"

#define HASHLANE_INSTRUCTION(id, name, features, registers, dependent, independent)                \
    void dependent_##id(std::uint64_t blocks)                                                      \
    {                                                                                              \
        for (; blocks != 0; --blocks)                                                              \
            asm volatile(".rept 240\n\t" dependent "\n\t.endr" ::: HASHLANE_CLOBBERS_##registers); \
    }                                                                                              \
    void independent_##id(std::uint64_t blocks)                                                    \
    {                                                                                              \
        for (; blocks != 0; --blocks)                                                              \
            asm volatile(HASHLANE_REGISTERS_##registers independent "\n\t.endr\n\t.endr" ::        \
                             : HASHLANE_CLOBBERS_##registers);                                     \
    }
#include "instruction_timing.def"
#undef HASHLANE_INSTRUCTION
#define HASHLANE_CODE(function) function

// Dirty upper halves would slow down legacy-encoded instructions that come after.
void clean_upper_halves(FeatureSet features)
{
    if (features & avx)
        asm volatile("vzeroupper" ::: "xmm0", "xmm1", "xmm2", "xmm3", HASHLANE_CLOBBERS_vector);
}

#else

#define HASHLANE_CODE(function) nullptr
void clean_upper_halves(FeatureSet /*features*/) {}

#endif

constexpr Timed instructions[] = {
#define HASHLANE_INSTRUCTION(id, name, features, registers, dependent, independent)                \
    {name, features, HASHLANE_CODE(dependent_##id), HASHLANE_CODE(independent_##id)},
#include "instruction_timing.def"
#undef HASHLANE_INSTRUCTION
};

// A neighbour on the core can stay for longer than the tries of one instruction take.
constexpr int tries = 5, passes = 5;

// Latencies are whole cycles; what is left of a measured one is the clock's error. Some cores
// alternate between two, and their mean is kept.
double without_noise(double latency)
{
    constexpr double noise = 0.05;
    const double whole = std::round(latency);
    return std::abs(latency - whole) <= noise ? whole : latency;
}

} // namespace

std::string_view instruction_name(Instruction instruction)
{
    return instructions[static_cast<std::size_t>(instruction)].name;
}

FeatureSet instruction_features(Instruction instruction)
{
    return instructions[static_cast<std::size_t>(instruction)].features;
}

InstructionTimes time_instructions(CycleClock &clock, FeatureSet features)
{
    std::array<BestOfTries, instruction_count> dependent, independent;
    InstructionTimes times;
    for (int pass = 0; pass < passes; ++pass)
        for (std::size_t i = 0; i < instruction_count; ++i) {
            const Timed &timed = instructions[i];
            if (timed.dependent == nullptr || (timed.features & ~features) != 0)
                continue;
            dependent[i].add(clock, timed.dependent, tries);
            independent[i].add(clock, timed.independent, tries);
            clean_upper_halves(features);
        }
    for (std::size_t i = 0; i < instruction_count; ++i) {
        const auto latency = dependent[i].cycles_per_block();
        const auto reciprocal = independent[i].cycles_per_block();
        if (latency && reciprocal)
            times[i] = {without_noise(*latency / instructions_of_a_block),
                        *reciprocal / instructions_of_a_block};
    }
    return times;
}

InstructionTimes time_instructions_on(int cpu, const ClockRequest &request)
{
    InstructionTimes times;
    on_pinned_threads({cpu}, [&](std::size_t) {
        ThisCore core;
        const ChosenClock chosen = make_clock(request, core);
        if (!counts_core_cycles(chosen.clock->source()))
            return;
        core.run_dependent_chain(2'000'000); // the core wakes up
        times = time_instructions(*chosen.clock, this_cpu().features);
    });
    return times;
}

} // namespace hashlane::machine
