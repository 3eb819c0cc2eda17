// SPDX-License-Identifier: MIT
//
// What of each leaf is read, on a processor that has nothing else in them. Source: Intel SDM volume
// 2A, CPUID.
#include "lib/core/cpu_features.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace hashlane::test {
namespace {

// The first subleaf of these, and no other.
class Leaves final : public CpuidSource {
public:
    explicit Leaves(std::map<std::uint32_t, CpuidRegisters> leaves) : leaves_(std::move(leaves)) {}
    CpuidRegisters cpuid(std::uint32_t leaf, std::uint32_t subleaf) const override
    {
        const auto found = leaves_.find(leaf);
        return subleaf != 0 || found == leaves_.end() ? CpuidRegisters{} : found->second;
    }
    std::uint64_t xcr0() const override { return 0; }

private:
    std::map<std::uint32_t, CpuidRegisters> leaves_;
};

// Four letters, the first in the lowest byte.
std::uint32_t letters(const std::string &text, std::size_t at)
{
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < 4 && at + i < text.size(); ++i)
        word |= static_cast<std::uint32_t>(static_cast<unsigned char>(text[at + i])) << 8 * i;
    return word;
}

CpuidRegisters registers_of(const std::string &text, std::size_t at)
{
    return {letters(text, at), letters(text, at + 4), letters(text, at + 8),
            letters(text, at + 12)};
}

TEST(CpuidLeaves, ABrandIsInThreeOfFourRegisters)
{
    const std::string brand = "Example(R) Processor, whose name has 48 letters.";
    ASSERT_EQ(brand.size(), 48U);
    const Leaves source({{0, {.eax = 1}},
                         {0x80000000, {.eax = 0x80000008}},
                         {0x80000001, registers_of("not a part of it", 0)},
                         {0x80000002, registers_of(brand, 0)},
                         {0x80000003, registers_of(brand, 16)},
                         {0x80000004, registers_of(brand, 32)},
                         {0x80000005, registers_of("not a part of it", 0)}});
    EXPECT_EQ(detect_cpu(source).brand, brand.c_str());
}

TEST(CpuidLeaves, Leaf7HasItsFeaturesInItsFirstSubleaf)
{
    const Leaves source({{0, {.eax = 7}}, {7, {.ebx = 1U << 29 | 1U << 3}}});
    EXPECT_EQ(detect_cpu(source).features, sha | bmi1);
    EXPECT_EQ(detect_cpu(Leaves({{0, {.eax = 6}}, {7, {.ebx = 1U << 29}}})).features, no_features);
}

TEST(CpuidLeaves, AHybridProcessorSaysSoInOneBit)
{
    for (unsigned bit = 0; bit < 32; ++bit) {
        const Leaves source({{0, {.eax = 7}}, {7, {.edx = 1U << bit}}});
        EXPECT_EQ(detect_cpu(source).hybrid, bit == 15) << bit;
        EXPECT_EQ(detect_core_kind(source) != CoreKind::all, bit == 15) << bit;
    }
}

} // namespace
} // namespace hashlane::test
