// SPDX-License-Identifier: MIT
//
// Digests as numbers, headers, and segments as they are read from files.
#include "proof/proof.h"

#include "support/files.h"
#include "support/text.h"

namespace hashlane::test {
namespace {

using proof::ChainHeader;
using proof::Digest;

Digest digest_of(const std::string &last_bytes)
{
    Digest digest{};
    std::ranges::copy(last_bytes, digest.end() - static_cast<std::ptrdiff_t>(last_bytes.size()));
    return digest;
}

std::string written(const std::string &name, const std::string &text)
{
    const std::string path = scratch_path(name);
    std::ofstream(path, std::ios::binary) << text;
    return path;
}

template <class Function> void expect_bad(const Function &function, const std::string &what)
{
    try {
        function();
        FAIL() << "was read instead of: " << what;
    } catch (const proof::BadProof &bad) {
        EXPECT_TRUE(contains(bad.what(), what));
    }
}

TEST(ProofDigest, IsANumber)
{
    EXPECT_EQ(proof::number_digest(0), Digest{});
    EXPECT_EQ(proof::number_digest(0x1234), digest_of("\x12\x34"));
    Digest sum = digest_of("\x01\xff\xff");
    proof::add(sum, digest_of("\x01"));
    EXPECT_EQ(sum, digest_of(std::string("\x02\x00\x00", 3)));
    Digest greatest;
    greatest.fill(0xff);
    proof::add(greatest, digest_of("\x01"));
    EXPECT_EQ(greatest, Digest{});
}

TEST(ProofDigest, HasSixtyFourDigits)
{
    const std::string digits = std::string(60, '0') + "12ab";
    ASSERT_TRUE(proof::parse_digest(digits));
    EXPECT_EQ(*proof::parse_digest(digits), digest_of("\x12\xab"));
    EXPECT_EQ(proof::to_hex(*proof::parse_digest(digits)), digits);
    for (const std::string &bad : {digits + "00", digits.substr(2), digits.substr(1) + "x"})
        EXPECT_FALSE(proof::parse_digest(bad)) << bad;
}

// ---- Headers ----

ChainHeader header_with_all()
{
    return {.start = digest_of("start"),
            .mixes = {digest_of("a"), digest_of("b")},
            .every = 7,
            .count = 11,
            .salt = digest_of("\xff\xf0"),
            .salt_adds = 5};
}

TEST(ProofHeader, IsReadAsItWasWritten)
{
    ChainHeader least;
    least.every = 1;
    for (const ChainHeader &header : {header_with_all(), least}) {
        const std::string path = written("header", proof::write_header(header));
        EXPECT_EQ(proof::read_header(path), header);
    }
    const std::string text = proof::write_header(header_with_all());
    EXPECT_EQ(proof::read_header(written("header", text + "\n# a comment\n")), header_with_all());
}

TEST(ProofHeader, NamesWhatIsWrong)
{
    const std::string text = "hashlane-chain 1\nstart " + std::string(64, '0') + "\n";
    const auto expect_bad_header = [](const std::string &header, const std::string &what) {
        expect_bad([&] { proof::read_header(written("bad", header)); }, what);
    };
    expect_bad_header("", "bad:1: is not 'hashlane-chain 1'");
    expect_bad_header("hashlane-chain 2\n", "bad:1: is not 'hashlane-chain 1'");
    expect_bad_header(text, "bad: has no line 'every …'");
    expect_bad_header("hashlane-chain 1\nevery 7\n", "bad: has no line 'start …'");
    expect_bad_header(text + "every 7\nevery 8\n", "bad:4: a second line 'every …'");
    expect_bad_header(text + "every 7\nlength 8\n", "bad:4: 'length' is not start");
    expect_bad_header(text + "every\n", "bad:3: '' is not a whole number from 1");
    for (const char *const number : {"0", "-1", "7x", "9223372036854775808"})
        expect_bad_header(text + "every " + number + "\n", "is not a whole number from 1 to 2^63");
    expect_bad_header(text + "every 7\ncount x\n", "bad:4: 'x' is not a whole number from 0");
    const std::string path =
        written("good", text + "every 9223372036854775807\ncount 0\nsalt-adds 0\n");
    EXPECT_EQ(proof::read_header(path).every, HASHLANE_CHAIN_MAX_HASHES);
    EXPECT_EQ(proof::read_header(path).salt_adds, 0U);
}

TEST(ProofHeader, TheSaltCountsUp)
{
    const ChainHeader header = header_with_all();
    Digest counted = *header.salt;
    for (std::uint64_t index = 0; index < 100; ++index) {
        EXPECT_EQ(header.salt_of(index), counted) << index;
        proof::add(counted, proof::number_digest(header.salt_adds));
    }
    EXPECT_FALSE(ChainHeader{}.salt_of(3));
}

// ---- Segments ----

std::string checkpoints(std::size_t bytes)
{
    std::string text(bytes, '\0');
    for (std::size_t i = 0; i < bytes; ++i)
        text[i] = static_cast<char>(i * 7 + (i >> 8));
    return text;
}

std::vector<proof::ProofSegment> read_all(const std::string &path, bool unfinished = false,
                                          const std::string &header = "")
{
    const auto reader = proof::open_proof(path, header, unfinished);
    std::vector<proof::ProofSegment> segments;
    for (proof::ProofSegment segment; reader->next(segment);)
        segments.push_back(segment);
    return segments;
}

// More checkpoints than are read at once.
TEST(ProofSegments, OfCheckpointsFollowEachOther)
{
    ChainHeader header = header_with_all();
    header.count = 5000;
    const std::string raw = checkpoints(5000 * 32), path = written("raw", raw);
    written("raw.header", proof::write_header(header));
    const auto segments = read_all(path);
    ASSERT_EQ(segments.size(), 5000U);
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const std::string end(segments[i].end.begin(), segments[i].end.end());
        ASSERT_EQ(end, raw.substr(i * 32, 32)) << i;
        ASSERT_EQ(segments[i].start, i == 0 ? header.first_digest() : segments[i - 1].end) << i;
        ASSERT_EQ(segments[i].hashes, 7U);
        ASSERT_EQ(segments[i].salt, header.salt_of(i)) << i;
        ASSERT_FALSE(segments[i].mixin);
    }
    header.count = 0; // not known
    const std::string other = written("other", proof::write_header(header));
    EXPECT_EQ(read_all(path, false, other).size(), 5000U);
    EXPECT_EQ(read_all(path, true, other).size(), 5000U);
}

TEST(ProofSegments, MayBeFewerOfAnUnfinishedChain)
{
    ChainHeader header = header_with_all();
    header.count = 4;
    written("few.header", proof::write_header(header));
    const auto few = [](std::size_t bytes) { return written("few", checkpoints(bytes)); };
    EXPECT_EQ(read_all(few(4 * 32)).size(), 4U);
    EXPECT_EQ(read_all(few(4 * 32), true).size(), 4U);
    EXPECT_EQ(read_all(few(2 * 32), true).size(), 2U);
    EXPECT_EQ(read_all(few(2 * 32 + 5), true).size(), 2U);
    expect_bad([&] { read_all(few(2 * 32)); }, "byte 64: ends after 2 checkpoints of the 4");
    expect_bad([&] { read_all(few(2 * 32 + 5)); }, "byte 64: the last checkpoint has 5 of 32");
    expect_bad([&] { read_all(few(4 * 32 + 5), true); }, "byte 128: the last checkpoint has 5 of");
    for (const bool unfinished : {false, true})
        expect_bad([&] { read_all(few(5 * 32), unfinished); },
                   "byte 128: goes on after the 4 checkpoints of its header");
    header.count = 1;
    const std::string of_one = written("one", proof::write_header(header));
    expect_bad([&] { read_all(few(32 + 5), true, of_one); }, "the last checkpoint has 5 of 32");
    header.count = 0;
    const std::string of_any = written("any", proof::write_header(header));
    EXPECT_EQ(read_all(few(32 + 5), true, of_any).size(), 1U);
}

std::string line_with(const std::string &fields)
{
    return "{" + fields + ", \"end\": \"" + std::string(64, '1') + "\"}\n";
}

const std::string start = "\"start\": \"" + std::string(64, '0') + "\"";

TEST(ProofSegments, OfLinesHaveAllTheirFields)
{
    const std::string digits = "\"" + std::string(62, '0') + "41\"";
    const auto segments = read_all(written(
        "lines", line_with("\"n\": 9223372036854775807, " + start) + "\n\n" +
                     line_with("\"n\": 1, \"salt\": " + digits) +
                     line_with("\"n\": 2, \"mixin\": " + digits + ", \"salt\": " + digits)));
    ASSERT_EQ(segments.size(), 3U);
    EXPECT_EQ(segments[0].hashes, HASHLANE_CHAIN_MAX_HASHES);
    EXPECT_EQ(segments[0].start, Digest{});
    EXPECT_FALSE(segments[0].salt || segments[0].mixin || segments[1].mixin);
    EXPECT_EQ(segments[1].start, segments[0].end);
    EXPECT_EQ(segments[1].salt, digest_of("A"));
    EXPECT_EQ(segments[2].salt, digest_of("A"));
    EXPECT_EQ(segments[2].mixin, digest_of("A"));
    const hashlane_chain_segment view = segments[2].view();
    EXPECT_EQ(view.mixin, segments[2].mixin->data());
    EXPECT_EQ(view.salt, segments[2].salt->data());
    EXPECT_EQ(segments[0].view().salt, nullptr);
    expect_bad([&] { read_all(written("lines", line_with("\"n\": 1, \"n\": 2, " + start))); },
               "lines:1: is not a JSON object with each key once");
    expect_bad(
        [&] {
            read_all(written("lines", line_with("\"n\": 1, \"mixin\": " + digits +
                                                ", \"salt\": " + digits + ", " + start)));
        },
        "lines:1: \"salt\": no hash takes it");
}

TEST(ProofSegments, OfLinesMayBeLongButNotEndless)
{
    const std::string line = line_with("\"n\": 1, " + start);
    const std::string spaces((std::size_t{1} << 20) - line.size() + 1, ' ');
    const std::string longest = line.substr(0, line.size() - 1) + spaces + "\n";
    EXPECT_EQ(read_all(written("long", longest + line_with("\"n\": 1"))).size(), 2U);
    expect_bad([&] { read_all(written("long", line + " " + longest)); },
               "long:2: is longer than 1 MiB");
    EXPECT_EQ(read_all(written("long", line.substr(0, line.size() - 1))).size(), 1U);
}

} // namespace
} // namespace hashlane::test
