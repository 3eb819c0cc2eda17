// SPDX-License-Identifier: MIT
//
// Which core real processors have, and guests whose hypervisor shows another one's number.
#include "lib/core/cpu_features.h"
#include "lib/core/microarchitecture.h"
#include "lib/dispatch/recorded_costs.h"
#include "support/files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace hashlane::test {
namespace {

// A line of cpuid/processors.txt, which describes itself.
class Processor final : public CpuidSource {
public:
    explicit Processor(const std::string &line)
    {
        std::istringstream fields(line);
        const auto next = [&] {
            std::string field;
            std::getline(fields >> std::ws, field, ';');
            return field;
        };
        const auto numbers = [&](auto &...values) {
            std::istringstream field(next());
            field >> std::hex;
            (field >> ... >> values);
        };
        vendor = next();
        numbers(leaf1_.eax, leaf1_.ecx);
        numbers(leaf7_.eax, leaf7_.ebx, leaf7_.ecx, leaf7_.edx);
        numbers(subleaf1_.eax);
        numbers(leaf1a_.eax);
        numbers(xcr0_);
        name = next();
        core = next();
        costs = next();
    }

    CpuidRegisters cpuid(std::uint32_t leaf, std::uint32_t subleaf) const override
    {
        const auto word = [&](std::size_t at) {
            std::uint32_t value = 0;
            for (std::size_t i = 4; i-- != 0;)
                value = value << 8 | static_cast<unsigned char>(vendor[at + i]);
            return value;
        };
        if (leaf == 0)
            return {0x20, word(0), word(8), word(4)};
        if (leaf == 7)
            return subleaf == 0 ? leaf7_ : subleaf == 1 ? subleaf1_ : CpuidRegisters{};
        return leaf == 1 ? leaf1_ : leaf == 0x1a ? leaf1a_ : CpuidRegisters{};
    }
    std::uint64_t xcr0() const override { return xcr0_; }

    std::string vendor, name, core, costs; ///< "-" for none

private:
    CpuidRegisters leaf1_, leaf7_, subleaf1_, leaf1a_;
    std::uint64_t xcr0_ = 0;
};

std::vector<Processor> processors()
{
    std::vector<Processor> read;
    std::istringstream lines(read_file(test_path("lib/core/cpuid/processors.txt")));
    for (std::string line; std::getline(lines, line);)
        if (!line.starts_with('#'))
            read.emplace_back(line);
    return read;
}

TEST(Microarchitectures, OfRealProcessorsAndOfGuests)
{
    const std::vector<Processor> all = processors();
    ASSERT_GE(all.size(), 50U);
    for (const Processor &processor : all) {
        const CpuInfo cpu = detect_cpu(processor);
        EXPECT_EQ(cpu.core == nullptr ? "-" : cpu.core->name, processor.core) << processor.name;
        // A core that the book has no costs of yet has none.
        const bool recorded =
            std::ranges::find(recorded_cores(), processor.costs) != recorded_cores().end();
        EXPECT_EQ(costs_for(cpu.core).of, recorded ? processor.costs : "") << processor.name;
    }
}

TEST(Microarchitectures, TheirPipes)
{
    const auto traits_of = [](std::string_view name) {
        const Microarchitecture *const core = find_microarchitecture(name);
        return core == nullptr ? ~FeatureSet{0} : core->traits;
    };
    EXPECT_EQ(traits_of("Zen 4c"), FeatureSet{split_zmm});
    EXPECT_EQ(traits_of("Zen 5"), FeatureSet{four_vector_pipes | compact_sha});
    EXPECT_EQ(traits_of("Zen 5 mobile"), FeatureSet{four_vector_pipes | compact_sha | split_zmm});
    EXPECT_EQ(traits_of("Gracemont"), FeatureSet{compact_sha});
    EXPECT_EQ(traits_of("Golden Cove"), FeatureSet{no_features});
    EXPECT_EQ(find_microarchitecture("Zen"), nullptr);
}

TEST(Microarchitectures, OfArm64)
{
    const auto core_of = [](std::uint32_t midr) -> std::string_view {
        CpuInfo cpu;
        cpu.midr = midr;
        const Microarchitecture *const core = identify_core(cpu);
        return core == nullptr ? "" : core->name;
    };
    EXPECT_EQ(core_of(0x413fd0c1), "Arm Neoverse N1");
    EXPECT_EQ(core_of(0x411fd401), "Arm Neoverse V1");
    EXPECT_EQ(core_of(0x410fd4f0), "Arm Neoverse V2");
    EXPECT_EQ(core_of(0x610f0230), "Apple Firestorm");
    EXPECT_EQ(core_of(0xc00fac30), "Ampere-1");
    EXPECT_EQ(core_of(0x000f0510), "") << "as shown by QEMU's 'max'";
}

} // namespace
} // namespace hashlane::test
