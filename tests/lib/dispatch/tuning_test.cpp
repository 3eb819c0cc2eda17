// SPDX-License-Identifier: MIT
//
// The text of a tuning file: written files are read back, and no other is valid.
#include "measure/write_tuning.h"
#include "support/costs.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

// On any machine: a processor with the features of the portable kernels, none.
const TuningKey tuned_key = {"Example CPU (GenuineIntel family 6 model 1 stepping 2)", no_features,
                             "0x2b", "9.8.7"};

Tuning sample_tuning(FeatureSet features = no_features)
{
    std::mt19937 random(7);
    return {{CoreKind::core, TuningUnit::core_cycles, random_calls(features, random)},
            {CoreKind::atom, TuningUnit::tsc_ticks, random_calls(features, random)}};
}

std::string replaced(std::string text, const std::string &from, const std::string &to)
{
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

constexpr std::string_view head = "hashlane-tuning 3\n"
                                  "cpu Example CPU (GenuineIntel family 6 model 1 stepping 2)\n"
                                  "features none\nmicrocode 0x2b\nversion 9.8.7\n";
constexpr std::string_view section = "kind all core-cycles\n"
                                     "sha256-chain.portable.x1 450.250\n"
                                     "keccak-chain.portable.x1 1000.000\n"
                                     "sha3.portable.x1 8000.000\n"
                                     "sha256.portable.x1 7000.000\n"
                                     "sha256-nodes.portable.x1 900.000\n"
                                     "sha256-salted.portable.x1 950.000\n";

std::string valid_lines() { return std::string(head) + std::string(section); }

TEST(Tuning, KeepsItsUnit)
{
    for (const TuningUnit unit :
         {TuningUnit::core_cycles, TuningUnit::tsc_ticks, TuningUnit::nanoseconds}) {
        TuningSection one = sample_tuning()[0];
        one.unit = unit;
        const Tuning tuning = {one};
        const ParsedTuning parsed =
            parse_tuning(measure::write_tuning(tuning, tuned_key), tuned_key);
        ASSERT_EQ(parsed.problem, "");
        EXPECT_EQ(parsed.tuning[0].unit, unit);
    }
}

TEST(Tuning, ReadsWhatItWrites)
{
    for (const FeatureSet features : {FeatureSet{no_features}, ~FeatureSet{0}}) {
        TuningKey other = tuned_key;
        other.features = features;
        const Tuning tuning = sample_tuning(features);
        const ParsedTuning parsed = parse_tuning(measure::write_tuning(tuning, other), other);
        ASSERT_EQ(parsed.problem, "");
        ASSERT_EQ(parsed.tuning.size(), tuning.size());
        for (std::size_t i = 0; i < tuning.size(); ++i) {
            EXPECT_EQ(parsed.tuning[i].kind, tuning[i].kind);
            EXPECT_EQ(parsed.tuning[i].unit, tuning[i].unit);
            EXPECT_TRUE(std::ranges::equal(parsed.tuning[i].calls, tuning[i].calls,
                                           [](const auto &a, const auto &b) {
                                               return a.kernel == b.kernel && a.cycles == b.cycles;
                                           }));
        }
    }
}

TEST(Tuning, TheFormatIsWhatItsHeaderSays)
{
    const ParsedTuning parsed = parse_tuning(measure::with_checksum(valid_lines()), tuned_key);
    ASSERT_EQ(parsed.problem, "");
    ASSERT_EQ(parsed.tuning.size(), 1U);
    EXPECT_EQ(parsed.tuning[0].kind, CoreKind::all);
    ASSERT_EQ(parsed.tuning[0].calls.size(), 6U);
    EXPECT_EQ(parsed.tuning[0].calls[0].kernel->id, "sha256-chain.portable.x1");
    EXPECT_EQ(parsed.tuning[0].calls[0].cycles, 450.25);
    EXPECT_EQ(parsed.tuning[0].calls[2].cycles, 8000);
    // FNV-1a of nothing and of "a", as its authors publish them.
    EXPECT_EQ(measure::with_checksum(""), "end cbf29ce484222325\n");
    EXPECT_EQ(measure::with_checksum("a"), "aend af63dc4c8601ec8c\n");
}

// One that was not trustworthy, or all of a kind of core.
TEST(Tuning, AKernelMayHaveNoCost)
{
    const std::string lines =
        replaced(valid_lines(), "sha3.portable.x1 8000.000\n", "") + "kind atom core-cycles\n";
    const ParsedTuning parsed = parse_tuning(measure::with_checksum(lines), tuned_key);
    ASSERT_EQ(parsed.problem, "");
    EXPECT_EQ(parsed.tuning[0].calls.size(), 5U);
    EXPECT_TRUE(parsed.tuning[1].calls.empty());
    EXPECT_EQ(measure::write_tuning(parsed.tuning, tuned_key), measure::with_checksum(lines));
}

TEST(Tuning, EveryTruncationIsNotValid)
{
    const std::string text = measure::write_tuning(sample_tuning(), tuned_key);
    for (std::size_t bytes = 0; bytes < text.size(); ++bytes)
        EXPECT_NE(parse_tuning(text.substr(0, bytes), tuned_key).problem, "") << bytes;
    EXPECT_NE(parse_tuning(text + "\n", tuned_key).problem, "");
    EXPECT_NE(parse_tuning(text + text, tuned_key).problem, "");
}

TEST(Tuning, EveryChangedByteIsNotValid)
{
    const std::string text = measure::write_tuning(sample_tuning(), tuned_key);
    std::mt19937 random(11);
    std::uniform_int_distribution<int> flips(1, 255);
    for (std::size_t at = 0; at < text.size(); ++at) {
        std::string changed = text;
        changed[at] = static_cast<char>(changed[at] ^ flips(random));
        EXPECT_NE(parse_tuning(changed, tuned_key).problem, "") << at;
    }
}

// With a right checksum, so that the lines themselves are read.
TEST(Tuning, MutatedLinesNeverCrash)
{
    std::mt19937 random(13);
    const std::string alphabet = "\n\n  .xkind0123456789e+-infa\t\xff";
    const std::string lines = valid_lines();
    std::uniform_int_distribution<std::size_t> place(head.size(), lines.size() - 1);
    std::uniform_int_distribution<std::size_t> letter(0, alphabet.size() - 1);
    std::uniform_int_distribution<std::size_t> count(1, 6);
    for (int round = 0; round < 20000; ++round) {
        std::string changed = lines;
        for (std::size_t i = count(random); i > 0; --i) {
            const std::size_t at = std::min(place(random), changed.size() - 1);
            if (i % 3 == 0)
                changed.erase(at, letter(random));
            else
                changed[at] = alphabet[letter(random)];
        }
        const ParsedTuning parsed = parse_tuning(measure::with_checksum(changed), tuned_key);
        if (!parsed.problem.empty())
            continue;
        for (const TuningSection &read : parsed.tuning) { // another valid file: usable
            ASSERT_LE(read.calls.size(), 6U) << changed;
            for (const CallCost &call : read.calls)
                ASSERT_GT(call.cycles, 0) << changed;
            ASSERT_EQ(measured_dispatch(built_in_dispatch({}), read.calls)
                          .kernel(Workload::sha3, 3)
                          .lanes,
                      1U);
        }
    }
}

struct Wrong {
    const char *from, *to;
    const char *problem; ///< part of it
};

TEST(Tuning, SaysWhatIsWrongWithALine)
{
    const Wrong table[] = {
        {"hashlane-tuning 3", "hashlane-tuning 2", "not a tuning file"},
        {"cpu Example", "cpu Another", "another processor"},
        {"features none", "features SHA", "another processor"},
        {"microcode 0x2b", "microcode 0x2c", "another processor"},
        {"version 9.8.7", "version 9.8.8", "another processor"},
        {"version 9.8.7\n", "", "another processor"},
        {"kind all core-cycles", "kind all", "kind all: not a kind"},
        {"kind all core-cycles", "kind big core-cycles", "not a kind"},
        {"kind all core-cycles", "kind all core-cycles ", "not a kind"},
        {"kind all core-cycles\n", "", "out of place"},
        {"450.250", "0.000", "no cost"},
        {"450.250", "-1.000", "no cost"},
        {"450.250", "inf", "no cost"},
        {"450.250", "nan", "no cost"},
        {"450.250", "10000000000000000000.000", "no cost"},
        {"450.250", "1000000000000.000", "no cost"},
        {"450.250", "", "no cost"},
        {" 450.250", "", "no cost"},
        {"450.250", "450.250 ", "no cost"},
        {"450.250", " 450.250", "no cost"},
        {"450.250", "450,250", "no cost"},
        {"450.250", "+450.250", "no cost"},
        {"450.250", "450.25", "no cost"},
        {"450.250", "450.2500", "no cost"},
        {"450.250", ".250", "no cost"},
        {"450.250", "450250", "no cost"},
        {"450.250", "0450.250", "no cost"},
        {"8000.000", "8e3", "no cost"},
        {"sha3.portable.x1", "sha3.portable.x2", "not a kernel"},
        {"sha3.portable.x1", "sha3.ref.x1", "not a kernel"},
        {"sha3.portable.x1", "sha3.avx2.x4", "not a kernel"},
        {"keccak-chain.portable.x1 1000.000\n", "\n", "not a kernel"},
        {"keccak-chain.portable.x1 1000.000\n", "end 0\n", "not a kernel"},
        {"keccak-chain.portable.x1 1000.000", "sha256-chain.portable.x1 1000.000", "out of place"},
        {"keccak-chain.portable.x1 1000.000\n", "kind all core-cycles\n", "a duplicate"},
    };
    for (const Wrong &wrong : table) {
        const std::string lines = replaced(valid_lines(), wrong.from, wrong.to);
        const ParsedTuning parsed = parse_tuning(measure::with_checksum(lines), tuned_key);
        EXPECT_NE(std::string(parsed.problem).find(wrong.problem), std::string::npos)
            << "'" << wrong.from << "' → '" << wrong.to << "': " << std::string(parsed.problem);
    }
    EXPECT_NE(parse_tuning(measure::with_checksum(std::string(head)), tuned_key).problem, "")
        << "no section";
    EXPECT_NE(parse_tuning(measure::with_checksum(valid_lines() + std::string(section)), tuned_key)
                  .problem,
              "")
        << "one kind twice";
    EXPECT_NE(parse_tuning("", tuned_key).problem, "");
}

TEST(Tuning, EveryKeyHasItsFile)
{
    std::vector<TuningKey> keys(5, tuned_key);
    keys[1].cpu = "Another CPU";
    keys[2].features = sha;
    keys[3].microcode = "0x2c";
    keys[4].version = "9.8.8";
    for (std::size_t i = 0; i < keys.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_NE(tuning_file_name(keys[i]), tuning_file_name(keys[j]));
}

TEST(Tuning, AProcessorsNameStaysOnItsLine)
{
    TuningKey broken = tuned_key;
    broken.cpu = "Broken\nversion 1\n";
    EXPECT_EQ(parse_tuning(measure::write_tuning(sample_tuning(), broken), broken).problem, "");
    EXPECT_NE(measure::write_tuning({}, broken).find("cpu Broken version 1 \n"), std::string::npos);
}

} // namespace
} // namespace hashlane::test
