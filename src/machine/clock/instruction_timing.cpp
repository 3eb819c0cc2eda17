// SPDX-License-Identifier: MIT
#include "instruction_timing.h"

#include "../../lib/base/compiler.h"
#include "../../statistics/statistics.h"
#include "../system/lists.h"
#include "../system/threads.h"
#include "this_core.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <random>
#include <span>

// The registers that a function leaves as they were are others on Windows.
#if HASHLANE_X86_64 && !defined(_WIN32)
#define HASHLANE_TIMES_MIXES 1
#include <sys/mman.h>
#else
#define HASHLANE_TIMES_MIXES 0
#endif

namespace hashlane::machine {
namespace {

/// The best times of two lengths of a piece of code: every disturbance makes a try slower, and only
/// a misread clock makes one quicker, which others do not confirm. Their difference does not
/// contain the cost of reading the clock, but a disturbance of the shorter one would make it too
/// small.
class BestOfTries {
public:
    /// The shorter length. Some hosts take the core away every 50 microseconds: both fit in
    /// between.
    explicit BestOfTries(std::uint64_t blocks) : blocks_(blocks) {}

    /// Times `run(blocks)`, `tries` times for each length.
    template <class Run> void add(CycleClock &clock, const Run &run, int tries)
    {
        const auto add_try = [&](std::vector<double> &cycles, std::uint64_t count) {
            clock.begin();
            run(count);
            const Interval interval = clock.end();
            if (interval.counted && interval.drift <= most_drift)
                cycles.push_back(interval.cycles);
        };
        run(blocks_ / 8);
        for (int i = 0; i < tries; ++i) {
            add_try(once_, blocks_);
            add_try(twice_, 2 * blocks_);
        }
    }

    /// True if the two lengths tell the same cycles per block, but for the cost of reading the
    /// clock.
    bool agree() const
    {
        const auto once = best(once_), twice = best(twice_);
        return once && twice && std::abs(2 * *once - *twice) <= most_at_first + differ * *once;
    }

    /// Returns nothing if too few were counted.
    std::optional<double> cycles_per_block() const
    {
        const auto once = best(once_), twice = best(twice_);
        if (!once || !twice)
            return std::nullopt;
        return (*twice - *once) / static_cast<double>(blocks_);
    }

    /// Returns the cycles of the better length alone, with its share of reading the clock: code
    /// whose instructions change their pace from one try to the next has no difference that says
    /// anything. Returns nothing if too few were counted.
    std::optional<double> least_cycles_per_block() const
    {
        const auto once = best(once_), twice = best(twice_);
        if (!once || !twice)
            return std::nullopt;
        return std::min(*once, *twice / 2) / static_cast<double>(blocks_);
    }

private:
    // Quiet probes of the clock agree within a tenth of this.
    static constexpr double most_drift = 0.005;
    // Reading the clock, and code that is not at hand at first, take fewer cycles; quiet tries
    // differ by a smaller share.
    static constexpr double most_at_first = 2500, differ = 0.01;

    static std::optional<double> best(const std::vector<double> &cycles)
    {
        return statistics::lowest_confirmed(cycles, differ);
    }

