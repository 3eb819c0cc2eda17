// SPDX-License-Identifier: MIT
//
// `hashlane chain` as a timelord's and a node's operators use it.

#include "hashlane/chain.h"
#include "support/hex.h"
#include "support/leaks_of_drivers.h"
#include "support/oracle.h"
#include "support/program.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <random>

namespace hashlane::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

// Of 32 bytes, or of 64: by OpenSSL, where it is there.
Bytes sha256_of(const Bytes &digest, const Bytes &mixin = {})
{
#if HASHLANE_OPENSSL
    Bytes message = digest;
    message.insert(message.end(), mixin.begin(), mixin.end());
    return openssl_digest("sha256", message);
#else
    Bytes hashed = digest;
    if (mixin.empty())
        hashlane_sha256_chain(hashed.data(), 1, 1);
    else
        hashlane_sha256_mix(hashed.data(), mixin.data());
    return hashed;
#endif
}

std::string path_in(const std::string &name) { return scratch_path("chain-" + name); }

void write_file(const std::string &path, const std::string &content)
{
    std::ofstream(path, std::ios::binary) << content;
}

// A new file name for each.
std::string created(const std::string &options)
{
    static int files = 0;
    const std::string path = path_in("proof-" + std::to_string(files++));
    const Ran ran = hashlane("chain create " + path + " " + options);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return path;
}

bool has(const std::string &text, const std::string &part)
{
    return text.find(part) != std::string::npos;
}

const std::string one = std::string(63, '0') + "1";

TEST(Chain, CreatesWhatAnotherImplementationCreates)
{
    const std::string file = read_file(created("--count 5 --every 7 --start " + one));
    ASSERT_EQ(file.size(), 5U * 32);
    Bytes digest = from_hex(one);
    for (std::size_t i = 0; i < 35; ++i) {
        digest = sha256_of(digest);
        if (i % 7 == 6) {
            EXPECT_EQ(file.substr(i / 7 * 32, 32), std::string(digest.begin(), digest.end()));
        }
    }
}

// The start mixed with two digests, as mmx has it; a salt that counts up, as Arweave has it.
TEST(Chain, CreatesWithMixesAndSalts)
{
    const std::string two = std::string(63, '0') + "2";
    const std::string mixed =
        read_file(created("--preset mmx --count 1 --every 1 --mix " + one + " --mix " + two));
    Bytes digest = sha256_of(sha256_of(Bytes(32), from_hex(one)), from_hex(two));
    EXPECT_EQ(to_hex(Bytes(mixed.begin(), mixed.end())), to_hex(sha256_of(digest)));

    const std::string salt = std::string(60, '0') + "00ff";
    const std::string salted = read_file(
        created("--preset arweave --count 2 --every 2 --start " + one + " --salt " + salt));
    digest = from_hex(one);
    for (const char *const counted : {"00ff", "00ff", "0100", "0100"})
        digest = sha256_of(from_hex(std::string(60, '0') + counted), digest);
    EXPECT_EQ(salted.substr(32), std::string(digest.begin(), digest.end()));
}

TEST(Chain, VerifiesWhatItCreated)
{
    for (const std::string &options : {std::string("--count 50 --every 300"),
                                       "--preset arweave --count 30 --every 40 --salt " + one}) {
        const std::string file = created(options);
        for (const char *const how : {"", " --threads 1", " --threads 3", " --any"}) {
            const Ran ran = hashlane("chain verify " + file + how);
            EXPECT_EQ(ran.code, 0) << ran.err;
            EXPECT_TRUE(has(ran.out, "\nverified\n")) << ran.out;
        }
        const Ran piped =
            shell("\"$HASHLANE\" chain verify - --header " + file + ".header < " + file);
        EXPECT_EQ(piped.code, 0) << piped.err;
    }
}

TEST(Chain, NamesTheLowestWrongSegment)
{
    const std::string file = created("--count 40 --every 100");
    std::string bytes = read_file(file);
    bytes[32 * 17 + 3] ^= 4;
    bytes[32 * 30] ^= 1;
    write_file(file, bytes);
    const Ran ran = hashlane("chain verify " + file);
    EXPECT_EQ(ran.code, 2);
    EXPECT_TRUE(has(ran.out, "segment 17, from hash 1700 on")) << ran.out;
    EXPECT_TRUE(has(ran.out, "NOT VERIFIED: wrong")) << ran.out;
    bytes[32 * 17 + 3] ^= 4;
    const std::string right = to_hex(Bytes(bytes.begin() + 32 * 17, bytes.begin() + 32 * 18));
    EXPECT_TRUE(has(ran.out, "computed  " + right)) << ran.out;
}

