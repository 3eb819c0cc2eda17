// SPDX-License-Identifier: MIT
//
// Messages between the processes arrive unchanged, and invalid ones are refused.

#include "backends/plugins/exchange.h"
#include "backends/plugins/plugin.h"

#include "support/hex.h"

#include "hashlane/hashlane.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <random>

namespace hashlane::test {
namespace {

backends::MeasuredVisit sample_visit()
{
    measure::Sample sample;
    sample.iterations = 4096;
    sample.interval = {1e6, 3e6, 3e9, 0.001, true};
    sample.start_ns = 5;
    sample.end_ns = 6;
    sample.cpu = 3;
    sample.burst_cycles = 17;
    sample.preempted = true;
    measure::ThreadSamples thread;
    thread.samples.taken = {sample, sample};
    thread.samples.iterations_per_sample = 4096;
    thread.cpu_ns = 7;
    thread.wall_ns = 8;
    backends::MeasuredVisit measured;
    measured.visit.threads = {thread};
    measured.visit.clocks = {{machine::CycleSource::chain, "no counter"}};
    measured.visit.pinned = true;
    measured.claims = {{{std::nullopt, 11, 8192}, std::string(32, 'x')}};
    return measured;
}

TEST(PluginExchange, AVisitArrivesAsItWas)
{
    const backends::MeasuredVisit sent = sample_visit();
    const backends::PluginAnswer answer =
        backends::read<backends::PluginAnswer>(backends::written<backends::PluginAnswer>(sent));
    const auto &got = std::get<backends::MeasuredVisit>(answer);
    ASSERT_EQ(got.visit.threads.size(), 1U);
    ASSERT_EQ(got.visit.threads[0].samples.taken.size(), 2U);
    const measure::Sample &sample = got.visit.threads[0].samples.taken[1];
    EXPECT_EQ(sample.iterations, 4096U);
    EXPECT_EQ(sample.interval.cycles, 3e6);
    EXPECT_EQ(sample.cpu, 3);
    EXPECT_EQ(sample.burst_cycles, 17);
    EXPECT_TRUE(sample.preempted);
    EXPECT_FALSE(sample.drifted);
    EXPECT_EQ(got.visit.clocks[0].note, "no counter");
    EXPECT_EQ(got.claims[0].stretch.seed, 11U);
    EXPECT_EQ(got.claims[0].end, std::string(32, 'x'));
}

TEST(PluginExchange, ARequestArrivesAsItWas)
{
    const std::atomic<bool> stop = false;
    backends::MeasureRequest asked{2,
                                   {results::Message{"shake256", 64, 32}, 9, 0},
                                   {{0, 1}, 512, {{}, {}, stop, nullptr}, {64, 128}}};
    asked.visit.context.plan.min_time_ns = 1.5e6;
    const backends::PluginRequest got = backends::read<backends::PluginRequest>(
        backends::written<backends::PluginRequest>({"/a/b.so", asked}));
    EXPECT_EQ(got.file, "/a/b.so");
    const auto &measure = std::get<backends::MeasureRequest>(got.what);
    EXPECT_EQ(measure.kernel, 2U);
    EXPECT_EQ(measure.first.message->function, "shake256");
    EXPECT_EQ(measure.visit.cpus, (std::vector{0, 1}));
    EXPECT_EQ(measure.visit.layout.data_bytes, 128U);
    EXPECT_EQ(measure.visit.context.plan.min_time_ns, 1.5e6);
}

TEST(PluginExchange, WhatEndsEarlyIsRefused)
{
    const std::string whole = backends::written<backends::PluginAnswer>(sample_visit());
    for (std::size_t bytes = 0; bytes < whole.size(); ++bytes)
        EXPECT_THROW(
            backends::read<backends::PluginAnswer>(std::string_view(whole).substr(0, bytes)),
            backends::WireError)
            << bytes;
}

// Whatever a plug-in has made of the bytes: an answer or a refusal, and nothing worse.
TEST(PluginExchange, OverwrittenBytesDoNoHarm)
{
    const std::string whole = backends::written<backends::PluginAnswer>(sample_visit());
    std::mt19937_64 random(1);
    for (int turn = 0; turn < 2000; ++turn) {
        std::string bytes = whole;
        for (int i = 0; i < 4; ++i)
            bytes[random() % bytes.size()] = static_cast<char>(random());
        try {
            backends::read<backends::PluginAnswer>(bytes);
        } catch (const backends::WireError &) {
        }
    }
}

TEST(PluginExchange, WhatIsNoNumberIsRefused)
{
    backends::MeasuredVisit measured = sample_visit();
    measured.visit.threads[0].cpu_ns = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(
        backends::read<backends::PluginAnswer>(backends::written<backends::PluginAnswer>(measured)),
        backends::WireError);
}

// Two programs of different commits read each other's bytes. If this fails, raise
// backends::program_wire_version, and put the new digest here.
TEST(ProgramExchange, TheBytesAreThoseOfTheVersion)
{
    if (std::endian::native != std::endian::little)
        GTEST_SKIP() << "numbers are in the machine's order";
    const std::atomic<bool> stop = false;
    const std::string all =
        backends::written<backends::ProgramRequest>(backends::OfferRequest{}) +
        backends::written<backends::ProgramRequest>(
            backends::VisitJobRequest{"job", {{0, 1}, 512, {{}, {}, stop, nullptr}, {64, 128}}}) +
        backends::written<backends::ProgramAnswer>(backends::Refusal{"reason"}) +
        backends::written<backends::ProgramAnswer>(backends::Offer{
            "1",
            "2",
            "3",
            "4",
            {{"kt128", "id", "name", "sha3", 8, results::Message{"kt128", 64, 32}}}}) +
        backends::written<backends::ProgramAnswer>(sample_visit().visit) +
        backends::written<backends::ProgramAnswer>(results::Mismatch{"kernel", 1, 2, "where"});
    std::uint8_t digest[32];
    hashlane_sha256(reinterpret_cast<const std::uint8_t *>(all.data()), all.size(), digest);
    EXPECT_EQ(backends::program_wire_version, 2U);
    EXPECT_EQ(to_hex(digest), "c42e10b9e9424fcd123d4bd20342cf074ea10f685a1df342341288c6598cb9ce");
}

TEST(ProgramExchange, ArrivesAsItWas)
{
    const std::atomic<bool> stop = false;
    backends::VisitJobRequest asked{"job", {{3}, 512, {{}, {}, stop, nullptr}, {64, 128}}};
    asked.visit.context.plan.min_time_ns = 1.5e6;
    const auto request = backends::read<backends::ProgramRequest>(
        backends::written<backends::ProgramRequest>(asked));
    const auto &visit = std::get<backends::VisitJobRequest>(request);
    EXPECT_EQ(visit.job, "job");
    EXPECT_EQ(visit.visit.cpus, std::vector{3});
    EXPECT_EQ(visit.visit.context.plan.min_time_ns, 1.5e6);
    const backends::Offer offer{
        "1", "2", "3", "4", {{"kt128", "id", "name", "sha3", 8, results::Message{"any", 64, 32}}}};
    const auto answer =
        backends::read<backends::ProgramAnswer>(backends::written<backends::ProgramAnswer>(offer));
    const backends::OfferedJob &job = std::get<backends::Offer>(answer).jobs.at(0);
    EXPECT_EQ(job.name, "name");
    EXPECT_EQ(job.lanes, 8U);
    EXPECT_EQ(job.message->function, "any");
    EXPECT_EQ(job.message->output_bytes, 32U);
}

TEST(ProgramExchange, AnotherVersionIsKnownAtOnce)
{
    std::string bytes = backends::written<backends::ProgramAnswer>(backends::Refusal{"reason"});
    bytes.resize(8); // the rest may be anything
    bytes.front() = 9;
    try {
        backends::read<backends::ProgramAnswer>(bytes);
        FAIL() << "read";
    } catch (const backends::OtherVersion &other) {
        EXPECT_EQ(other.version, 9U);
    }
    EXPECT_THROW(backends::read<backends::ProgramAnswer>(bytes.substr(0, 7)), backends::WireError);
}

TEST(PluginStretch, TheWrongLaneIsNamed)
{
    backends::PluginKernel kernel;
    kernel.lanes = 5;
    backends::Claim claim{{std::nullopt, 4, 3}, ""};
    std::vector<std::uint8_t> data(
        backends::data_bytes(Workload::sha256_chain, kernel.lanes, std::nullopt));
    backends::draw_start(4, data);
    hashlane_sha256_chain(data.data(), 5, 3);
    claim.end.assign(data.begin(), data.end());
    EXPECT_FALSE(backends::find_wrong(kernel, claim));
    for (unsigned lane = 0; lane < 5; ++lane) {
        backends::Claim wrong = claim;
        wrong.end[lane * 32 + 31] ^= 1;
        const auto mismatch = backends::find_wrong(kernel, wrong);
        ASSERT_TRUE(mismatch);
        EXPECT_EQ(mismatch->lane, lane);
    }
    claim.end.pop_back();
    EXPECT_TRUE(backends::find_wrong(kernel, claim));
}

} // namespace
} // namespace hashlane::test
