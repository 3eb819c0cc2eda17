// SPDX-License-Identifier: MIT
//
// `hashlane chain` as a timelord's and a node's operators use it.
#include "hashlane/chain.h"

#include "chain_files.h"
#include "machine/system/cpus.h"
#include "support/hex.h"
#include "support/leaks_of_drivers.h"
#include "support/oracle.h"
#include "support/slow_build.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <regex>

namespace hashlane::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

// Returns the SHA-256 of 32 bytes, or of 64, by OpenSSL, if it is installed.
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
            EXPECT_TRUE(contains(ran.out, "\nverified\n"));
        }
        const Ran piped =
            shell("\"$HASHLANE\" chain verify - --header " + file + ".header < " + file);
        EXPECT_EQ(piped.code, 0) << piped.err;
        // A pipe that ends a read within a checkpoint.
        const Ran in_parts =
            shell("{ head -c 45 " + file + "; sleep 0.1; tail -c +46 " + file +
                  "; } | \"$HASHLANE\" chain verify - --header " + file + ".header");
        EXPECT_EQ(in_parts.code, 0) << in_parts.err;
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
    EXPECT_TRUE(contains(ran.out, "segment 17, from hash 1700 on"));
    EXPECT_TRUE(contains(ran.out, "NOT VERIFIED: wrong"));
    bytes[32 * 17 + 3] ^= 4;
    const std::string right = to_hex(Bytes(bytes.begin() + 32 * 17, bytes.begin() + 32 * 18));
    EXPECT_TRUE(contains(ran.out, "computed  " + right));
}

// ---- JSON lines ----

// tests/vectors/chain.json as lines, one proof of a single segment each.
TEST(Chain, VerifiesStoredSegmentsAsLines)
{
    const auto file = nlohmann::json::parse(read_file(test_path("vectors/chain.json")));
    const auto &vectors = file.at("vectors");
    constexpr std::size_t step = slow_build ? 7 : 1;
    for (std::size_t i = 0; i < vectors.size(); i += step) {
        const auto &vector = vectors[i];
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
            EXPECT_TRUE(contains(ran.out, "segment " + std::to_string(i) + ","));
        }
        auto more = lines;
        more[i]["n"] = more[i]["n"].get<int>() + 1;
        const Ran ran = verify_lines(more);
        EXPECT_EQ(ran.code, 2);
        EXPECT_TRUE(contains(ran.out, "segment " + std::to_string(i) + ","));
    }
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
    expect_refused(hashlane(combine({parts[0], parts[1], parts[3]})), "part 3 of 4 is missing", 4);
    expect_bad(combine({parts[0], parts[1], parts[1], parts[3]}), "is part 2 as well as");
    const auto others = verify_parts(created("--count 41 --every 51"), 4, "other");
    expect_bad(combine({parts[0], parts[1], others[2], parts[3]}), "belongs to another proof");
    expect_bad(combine({file}), "is not a file of");

    std::string bytes = read_file(file);
    bytes[32 * 20] ^= 1;
    bytes[32 * 33] ^= 1;
    write_file(file, bytes);
    const auto wrong = verify_parts(file, 4, "wrong");
    for (const std::string &files : {combine(wrong), combine({wrong[0], wrong[2]}),
                                     combine({path_in("absent"), file, wrong[0], parts[1]})}) {
        const Ran ran = hashlane(files);
        EXPECT_EQ(ran.code, 2) << ran.err;
        EXPECT_TRUE(contains(ran.out, "segment 20,")) << files << ran.out;
    }
    const Ran bad = hashlane(combine({path_in("absent"), file, parts[1]}));
    EXPECT_EQ(bad.code, 1);
    EXPECT_EQ(bad.out, "");
    EXPECT_EQ(std::ranges::count(bad.err, '\n'), 2) << bad.err;
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
    expect_bad_with("parts", 0, "is not a file of");
    expect_bad_with("part", 2, "is not a file of");
    expect_bad_with("segments", -3, "is not a file of");
    expect_bad_with("hashes", 1e300, "is not a file of");
    expect_bad_with("stop", "wrong", "is not a file of");
    expect_bad_with("segments", 0, "is not a file of");
    expect_bad_with("right", 2, "2 right segments where part 1 of 1 has 3");
}

// ---- Bench ----

TEST(Chain, SaysWhatItCreated)
{
    const std::string file = path_in("told");
    const Ran made = hashlane("chain create " + file + " --count 5 --every 7");
    EXPECT_TRUE(std::regex_match(
        made.out,
        std::regex(R"(checkpoints  5 of 5, every 7 hashes\nrate         [0-9.]+ MH/s: 35 )"
                   R"(hashes in [0-9.]+ s\n)")))
        << made.out;
    const Ran more = hashlane("chain create " + file + " --resume --count 9");
    EXPECT_TRUE(more.out.starts_with("resumed at   5 checkpoints; the last one was verified\n"
                                     "checkpoints  9 of 9, every 7 hashes\n"))
        << more.out;
    EXPECT_TRUE(contains(more.out, " MH/s: 28 hashes in "));
}