// ---- JSON lines ----

// tests/vectors/chain.json as lines, one proof of a single segment each.
TEST(Chain, VerifiesStoredSegmentsAsLines)
{
    const auto file = nlohmann::json::parse(read_file(test_path("vectors/chain.json")));
    for (const auto &vector : file.at("vectors")) {
        nlohmann::json line = {
            {"n", vector["hashes"]}, {"start", vector["start"]}, {"end", vector["end"]}};
        for (const char *const key : {"mixin", "salt"})
            if (vector[key] != "")
                line[key] = vector[key];
        write_file(path_in("line"), line.dump() + "\n");
        EXPECT_EQ(hashlane("chain verify " + path_in("line")).code, 0) << line;
    }
}

// A slot: entries with mixins, then a tick; and a reset, which mixes into the start.
std::vector<nlohmann::json> lines_of_a_history()
{
    std::vector<nlohmann::json> lines;
    Bytes digest(32);
    for (int entry = 0; entry < 12; ++entry) {
        const Bytes mixin(32, static_cast<std::uint8_t>(entry));
        nlohmann::json line = {{"n", 5 + entry}};
        if (entry == 0)
            line["start"] = to_hex(digest);
        if (entry == 7) {
            line["mix"] = to_hex(mixin);
            digest = sha256_of(digest, mixin);
        }
        for (int i = 1; i < 5 + entry; ++i)
            digest = sha256_of(digest);
        if (entry % 4 != 3)
            line["mixin"] = to_hex(mixin);
        digest = entry % 4 != 3 ? sha256_of(digest, mixin) : sha256_of(digest);
        line["end"] = to_hex(digest);
        lines.push_back(line);
    }
    return lines;
}

Ran verify_lines(const std::vector<nlohmann::json> &lines)
{
    std::string text;
    for (const auto &line : lines)
        text += line.dump() + "\n";
    write_file(path_in("lines"), text);
    return shell("\"$HASHLANE\" chain verify - < " + path_in("lines"));
}

TEST(Chain, VerifiesAHistoryWithMixins)
{
    const auto lines = lines_of_a_history();
    EXPECT_EQ(verify_lines(lines).code, 0);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        auto missing = lines;
        missing.erase(missing.begin() + static_cast<long>(i));
        if (i == 0) {
            EXPECT_EQ(verify_lines(missing).code, 1); // no start
        } else if (i + 1 < lines.size()) {
            const Ran ran = verify_lines(missing);
            EXPECT_EQ(ran.code, 2);
            EXPECT_TRUE(has(ran.out, "segment " + std::to_string(i) + ",")) << ran.out;
        }
        auto more = lines;
        more[i]["n"] = more[i]["n"].get<int>() + 1;
        const Ran ran = verify_lines(more);
        EXPECT_EQ(ran.code, 2);
        EXPECT_TRUE(has(ran.out, "segment " + std::to_string(i) + ",")) << ran.out;
    }
}

// ---- Bad input ----

void expect_bad(const std::string &arguments, const std::string &what)
{
    const Ran ran = hashlane(arguments);
    EXPECT_EQ(ran.code, 1) << arguments;
    EXPECT_EQ(ran.out, "") << arguments;
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
    EXPECT_TRUE(has(ran.err, what)) << ran.err;
}

void expect_bad_lines(const std::string &text, const std::string &what)
{
    write_file(path_in("bad"), text);
    expect_bad("chain verify " + path_in("bad"), what);
}

