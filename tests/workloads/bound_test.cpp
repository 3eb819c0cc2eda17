// SPDX-License-Identifier: MIT
//
// The model of bounds on made-up cores, and the table of operations against the templates that the
// kernels are made of, run over a type that counts.

#include "workloads/bound.h"

#include "lib/core/registry.h"
#include "lib/keccak/rows_in_place.h"
#include "lib/sha256/in_place.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace hashlane::test {
namespace {

double &at(workloads::InstructionMix &mix, machine::Instruction instruction)
{
    return mix.count[static_cast<std::size_t>(instruction)];
}

double at(const workloads::InstructionMix &mix, machine::Instruction instruction)
{
    return mix.count[static_cast<std::size_t>(instruction)];
}

workloads::CoreTimes
core(std::initializer_list<std::pair<machine::Instruction, machine::InstructionTime>> known)
{
    workloads::CoreTimes core{machine::InstructionTimes{}, {}};
    for (const auto &[instruction, time] : known)
        (*core.instructions)[static_cast<std::size_t>(instruction)] = time;
    return core;
}

// A core that takes as long for each instruction as for any other.
workloads::CoreTimes plain_core(machine::InstructionTime time)
{
    workloads::CoreTimes core{machine::InstructionTimes{}, {}};
    core.instructions->fill(time);
    return core;
}

const Kernel &kernel(std::string_view id)
{
    return *std::ranges::find(all_kernels(), id, &Kernel::id);
}

using enum machine::Instruction;

TEST(Bound, PathIsTheSumOfLatencies)
{
    workloads::InstructionMix path;
    at(path, rnds2) = 32;
    at(path, add_x) = 1;
    EXPECT_EQ(
        workloads::latency_bound(path, *core({{rnds2, {4, 2}}, {add_x, {1.5, 0.25}}}).instructions),
        129.5);
    EXPECT_EQ(workloads::latency_bound(path, *core({{rnds2, {4, 2}}}).instructions), std::nullopt);
}

// Rotations and logic of which nothing is known but that each takes as long as it takes alone.
TEST(Bound, OfAMixThatWasNotTimedIsThatOfItsSlowestKind)
{
    workloads::InstructionMix mix;
    at(mix, rotate_y) = 100;
    at(mix, ternary_y) = 150;
    EXPECT_EQ(
        workloads::throughput_bound(mix, core({{rotate_y, {1, 0.5}}, {ternary_y, {1, 0.25}}})), 50);
    EXPECT_EQ(workloads::throughput_bound(mix, core({{rotate_y, {1, 0.5}}, {ternary_y, {1, 0.5}}})),
              75);
    EXPECT_EQ(workloads::throughput_bound(mix, core({{rotate_y, {1, 0.5}}})), std::nullopt);
}

TEST(Bound, OfAMixThatWasTimedIsItsTime)
{
    workloads::InstructionMix mix;
    at(mix, rotate_y) = 480;
    at(mix, ternary_y) = 1440;
    workloads::CoreTimes times = core({{rotate_y, {1, 0.5}}, {ternary_y, {1, 0.25}}});
    std::vector<double> &visits = times.blocks[machine::block_of(mix)];
    visits = {300, 290};
    EXPECT_EQ(workloads::throughput_bound(mix, times), 580); // a block is half of it
    // One that a misread clock made too short, and one with a neighbour on the core.
    visits = {300, 270, 290, 291, 290.5};
    EXPECT_EQ(workloads::throughput_bound(mix, times), 581);
    // Twice as many of each: the same block.
    for (double &count : mix.count)
        count *= 2;
    EXPECT_EQ(workloads::throughput_bound(mix, times), 1162);
}

workloads::Operations chain_of(double path, double all)
{
    workloads::Operations operations;
    at(operations.path, logic_r) = path;
    at(operations.all, logic_r) = all;
    return operations;
}

results::BoundBy bound_by(double path, double cycles_of_all, double densest)
{
    const workloads::Operations operations = chain_of(path, machine::block_instructions);
    workloads::InstructionMix additions;
    at(additions, add_r) = at(additions, add_x) = 1;
    workloads::CoreTimes times = core({{logic_r, {1, 0.25}}});
    times.blocks[machine::block_of(operations.all)] = {cycles_of_all};
    times.blocks[machine::block_of(additions)] = {densest};
    return workloads::bound_of(operations, Workload::sha256_chain, 1, std::nullopt, times)->by;
}

TEST(Bound, SaysWhatBinds)
{
    EXPECT_EQ(bound_by(240, 240, 120), results::BoundBy::latency);
    EXPECT_EQ(bound_by(239, 240, 120), results::BoundBy::throughput);
    EXPECT_EQ(bound_by(239, 240, 230), results::BoundBy::throughput);
    EXPECT_EQ(bound_by(239, 240, 235), results::BoundBy::issue);
}

TEST(Bound, DoesNotFollowTheRow)
{
    workloads::CoreTimes times = core({{logic_r, {1, 0.25}}});
    workloads::Operations operations = chain_of(10, machine::block_instructions);
    times.blocks[machine::block_of(operations.all)] = {240};
    results::Row row;
    const auto bound_at = [&](double cycles) {
        row.figures.cycles_per_unit.median = cycles;
        workloads::add_bound(row, operations, Workload::sha256_chain, times);
        return *row.figures.bound_cycles_per_unit;
    };
    EXPECT_EQ(bound_at(250), 240);
    EXPECT_EQ(bound_at(230), 240) << "for whoever checks the row to see";
    EXPECT_EQ(bound_at(100), 240);
    EXPECT_EQ(bound_at(0), 240); // a row without cycles
    // Nothing is quicker than the path.
    at(operations.path, logic_r) = 260;
    EXPECT_EQ(bound_at(250), 260);
    row.figures = {};
    row.figures.cycle_source = machine::CycleSource::tsc;
    workloads::add_bound(row, operations, Workload::sha256_chain, times);
    EXPECT_EQ(row.figures.bound_cycles_per_unit, std::nullopt);
}

// Cycles per unit on a core that needs one for each instruction.
double bound_of(const Kernel &kernel, const std::optional<results::Message> &message)
{
    return workloads::bound_of(*workloads::operations_of(kernel), kernel.workload, kernel.lanes,
                               message, plain_core({1, 1}))
        ->cycles_per_unit;
}

TEST(Bound, OfAMessageCountsItsPermutations)
{
    const Kernel &absorb = kernel("sha3.bmi2.x1");
    const double permutation = bound_of(kernel("keccak-chain.bmi2.x1"), std::nullopt);
    const auto of_bytes = [&](std::size_t bytes) {
        return bound_of(absorb, results::Message{"sha3-256", bytes, 32});
    };
    EXPECT_EQ(of_bytes(0), permutation);
    EXPECT_EQ(of_bytes(135), permutation);
    EXPECT_EQ(of_bytes(136), 2 * permutation); // padding needs a block of its own
    EXPECT_EQ(of_bytes(16384), 121 * permutation);
}

TEST(Bound, OfHalfTheRoundsIsHalf)
{
    const auto bound = [&](const char *function, std::size_t bytes) {
        return bound_of(kernel("sha3.avx512.x8"), results::Message{function, bytes, 32});
    };
    EXPECT_EQ(bound("turboshake128", 16384), bound("shake128", 16384) / 2);
    const double permutation = bound("turboshake128", 1);
    // Messages shorter than a chunk are one sponge.
    EXPECT_EQ(bound("kt128", 8191), bound("turboshake128", 8192));
    // A chunk, and a leaf of the byte that ends the message: RFC 9861, 3.2.
    EXPECT_EQ(bound("kt128", 8192), (49 + 1) * permutation);
    // 128 chunks and that byte: 127 whole leaves, and 128 chaining values of 32 bytes behind the
    // first chunk.
    EXPECT_EQ(bound("kt128", 1 << 20), (127 * 49 + 1 + 74) * permutation);
}

TEST(Bound, IsKnownForEveryKernelOfTheInstructionsThatAreTimed)
{
    for (const Kernel &k : all_kernels())
        EXPECT_EQ(workloads::operations_of(k) != nullptr, k.isa.architecture == "x86-64") << k.id;
}

// A word that counts the operations it waits for, each as one.
struct Word {
    int depth = 0;
};

struct Counts {
    int add = 0, xor2 = 0, xor3 = 0, chi = 0, choose = 0, majority = 0, rotate = 0, shift = 0;
};
Counts counts;

Word after(int &count, std::initializer_list<Word> operands)
{
    ++count;
    return {std::ranges::max(operands, {}, &Word::depth).depth + 1};
}

// Ops of sha256/in_place.h.
struct CountingSums {
    using Register = Word;