// The options of the file may be given once more.
TEST(Chain, GoesOnWithNoOtherOptions)
{
    const std::string two = std::string(63, '0') + "2";
    const std::string options =
        " --start " + one + " --mix " + two + " --salt " + two + " --salt-adds 3 --every 6";
    const std::string file = created("--count 2" + options);
    const Ran same = hashlane("chain create " + file + " --resume --count 3" + options);
    EXPECT_EQ(same.code, 0) << same.err;
    for (const std::string &other :
         {"--start " + two, "--mix " + one, "--mix " + two + " --mix " + two, "--salt " + one,
          std::string("--salt-adds 4"), std::string("--every 7"), std::string("--preset plain"),
          std::string("--preset arweave")}) {
        const Ran ran = hashlane("chain create " + file + " --resume --count 4 " + other);
        EXPECT_EQ(ran.code, 1) << other;
        EXPECT_TRUE(contains(ran.err, "--resume: the options differ from")) << other;
    }
    EXPECT_EQ(std::filesystem::file_size(file), 3U * 32);
}

TEST(Chain, BenchTimesAProofOfAPreset)
{
    if (slow_build)
        GTEST_SKIP() << "would take minutes under a sanitizer";
    const Ran ran = hashlane("chain bench --preset poh --threads 2");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(contains(ran.out, "a slot of 64 ticks"));
    EXPECT_TRUE(contains(ran.out, " x of 0.4 s"));
    std::smatch proof;
    ASSERT_TRUE(std::regex_search(ran.out, proof,
                                  std::regex(R"(64 ticks +2 +([0-9.]+) s +([0-9.]+) MH/s)")));
    EXPECT_NEAR(std::stod(proof[1]) * std::stod(proof[2]), 64 * 0.0625, 0.2) << ran.out;
    EXPECT_FALSE(contains(ran.out, "mmx"));
    for (const char *chain : {"one chain ", "one chain, salted"}) {
        std::smatch rate;
        const std::regex line(std::string(chain) + R"( +1 +[0-9.]+ s +([0-9.]+) MH/s)");
        ASSERT_TRUE(std::regex_search(ran.out, rate, line)) << ran.out;
        EXPECT_LT(std::stod(rate[1]), 100) << "no core computes a hash in 10 ns";
    }
}

TEST(Chain, BenchTakesOneThreadAndAll)
{
    if (slow_build)
        GTEST_SKIP() << "would take minutes under a sanitizer";
    const Ran ran = hashlane("chain bench --preset poh");
    EXPECT_EQ(ran.code, 0) << ran.err;
    const std::size_t cpus = machine::allowed_cpus().size();
    const std::regex one_thread(R"(64 ticks +1 +[0-9.]+ s )");
    const std::regex all(fmt::format(R"(64 ticks +{} +[0-9.]+ s )", cpus));
    EXPECT_TRUE(std::regex_search(ran.out, one_thread)) << ran.out;
    EXPECT_TRUE(std::regex_search(ran.out, all)) << ran.out;
    EXPECT_EQ(std::ranges::count(ran.out, '\n'), cpus > 1 ? 5 : 4) << ran.out;
}

TEST(Chain, PresetsHaveTheLengthsAndInputsOfTheirProofs)
{
    const std::string file = scratch_path("preset");
    const std::string salt = " --salt " + std::string(64, '1'),
                      mix = " --mix " + std::string(64, '2');
    const std::pair<std::string, const char *> presets[] = {{"plain", "10000"},
                                                            {"poh", "62500"},
                                                            {"mmx" + mix + mix, "250000"},
                                                            {"arweave" + salt, "600000"}};
    for (const auto &[preset, every] : presets) {
        const Ran ran = hashlane("chain create " + file + " --count 1 --preset " + preset);
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_TRUE(contains(read_file(file + ".header"), every)) << read_file(file + ".header");
        std::remove(file.c_str());
        std::remove((file + ".header").c_str());
    }
    expect_refused(hashlane("chain create " + file + " --count 1 --preset mmx" + mix),
                   "--mix is required 2 times by the preset 'mmx', got 1");
    expect_refused(hashlane("chain create " + file + " --count 1 --preset arweave"),
                   "--salt is required by the preset 'arweave'");
}

// ---- Ends ----

TEST(Chain, ADeviceThatIsNotThereIsNamed)
{
    const std::string file = created("--count 5 --every 10");
    expect_refused(hashlane("chain verify " + file + " --device opencl:99"), "opencl:99: ", 3);
}

// Needs an OpenCL device. It takes part or not, as rates decide; the verdict is the same.
TEST(Chain, DevicesGiveTheSameVerdict)
{
    forgive_leaks_of_drivers();
    const std::string file = created("--count 400 --every 500");
    const Ran right = hashlane("chain verify " + file + " --device opencl:0 --progress");
    if (right.code == 3)
        GTEST_SKIP() << right.err;
    EXPECT_EQ(right.code, 0) << right.err;
    EXPECT_TRUE(contains(right.out, "\nopencl:0 "));
    EXPECT_TRUE(contains(right.out, "\nverified\n"));
    std::string bytes = read_file(file);
    bytes[32 * 170 + 3] ^= 4;
    write_file(file, bytes);
    const Ran wrong = hashlane("chain verify " + file + " --device opencl:0");
    EXPECT_EQ(wrong.code, 2) << wrong.err;
    EXPECT_TRUE(contains(wrong.out, "segment 170, from hash 85000 on"));
}

} // namespace
} // namespace hashlane::test
