// SPDX-License-Identifier: MIT
#include "proof/proof.h"

#include "support/files.h"

namespace hashlane::test {
namespace {

using proof::ChainHeader;
using proof::Digest;

proof::CreateOutcome create(const std::string &path, const ChainHeader &header, bool resume,
                            const std::function<void(const proof::CreateProgress &)> &report = {})
{
    const std::atomic<bool> stop = false;
    return proof::create_proof(path, header, resume, report, stop);
}

ChainHeader header_of(std::uint64_t count)
{
    ChainHeader header;
    header.every = 3;
    header.count = count;
    header.salt = Digest{};
    header.salt_adds = 2;
    return header;
}

std::string whole_of(std::uint64_t count)
{
    const std::string path = scratch_path("whole" + std::to_string(count));
    if (!std::filesystem::exists(path))
        create(path, header_of(count), false);
    return read_file(path);
}

TEST(ProofCreator, TellsWhatItDid)
{
    const std::string path = scratch_path("told");
    proof::CreateProgress last;
    const auto outcome =
        create(path, header_of(40), false, [&](const proof::CreateProgress &now) { last = now; });
    for (const proof::CreateProgress &progress : {last, outcome.end}) {
        EXPECT_EQ(progress.checkpoints, 40U);
        EXPECT_EQ(progress.count, 40U);
        EXPECT_EQ(progress.hashes, 120U);
        EXPECT_GE(progress.seconds, 0);
        EXPECT_LT(progress.seconds, 3600);
    }
    EXPECT_EQ(outcome.resumed_at, 0U);
    EXPECT_EQ(outcome.cut_off, 0U);
    EXPECT_FALSE(outcome.resumed_wrong);
    EXPECT_EQ(std::filesystem::file_size(path), 40U * 32);
}

TEST(ProofCreator, GoesOnFromEveryLength)
{
    const std::string whole = whole_of(6), path = scratch_path("cut");
    create(path, header_of(6), false);
    for (std::size_t bytes = 0; bytes <= whole.size(); bytes += 11) {
        std::filesystem::resize_file(path, bytes);
        const auto outcome = create(path, header_of(6), true);
        EXPECT_EQ(outcome.resumed_at, bytes / 32) << bytes;
        EXPECT_EQ(outcome.end.hashes, 3 * (6 - bytes / 32)) << bytes;
        EXPECT_EQ(outcome.cut_off, 0U);
        EXPECT_EQ(read_file(path), whole) << bytes;
    }
    create(path, header_of(9), true);
    EXPECT_EQ(read_file(path), whole_of(9));
    EXPECT_EQ(proof::read_header(path + ".header").count, 9U);
    EXPECT_THROW(create(path, header_of(8), true), proof::BadProof);
    EXPECT_THROW(create(path, header_of(9), false), proof::BadProof);
    EXPECT_EQ(read_file(path), whole_of(9));
}

// More checkpoints than it looks at together for zeros.
TEST(ProofCreator, CutsOffManyZeros)
{
    const std::string path = scratch_path("zeros");
    create(path, header_of(6), false);
    constexpr std::size_t zeros = (std::size_t{1} << 18) + 7;
    for (const std::size_t kept : {5, 1, 0}) {
        std::filesystem::resize_file(path, kept * 32);
        std::filesystem::resize_file(path, (kept + zeros) * 32);
        const auto outcome = create(path, header_of(6), true);
        EXPECT_EQ(outcome.resumed_at, kept);
        EXPECT_EQ(outcome.cut_off, zeros);
        EXPECT_EQ(read_file(path), whole_of(6));
    }
}

TEST(ProofCreator, ChangesNothingAfterAWrongCheckpoint)
{
    for (const std::size_t wrong : {0, 4, 5}) { // the first alone, and each of the last two
        const std::string path = scratch_path("wrong" + std::to_string(wrong));
        create(path, header_of(6), false);
        std::filesystem::resize_file(path, wrong == 0 ? 32 : 6 * 32);
        std::string bytes = read_file(path);
        bytes[wrong * 32] ^= 1;
        std::ofstream(path, std::ios::binary) << bytes;
        EXPECT_TRUE(create(path, header_of(9), true).resumed_wrong) << wrong;
        EXPECT_EQ(read_file(path), bytes);
        EXPECT_EQ(proof::read_header(path + ".header").count, 6U);
    }
}

TEST(ProofCreator, StopsWhereItIs)
{
    const std::string path = scratch_path("stopped");
    const std::atomic<bool> stop = true;
    const auto outcome = proof::create_proof(path, header_of(6), false, {}, stop);
    EXPECT_EQ(outcome.end.checkpoints, 0U);
    EXPECT_EQ(std::filesystem::file_size(path), 0U);
    EXPECT_EQ(create(path, header_of(6), true).resumed_at, 0U);
    EXPECT_EQ(read_file(path), whole_of(6));
}

// A kill cannot take checkpoints that were reported.
TEST(ProofCreator, WhatItReportsIsInTheFile)
{
    const std::string path = scratch_path("reported");
    std::atomic<bool> stop = false;
    ChainHeader header = header_of(HASHLANE_CHAIN_MAX_HASHES / 1000);
    header.every = 1000;
    int reports = 0;
    const auto report = [&](const proof::CreateProgress &now) {
        ++reports;
        stop = true;
        EXPECT_NE(now.checkpoints, 0U);
        EXPECT_EQ(std::filesystem::file_size(path), now.checkpoints * 32);
    };
    const auto outcome = proof::create_proof(path, header, false, report, stop);
    EXPECT_EQ(reports, 2); // and at the end
    EXPECT_EQ(outcome.end.checkpoints * 1000, outcome.end.hashes);
    EXPECT_TRUE(proof::read_header(path + ".header") == header);
}

// Longer than it hashes between two looks at whether it shall stop.
TEST(ProofCreator, HashesAllOfALongSegment)
{
    const std::string path = scratch_path("long-segment");
    ChainHeader header;
    header.every = (std::uint64_t{1} << 20) + 5;
    header.count = 1;
    EXPECT_EQ(create(path, header, false).end.hashes, header.every);
    Digest end;
    hashlane_chain_create(header.start.data(), nullptr, header.every, 1, end.data());
    EXPECT_EQ(read_file(path), std::string(end.begin(), end.end()));
}

} // namespace
} // namespace hashlane::test