TEST(Chain, BadLinesAreNamed)
{
    const std::string first =
        R"({"n":1,"start":")" + std::string(64, '0') +
        R"(","end":"66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"})" + "\n";
    const std::string end = R"("end":")" + one + R"("})";
    expect_bad_lines("", "has no segment");
    expect_bad_lines("x\n", ":1: is not a JSON object");
    expect_bad_lines("[]\n", ":1: is not a JSON object");
    expect_bad_lines(first + R"({"n":0,)" + end, R"(:2: "n" is not)");
    expect_bad_lines(first + R"({"n":-1,)" + end, R"(:2: "n" is not)");
    expect_bad_lines(first + R"({"n":1.5,)" + end, R"(:2: "n" is not)");
    expect_bad_lines(first + R"({"n":9223372036854775808,)" + end, R"(:2: "n" is not)");
    expect_bad_lines(first + R"({"n":99999999999999999999,)" + end, R"(:2: "n" is not)");
    expect_bad_lines(first + R"({)" + end, R"(:2: "n" is not)");
    expect_bad_lines(first + R"({"n":1})", R"(:2: has no "end")");
    expect_bad_lines(first + R"({"n":1,"end":"12"})", R"(:2: "end" is not 64)");
    expect_bad_lines(first + R"({"n":1,"mixin":7,)" + end, R"(:2: "mixin" is not 64)");
    expect_bad_lines(first + R"({"n":1,"salz":"",)" + end, ":2: 'salz' is not");
    expect_bad_lines(first + R"({"n":1,"start":")" + one + R"(",)" + end, ":2: \"start\" is not");
    expect_bad_lines(R"({"n":1,)" + end, ":1: has no \"start\"");
    // What is right before it is not called verified.
    expect_bad_lines(first + first.substr(0, 40), ":2: is not a JSON object");
}

TEST(Chain, BadFilesAreNamed)
{
    const std::string file = created("--count 4 --every 10");
    write_file(file, read_file(file) + "half a checkpoint");
    expect_bad("chain verify " + file, "byte 128: the last checkpoint has 17 of 32 bytes");
    std::filesystem::resize_file(file, 96);
    expect_bad("chain verify " + file, "byte 96: ends after 3 checkpoints, its header says 4");
    expect_bad("chain verify " + path_in("absent"), "cannot be read");
    expect_bad("chain create " + file + " --count 4", "--resume");
    write_file(path_in("h.header"), "hashlane-chain 1\nstart 12\n");
    expect_bad("chain verify " + file + " --header " + path_in("h.header"),
               "h.header:2: '12' is not 64");
    write_file(path_in("h.header"), "hashlane-chain 1\nstart " + one + "\n");
    expect_bad("chain verify " + file + " --header " + path_in("h.header"), "no line 'every");
    write_file(path_in("h.header"), "hashlane-chain 1\nevery 0\n");
    expect_bad("chain verify " + file + " --header " + path_in("h.header"), ":2: '0' is not");
    write_file(path_in("h.header"), "PNG\n");
    expect_bad("chain verify " + file + " --header " + path_in("h.header"), ":1: is not");
}

TEST(Chain, BadOptionsAreNamed)
{
    const std::string file = path_in("never");
    expect_bad("chain", "subcommand");
    expect_bad("chain create", "FILE");
    expect_bad("chain create " + file, "--count");
    expect_bad("chain create " + file + " --count 0", "--count: '0'");
    expect_bad("chain create " + file + " --count 1 --every 0", "--every: '0'");
    expect_bad("chain create " + file + " --count 1 --every 10000000000G", "2^63");
    expect_bad("chain create " + file + " --count 1 --start 12", "--start: '12'");
    expect_bad("chain create " + file + " --count 1 --preset chia", "'chia' is not one of");
    expect_bad("chain create " + file + " --count 1 --preset mmx --mix " + one, "got 1");
    expect_bad("chain create " + file + " --count 1 --preset arweave", "--salt");
    expect_bad("chain create " + file + " --count 1 --salt-adds 1", "--salt-adds");
    expect_bad("chain verify " + file + " --part 0/3", "--part: '0'");
    expect_bad("chain verify " + file + " --part 4/3", "--part: '4'");
    expect_bad("chain verify " + file + " --part 3", "--part: '3'");
    expect_bad("chain verify " + file + " " + file, "one proof at a time");
    EXPECT_FALSE(std::filesystem::exists(file));
}

// ---- Parts ----

std::vector<std::string> verify_parts(const std::string &file, unsigned parts, const char *prefix)
{
    std::vector<std::string> results;
    for (unsigned part = 1; part <= parts; ++part) {
        results.push_back(path_in(prefix + std::to_string(part)));
        hashlane("chain verify " + file + " --part " + std::to_string(part) + "/" +
                 std::to_string(parts) + " --out " + results.back());
    }
    return results;
}

