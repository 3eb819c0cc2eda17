// SPDX-License-Identifier: MIT
//
// Chains verified on devices, alone and with the processor: any lengths, wrong segments at any
// place, devices that fail.

#include "backends/gpu/verify.h"
#include "support/fake_device.h"
#include "support/proof.h"

#include "cuda_stand_in.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

// Computes the results of the kernel's CUDA form.
class RightDevice {
public:
    explicit RightDevice(std::size_t lanes = 10)
    {
        device.resident_items = lanes;
        device.ns_per_iteration = 100;
        device.on_launch = [this](const std::string &function, std::byte *states,
                                  std::uint32_t count, std::uint32_t iterations) {
            EXPECT_EQ(function, "sha256_segments");
            // Measuring takes launches that no test has time for, after the first.
            ++launches;
            if (is_measured(states) && iterations > 4)
                return;
            if (!is_measured(states) && launches_left-- == 0)
                throw backends::DeviceError("the device is gone");
            cuda_sha256_segments(reinterpret_cast<std::uint8_t *>(states), count, iterations,
                                 grid_for(count));
        };
    }

    FakeDevice device;
    int launches = 0;
    int launches_left = 1'000'000;

private:
    // With more hashes left than those of any chain that ends.
    static bool is_measured(const std::byte *states)
    {
        return (states[sha256_digest_bytes] & std::byte{0x80}) != std::byte{0};
    }
};

Outcome verify_on(const Proof &proof, unsigned threads,
                  const std::vector<backends::Device *> &devices,
                  std::vector<backends::DeviceShare> *shares = nullptr,
                  hashlane_chain_options options = {})
{
    backends::ChainVerifier verifier(threads, devices);
    Outcome outcome{};
    outcome.status = verifier.verify(views(proof), options, outcome.details);
    if (shares != nullptr)
        *shares = verifier.shares();
    return outcome;
}

TEST(ChainVerifier, ADeviceAloneVerifiesAnyLengths)
{
    RightDevice right;
    const Proof proof = plain_proof(random_lengths(60, 300));
    std::vector<backends::DeviceShare> shares;
    const Outcome outcome = verify_on(proof, 0, {&right.device}, &shares);
    EXPECT_EQ(outcome.status, HASHLANE_OK);
    EXPECT_EQ(outcome.details.right, 60U);
    EXPECT_EQ(outcome.details.hashes, hashes_of(proof));
    EXPECT_EQ(shares[0].segments, 60U);
    EXPECT_EQ(shares[0].hashes, hashes_of(proof));
    EXPECT_EQ(shares[0].lanes, 10U);
}

// Its device was measured when the verifier was made.
TEST(ChainVerifier, AShortJobIsOneLaunch)
{
    RightDevice right(20);
    const Proof proof = plain_proof(std::vector<std::uint64_t>(10, 3000));
    backends::ChainVerifier verifier(0, {&right.device});
    for (int job = 0; job < 2; ++job) {
        const int before = right.launches;
        hashlane_chain_result result;
        EXPECT_EQ(verifier.verify(views(proof), {}, result), HASHLANE_OK);
        EXPECT_EQ(right.launches, before + 1);
    }
}

// One half is read, compared and written while the other is computed; the device refuses a buffer
// that is in use.
TEST(ChainVerifier, CopiesOverlapWithLaunches)
{
    for (const unsigned threads : {0U, 1U}) {
        RightDevice right;
        const Proof proof = plain_proof(random_lengths(60, 300));
        std::vector<backends::DeviceShare> shares;
        EXPECT_EQ(verify_on(proof, threads, {&right.device}, &shares).status, HASHLANE_OK);
        EXPECT_EQ(shares[0].error, "");
        if (threads == 0) {
            EXPECT_GT(right.device.copies_beside_launches, 6) << "six fillings of ten lanes";
        }
    }
    RightDevice one_lane(1);
    EXPECT_EQ(verify_on(plain_proof({5, 6, 7}), 0, {&one_lane.device}).status, HASHLANE_OK);
}

