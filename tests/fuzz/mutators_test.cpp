// SPDX-License-Identifier: MIT
//
// The mutators keep the shape of what they change, and make each kind of damage that they are for.
#include "mutators.h"
#include "results/json.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace hashlane::fuzz {
namespace {

constexpr std::size_t most = 4096;

std::set<std::string> mutants_of(Mutate mutate, const std::string &text)
{
    std::set<std::string> mutants;
    for (Random::result_type seed = 1; seed <= 2000; ++seed) {
        Random random(seed);
        random();
        std::string mutant = text;
        mutate(mutant, most, random);
        EXPECT_LE(mutant.size(), most);
        mutants.insert(mutant);
    }
    return mutants;
}

bool any_has(const std::set<std::string> &mutants, const std::string &part)
{
    return std::ranges::any_of(
        mutants, [&](const std::string &text) { return text.find(part) != std::string::npos; });
}

bool is_json(const std::string &text)
try {
    const results::JsonDocument document(text, "mutant");
    return true;
} catch (const results::BadFile &) {
    return false;
}

TEST(Mutators, HalfOfTheJsonIsReadAgain)
{
    const auto mutants = mutants_of(mutate_json, R"({"a":{"b":[1,22,"text"]},"c":-1.5e3,"d":""})");
    EXPECT_GT(mutants.size(), 300U);
    EXPECT_GT(std::ranges::count_if(mutants, is_json),
              static_cast<std::ptrdiff_t>(mutants.size() / 2));
}

TEST(Mutators, JsonHasEveryKindOfDamage)
{
    const auto mutants = mutants_of(mutate_json, R"({"a":1,"b":"text","c":{"d":[4]}})");
    const std::string deep(1000, '[');
    for (const std::string &part :
         {std::string(R"("a":1,"a":1)"), std::string(R"("b":"text","b":"text")"), deep,
          std::string(R"("a":"text")"), std::string(R"("a":"text","b":1)"), std::string("1e999"),
          std::string("<script>"), std::string("\\u001b"), std::string("-->")})
        EXPECT_TRUE(any_has(mutants, part)) << part.substr(0, 40);
}

TEST(Mutators, OneFieldOfAProofChanges)
{
    const std::string start(64, 'a'), end(64, 'b');
    const std::string line =
        "{\"hashes\":7,\"start\":\"" + start + "\",\"end\":\"" + end + "\",\"salt\":null}";
    const auto mutants = mutants_of(mutate_json, line);
    EXPECT_TRUE(any_has(mutants, "\"start\":\"" + start + "\",\"end\":\"" + start));
    EXPECT_TRUE(any_has(mutants, "{\"hashes\":7,\"start\":\"" + start.substr(1) + "\",\"end\":\"" +
                                     end + "\",\"salt\":null}"));
    EXPECT_TRUE(any_has(mutants, "{\"hashes\":7,\"end\":\"" + end));
}

TEST(Mutators, LinesAndListsKeepTheirWords)
{
    const auto lines = mutants_of(mutate_lines, "kind all\nportable 1.5\n");
    EXPECT_TRUE(any_has(lines, "kind all\nkind all\nportable 1.5\n"));
    EXPECT_TRUE(lines.contains("portable 1.5\n"));
    EXPECT_TRUE(lines.contains("portable all\nkind 1.5\n"));
    EXPECT_TRUE(lines.contains("kind all\nportable 1e999\n"));
    const auto lists = mutants_of(mutate_list, "0-3,8");
    for (const char *list : {"8-3,0", "0-3,0-3,8", "0-3", "0-3,2147483648", "0-3,88"})
        EXPECT_TRUE(lists.contains(list)) << list;
}

TEST(Mutators, AWordStaysAWord)
{
    const std::string large("\xff\1\2\3\4\5\6\7\x08", 9);
    const auto messages = mutants_of(mutate_words, "\1\2" + large + "\3");
    for (const std::string &message :
         {"\1\2" + large + "\4", large + "\2\1\3", "\1\2" + large + large + "\3",
          std::string("\1\2\3"), "\1" + large + "\3"})
        EXPECT_TRUE(messages.contains(message));
    EXPECT_TRUE(any_has(messages, std::string(9, '\xff')));
}

TEST(Mutators, NothingBecomesSomething)
{
    for (const Mutate mutate : {mutate_json, mutate_lines, mutate_list, mutate_words})
        EXPECT_TRUE(std::ranges::any_of(mutants_of(mutate, ""),
                                        [](const auto &text) { return text != ""; }));
}

} // namespace
} // namespace hashlane::fuzz
