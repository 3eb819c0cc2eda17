// SPDX-License-Identifier: MIT
//
// The verification of chains (include/hashlane/chain.h), on one thread and on several.

#include "lib/dispatch/dispatch_table.h"
#include "support/kernel_param.h"
#include "support/proof.h"
#include "support/slow_build.h"

#include <atomic>
#include <memory>
#include <thread>

namespace hashlane::test {
namespace {

// From one segment that is tampered with to the next.
constexpr std::size_t step = slow_build ? 7 : 1;

constexpr std::uint64_t endless = std::uint64_t{1} << 50;

hashlane_chain_options any_wrong()
{
    hashlane_chain_options options{};
    options.any = 1;
    return options;
}

hashlane_chain_options with_deadline(std::uint64_t ns)
{
    hashlane_chain_options options{};
    options.deadline_ns = ns;
    return options;
}

hashlane_chain_options with_cancel(const int &flag)
{
    hashlane_chain_options options{};
    options.cancel = &flag;
    return options;
}

TEST(ChainVerify, StoredSegmentsAreRight)
{
    for (const unsigned threads : {1U, 2U, 7U})
        expect_right(stored_proof(), threads);
}

// Every number of segments up to two full groups of the widest kernel and some, of equal and of
// unequal lengths.
TEST(ChainVerify, AnyNumberOfSegments)
{
    for (std::size_t count = 0; count <= 70; ++count) {
        SCOPED_TRACE(count);
        expect_right(plain_proof(std::vector<std::uint64_t>(count, 20)));
        expect_right(plain_proof(random_lengths(count, 40, count)),
                     1 + static_cast<unsigned>(count) % 3);
    }
}

TEST(ChainVerify, AnyAlignment)
{
    const Proof proof = plain_proof({5, 6, 7});
    for (std::size_t offset = 0; offset < 4; ++offset) {
        Bytes bytes(4 * 33 + offset);
        std::vector<hashlane_chain_segment> segments;
        std::ranges::copy(proof[0].start, bytes.begin() + static_cast<long>(offset));
        for (std::size_t i = 0; i < proof.size(); ++i) {
            const std::size_t at = offset + 33 * i;
            std::ranges::copy(proof[i].end, bytes.begin() + static_cast<long>(at + 33));
            segments.push_back({&bytes[at], &bytes[at + 33], proof[i].hashes, nullptr, nullptr});
        }
        EXPECT_EQ(hashlane_chain_verify(segments.data(), segments.size(), nullptr, nullptr),
                  HASHLANE_OK);
    }
}

// ---- Tampering ----

void expect_every_bit_matters(const Proof &proof, std::size_t index, Bytes OwnedSegment::*field)
{
    for (std::size_t bit = index % 8; bit < 256; bit += 8) {
        Proof tampered = proof;
        Bytes &bytes = tampered[index].*field;
        if (bytes.empty())
            return;
        bytes[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
        SCOPED_TRACE(bit);
        expect_wrong(tampered, index, 1 + bit / 8 % 2);
    }
}

TEST(ChainVerify, EveryFieldOfEverySegmentMatters)
{
    Proof proof = stored_proof();
    std::erase_if(proof, [](const OwnedSegment &segment) { return segment.hashes > 300; });
    ASSERT_GE(proof.size(), 30U);
    proof.resize(30);
    for (std::size_t index = 0; index < proof.size(); index += step) {
        SCOPED_TRACE(index);
        expect_every_bit_matters(proof, index, &OwnedSegment::start);
        expect_every_bit_matters(proof, index, &OwnedSegment::end);
        expect_every_bit_matters(proof, index, &OwnedSegment::mixin);
        expect_every_bit_matters(proof, index, &OwnedSegment::salt);
        for (const std::int64_t more : {-1, 1, 250000}) {
            Proof tampered = proof;
            tampered[index].hashes += static_cast<std::uint64_t>(more);
            const bool refused = tampered[index].hashes == 0 ||
                                 (tampered[index].hashes == 1 && !proof[index].mixin.empty() &&
                                  !proof[index].salt.empty());
            if (refused)
                EXPECT_EQ(verify(tampered).status, HASHLANE_BAD_ARGUMENT);
            else
                expect_wrong(tampered, index);
        }
    }
}

TEST(ChainVerify, AMixinOrASaltTooManyOrTooFewIsWrong)
{
    std::mt19937_64 random(3);
    const Proof proof = stored_proof();
    for (std::size_t index = 0; index < proof.size(); index += step) {
        for (const auto field : {&OwnedSegment::mixin, &OwnedSegment::salt}) {
            Proof tampered = proof;
            Bytes &bytes = tampered[index].*field;
            if (proof[index].hashes == 1 &&
                !(field == &OwnedSegment::mixin ? proof[index].salt : proof[index].mixin).empty())
                continue; // refused
            bytes = bytes.empty() ? random_bytes(random) : Bytes();
            expect_wrong(tampered, index);
        }
    }
}

// With checkpoints alone, as files have them: each segment starts where the one before it ends.
Proof joined(const std::vector<Bytes> &checkpoints, std::uint64_t hashes)
{
    Proof proof;
    for (std::size_t i = 0; i + 1 < checkpoints.size(); ++i)
        proof.push_back({checkpoints[i], checkpoints[i + 1], hashes, {}, {}});
    return proof;
}

TEST(ChainVerify, MissingDoubledAndSwappedCheckpointsAreWrong)
{
    const Proof proof = plain_proof(std::vector<std::uint64_t>(50, 30));
    std::vector<Bytes> checkpoints = {proof[0].start};
    for (const OwnedSegment &segment : proof)
        checkpoints.push_back(segment.end);
    expect_right(joined(checkpoints, 30));
    for (std::size_t index = 1; index + 1 < checkpoints.size(); ++index) {
        const auto at = static_cast<long>(index);
        auto missing = checkpoints, doubled = checkpoints, swapped = checkpoints;
        missing.erase(missing.begin() + at);
        expect_wrong(joined(missing, 30), index - 1);
        doubled.insert(doubled.begin() + at, doubled[index]);
        expect_wrong(joined(doubled, 30), index);
        std::swap(swapped[index], swapped[index + 1]);
        expect_wrong(joined(swapped, 30), index - 1, 2);
    }
}

// ---- The lowest index ----

TEST(ChainVerify, OfManyWrongSegmentsTheLowestIsNamed)
{
    const Proof proof = plain_proof(random_lengths(300, 2000));
    std::mt19937_64 random(5);
    for (int run = 0; run < 30; ++run) {
        Proof tampered = proof;
        std::size_t lowest = proof.size();
        for (std::size_t i = 0; i < 1 + random() % 20; ++i) {
            const std::size_t index = random() % proof.size();
            tampered[index].end[7] ^= 1;
            tampered[index].end[8] |= 1; // two changes never undo each other
            lowest = std::min(lowest, index);
        }
        while (tampered[lowest].end == proof[lowest].end)
            ++lowest;
        expect_wrong(tampered, lowest, 1 + static_cast<unsigned>(run) % 4);
    }
}

// The lowest is found last, by far: it takes the longest.
TEST(ChainVerify, ALaterSegmentThatEndsFirstDoesNotHideTheLowest)
{
    std::vector<std::uint64_t> lengths(100, 10);
    lengths[3] = 300'000;
    Proof proof = plain_proof(lengths);
    proof[3].end[0] ^= 1;
    proof[50].end[0] ^= 1;
    proof[99].end[0] ^= 1;
    for (const unsigned threads : {1U, 3U})
        expect_wrong(proof, 3, threads);
}

TEST(ChainVerify, WhatFollowsAWrongSegmentIsNotComputed)
{
    Proof proof = plain_proof({10, 20, 30});
    proof[0].end[0] ^= 1;
    proof.push_back({proof[0].start, proof[0].end, endless, {}, {}});
    for (const unsigned threads : {1U, 2U})
        expect_wrong(proof, 0, threads);
}

// ---- Stopping ----

Proof endless_proof(std::size_t count)
{
    Proof proof = plain_proof(std::vector<std::uint64_t>(count, 1));
    for (OwnedSegment &segment : proof)
        segment.hashes = endless;
    return proof;
}

// The one before it would never end.
TEST(ChainVerify, AnyWrongSegmentStopsTheRestIfThatIsEnough)
{
    Proof proof = endless_proof(1);
    for (const OwnedSegment &segment : plain_proof({10, 20, 30}))
        proof.push_back(segment);
    proof[2].end[0] ^= 1;
    for (const unsigned threads : {1U, 2U}) {
        const Outcome outcome = verify(proof, threads, any_wrong());
        EXPECT_EQ(outcome.status, HASHLANE_WRONG);
        EXPECT_EQ(outcome.details.stop, HASHLANE_CHAIN_WRONG);
        EXPECT_EQ(outcome.details.wrong, 2U);
    }
}

TEST(ChainVerify, ADeadlineStopsIt)
{
    for (const unsigned threads : {1U, 2U}) {
        const Outcome outcome = verify(endless_proof(40), threads, with_deadline(2'000'000));
        EXPECT_EQ(outcome.status, HASHLANE_STOPPED);
        EXPECT_EQ(outcome.details.stop, HASHLANE_CHAIN_DEADLINE);
        EXPECT_EQ(outcome.details.wrong, HASHLANE_CHAIN_NONE);
        EXPECT_EQ(outcome.details.right, 0U);
    }
}

TEST(ChainVerify, ADistantDeadlineDoesNot)
{
    for (const std::uint64_t ns : {std::uint64_t{1} << 62, UINT64_MAX})
        EXPECT_EQ(verify(plain_proof({10}), 1, with_deadline(ns)).status, HASHLANE_OK);
}

TEST(ChainVerify, ACancellationStopsIt)
{
    for (const unsigned threads : {1U, 3U}) {
        int cancel = 0;
        std::atomic_ref<int> flag(cancel);
        std::thread canceller([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            flag.store(1);
        });
        const Outcome outcome = verify(endless_proof(70), threads, with_cancel(cancel));
        canceller.join();
        EXPECT_EQ(outcome.status, HASHLANE_STOPPED);
        EXPECT_EQ(outcome.details.stop, HASHLANE_CHAIN_CANCELLED);
        EXPECT_EQ(outcome.details.right, 0U);
    }
}

TEST(ChainVerify, CancelledBeforeItBeginsItComputesNothing)
{
    const int cancel = 1;
    const Outcome outcome = verify(plain_proof({10, 20}), 1, with_cancel(cancel));
    EXPECT_EQ(outcome.status, HASHLANE_STOPPED);
    EXPECT_EQ(outcome.details.hashes, 0U);
}

// Half a verification is no verification, and a wrong segment that is not the lowest for certain is
// not passed off as that.
TEST(ChainVerify, AWrongSegmentBehindAnUnfinishedOneIsNotTheVerdict)
{
    Proof proof = endless_proof(1);
    for (OwnedSegment &segment : plain_proof({10, 20}))
        proof.push_back(segment);
    proof[2].end[0] ^= 1;
    const Outcome outcome = verify(proof, 1, with_deadline(20'000'000));
    EXPECT_EQ(outcome.status, HASHLANE_STOPPED);
    EXPECT_EQ(outcome.details.stop, HASHLANE_CHAIN_DEADLINE);
    EXPECT_EQ(outcome.details.wrong, 2U);
    EXPECT_EQ(outcome.details.right, 1U);
}

// ---- Bad arguments ----

TEST(ChainVerify, RefusesWhatCannotBeChecked)
{
    const Proof proof = plain_proof({10, 20, 30});
    const Bytes bytes(32);
    for (int defect = 0; defect < 5; ++defect) {
        auto segments = views(proof);
        switch (defect) {
        case 0:
            segments[1].hashes = 0;
            break;
        case 1:
            segments[1].hashes = HASHLANE_CHAIN_MAX_HASHES + 1;
            break;
        case 2:
            segments[1].start = nullptr;
            break;
        default:
            segments[1].end = nullptr;
            break;
        }
        hashlane_chain_result result{};
        EXPECT_EQ(hashlane_chain_verify(segments.data(), 3, nullptr, &result),
                  HASHLANE_BAD_ARGUMENT);
        EXPECT_EQ(result.wrong, 1U);
        EXPECT_EQ(result.hashes, 0U);
        EXPECT_NE(result.stop, HASHLANE_CHAIN_DONE);
    }
}

// ---- Workers ----

// Workers 5 and 0 of 16 come, after one another, or none.
TEST(ChainPool, WorkersThatDoNotComeAreDoneWithout)
{
    const Proof proof = plain_proof(random_lengths(100, 500));
    const auto segments = views(proof);
    const auto run_two = [](void *, void (*work)(void *, std::size_t), void *argument,
                            std::size_t count) {
        ASSERT_EQ(count, 16U);
        work(argument, 5);
        work(argument, 0);
    };
    const hashlane_pool two{run_two, nullptr, 16, {}};
    hashlane_chain_result result{};
    EXPECT_EQ(hashlane_chain_verify_pool(segments.data(), segments.size(), nullptr, &result, &two),
              HASHLANE_OK);
    EXPECT_EQ(result.right, segments.size());

    const auto run_none = [](void *, void (*)(void *, std::size_t), void *, std::size_t) {};
    const hashlane_pool none{run_none, nullptr, 16, {}};
    EXPECT_EQ(hashlane_chain_verify_pool(segments.data(), segments.size(), nullptr, &result, &none),
              HASHLANE_STOPPED);
    EXPECT_EQ(result.stop, HASHLANE_CHAIN_RUNNING);
}

// Few long segments after many short ones: lanes are handed over while they run. The order of
// events differs from run to run.
TEST(ChainPool, LanesThatChangeHandsAreComputedOnce)
{
    for (std::uint64_t run = 0; run < (slow_build ? 2 : 12); ++run) {
        std::vector<std::uint64_t> lengths = random_lengths(60, 60, run);
        for (const std::uint64_t length : random_lengths(9, 60'000, run))
            lengths.push_back(length);
        Proof proof = plain_proof(lengths, run);
        for (const OwnedSegment &segment : stored_proof())
            proof.push_back(segment);
        SCOPED_TRACE(run);
        expect_right(proof, 2 + static_cast<unsigned>(run) % 5);
        const std::size_t wrong = 60 + run % 9;
        proof[wrong].end[31] ^= 0x80;
        expect_wrong(proof, wrong, 2 + static_cast<unsigned>(run) % 5);
    }
}

// ---- Every kernel ----

class ChainKernels : public KernelTest {
protected:
    void TearDown() override { activate(built_in_dispatch(this_cpu())); }
};

// As if dispatch had nothing else, for any number of lanes.
TEST_P(ChainKernels, Verifies)
{
    DispatchTable alone = active_dispatch();
    alone.of(Workload::sha256_chain).by_lanes.fill(GetParam());
    activate(alone);
    const Proof proof = plain_proof(random_lengths(150, 100));
    expect_right(proof);
    expect_right(stored_proof(), 2);
    for (const std::size_t wrong : {std::size_t{0}, std::size_t{77}, proof.size() - 1}) {
        Proof tampered = proof;
        tampered[wrong].start[5] ^= 0x10;
        expect_wrong(tampered, wrong);
    }
}

INSTANTIATE_TEST_SUITE_P(Registry, ChainKernels,
                         testing::ValuesIn(kernels_of(Workload::sha256_chain)), kernel_test_name);

} // namespace
} // namespace hashlane::test
