// SPDX-License-Identifier: MIT
#include "proof/proof.h"

#include "support/files.h"
#include "support/oracle.h"
#include "support/text.h"

#include <nlohmann/json.hpp>

#include <limits>

namespace hashlane::test {
namespace {

using proof::Digest;
using proof::ProofSegment;

Digest sha256_of(const Digest &one, const std::optional<Digest> &other = {})
{
    std::vector<std::uint8_t> message(one.begin(), one.end());
    if (other)
        message.insert(message.end(), other->begin(), other->end());
    const auto hashed = oracle_digest("sha256", message);
    Digest digest;
    std::ranges::copy(hashed, digest.begin());
    return digest;
}

// A salt goes before the digest in each hash, a mixin behind it in the last.
ProofSegment segment_from(const Digest &start, std::uint64_t hashes,
                          const std::optional<Digest> &mixin = {},
                          const std::optional<Digest> &salt = {})
{
    Digest end = start;
    for (std::uint64_t i = mixin ? 1 : 0; i < hashes; ++i)
        end = salt ? sha256_of(*salt, end) : sha256_of(end);
    if (mixin)
        end = sha256_of(end, mixin);
    return {.start = start, .end = end, .hashes = hashes, .mixin = mixin, .salt = salt};
}

Digest filled(std::uint8_t byte)
{
    Digest digest;
    digest.fill(byte);
    return digest;
}

// Segments of every shape.
std::vector<ProofSegment> shapes()
{
    std::vector<ProofSegment> segments = {segment_from(Digest{}, 300)};
    segments.push_back(segment_from(segments.back().end, 3, filled(1)));
    segments.push_back(segment_from(segments.back().end, 4, {}, filled(2)));
    segments.push_back(segment_from(segments.back().end, 5, filled(3), filled(4)));
    return segments;
}

class Segments : public proof::ProofReader {
public:
    explicit Segments(std::vector<ProofSegment> segments) : segments_(std::move(segments)) {}
    bool next(ProofSegment &segment) override
    {
        if (next_ == segments_.size())
            return false;
        segment = segments_[next_++];
        return true;
    }

private:
    std::vector<ProofSegment> segments_;
    std::size_t next_ = 0;
};

proof::CheckOutcome check(const std::vector<ProofSegment> &segments,
                          const proof::CheckRequest &request = {})
{
    Segments reader(segments);
    return proof::check_proof(reader, request);
}

proof::CheckRequest on_threads(unsigned threads)
{
    proof::CheckRequest request;
    request.threads = threads;
    return request;
}

proof::CheckRequest part_of(std::uint64_t part, std::uint64_t parts)
{
    proof::CheckRequest request;
    request.part = part;
    request.parts = parts;
    return request;
}

proof::CheckRequest within(std::uint64_t nanoseconds)
{
    proof::CheckRequest request;
    request.deadline_ns = nanoseconds;
    return request;
}

// Parts that other versions have written are combined with today's: the fingerprint stays.
TEST(ProofCheck, TheFingerprintIsThatOfEachSegmentsShapeAndDigests)
{
    Digest fingerprint{};
    const auto take = [&](const Digest &digest) { fingerprint = sha256_of(fingerprint, digest); };
    for (const ProofSegment &segment : shapes()) {
        Digest shape{};
        shape[0] = (segment.mixin ? 1 : 0) | (segment.salt ? 2 : 0);
        shape[30] = static_cast<std::uint8_t>(segment.hashes >> 8);
        shape[31] = static_cast<std::uint8_t>(segment.hashes);
        take(shape);
        take(segment.start);
        take(segment.end);
        for (const auto &digest : {segment.mixin, segment.salt})
            if (digest)
                take(*digest);
    }
    const proof::CheckOutcome outcome = check(shapes(), on_threads(2));
    EXPECT_EQ(outcome.fingerprint, fingerprint);
    proof::CheckRequest without = on_threads(1);
    without.with_fingerprint = false;
    EXPECT_EQ(check(shapes(), without).fingerprint, Digest{});
    EXPECT_EQ(outcome.stop, HASHLANE_CHAIN_DONE);
    EXPECT_EQ(outcome.right, 4U);
    EXPECT_EQ(outcome.hashes, 312U);
    EXPECT_EQ(outcome.threads, 2U);
}

TEST(ProofCheck, OfAWrongSegmentItComputesTheRightEnd)
{
    constexpr std::uint64_t before[] = {0, 300, 303, 307};
    for (std::size_t index = 0; index < shapes().size(); ++index) {
        auto segments = shapes();
        const Digest right = segments[index].end;
        segments.resize(index + 1);
        segments[index].end = filled(9);
        const proof::CheckOutcome outcome = check(segments);
        EXPECT_EQ(outcome.stop, HASHLANE_CHAIN_WRONG);
        ASSERT_TRUE(outcome.wrong);
        EXPECT_EQ(outcome.wrong->index, index);
        EXPECT_EQ(outcome.wrong->first_hash, before[index]);
        EXPECT_EQ(outcome.wrong->expected, filled(9));
        EXPECT_EQ(outcome.wrong->computed, right);
    }
}

// More segments than are verified at once; those after a wrong one are not read.
TEST(ProofCheck, ReadsNoMoreThanItVerifies)
{
    std::vector<ProofSegment> segments;
    while (segments.size() < 20000)
        segments.push_back(segment_from(segments.empty() ? Digest{} : segments.back().end, 1));
    const proof::CheckOutcome all = check(segments, on_threads(2));
    EXPECT_EQ(all.right, segments.size());
    EXPECT_EQ(all.hashes, segments.size());
    const proof::CheckOutcome third = check(segments, part_of(3, 3));
    EXPECT_EQ(third.right, 6666U);
    EXPECT_EQ(third.segments, segments.size());

    auto wrong = segments;
    wrong[11].end = filled(9);
    EXPECT_LT(check(wrong).segments, segments.size());
    wrong = segments;
    wrong[19000].end = filled(9);
    const proof::CheckOutcome late = check(wrong);
    ASSERT_TRUE(late.wrong);
    EXPECT_EQ(late.wrong->index, 19000U);
    EXPECT_EQ(late.wrong->first_hash, 19000U);
}

TEST(ProofCheck, ADeadlineThatIsOverEndsIt)
{
    std::vector<ProofSegment> segments(1);
    segments[0].hashes = HASHLANE_CHAIN_MAX_HASHES;
    EXPECT_EQ(check(segments, within(1)).stop, HASHLANE_CHAIN_DEADLINE);
    segments = {segment_from(Digest{}, 2)};
    EXPECT_EQ(check(segments, within(3600'000'000'000)).stop, HASHLANE_CHAIN_DONE);
}

// A segment is known to be wrong before its right end, which takes as long once more: deadlines are
// tried until one falls in between.
TEST(ProofCheck, TheEndOfAWrongSegmentIsNotComputedAfterTheDeadline)
{
    std::vector<ProofSegment> segments(1);
    segments[0].hashes = 2'000'000;
    const proof::CheckOutcome whole = check(segments);
    ASSERT_TRUE(whole.wrong && whole.wrong->computed);
    bool was_stopped = false;
    for (double share = 0.4; share < 3 && !was_stopped; share += 0.02) {
        const auto deadline = static_cast<std::uint64_t>(share * whole.seconds * 1e9);
        const proof::CheckOutcome outcome = check(segments, within(deadline));
        was_stopped = outcome.wrong && !outcome.wrong->computed;
        EXPECT_EQ(outcome.stop, outcome.wrong ? HASHLANE_CHAIN_WRONG : HASHLANE_CHAIN_DEADLINE);
    }
    EXPECT_TRUE(was_stopped);
}

// ---- Parts ----

struct Part {
    std::uint64_t number = 1, parts = 2;
    proof::CheckOutcome outcome;
};

std::string written(const Part &part)
{
    static int files = 0;
    const std::string path = scratch_path("part" + std::to_string(files++));
    std::ofstream(path, std::ios::binary)
        << proof::write_part(part.outcome, part_of(part.number, part.parts));
    return path;
}

proof::CombinedParts combine(const std::vector<Part> &parts)
{
    std::vector<std::string> paths;
    for (const Part &part : parts)
        paths.push_back(written(part));
    return proof::combine_parts(paths);
}

proof::CheckOutcome combined(const std::vector<Part> &parts)
{
    const proof::CombinedParts all = combine(parts);
    EXPECT_TRUE(all.is_complete());
    return all.outcome;
}

Part part_with(std::uint64_t number, std::uint64_t right, double seconds, unsigned threads)
{
    Part part;
    part.number = number;
    part.outcome.segments = 9;
    part.outcome.right = right;
    part.outcome.hashes = 10 * right;
    part.outcome.seconds = seconds;
    part.outcome.threads = threads;
    return part;
}

std::vector<Part> two_parts() { return {part_with(1, 5, 2, 3), part_with(2, 4, 7, 1)}; }

void expect_bad(const std::vector<Part> &parts, const std::string &what)
{
    const proof::CombinedParts all = combine(parts);
    EXPECT_FALSE(all.is_complete()) << what;
    const auto names_it = [&](const std::string &problem) { return contains(problem, what); };
    EXPECT_TRUE(names_it(all.missing) || std::ranges::any_of(all.problems, names_it)) << what;
}

TEST(ProofParts, AreCombinedToOneOutcome)
{
    const proof::CheckOutcome all = combined(two_parts());
    EXPECT_EQ(all.stop, HASHLANE_CHAIN_DONE);
    EXPECT_EQ(all.segments, 9U);
    EXPECT_EQ(all.right, 9U);
    EXPECT_EQ(all.hashes, 90U);
    EXPECT_EQ(all.seconds, 7);
    EXPECT_EQ(all.threads, 4U);
    EXPECT_FALSE(all.wrong);
}

TEST(ProofParts, TheWorstEndIsThatOfAll)
{
    const hashlane_chain_stop ends[] = {HASHLANE_CHAIN_DONE, HASHLANE_CHAIN_WRONG,
                                        HASHLANE_CHAIN_CANCELLED, HASHLANE_CHAIN_DEADLINE};
    for (const auto first : ends)
        for (const auto second : ends) {
            auto parts = two_parts();
            parts[0].outcome.stop = first;
            parts[1].outcome.stop = second;
            for (Part &part : parts)
                if (part.outcome.stop == HASHLANE_CHAIN_WRONG)
                    part.outcome.wrong = {part.number, 7, filled(1), filled(2)};
            const proof::CheckOutcome all = combined(parts);
            const bool first_counts = first > HASHLANE_CHAIN_WRONG || second == HASHLANE_CHAIN_DONE;
            EXPECT_EQ(all.stop, first_counts ? first : second) << first << " and " << second;
            if (first == HASHLANE_CHAIN_WRONG || second == HASHLANE_CHAIN_WRONG) {
                EXPECT_EQ(all.wrong->index, first == HASHLANE_CHAIN_WRONG ? 1U : 2U);
                EXPECT_EQ(all.wrong->first_hash, 7U);
            }
        }
}

TEST(ProofParts, OfDifferentProofsAreRefused)
{
    auto parts = two_parts();
    parts[1].parts = 3;
    expect_bad(parts, "is one of 3 parts");
    parts = two_parts();
    parts[1].outcome.segments = 10;
    expect_bad(parts, "belongs to another proof");
    parts = two_parts();
    parts[1].outcome.fingerprint = filled(1);
    expect_bad(parts, "belongs to another proof");
    // The first did not read the proof to its end, the other two did.
    for (Part &part : parts)
        part.parts = 3;
    parts.push_back({3, 3, parts[0].outcome});
    parts[0].outcome.stop = HASHLANE_CHAIN_DEADLINE;
    expect_bad(parts, "belongs to another proof");
    std::swap(parts[0], parts[1]); // the second of the three did not
    expect_bad(parts, "belongs to another proof");
    expect_bad({two_parts()[1]}, "part 1 of 2 is missing");
    parts = two_parts();
    parts[1].outcome.right = 5;
    expect_bad(parts, "5 right segments where part 2 of 2 has 4");
    parts = two_parts();
    parts[1].outcome.wrong = proof::WrongSegment{};
    expect_bad(parts, "is not a file of");
    parts = two_parts();
    parts[0].number = 0;
    expect_bad(parts, "is not a file of");
    EXPECT_EQ(proof::combine_parts({scratch_path("absent")}).problems.size(), 1U);
    auto without = nlohmann::json::parse(read_file(written(two_parts()[0])));
    without.erase("wrong");
    std::ofstream(scratch_path("without")) << without;
    EXPECT_EQ(proof::combine_parts({scratch_path("without")}).problems.size(), 1U);
}

// As a file that is damaged or was edited: what one has too much may be what another lacks.
TEST(ProofParts, OfAnotherNumberOfRightSegmentsAreRefused)
{
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    for (const auto &[first, second] :
         {std::pair<std::uint64_t, std::uint64_t>{9, 0}, {4, 5}, {most, 10}, {0, 9}}) {
        auto parts = two_parts();
        parts[0].outcome.right = first;
        parts[1].outcome.right = second;
        EXPECT_EQ(combine(parts).problems.size(), 2U) << first << " and " << second;
    }
    auto parts = two_parts();
    for (Part &part : parts)
        part.outcome.segments = part.outcome.right = 0;
    EXPECT_EQ(combine(parts).problems.size(), 2U) << "no proof is without a segment";
    parts = two_parts();
    parts[1].outcome.hashes = most;
    expect_bad(parts, "more than 2^64 - 1 hashes");
    // More parts than segments, of which a part was stopped.
    parts = {part_with(1, 1, 1, 1), part_with(2, 1, 1, 1), part_with(3, 0, 1, 1)};
    for (Part &part : parts) {
        part.parts = 3;
        part.outcome.segments = 2;
    }
    EXPECT_EQ(combined(parts).right, 2U);
    parts[1].outcome.stop = HASHLANE_CHAIN_DEADLINE;
    parts[1].outcome.right = 0;
    EXPECT_EQ(combined(parts).right, 1U);
    parts[1].outcome.right = 2;
    expect_bad(parts, "2 right segments where part 2 of 3 has 1");
}

// No other file hides it.
TEST(ProofParts, AWrongSegmentIsKeptBesideBadAndMissingParts)
{
    auto parts = two_parts();
    for (Part &part : parts)
        part.parts = 3;
    parts[1].outcome.stop = HASHLANE_CHAIN_WRONG;
    parts[1].outcome.wrong = {6, 60, filled(1), filled(2)};
    parts[1].outcome.right = 3;
    const std::string wrong = written(parts[1]), absent = scratch_path("absent");
    const proof::CombinedParts all = proof::combine_parts({absent, wrong, wrong});
    EXPECT_EQ(all.problems.size(), 2U);
    EXPECT_EQ(all.missing, "part 1 of 3 is missing");
    ASSERT_TRUE(all.outcome.wrong);
    EXPECT_EQ(all.outcome.wrong->index, 6U);
    EXPECT_EQ(all.outcome.right, 3U) << "the same file counts once";
    EXPECT_EQ(all.outcome.wrong->computed, filled(2));
    parts[1].outcome.wrong->computed.reset(); // the deadline passed before
    const proof::CombinedParts stopped = proof::combine_parts({written(parts[1])});
    ASSERT_TRUE(stopped.outcome.wrong);
    EXPECT_FALSE(stopped.outcome.wrong->computed);
}

TEST(ProofParts, AreWrittenAsDocumented)
{
    Part part = two_parts()[1];
    part.outcome.stop = HASHLANE_CHAIN_WRONG;
    part.outcome.fingerprint = filled(0xab);
    part.outcome.wrong = {
        .index = 6, .first_hash = 60, .expected = filled(1), .computed = filled(2)};
    const auto digits = [](const char *byte) {
        std::string text;
        for (int i = 0; i < 32; ++i)
            text += byte;
        return text;
    };
    const nlohmann::json wanted = {{"part", 2},
                                   {"parts", 2},
                                   {"segments", 9},
                                   {"right", 4},
                                   {"hashes", 40},
                                   {"seconds", 7.0},
                                   {"threads", 1},
                                   {"stop", "wrong"},
                                   {"fingerprint", digits("ab")},
                                   {"wrong",
                                    {{"segment", 6},
                                     {"first_hash", 60},
                                     {"expected", digits("01")},
                                     {"computed", digits("02")}}}};
    EXPECT_EQ(nlohmann::json::parse(read_file(written(part))), wanted);
}

} // namespace
} // namespace hashlane::test