TEST(DeviceSegmentsTest, LaunchesAreBoundedWhenTheDeviceSlowsDown)
{
    RightDevice right(100);
    FakeDevice &device = right.device;
    device.ns_per_iteration = 1000;
    backends::DeviceSegments segments(device);
    EXPECT_NEAR(segments.ns_per_hash(1), 1000, 1);
    EXPECT_NEAR(segments.ns_per_hash(100), 1000, 1) << "latency bounds them";
    const std::uint8_t digest[sha256_digest_bytes] = {};
    backends::SegmentLanes &half = segments.halves()[0];
    half.add(digest, backends::most_device_hashes, 0);
    const auto hashes_of_launch = [&] {
        segments.start(half);
        return static_cast<double>(segments.wait(half));
    };
    EXPECT_NEAR(hashes_of_launch(), 20'000, 20) << "20 ms";
    device.ns_per_iteration = 4000;
    hashes_of_launch();
    EXPECT_NEAR(segments.ns_per_hash(1), 4000, 4);
    EXPECT_NEAR(hashes_of_launch(), 5'000, 5);
    device.ns_per_iteration = 500;
    hashes_of_launch();
    EXPECT_NEAR(segments.ns_per_hash(1), 1000, 1) << "halves may have run one after the other";
}

// 16 threads of 32 lanes, whose rate alone would be 1,300 MH/s, and a device that takes 1.33 µs per
// hash: the processor's third round would end long after the device.
TEST(ChainVerifier, OfTheProcessorWholeRoundsCount)
{
    EXPECT_EQ(backends::segments_of({1300e6, 512, 0}, 1330), 1024);
    EXPECT_EQ(backends::segments_of({1300e6, 512, 0}, 500), 0);
    EXPECT_DOUBLE_EQ(backends::segments_of({1300e6, 512, 1e9}, 1330), 1024 + 1330);
    EXPECT_DOUBLE_EQ(backends::segments_of({0, 0, 1e9}, 1330), 1330) << "devices alone";
}

TEST(ChainVerifier, FindsTheLowestWrongSegmentWhoeverHasIt)
{
    Proof proof = plain_proof(random_lengths(80, 200));
    RightDevice first(20), second(7);
    for (const std::size_t wrong : {0U, 1U, 19U, 20U, 40U, 79U}) {
        Proof tampered = proof;
        tampered[wrong].end[31] ^= 1;
        if (wrong + 3 < tampered.size())
            tampered[wrong + 3].end[0] ^= 0x80;
        for (const unsigned threads : {0U, 1U, 2U}) {
            std::vector<backends::Device *> devices = {&first.device, &second.device};
            if (threads == 0)
                devices.pop_back();
            const Outcome outcome = verify_on(tampered, threads, devices);
            EXPECT_EQ(outcome.status, HASHLANE_WRONG);
            EXPECT_EQ(outcome.details.wrong, wrong) << threads << " threads";
            EXPECT_GE(outcome.details.right, wrong);
        }
    }
}

TEST(ChainVerifier, MixinsAreTheProcessorsLastHash)
{
    RightDevice right;
    Proof proof;
    for (const OwnedSegment &segment : stored_proof())
        if (segment.salt.empty() && segment.hashes > 1)
            proof.push_back(segment);
    const auto has_mixin = [](const OwnedSegment &segment) { return !segment.mixin.empty(); };
    ASSERT_TRUE(std::ranges::any_of(proof, has_mixin));
    EXPECT_EQ(verify_on(proof, 0, {&right.device}).status, HASHLANE_OK);
    const auto mixed = std::ranges::find_if(proof, has_mixin);
    mixed->mixin[5] ^= 1;
    const Outcome outcome = verify_on(proof, 0, {&right.device});
    EXPECT_EQ(outcome.details.wrong, static_cast<std::size_t>(mixed - proof.begin()));
}

TEST(ChainVerifier, SaltsStayOnTheProcessor)
{
    RightDevice right(1000);
    const Proof proof = stored_proof();
    const auto salted = static_cast<std::size_t>(std::ranges::count_if(
        proof, [](const OwnedSegment &segment) { return !segment.salt.empty(); }));
    ASSERT_GT(salted, 0U);
    std::vector<backends::DeviceShare> shares;
    EXPECT_EQ(verify_on(proof, 1, {&right.device}, &shares).status, HASHLANE_OK);
    EXPECT_LE(shares[0].segments, proof.size() - salted);
    EXPECT_EQ(verify_on(proof, 0, {&right.device}).status, HASHLANE_STOPPED)
        << "nothing that was not checked is right";
}

// Work that it had begun is begun again.
TEST(ChainVerifier, TheProcessorDoesWhatAFailingDeviceHadBegun)
{
    const Proof proof = plain_proof(random_lengths(50, 300));
    for (const int launches : {0, 1, 2}) {
        for (const unsigned threads : {0U, 2U}) {
            RightDevice failing(16);
            failing.launches_left = launches;
            std::vector<backends::DeviceShare> shares;
            const Outcome outcome = verify_on(proof, threads, {&failing.device}, &shares);
            EXPECT_EQ(outcome.status, HASHLANE_OK) << launches << " launches";
            EXPECT_EQ(outcome.details.right, proof.size());
            if (threads == 0) {
                EXPECT_EQ(shares[0].error, "the device is gone");
            }
        }
    }
}

// Its verdicts on chains would be as wrong.
TEST(ChainVerifier, ADeviceWhoseFirstLaunchIsWrongIsNotUsed)
{
    RightDevice right;
    const auto compute = right.device.on_launch;
    right.device.on_launch = [&](const std::string &function, std::byte *states,
                                 std::uint32_t count, std::uint32_t iterations) {
        const bool is_first = right.launches == 0;
        compute(function, states, count, iterations);
        states[(count - 1) * 36 + 7] ^= std::byte{is_first};
    };
    std::vector<backends::DeviceShare> shares;
    const Outcome outcome =
        verify_on(plain_proof(random_lengths(50, 300)), 1, {&right.device}, &shares);
    EXPECT_EQ(outcome.status, HASHLANE_OK);
    EXPECT_EQ(shares[0].error, "wrong result in lane 9 of its first launch");
    EXPECT_EQ(shares[0].segments, 0U);
}

// Right in its first launch and while it is measured; from `right_launches` of the job on wrong in
// every lane, or in one.
class LaterWrongDevice : public RightDevice {
public:
    LaterWrongDevice(int right_launches, bool in_every_lane)
    {
        device.on_launch = [this, compute = device.on_launch, in_every_lane,
                            last_right = launches_left - right_launches](
                               const std::string &function, std::byte *states, std::uint32_t count,
                               std::uint32_t iterations) {
            compute(function, states, count, iterations);
            if (launches_left < last_right)
                for (std::uint32_t lane = in_every_lane ? 0 : count - 1; lane < count; ++lane)
                    states[lane * backends::SegmentLanes::lane_bytes + 7] ^= std::byte{4};
        };
    }
};

// The processor has the last word, and does the rest.
TEST(ChainVerifier, ADeviceThatBecomesWrongCallsNoRightSegmentWrong)
{
    const Proof proof = plain_proof(random_lengths(50, 300));
    for (const bool in_every_lane : {false, true})
        for (const int right_launches : {0, 3})
            for (const unsigned threads : {0U, 2U}) {
                LaterWrongDevice faulty(right_launches, in_every_lane);
                std::vector<backends::DeviceShare> shares;
                const Outcome outcome = verify_on(proof, threads, {&faulty.device}, &shares);
                EXPECT_EQ(outcome.status, HASHLANE_OK);
                EXPECT_EQ(outcome.details.right, proof.size());
                if (threads == 0) {
                    EXPECT_EQ(shares[0].error, "it called a right segment wrong");
                    EXPECT_LT(shares[0].segments, proof.size());
                }
            }
}

// The lowest wrong segment of a wrong proof is found all the same.
TEST(ChainVerifier, ADeviceThatBecomesWrongHidesNoWrongSegment)
{
    for (const std::size_t wrong : {0U, 4U, 9U, 30U, 49U}) {
        Proof proof = plain_proof(random_lengths(50, 300));
        proof[wrong].end[31] ^= 1;
        for (const bool any : {false, true}) {
            LaterWrongDevice faulty(1, true);
            hashlane_chain_options options{};
            options.any = any;
            const Outcome outcome = verify_on(proof, 0, {&faulty.device}, nullptr, options);
            EXPECT_EQ(outcome.status, HASHLANE_WRONG);
            EXPECT_EQ(outcome.details.wrong, wrong);
        }
    }
}

// A processor needs minutes for 2^32 hashes.
TEST(ChainVerifier, ASegmentThatIsComputedAgainHasADeadline)
{
    Proof proof = plain_proof({1});
    proof[0].hashes = backends::most_device_hashes;
    RightDevice lazy;
    lazy.device.ns_per_iteration = 1e-3;
    lazy.device.on_launch =
        [compute = lazy.device.on_launch](const std::string &function, std::byte *states,
                                          std::uint32_t count, std::uint32_t iterations) {
            compute(function, states, count, std::min(iterations, 4U));
        };
    hashlane_chain_options deadline{};
    deadline.deadline_ns = 100'000'000;
    EXPECT_EQ(verify_on(proof, 0, {&lazy.device}, nullptr, deadline).details.stop,
              HASHLANE_CHAIN_DEADLINE);
}

// One hash takes a second there.
TEST(ChainVerifier, ASlowDeviceGetsNothing)
{
    RightDevice slow(1000);
    slow.device.ns_per_iteration = 1e9;
    std::vector<backends::DeviceShare> shares;
    const Outcome outcome =
        verify_on(plain_proof(std::vector<std::uint64_t>(100, 50)), 1, {&slow.device}, &shares);
    EXPECT_EQ(outcome.status, HASHLANE_OK);
    EXPECT_EQ(shares[0].lanes, 0U);
    EXPECT_EQ(shares[0].hashes, 0U);
}

TEST(ChainVerifier, AFlagAndADeadlineStopDevices)
{
    RightDevice right(4);
    right.device.ns_per_iteration = 1e5;
    Proof endless = plain_proof({1, 1, 1, 1, 1});
    for (OwnedSegment &segment : endless)
        segment.hashes = backends::most_device_hashes;
    const int cancel = 1;
    hashlane_chain_options flag{}, deadline{};
    flag.cancel = &cancel;
    deadline.deadline_ns = 5'000'000;
    EXPECT_EQ(verify_on(endless, 0, {&right.device}, nullptr, flag).details.stop,
              HASHLANE_CHAIN_CANCELLED);
    EXPECT_EQ(verify_on(endless, 0, {&right.device}, nullptr, deadline).details.stop,
              HASHLANE_CHAIN_DEADLINE);
}

TEST(ChainVerifier, SaysHowFarItIs)
{
    const Proof proof = plain_proof(std::vector<std::uint64_t>(20, 20'000));
    const auto segments = views(proof);
    backends::ChainVerifier verifier(1);
    hashlane_chain_result result, last{};
    int told = 0;
    EXPECT_EQ(verifier.verify(segments, {}, result,
                              [&](const hashlane_chain_result &so_far) {
                                  EXPECT_GE(so_far.hashes, last.hashes);
                                  last = so_far;
                                  ++told;
                              }),
              HASHLANE_OK);
    EXPECT_GE(told, 1);
    EXPECT_LE(last.right, 20U);
}

} // namespace
} // namespace hashlane::test
