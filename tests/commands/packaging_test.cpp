// SPDX-License-Identifier: MIT
//
// The manual page and the shells' completions compared with the program's help; the bill of
// materials compared with the compiled libraries.

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

// Returns the first words of the indented lines below `heading`: names, separated by commas.
Words listed(const std::string &help, const std::string &heading)
{
    std::istringstream lines(help.substr(std::min(help.find(heading), help.size())));
    Words words;
    std::string line;
    for (std::getline(lines, line); std::getline(lines, line) && !line.empty();)
        if (line.starts_with("  ") && line[2] != ' ') {
            std::string names = line.substr(2, line.find(' ', 2) - 2);
            std::ranges::replace(names, ',', ' ');
            words.merge(words_of(names));
        }
    return words;
}

std::string help_of(const std::string &command)
{
    const Ran ran = hashlane(command + " --help");
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran.out;
}

Words commands() { return listed(help_of(""), "Subcommands:"); }

// With those of chain, which has some of its own: "chain verify".
Words all_commands()
{
    Words all = commands();
    for (const std::string &command : listed(help_of("chain"), "Subcommands:"))
        all.insert("chain " + command);
    return all;
}

Words options(const std::string &command) { return listed(help_of(command), "Options:"); }

// Returns the manual's words without its formatting.
Words manual_words()
{
    std::string text = read_file(packaging + "hashlane.1");
    text = std::regex_replace(text, std::regex(R"(\\f[RPBI]|\n\.[A-Z]+ |["|,()])"), " ");
    return words_of(std::regex_replace(text, std::regex(R"(\\-)"), "-"));
}

TEST(Manual, HasEveryCommandAndOption)
{
    const Words manual = manual_words();
    ASSERT_GE(commands().size(), 10U);
    for (const std::string &command : all_commands()) {
        for (const std::string &word : words_of(command))
            EXPECT_TRUE(manual.contains(word)) << command;
        const Words all = options(command);
        EXPECT_TRUE(all.contains("--help")) << command;
        for (const std::string &option : all)
            EXPECT_TRUE(manual.contains(option)) << command << ' ' << option;
    }
}

TEST(Manual, HasNoOptionThatTheProgramLacks)
{
    Words known = options("");
    for (const std::string &command : all_commands())
        known.merge(options(command));
    for (const std::string &word : manual_words())
        if (word.starts_with("--")) {
            EXPECT_TRUE(known.contains(word)) << word;
        }
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
    EXPECT_EQ(bash_offers("''"), commands());
    EXPECT_EQ(bash_offers("chain ''"), listed(help_of("chain"), "Subcommands:"));
    for (const std::string &command : all_commands()) {
        Words expected = options(command);
        std::erase_if(expected,
                      [](const std::string &word) { return word.starts_with("--benchmark"); });
        EXPECT_EQ(bash_offers(command + " -"), expected) << command;
    }
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
        if (!option.starts_with("--benchmark")) {
            EXPECT_TRUE(offers("keccak -").contains(option)) << option;
        }
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