std::string combine(const std::vector<std::string> &results)
{
    std::string line = "chain verify --combine";
    for (const std::string &result : results)
        line += " " + result;
    return line;
}

TEST(Chain, PartsAreDisjointCompleteAndCombined)
{
    const std::string file = created("--count 41 --every 50");
    auto parts = verify_parts(file, 4, "part");
    std::uint64_t right = 0;
    for (const std::string &part : parts)
        right += nlohmann::json::parse(read_file(part))["right"].get<std::uint64_t>();
    EXPECT_EQ(right, 41U);
    EXPECT_EQ(hashlane(combine(parts)).code, 0);
    expect_bad(combine({parts[0], parts[1], parts[3]}), "part 3 of 4 is missing");
    expect_bad(combine({parts[0], parts[1], parts[1], parts[3]}), "is part 2 as well as");
    const auto others = verify_parts(created("--count 41 --every 51"), 4, "other");
    expect_bad(combine({parts[0], parts[1], others[2], parts[3]}), "of another proof");
    expect_bad(combine({file}), "is not what");

    std::string bytes = read_file(file);
    bytes[32 * 20] ^= 1;
    bytes[32 * 33] ^= 1;
    write_file(file, bytes);
    const Ran ran = hashlane(combine(verify_parts(file, 4, "wrong")));
    EXPECT_EQ(ran.code, 2);
    EXPECT_TRUE(has(ran.out, "segment 20,")) << ran.out;
}

TEST(Chain, PartsThatContradictThemselvesAreRefused)
{
    const std::string file = created("--count 3 --every 5");
    const auto part = nlohmann::json::parse(read_file(verify_parts(file, 1, "whole").front()));
    const auto expect_bad_with = [&](const char *key, const nlohmann::json &value,
                                     const std::string &problem) {
        nlohmann::json changed = part;
        changed[key] = value;
        write_file(path_in("changed"), changed.dump());
        expect_bad(combine({path_in("changed")}), problem);
    };
    expect_bad_with("parts", 0, "is not what");
    expect_bad_with("part", 2, "is not what");
    expect_bad_with("segments", -3, "is not what");
    expect_bad_with("hashes", 1e300, "is not what");
    expect_bad_with("stop", "wrong", "is not what");
    expect_bad_with("right", 2, "have checked 2 segments of 3");
}

// ---- Bench ----

TEST(Chain, BenchTimesAProofOfAPreset)
{
    const Ran ran = hashlane("chain bench --preset poh --threads 2");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(has(ran.out, "a slot of 64 ticks")) << ran.out;
    EXPECT_TRUE(has(ran.out, " x of 0.4 s")) << ran.out;
    EXPECT_TRUE(has(ran.out, "one chain, salted")) << ran.out;
    EXPECT_FALSE(has(ran.out, "mmx")) << ran.out;
}

// ---- Ends ----

TEST(Chain, ADeviceThatIsNotThereIsNamed)
{
    const std::string file = created("--count 5 --every 10");
    const Ran ran = hashlane("chain verify " + file + " --device opencl:99");
    EXPECT_EQ(ran.code, 3);
    EXPECT_TRUE(has(ran.err, "opencl:99: ")) << ran.err;
    EXPECT_FALSE(has(ran.out, "verified")) << ran.out;
}

// Where there is an OpenCL device. It takes part or not, as rates have it; the verdict is the same.
TEST(Chain, DevicesGiveTheSameVerdict)
{
    forgive_leaks_of_drivers();
    const std::string file = created("--count 400 --every 500");
    const Ran right = hashlane("chain verify " + file + " --device opencl:0 --progress");
    if (right.code == 3)
        GTEST_SKIP() << right.err;
    EXPECT_EQ(right.code, 0) << right.err;
    EXPECT_TRUE(has(right.out, "\nopencl:0 ")) << right.out;
    EXPECT_TRUE(has(right.out, "\nverified\n")) << right.out;
    std::string bytes = read_file(file);
    bytes[32 * 170 + 3] ^= 4;
    write_file(file, bytes);
    const Ran wrong = hashlane("chain verify " + file + " --device opencl:0");
    EXPECT_EQ(wrong.code, 2) << wrong.err;
    EXPECT_TRUE(has(wrong.out, "segment 170, from hash 85000 on")) << wrong.out;
}