    static Word add(Word a, Word b) { return after(counts.add, {a, b}); }
    static Word sub(Word a, Word b) { return after(counts.add, {a, b}); }
    static Word add_constant(Word a, std::uint32_t) { return after(counts.add, {a}); }
    template <int, int, int> static Word add_small_sigma(Word sum, Word x)
    {
        const Word first = after(counts.rotate, {x}), second = after(counts.rotate, {x});
        return add(sum, after(counts.xor3, {first, second, after(counts.shift, {x})}));
    }
    static Word big_sigma(Word x)
    {
        const Word first = after(counts.rotate, {x}), second = after(counts.rotate, {x});
        return after(counts.xor3, {first, second, after(counts.rotate, {x})});
    }
    static Word add_sigma1_and_choice(Word sum, Word e, Word f, Word g)
    {
        return add(add(sum, after(counts.choose, {e, f, g})), big_sigma(e));
    }
    static Word add_sigma0_and_majority(Word sum, Word a, Word b, Word c)
    {
        return add(add(sum, after(counts.majority, {a, b, c})), big_sigma(a));
    }
    static Word broadcast(std::uint32_t) { return {}; }
};

// Ops of keccak/permutation.h.
struct Counting {
    using Register = Word;
    static constexpr int rounds_unrolled = 1;

