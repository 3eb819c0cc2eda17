// SPDX-License-Identifier: MIT
//
// The page as a file: its instructions to a browser, and that nothing in a result file is more than
// text.
#include "show/page/page.h"
#include "support/golden.h"
#include "support/run_files.h"
#include "support/text.h"

#include <fmt/format.h>

#include <regex>

#if HASHLANE_OPENSSL
#include <openssl/evp.h>
#include <openssl/sha.h>
#endif

namespace hashlane::test {
namespace {

using nlohmann::json;

std::string page_of(const json &report)
{
    return show::write_page(show::make_book({read_result_text(report.dump())}));
}

std::size_t count_of(const std::string &text, const std::string &part)
{
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1))
        ++count;
    return count;
}

TEST(Page, IsTheSameForTheSameFile)
{
    const std::string page = page_of(full_run());
    EXPECT_EQ(page, page_of(full_run()));
    // Without the parts that change with docs/results, and without the style and the script, which
    // have files of their own, and their hashes.
    show::Book book = show::make_book({read_result_text(full_run().dump())});
    std::erase_if(book.chapters[0].figures,
                  [](const show::Figure &figure) { return figure.name.starts_with("standing-"); });
    std::string shown = show::write_page(book);
    for (const std::string text : {show::page_style, show::page_script})
        shown.replace(shown.find(text), text.size(), "…");
    const std::regex hash("sha256-[A-Za-z0-9+/]{43}=");
    expect_golden("page.html", std::regex_replace(shown, hash, "sha256-…"), "show/page");
}

TEST(Page, LoadsNothing)
{
    const std::string page = page_of(full_run());
    for (const char *part : {"http:", "https:", " src=", "@import", "url(", "<link", "<iframe",
                             "onclick", "javascript:", " style=\""})
        EXPECT_FALSE(contains(page, part));
    EXPECT_TRUE(contains(page, "default-src &#39;none&#39;; style-src &#39;sha256-"));
}

#if HASHLANE_OPENSSL
std::string sha256_base64(const std::string &text)
{
    unsigned char digest[SHA256_DIGEST_LENGTH], letters[45];
    SHA256(reinterpret_cast<const unsigned char *>(text.data()), text.size(), digest);
    EVP_EncodeBlock(letters, digest, sizeof digest);
    return reinterpret_cast<const char *>(letters);
}

TEST(Page, AllowsItsStyleAndItsScriptByTheirHashes)
{
    const std::string page = page_of(full_run());
    const auto between = [&](const std::string &tag) {
        const std::size_t from = page.find("<" + tag + ">") + tag.size() + 2;
        return page.substr(from, page.find("</" + tag + ">", from) - from);
    };
    for (const std::string tag : {"style", "script"})
        EXPECT_TRUE(contains(
            page, fmt::format("{}-src &#39;sha256-{}&#39;", tag, sha256_base64(between(tag)))));
}
#endif

TEST(Page, ScriptIsShort) { EXPECT_LE(std::string(show::page_script).size(), 3000U); }

TEST(Page, HostileTextStaysText)
{
    const std::string hostile = "</title></style></script><script>alert(1)</script>"
                                "<img src=x onerror=alert(1)>\" onload=\"x' &amp; \x01";
    json report = full_run();
    json &program = report["context"]["hashlane"];
    for (const char *key : {"version", "cpu_model", "microcode", "kernel_release", "hypervisor",
                            "compiler", "command", "governor"})
        program[key] = hostile;
    program["emulator"] = hostile;
    report["context"]["date"] = hostile;
    report["mismatches"] = {{{"kernel", hostile}}};
    program["topology"]["kinds"][0]["name"] = hostile;
    program["topology"]["cores"][0]["kind"] = program["topology"]["cores"][1]["kind"] = hostile;
    for (json &row : report["benchmarks"]) {
        for (const char *key : {"noise", "noise_note", "proof", "core_kind", "scope"})
            row[key] = hostile;
        row["name"] = row["name"].get<std::string>() + hostile;
    }
    const std::string page = page_of(report);
    report["benchmarks"][0]["workload"] = hostile;
    EXPECT_THROW(page_of(report), results::BadFile);
    EXPECT_EQ(count_of(page, "<script"), 1U);
    EXPECT_EQ(count_of(page, "</style>"), 1U);
    EXPECT_FALSE(contains(page, "<img"));
    EXPECT_FALSE(contains(page, "\" onload=\""));
    EXPECT_FALSE(contains(page, "\x01"));
    constexpr std::string_view letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-";
    for (std::size_t at = page.find(" id=\""); at != page.npos; at = page.find(" id=\"", at)) {
        at += 5;
        EXPECT_EQ(page[page.find_first_not_of(letters, at)], '"') << page.substr(at, 50);
    }
}

