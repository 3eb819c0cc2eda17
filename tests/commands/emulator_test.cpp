// SPDX-License-Identifier: MIT
//
// The program on processors that lack features of this one, under QEMU's user-mode emulation: it
// starts, lists, names missing features, and runs no kernel that the processor cannot.

#include "lib/core/registry.h"
#include "support/program.h"
#include "support/slow_build.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace hashlane::test {
namespace {

using json = nlohmann::json;

struct Processor {
    std::string model; ///< as QEMU calls it
    FeatureSet features;
};

void PrintTo(const Processor &processor, std::ostream *out) { *out << processor.model; }

// From before AVX; with AVX2 but neither SHA nor AVX-512; with SHA but no AVX.
const Processor processors[] = {
    {"Nehalem", ssse3 | sse41},
    {"Haswell", ssse3 | sse41 | avx | avx2 | bmi1 | bmi2},
    {"Denverton", ssse3 | sse41 | sha},
};

class Emulator : public testing::TestWithParam<Processor> {
protected:
    void SetUp() override
    {
#if !defined(__x86_64__)
        GTEST_SKIP() << "emulates x86-64 processors for programs built for them";
#endif
        if (slow_build)
            GTEST_SKIP() << "a sanitizer's memory does not fit under the emulator";
        if (shell("command -v qemu-x86_64").code != 0)
            GTEST_SKIP() << "qemu-x86_64 is not installed";
    }
    static Ran run(const std::string &arguments)
    {
        return shell("qemu-x86_64 -cpu " + GetParam().model + " \"$HASHLANE\" " + arguments);
    }
    static bool runs(const Kernel &kernel) { return is_runnable(kernel, GetParam().features); }
};

TEST_P(Emulator, ListsWhatTheProcessorCanRun)
{
    const json lines = json_of(run("list --format json"));
    ASSERT_EQ(lines.size(), all_kernels().size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Kernel &kernel = all_kernels()[i];
        EXPECT_EQ(lines[i]["id"], kernel.id);
        EXPECT_EQ(lines[i]["runnable"], runs(kernel)) << lines[i];
        EXPECT_EQ(lines[i]["obstacle"] == "", runs(kernel)) << lines[i];
    }
}

TEST_P(Emulator, VerifiesWhatRunsAndNamesTheRest)
{
    const Ran ran = run("verify");
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    EXPECT_FALSE(contains(ran.out, "WRONG"));
    for (const Kernel &kernel : all_kernels()) {
        const std::size_t at = ran.out.find(std::string(kernel.id) + " ");
        ASSERT_NE(at, std::string::npos) << kernel.id;
        const std::string line = ran.out.substr(at, ran.out.find('\n', at) - at);
        EXPECT_TRUE(contains(line, runs(kernel) ? "right" : "needs"));
    }
}

TEST_P(Emulator, AKernelThatCannotRunIsExitThree)
{
    const Ran ran = run("sha256 --filter avx512 -i 10");
    EXPECT_EQ(ran.code, 3);
    EXPECT_TRUE(contains(ran.err, "needs"));
    EXPECT_TRUE(contains(ran.err, "AVX512F"));
}

TEST_P(Emulator, MeasuresWithDispatchesChoice)
{
    const Ran ran = run("keccak 0 2 10 --format classic --quiet");
    ASSERT_EQ(ran.code, 0) << ran.err;
    const Ran here = hashlane("keccak 0 2 10 --filter ref --format classic --quiet");
    const auto sum = [](const Ran &r) { return r.out.substr(r.out.find("SUM="), 21); };
    EXPECT_EQ(sum(ran), sum(here));
}

INSTANTIATE_TEST_SUITE_P(Processors, Emulator, testing::ValuesIn(processors),
                         [](const auto &parameter) { return parameter.param.model; });

} // namespace
} // namespace hashlane::test
