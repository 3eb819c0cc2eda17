// SPDX-License-Identifier: MIT
//
// The pass over a device's memory. The devices are simulated, and have faults.
#include "backends/gpu/memory_pass.h"

#include "cuda_stand_in.h"
#include "support/fake_device.h"

#include <gtest/gtest.h>

#include <functional>

namespace hashlane::test {
namespace {

constexpr std::size_t header_words = 8;

std::uint64_t *words_of(std::byte *memory)
{
    return reinterpret_cast<std::uint64_t *>(memory) + header_words;
}

// A device of a mebibyte whose memory goes through `harm` after each kernel.
class MemoryPass : public testing::Test {
protected:
    using Harm = std::function<void(const std::string &kernel, std::uint64_t *words)>;

    results::DeviceMemory checked(const Harm &harm = [](auto &&...) {})
    {
        device.resident_items = 100;
        device.on_launch = [harm](const std::string &kernel, std::byte *memory, std::uint32_t lanes,
                                  std::uint32_t rounds) {
            cuda_memory_pass(kernel, reinterpret_cast<std::uint64_t *>(memory), lanes, rounds,
                             grid_for(lanes));
            harm(kernel, words_of(memory));
        };
        return backends::check_memory(device, stop);
    }

    FakeDevice device;
    std::atomic<bool> stop = false;
    // Seven eighths, each without its header.
    const std::uint64_t part_words = (1 << 17) / 8 - header_words;
};

TEST_F(MemoryPass, CoversNineTenthsWithBothValuesOfEachBit)
{
    std::uint64_t zeros = 0, ones = 0; // bits that a word has had
    const results::DeviceMemory pass = checked([&](const std::string &kernel, const auto *words) {
        if (kernel == "memory_write") {
            zeros |= ~words[5];
            ones |= words[5];
            EXPECT_NE(words[0], words[part_words - 1]);
        }
    });
    EXPECT_EQ(pass.bytes, 7 * 8 * part_words);
    EXPECT_EQ(pass.wrong_words, 0U);
    EXPECT_GT(pass.bytes_per_second, 0);
    EXPECT_EQ(zeros & ones, ~std::uint64_t{0});
}

TEST_F(MemoryPass, FindsABitThatIsStuck)
{
    for (const std::uint64_t place : {std::uint64_t{0}, part_words / 2, part_words - 1})
        for (const unsigned bit : {0U, 31U, 32U, 63U}) {
            const std::uint64_t stuck = std::uint64_t{1} << bit;
            EXPECT_EQ(
                checked([&](auto &&, std::uint64_t *words) { words[place] |= stuck; }).wrong_words,
                7U)
                << "one of each part, at one of two times";
        }
}

// Two addresses of one cell: the later write is found at both.
TEST_F(MemoryPass, FindsAnAddressLineThatIsStuck)
{
    const results::DeviceMemory pass = checked([](const std::string &kernel, std::uint64_t *words) {
        if (kernel == "memory_write")
            words[1] = words[4097];
    });
    EXPECT_EQ(pass.wrong_words, 2 * 7U);
}

// As if all parts were one.
TEST_F(MemoryPass, WritesOtherWordsToEachPart)
{
    std::uint64_t first = 0;
    const results::DeviceMemory pass =
        checked([&](const std::string &kernel, std::uint64_t *words) {
            if (kernel != "memory_write")
                return;
            if (first == 0)
                first = words[0];
            words[0] = first;
        });
    EXPECT_EQ(pass.wrong_words, 7 + 6U);
}

TEST_F(MemoryPass, TakesWhatIsFree)
{
    device.room = 300'000; // two parts
    EXPECT_EQ(checked().bytes, 2 * 8 * part_words);
    device.room = 100'000;
    EXPECT_THROW(checked(), backends::DeviceError);
}

TEST_F(MemoryPass, ThatIsStoppedSaysNothing)
{
    stop = true;
    EXPECT_EQ(checked().bytes, 0U);
}

} // namespace
} // namespace hashlane::test
