// SPDX-License-Identifier: MIT
#include "mix_timing.h"

#include "../../lib/base/compiler.h"
#include "../../statistics/statistics.h"
#include "best_of_tries.h"

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
    statistics::sort_by(places, &Place::at);
    std::vector<std::uint8_t> order;
    for (const Place &place : places)
        order.push_back(place.instruction);
    return order;
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

#define HASHLANE_REGISTER_NAMES_vector "4,5,6,7,8,9,10,11,12,13,14,15"
#define HASHLANE_REGISTER_NAMES_wide                                                               \
    HASHLANE_REGISTER_NAMES_vector ",16,17,18,19,20,21,22,23,24,25,26,27"
#define HASHLANE_REGISTER_NAMES_general "rax,rcx,rdx,rsi,r8,r9,r10,r11,r12,r13,r14,r15"
constexpr std::size_t vector_registers = 12, wide_registers = 24, general_registers = 12;

#define HASHLANE_INSTRUCTION(id, name, features, registers, dependent, independent)                \
    Encodings encodings_of_##id()                                                                  \
    {                                                                                              \
        const std::uint8_t *slots;                                                                 \
        asm("jmp 8f\n\t.balign 16\n7:\n\t.irp i," HASHLANE_REGISTER_NAMES_##registers              \
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

class CodeWriter {
public:
    void put(std::span<const std::uint8_t> bytes)
    {
        code_.insert(code_.end(), bytes.begin(), bytes.end());
    }
    void put(std::initializer_list<std::uint8_t> bytes) { code_.insert(code_.end(), bytes); }
    std::size_t size() const { return code_.size(); }
    const std::vector<std::uint8_t> &code() const { return code_; }

private:
    std::vector<std::uint8_t> code_;
};

// A function of the System V ABI that runs the instructions as often as its argument says.
std::vector<std::uint8_t> code_of(const std::vector<std::uint8_t> &order, FeatureSet features)
{
    CodeWriter writer;
    // Legacy-encoded instructions are slow as long as upper halves are dirty.
    const auto clean_upper_halves = [&] {
        if (features & avx)
            writer.put({0xc5, 0xf8, 0x77}); // vzeroupper
    };
    writer.put({0x53, 0x41, 0x54, 0x41, 0x55}); // push %rbx, %r12, %r13
    writer.put({0x41, 0x56, 0x41, 0x57});       // push %r14, %r15
    writer.put({0x48, 0x89, 0xfb});             // mov %rdi, %rbx: no instruction writes to it
    clean_upper_halves();
    while (writer.size() % 64 != 0)
        writer.put({0x90}); // nop
    const std::size_t begin = writer.size();
    for (std::size_t i = 0; i < order.size(); ++i)
        writer.put(encodings_of[order[i]]().with_register(i));
    writer.put({0x48, 0xff, 0xcb, 0x0f, 0x85}); // dec %rbx; jnz
    const auto back = static_cast<std::int32_t>(begin) - static_cast<std::int32_t>(writer.size()) -
                      static_cast<std::int32_t>(sizeof(std::int32_t));
    std::uint8_t distance[sizeof back];
    std::memcpy(distance, &back, sizeof back);
    writer.put(distance);
    clean_upper_halves();
    writer.put({0x41, 0x5f, 0x41, 0x5e});             // pop %r15, %r14
    writer.put({0x41, 0x5d, 0x41, 0x5c, 0x5b, 0xc3}); // pop %r13, %r12, %rbx; ret
    return writer.code();
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
    constexpr int tries = 4, most_passes = 3;
    std::optional<double> best;
    for (const std::vector<std::uint8_t> &order : orders_of(block)) {
        const RunnableCode code(code_of(order, features));
        if (code.run == nullptr)
            return std::nullopt;
        BestOfTries times;
        for (int pass = 0; pass < most_passes && !times.cycles_per_block(); ++pass)
            times.add(clock, code.run, tries);
        if (const auto cycles = times.cycles_per_block(); cycles && (!best || *cycles < *best))
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
