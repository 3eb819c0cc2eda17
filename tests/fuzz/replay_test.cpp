// SPDX-License-Identifier: MIT
//
// Every target on its stored corpus: inputs that reach as much of the code as a fuzzer has found,
// and those that once failed.
#include "support/files.h"
#include "target.h"

#include <gtest/gtest.h>

#include <ostream>

namespace hashlane::fuzz {

static void PrintTo(const Target *target, std::ostream *out) { *out << target->name; }

namespace {

class Replay : public testing::TestWithParam<const Target *> {};

TEST_P(Replay, NothingIsWrong)
{
    const std::string folder = test::test_path("fuzz/corpus/") + GetParam()->name;
    std::size_t files = 0;
    for (const auto &entry : std::filesystem::directory_iterator(folder)) {
        const std::string text = test::read_file(entry.path().string());
        Input input({reinterpret_cast<const std::uint8_t *>(text.data()), text.size()});
        EXPECT_NO_THROW(GetParam()->run(input)) << entry.path();
        ++files;
    }
    EXPECT_GT(files, 0U);
    Input nothing({});
    EXPECT_NO_THROW(GetParam()->run(nothing));
}

// Targets may be linked in any order, and are all there before main().
INSTANTIATE_TEST_SUITE_P(Fuzz, Replay, testing::ValuesIn(Target::all()),
                         [](const auto &param) { return std::string(param.param->name); });

} // namespace
} // namespace hashlane::fuzz