// Every number of a plot is in the table beneath it, and every plot has a title and a description.
TEST(Page, EveryPlotHasTitleSentenceAndTable)
{
    const std::string page = page_of(full_run());
    const std::size_t figures = count_of(page, "<figure ");
    EXPECT_GE(figures, 8U);
    EXPECT_EQ(count_of(page, "role=\"img\" aria-labelledby"), figures);
    EXPECT_EQ(count_of(page, "<details>"), figures + 1) << "and of the answers";
    EXPECT_EQ(count_of(page, "<tr>") + count_of(page, "<tr "), count_of(page, "</tr>"));
}

TEST(Page, BeginsWithTheMachine)
{
    json report = full_run();
    json &program = report["context"]["hashlane"];
    program["cpu_model"] = "AMD EPYC";
    program["cpu_identity"] = "AuthenticAMD family 25 model 17 stepping 1";
    program["hypervisor"] = "KVM";
    const std::string page = page_of(report);
    EXPECT_TRUE(contains(page, "<h1>hashlane on AMD EPYC (family 25 model 17), 3 cores, KVM</h1>"));
    EXPECT_LT(page.find("4.00 GHz;"), page.find("id=\"answer\""));
    EXPECT_LT(page.find("Command: hashlane run"), page.find("id=\"answer\""));
    results::Report named = read_result_text(report.dump());
    named.machine = "Zen 4 (AMD EPYC 9004)";
    EXPECT_EQ(show::make_book({named}).title, "hashlane on Zen 4 (AMD EPYC 9004), 3 cores, KVM");
}

TEST(Page, OfDevicesAloneIsCalledAfterThem)
{
    json row = result_row("sha256-chain.cuda.x65536", {{70, 71}});
    row["cycle_source"] = "none";
    row["device"] = "NVIDIA H200, CUDA driver 13.0";
    row["clock_hz"] = 1.98e9;
    row["cpus"] = json::array();
    const json device = result_json({row});
    EXPECT_EQ(show::make_book({read_result_text(device.dump())}).title, "hashlane on NVIDIA H200");
    json sum = row;
    sum["name"] = sum["kernel"] = "sha256-chain.devices";
    sum["device"] = "cuda:0 + cuda:1";
    sum["threads"] = 2;
    sum["thread_hashes_per_second"] = {1e9, 1e9};
    sum.erase("samples");
    EXPECT_EQ(show::make_book({read_result_text(result_json({row, sum}).dump())}).title,
              "hashlane on NVIDIA H200");
    json both = full_run();
    both["benchmarks"].push_back(row);
    EXPECT_TRUE(contains(page_of(both), ", with NVIDIA H200</h1>"));
    EXPECT_TRUE(contains(page_of(device), "1.98 GHz;"));
}

TEST(Page, NamesTheRowsThatAreNotTrustworthyBelowTheAnswers)
{
    const std::string page = page_of(full_run());
    const std::size_t caution = page.find("<p class=\"caution\">Not trustworthy, 1 of 6 rows: "
                                          "sha256-chain.ref.x1 (noisy!)</p>");
    ASSERT_NE(caution, page.npos);
    EXPECT_GT(caution, page.find("id=\"answer\""));
    EXPECT_LT(caution, page.find("<figure "));
    EXPECT_FALSE(contains(page, "class=\"alarm\""));
}

TEST(Page, ExplainsItsColumnsAndEachKindOfPlotOnce)
{
    const std::string page = page_of(full_run());
    EXPECT_FALSE(contains(page, "docs/reading-results.md")) << "who is sent the page has no manual";
    EXPECT_TRUE(contains(page, "<dt>noise</dt>"));
    EXPECT_EQ(count_of(page, "Narrow bar and tick: the bound"), 1U) << "of three plots";
    EXPECT_TRUE(contains(page, "<li><a href=\"#cycles-keccak-chain\">"));
}

TEST(Page, TwentyMachinesAreBelowAMegabyte)
{
    std::vector<results::Report> files;
    for (int i = 0; i < 20; ++i) {
        json report = full_run();
        report["context"]["hashlane"]["cpu_model"] = "CPU " + std::to_string(i);
        for (int row = 0; row < 45; ++row)
            report["benchmarks"].push_back(
                full_row("sha256-chain.kernel-" + std::to_string(row) + ".x8", 8, 100.0 + row));
        files.push_back(read_result_text(report.dump(), std::to_string(i) + ".json"));
    }
    const std::string one = show::write_page(show::make_book({files.front()}));
    EXPECT_LT(one.size(), 300'000U);
    EXPECT_LT(show::write_page(show::make_book(files)).size(), 1'000'000U);
}

TEST(Page, TwentyThousandRowsAreDrawn)
{
    std::vector<json> rows;
    for (int i = 0; i < 20000; ++i) {
        json row = full_row("sha256-chain.k" + std::to_string(i) + ".x1", 1, 100.0 + i);
        row.erase("samples");
        rows.push_back(std::move(row));
    }
    const std::string page = page_of(result_json(rows));
    EXPECT_LT(page.size(), 1'000'000U);
    EXPECT_TRUE(contains(page, "19500 more rows are in the file"));
}

} // namespace
} // namespace hashlane::test