TEST(Chain, ADeadlineIsNotAVerdict)
{
    write_file(path_in("endless"),
               R"({"n":1000000000000,"start":")" + one + R"(","end":")" + one + "\"}\n");
    const Ran ran = hashlane("chain verify " + path_in("endless") + " --deadline 0.05");
    EXPECT_EQ(ran.code, 4);
    EXPECT_TRUE(has(ran.out, "NOT VERIFIED: deadline")) << ran.out;
}

// After a while, in which a slow machine may not yet have begun: then it gets longer.
Ran interrupted(const std::string &arguments, const std::string &wanted)
{
    Ran ran;
    for (const char *seconds : {"0.3", "2", "10"}) {
        std::filesystem::remove(path_in("long"));
        std::filesystem::remove(path_in("long.header"));
        ran = shell("timeout --foreground -s TERM " + std::string(seconds) + " \"$HASHLANE\" " +
                    arguments + "; true");
        if (has(ran.out, wanted))
            break;
    }
    return ran;
}

TEST(Chain, AnInterruptEndsIt)
{
    write_file(path_in("endless"),
               R"({"n":1000000000000,"start":")" + one + R"(","end":")" + one + "\"}\n");
    const Ran ran = interrupted("chain verify " + path_in("endless"), "NOT VERIFIED: cancelled");
    EXPECT_TRUE(has(ran.out, "NOT VERIFIED: cancelled")) << ran.out;
    const Ran create =
        interrupted("chain create " + path_in("long") + " --count 1G --every 10", "checkpoints  ");
    EXPECT_TRUE(has(create.out, "checkpoints  ")) << create.out << create.err;
    EXPECT_EQ(hashlane("chain verify " + path_in("long") + " --unfinished").code, 0);
}

// Killed a hundred times, at any moment, the chain is in the end what it would have been.
TEST(Chain, SurvivesKills)
{
    const std::string file = path_in("killed"), whole = created("--count 3000 --every 2K");
    const auto start = std::chrono::steady_clock::now();
    created("--count 1 --every 1");
    const std::chrono::duration<double> shortest = std::chrono::steady_clock::now() - start;
    std::mt19937_64 random(1);
    for (int kill = 0; kill < 100; ++kill) {
        const bool is_begun = std::filesystem::exists(file + ".header");
        const std::string options = is_begun ? "--resume" : "--count 3000 --every 2K";
        const double seconds =
            0.002 + static_cast<double>(random() % 60) / 60 * std::max(0.06, 2 * shortest.count());
        shell("timeout -s KILL " + std::to_string(seconds) + " \"$HASHLANE\" chain create " + file +
              " " + options + "; true");
        // As if a write had been cut in two.
        if (random() % 4 == 0 && std::filesystem::exists(file) &&
            std::filesystem::file_size(file) > 20)
            std::filesystem::resize_file(file, std::filesystem::file_size(file) - random() % 20);
    }
    const Ran ran = hashlane("chain create " + file + " --resume");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(has(ran.out, "computed again: right")) << ran.out;
    EXPECT_EQ(read_file(file), read_file(whole));
}

TEST(Chain, DoesNotGoOnFromAWrongCheckpoint)
{
    const std::string file = created("--count 4 --every 10");
    std::string bytes = read_file(file);
    bytes[100] ^= 1;
    write_file(file, bytes);
    const Ran ran = hashlane("chain create " + file + " --resume --count 9");
    EXPECT_EQ(ran.code, 2);
    EXPECT_TRUE(has(ran.err, "checkpoint 3 does not follow")) << ran.err;
    EXPECT_EQ(read_file(file), bytes);
    expect_bad("chain create " + file + " --resume --every 11", "says otherwise");
}

TEST(Chain, ResumesToALaterEndAndTellsHowFarItIs)
{
    const std::string file = created("--preset arweave --count 3 --every 5 --salt " + one);
    const Ran ran = hashlane("chain create " + file + " --resume --count 300 --progress");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(has(ran.err, "300 of 300 checkpoints")) << ran.err;
    EXPECT_TRUE(has(ran.out, "resumed at   3 checkpoints")) << ran.out;
    EXPECT_EQ(read_file(file),
              read_file(created("--preset arweave --count 300 --every 5 --salt " + one)));
    EXPECT_EQ(hashlane("chain verify " + file).code, 0);
}

} // namespace
} // namespace hashlane::test
