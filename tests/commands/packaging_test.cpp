// SPDX-License-Identifier: MIT
//
// The shells' completions compared with the program's help; the bill of materials compared with the
// compiled libraries.

#include "support/program.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>

namespace hashlane::test {
namespace {

using nlohmann::json;
using Words = std::set<std::string>;

const std::string packaging = test_path("../packaging/");

Words words_of(const std::string &text)
{
    std::istringstream stream(text);
    Words words;
    for (std::string word; stream >> word;)
        words.insert(word);
    return words;
}

// Returns the parts of the help that match.
Words listed(const std::string &command, const std::regex &part)
{
    const Ran ran = hashlane("help " + command);
    EXPECT_EQ(ran.code, 0) << ran.err;
    const std::string help = ran.out;
    Words words;
    for (std::sregex_iterator match(help.begin(), help.end(), part), end; match != end; ++match)
        words.insert((*match)[1]);
    return words;
}

Words commands() { return listed("", std::regex("\n  ([a-z][a-z0-9-]*) ")); }

Words commands_of_chain() { return listed("chain", std::regex("\n  chain ([a-z]+) ")); }

// With those of chain, and hidden ones: "chain verify".
Words all_commands()
{
    Words all = commands();
    all.erase("chain");
    for (const std::string &command : commands_of_chain())
        all.insert("chain " + command);
    all.merge(Words{"health", "keccak", "sha256", "sha3"});
    return all;
}

Words options(const std::string &command)
{
    Words all = listed(command, std::regex("\n      (--[a-z-]+)"));
    all.merge(listed(command, std::regex("\n  (-[a-zA-Z])[, ]")));
    all.merge(listed(command, std::regex("\n  -[a-zA-Z], (--[a-z0-9-]+)")));
    return all;
}

// Returns the completions that bash offers after these words, the last of which is being typed.
Words bash_offers(const std::string &words)
{
    const Ran ran =
        shell("bash -c '. \"$0\"; hashlane=$1; shift; COMP_WORDS=(\"$hashlane\" \"$@\"); "
              "COMP_CWORD=$#; _hashlane \"$hashlane\" \"${@: -1}\" "
              "\"${COMP_WORDS[COMP_CWORD - 1]}\"; echo \"${COMPREPLY[@]}\"' " +
              packaging + "completions/hashlane.bash \"$HASHLANE\" " + words);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return words_of(ran.out);
}

TEST(Completion, BashOffersEveryCommandAndOption)
{
    ASSERT_EQ(commands().size(), 13U);
    EXPECT_EQ(bash_offers("''"), commands());
    EXPECT_EQ(bash_offers("chain ''"), commands_of_chain());
    for (const std::string &command : all_commands()) {
        const Words all = options(command);
        EXPECT_TRUE(all.contains("--help")) << command;
        EXPECT_EQ(bash_offers(command + " -"), all) << command;
    }
    EXPECT_TRUE(bash_offers("run sha256-").contains("sha256-chain"));
    EXPECT_TRUE(bash_offers("help s").contains("self-test"));
    EXPECT_EQ(bash_offers("run --color a"), (Words{"auto", "always"}));
    EXPECT_EQ(bash_offers("report --format ''"), (Words{"html", "svg", "text"}));
    EXPECT_TRUE(bash_offers("run --format ''").contains("json"));
}

TEST(Completion, FishOffersEveryCommandAndOption)
{
    if (shell("command -v fish").code != 0)
        GTEST_SKIP() << "fish is not installed";
    const auto offers = [](const std::string &line) {
        const Ran ran =
            shell("PATH=\"$(dirname \"$HASHLANE\"):$PATH\" fish -c 'source " + packaging +
                  "completions/hashlane.fish; complete -C \"hashlane " + line + "\"' | cut -f1");
        EXPECT_EQ(ran.code, 0) << ran.err;
        return words_of(ran.out);
    };
    EXPECT_EQ(offers(""), commands());
    for (const std::string &option : options("keccak"))
        EXPECT_TRUE(offers("keccak -").contains(option)) << option;
}

TEST(Completion, ZshUnderstandsIt)
{
    if (shell("command -v zsh").code != 0)
        GTEST_SKIP() << "zsh is not installed";
    const Ran ran = shell("zsh -n " + packaging + "completions/_hashlane");
    EXPECT_EQ(ran.code, 0) << ran.err;
}

// Checks the members that we use against CycloneDX's schema 1.5, and that there are no others.
void expect_component(const json &component, const std::string &type)
{
    const std::set<std::string> known = {"type", "bom-ref", "name", "version", "licenses", "purl"};
    for (const auto &[key, value] : component.items())
        EXPECT_TRUE(known.contains(key)) << component;
    EXPECT_EQ(component.at("type"), type);
    EXPECT_FALSE(component.at("name").get<std::string>().empty());
    EXPECT_TRUE(component.at("bom-ref").is_string());
    ASSERT_EQ(component.at("licenses").size(), 1U);
    const json &licence = component["licenses"][0];
    EXPECT_EQ(licence.size(), 1U) << licence;
    EXPECT_TRUE(licence.contains("expression") || licence.at("license").size() == 1) << licence;
    if (component.contains("purl")) {
        EXPECT_TRUE(component["purl"].get<std::string>().starts_with("pkg:deb/")) << component;
    }
}

TEST(BillOfMaterials, NamesWhatIsCompiledInWithItsVersion)
{
    const json bill = json::parse(read_file(HASHLANE_BILL));
    EXPECT_EQ(bill.at("bomFormat"), "CycloneDX");
    EXPECT_EQ(bill.at("specVersion"), "1.5");
    EXPECT_EQ(bill.at("version"), 1);
    expect_component(bill.at("metadata").at("component"), "application");
    std::map<std::string, std::string> versions;
    json references = json::array();
    for (const json &component : bill.at("components")) {
        expect_component(component, "library");
        versions[component["name"]] = component.value("version", "");
        references.push_back(component["bom-ref"]);
    }
    ASSERT_EQ(bill.at("dependencies").size(), 1U);
    EXPECT_EQ(bill["dependencies"][0].at("ref"), "hashlane");
    EXPECT_EQ(bill["dependencies"][0].at("dependsOn"), references);
    EXPECT_EQ(versions.at("fmt"), fmt::format("{}.{}.{}", FMT_VERSION / 10000,
                                              FMT_VERSION / 100 % 100, FMT_VERSION % 100));
    EXPECT_EQ(versions.at("nlohmann-json"),
              fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                          NLOHMANN_JSON_VERSION_PATCH));
    EXPECT_TRUE(std::regex_match(versions.at("CLI11"), std::regex("[0-9]+[.][0-9]+[.][0-9]+")));
}

} // namespace
} // namespace hashlane::test