    static Word xor2(Word a, Word b) { return after(counts.xor2, {a, b}); }
    static Word xor3(Word a, Word b, Word c) { return after(counts.xor3, {a, b, c}); }
    static Word chi(Word a, Word b, Word c) { return after(counts.chi, {a, b, c}); }
    template <int n> static Word rotl(Word a) { return after(counts.rotate, {a}); }
    static Word broadcast(std::uint64_t) { return {}; }
};

// Ops of rows_in_place.h.
struct CountingInPlace : Counting {
    static Word copy(Word a) { return a; }
    static void xor_to(Word &a, Word b) { a = xor2(a, b); }
    static void xor3_to(Word &a, Word b, Word c) { a = xor3(a, b, c); }
    static void chi_to(Word &a, Word b, Word c) { a = chi(a, b, c); }
    template <int n> static void rotl_to(Word &a) { a = rotl<n>(a); }
    static void xor_constant_to(Word &a, std::uint64_t value) { a = xor2(a, broadcast(value)); }
    static void xor3_constant_to(Word &a, Word b, std::uint64_t value)
    {
        a = xor3(a, b, broadcast(value));
    }
};

int deepest(std::span<const Word> words) { return std::ranges::max(words, {}, &Word::depth).depth; }

double length(const workloads::InstructionMix &path)
{
    return std::accumulate(path.count.begin(), path.count.end(), 0.0);
}

// Operations of one iteration, and how much longer two iterations are than one.
template <Path path> int count_sha256()
{
    Lanes<CountingSums, RegisterWindow, path> l[1] = {};
    iterate_in_place(l);
    const int once = deepest(l[0].s);
    counts = {};
    iterate_in_place(l);
    return deepest(l[0].s) - once;
}

template <class Form> int count_keccak()
{
    State<Form> a = {};
    permute_in_place<Form>(a);
    const int once = deepest(a);
    counts = {};
    permute_in_place<Form>(a);
    return deepest(a) - once;
}

template <Path path> void expect_sha256_in_zmm(std::string_view id)
{
    const workloads::Operations &operations = *workloads::operations_of(kernel(id));
    EXPECT_EQ(length(operations.path), count_sha256<path>()) << id;
    EXPECT_EQ(at(operations.all, rotate_z), counts.rotate) << id;
    EXPECT_EQ(at(operations.all, shift_z), counts.shift) << id;
    EXPECT_EQ(at(operations.all, ternary_z), counts.xor3 + counts.choose + counts.majority) << id;
    EXPECT_EQ(at(operations.all, add_z), counts.add) << id;
}

TEST(Operations, OfSha256InZmm)
{
    expect_sha256_in_zmm<Path::fewest_operations>("sha256-chain.avx512.x16");
    expect_sha256_in_zmm<Path::shortest>("sha256-chain.avx512-shortpath.x16");
}

TEST(Operations, OfTwoBatchesAreTwice)
{
    const workloads::Operations &one = *workloads::operations_of(kernel("sha256-chain.avx512.x16"));
    const workloads::Operations &two =
        *workloads::operations_of(kernel("sha256-chain.avx512-shortpath.x32"));
    EXPECT_EQ(two.path.count, one.path.count);
    for (std::size_t i = 0; i < machine::instruction_count; ++i)
        EXPECT_EQ(two.all.count[i], 2 * one.all.count[i]);
}

TEST(Operations, OfSha256InYmm)
{
    const workloads::Operations &operations =
        *workloads::operations_of(kernel("sha256-chain.avx2.x8"));
    count_sha256<Path::fewest_operations>();
    // A rotation is two shifts and an exclusive or, Ch is three operations; so is Maj, one of
    // whose exclusive ors is the last round's.
    EXPECT_EQ(at(operations.all, shift_y), 2 * counts.rotate + counts.shift);
    EXPECT_EQ(at(operations.all, logic_y),
              counts.rotate + 2 * counts.xor3 + 3 * counts.choose + 3 * counts.majority);
    EXPECT_EQ(at(operations.all, add_y), counts.add);
}

template <class Form> void expect_keccak_in_zmm(std::string_view id)
{
    const workloads::Operations &operations = *workloads::operations_of(kernel(id));
    EXPECT_EQ(length(operations.path), count_keccak<Form>()) << id;
    EXPECT_EQ(at(operations.all, rotate_z), counts.rotate) << id;
    EXPECT_EQ(at(operations.all, ternary_z), counts.xor3 + counts.chi) << id;
    EXPECT_EQ(at(operations.all, logic_z), counts.xor2) << id;
}

TEST(Operations, OfKeccakInZmm)
{
    expect_keccak_in_zmm<FewestOperations<CountingInPlace>>("keccak-chain.avx512.x8");
    expect_keccak_in_zmm<ShortPath<CountingInPlace>>("keccak-chain.avx512-shortpath.x8");
}

TEST(Operations, OfKeccakWithoutTernaryLogic)
{
    Word a[keccak_words] = {};
    counts = {};
    keccak_permute<Counting>(a);
    const int two_inputs = 2 * counts.xor3 + counts.xor2; // and χ's
    const workloads::Operations &words = *workloads::operations_of(kernel("keccak-chain.bmi2.x1"));
    EXPECT_EQ(at(words.all, rotate_to_r), counts.rotate);
    EXPECT_EQ(at(words.all, and_not_r), counts.chi);
    EXPECT_EQ(at(words.all, logic_r), two_inputs + counts.chi);

    const workloads::Operations &ymm = *workloads::operations_of(kernel("keccak-chain.avx2.x4"));
    const double shuffled = at(ymm.all, shuffle_y); // rotations by 8 and 56
    EXPECT_EQ(shuffled,
              24 * std::ranges::count_if(keccak_rotation, [](int n) { return n == 8 || n == 56; }));
    EXPECT_EQ(at(ymm.all, shift_y), 2 * (counts.rotate - shuffled));
    EXPECT_EQ(at(ymm.all, logic_y), two_inputs + 2 * counts.chi + counts.rotate - shuffled);
}

} // namespace
} // namespace hashlane::test