    std::uint64_t blocks_;
    std::vector<double> once_, twice_;
};

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
#define HASHLANE_REGISTERS_vector "4,5,6,7,8,9,10,11,12,13,14,15"
#define HASHLANE_REGISTERS_wide HASHLANE_REGISTERS_vector ",16,17,18,19,20,21,22,23,24,25,26,27"
#define HASHLANE_REGISTERS_general "rax,rcx,rdx,rsi,r8,r9,r10,r11,r12,r13,r14,r15"
// The number of passes over the registers for 240 instructions.
#define HASHLANE_PASSES_vector "20"
#define HASHLANE_PASSES_wide "10"
#define HASHLANE_PASSES_general "20"

#define HASHLANE_INSTRUCTION(id, name, features, registers, dependent, independent)                \
    void dependent_##id(std::uint64_t blocks)                                                      \
    {                                                                                              \
        for (; blocks != 0; --blocks)                                                              \
            asm volatile(".rept 240\n\t" dependent "\n\t.endr" ::: HASHLANE_CLOBBERS_##registers); \
    }                                                                                              \
    void independent_##id(std::uint64_t blocks)                                                    \
    {                                                                                              \
        for (; blocks != 0; --blocks)                                                              \
            asm volatile(".rept " HASHLANE_PASSES_##registers                                      \
                         "\n\t.irp i," HASHLANE_REGISTERS_##registers                              \
                         "\n\t" independent "\n\t.endr\n\t.endr" ::                                \
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
    constexpr std::uint64_t blocks = 160;
    std::vector dependent(instruction_count, BestOfTries(blocks)), independent = dependent;
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
    // Latencies are whole cycles, unless an instruction is folded into the next, and some cores
    // alternate between two: Golden Cove by the ports that a chain's instructions were given. The
    // bound needs the lower one.
    constexpr double error_of_the_clock = 0.2;
    for (std::size_t i = 0; i < instruction_count; ++i) {
        const auto dependent_cycles = dependent[i].least_cycles_per_block();
        const auto independent_cycles = independent[i].cycles_per_block();
        if (!dependent_cycles || !independent_cycles)
            continue;
        const double latency = *dependent_cycles / instructions_of_a_block;
        const double whole = std::floor(latency + error_of_the_clock);
        times[i] = {whole >= 1 ? whole : latency, *independent_cycles / instructions_of_a_block};
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

// ---- Mixes.

namespace {

// An order is told by how many of a kind stand together, and by where the groups of a kind lie
// between those of the others: at the same places in each kind, or at random ones.
constexpr int group_sizes[] = {1, 2, 4, 8};
constexpr int drawn_shifts = 2;

struct Place {
    double at; ///< 0 to 1, along the block
    std::uint8_t instruction;
};

std::vector<std::uint8_t> in_order(std::vector<Place> places)
{
    std::ranges::stable_sort(places, {}, &Place::at);
    return each(places, &Place::instruction);
}

// `shift(i)` is the place of a group of instruction i in its share of the block, 0 to 1.
template <class Shift>
std::vector<std::uint8_t> grouped(const MixBlock &block, int group, const Shift &shift)
{
    std::vector<Place> places;
    for (std::size_t i = 0; i < block.size(); ++i) {
        const double offset = shift(i);
        for (int n = 0; n < block[i]; ++n) {
            const int groups_before = n / group;
            places.push_back(
                {(groups_before + offset) * group / block[i], static_cast<std::uint8_t>(i)});
        }
    }
    return in_order(std::move(places));
}

#if HASHLANE_TIMES_MIXES

// The machine code of one instruction, once for each register that it can write to: a byte with its
// length, then its bytes, in slots of 16.
struct Encodings {
    const std::uint8_t *slots;
    std::size_t registers;

    std::span<const std::uint8_t> with_register(std::size_t number) const
    {
        const std::uint8_t *const slot = slots + number % registers * 16;
        return {slot + 1, *slot};
    }
};

constexpr std::size_t vector_registers = 12, wide_registers = 24, general_registers = 12;

#define HASHLANE_INSTRUCTION(id, name, features, registers, dependent, independent)                \
    Encodings encodings_of_##id()                                                                  \
    {                                                                                              \
        const std::uint8_t *slots;                                                                 \
        asm("jmp 8f\n\t.balign 16\n7:\n\t.irp i," HASHLANE_REGISTERS_##registers                   \
            "\n\t.byte 2f-1f\n1:\t" independent "\n2:\n\t.balign 16\n\t.endr\n8:\n\t"              \
            "leaq 7b(%%rip), %0"                                                                   \
            : "=r"(slots));                                                                        \
        return {slots, registers##_registers};                                                     \
    }
#include "instruction_timing.def"
#undef HASHLANE_INSTRUCTION

constexpr Encodings (*encodings_of[])() = {
#define HASHLANE_INSTRUCTION(id, ...) encodings_of_##id,
#include "instruction_timing.def"
#undef HASHLANE_INSTRUCTION
};

// A function of the System V ABI that runs the instructions as often as its argument says.
std::vector<std::uint8_t> code_of(const std::vector<std::uint8_t> &order, FeatureSet features)
{
    std::vector<std::uint8_t> code;
    const auto put = [&](std::initializer_list<std::uint8_t> bytes) {
        code.insert(code.end(), bytes);
    };
    // Legacy-encoded instructions are slow as long as upper halves are dirty.
    const auto clean_upper_halves = [&] {
        if (features & avx)
            put({0xc5, 0xf8, 0x77}); // vzeroupper
    };
    put({0x53, 0x41, 0x54, 0x41, 0x55}); // push %rbx, %r12, %r13
    put({0x41, 0x56, 0x41, 0x57});       // push %r14, %r15
    put({0x48, 0x89, 0xfb});             // mov %rdi, %rbx: no instruction writes to it
    clean_upper_halves();
    while (code.size() % 64 != 0)
        put({0x90}); // nop
    const std::size_t begin = code.size();
    for (std::size_t i = 0; i < order.size(); ++i)
        std::ranges::copy(encodings_of[order[i]]().with_register(i), std::back_inserter(code));
    put({0x48, 0xff, 0xcb, 0x0f, 0x85}); // dec %rbx; jnz
    const auto back = static_cast<std::int32_t>(begin) - static_cast<std::int32_t>(code.size()) -
                      static_cast<std::int32_t>(sizeof(std::int32_t));
    std::uint8_t distance[sizeof back];
    std::memcpy(distance, &back, sizeof back);
    code.insert(code.end(), std::begin(distance), std::end(distance));
    clean_upper_halves();
    put({0x41, 0x5f, 0x41, 0x5e});             // pop %r15, %r14
    put({0x41, 0x5d, 0x41, 0x5c, 0x5b, 0xc3}); // pop %r13, %r12, %rbx; ret
    return code;
}

// Memory with generated code; never writable and executable at the same time.
class RunnableCode {
public:
    explicit RunnableCode(const std::vector<std::uint8_t> &code)
        : bytes_(code.size()),
          memory_(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    {
        if (memory_ == MAP_FAILED)
            return;
        std::memcpy(memory_, code.data(), bytes_);
        if (mprotect(memory_, bytes_, PROT_READ | PROT_EXEC) == 0)
            run = reinterpret_cast<void (*)(std::uint64_t)>(memory_);
    }
    ~RunnableCode()
    {
        if (memory_ != MAP_FAILED)
            munmap(memory_, bytes_);
    }
    RunnableCode(const RunnableCode &) = delete;
    RunnableCode &operator=(const RunnableCode &) = delete;

    void (*run)(std::uint64_t blocks) = nullptr; ///< null if the system refuses

private:
    std::size_t bytes_;
    void *memory_;
};

#endif

} // namespace

double InstructionMix::total() const { return std::accumulate(count.begin(), count.end(), 0.0); }

MixBlock block_of(const InstructionMix &mix)
{
    const double total = mix.total();
    const double scale = total > 0 ? block_instructions / total : 0;
    MixBlock block;
    // The sum of a mix in sixths is not exact.
    std::ranges::transform(mix.count, block.begin(), [&](double count) {
        return static_cast<std::uint16_t>(std::floor(count * scale + 1e-6));
    });
    return block;
}

std::vector<std::vector<std::uint8_t>> orders_of(const MixBlock &block)
{
    // Not a distribution of the library: those differ between implementations.
    std::mt19937 random; // NOLINT(cert-msc32-c,cert-msc51-cpp): the same orders in each run
    const auto draw = [&](std::size_t) { return static_cast<double>(random()) / 0x1p32; };
    std::vector<std::vector<std::uint8_t>> orders;
    for (const int group : group_sizes) {
        orders.push_back(grouped(block, group, [](std::size_t) { return 0.5; }));
        for (int i = 0; i < drawn_shifts; ++i)
            orders.push_back(grouped(block, group, draw));
    }
    std::vector<Place> shuffled;
    for (const std::uint8_t instruction : orders.front())
        shuffled.push_back({draw(0), instruction});
    orders.push_back(in_order(std::move(shuffled)));
    return orders;
}

bool has_instructions(FeatureSet features, const MixBlock &block)
{
    for (std::size_t i = 0; i < block.size(); ++i)
        if (block[i] != 0 && (instruction_features(static_cast<Instruction>(i)) & ~features) != 0)
            return false;
    return true;
}

#if HASHLANE_TIMES_MIXES

bool runs_generated_code()
{
    static const bool runs = RunnableCode({0xc3}).run != nullptr; // ret
    return runs;
}

std::optional<double> time_block(CycleClock &clock, FeatureSet features, const MixBlock &block)
{
    constexpr std::uint64_t blocks = 80;
    constexpr int tries = 4, most_passes = 5;
    std::optional<double> best;
    for (const std::vector<std::uint8_t> &order : orders_of(block)) {
        const RunnableCode code(code_of(order, features));
        if (code.run == nullptr)
            return std::nullopt;
        BestOfTries times(blocks);
        for (int pass = 0; pass < most_passes && !times.agree(); ++pass)
            times.add(clock, code.run, tries);
        const auto cycles = times.cycles_per_block();
        if (times.agree() && (!best || *cycles < *best))
            best = cycles;
    }
    return best;
}

#else

bool runs_generated_code() { return false; }

std::optional<double> time_block(CycleClock & /*clock*/, FeatureSet /*features*/,
                                 const MixBlock & /*block*/)
{
    return std::nullopt;
}

#endif

} // namespace hashlane::machine
