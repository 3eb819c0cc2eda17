// SPDX-License-Identifier: MIT
//
// The output of 'compare --matrix' as plots: the figures, the sentences, and the problems of a
// file.
#include "results/json.h"
#include "show/page/page.h"
#include "show/svg/plots.h"
#include "support/result_files.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

using nlohmann::json;

json cell(double rate, bool trustworthy = true)
{
    return {{"hashes_per_second", rate},
            {"cycles_per_hash", 4e9 / rate},
            {"hashes_per_second_at_100_mhz", rate / 40},
            {"trustworthy", trustworthy}};
}

json row(const std::string &name, const std::string &workload, const json &cells)
{
    return {{"name", name}, {"workload", workload}, {"threads", 1}, {"cpus", 1}, {"cells", cells}};
}

json matrix()
{
    json messages = row("sha3.avx512.x8/sha3-256/64", "sha3", {cell(4e6), cell(5e6)});
    messages["bytes_per_hash"] = 64;
    return {{"files",
             {{{"path", "a/gcc.json"}, {"label", "gcc 12.2.0"}},
              {{"path", "a/clang.json"}, {"label", "clang 19.1.7"}}}},
            {"rows",
             {row("sha256-chain.shani.x1", "sha256-chain", {cell(33e6), cell(30e6)}),
              row("sha256-chain.shani.x2", "sha256-chain", {cell(40e6), cell(60e6)}),
              row("sha256-chain.shani.x3", "sha256-chain", {cell(90e6, false), cell(30e6)}),
              row("sha256-chain.neon.x1", "sha256-chain", {nullptr, cell(10e6)}), messages}}};
}

show::MatrixFile read(const json &document)
{
    const results::JsonDocument parsed(document.dump(), "matrix.json");
    EXPECT_TRUE(show::is_matrix(parsed.fields()));
    return show::matrix_file_of(parsed.fields(), "matrix.json");
}

std::vector<show::Figure> figures(const json &document)
{
    return show::matrix_figures(read(document).matrix, "matrix1-");
}

TEST(MatrixFigures, AreOneForEachWorkloadOrMessage)
{
    const std::vector<show::Figure> all = figures(matrix());
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].name, "matrix1-sha256-chain");
    EXPECT_EQ(all[1].name, "matrix1-sha3-256-64");
    EXPECT_EQ(all[1].title, "SHA3-256 of 64 bytes: kernels and files");
}

TEST(MatrixFigures, ShowHowMuchLongerEachTakesThanTheFastestOfItsRow)
{
    const show::Figure chain = figures(matrix())[0];
    const auto &plot = std::get<show::HeatPlot>(chain.plot);
    EXPECT_EQ(plot.columns, (std::vector<std::string>{"gcc 12.2.0", "clang 19.1.7"}));
    ASSERT_EQ(plot.rows.size(), 4U);
    EXPECT_EQ(plot.rows[0], "shani.x1");
    EXPECT_DOUBLE_EQ(*plot.values[0][0], 0);
    EXPECT_NEAR(*plot.values[0][1], 10, 1e-9);
    EXPECT_NEAR(*plot.values[1][0], 50, 1e-9);
    EXPECT_FALSE(plot.values[3][0]);
    EXPECT_EQ(chain.table.rows[0],
              (std::vector<std::string>{"shani.x1", "33.00", "0.0", "30.00", "10.0"}));
    EXPECT_EQ(chain.table.rows[2][1], "90.00!") << "what cannot be trusted is marked";
    EXPECT_EQ(chain.table.rows[3][1], "");
}

TEST(MatrixFigures, HaveUnitsOfTheirMessages)
{
    const show::Figure messages = figures(matrix())[1];
    EXPECT_EQ(messages.table.columns[1].name, "gcc 12.2.0, MB/s");
    EXPECT_EQ(messages.table.rows[0],
              (std::vector<std::string>{"avx512.x8", "256.0", "25.0", "320.0", "0.0"}));
}

TEST(MatrixFigures, SayWhichFileIsFastestWithoutWhatCannotBeTrusted)
{
    EXPECT_EQ(
        figures(matrix())[0].sentence,
        "gcc 12.2.0 is the fastest in 1, clang 19.1.7 is the fastest in 1 of 2 rows that are "
        "trustworthy in two files or more. The widest gap: shani.x2 takes 50.0 % longer with gcc "
        "12.2.0 than with clang 19.1.7.");
    json alone = matrix();
    for (json &one : alone["rows"])
        one["cells"][0] = nullptr;
    EXPECT_EQ(figures(alone)[0].sentence, "No row is trustworthy in two files.");
}

TEST(MatrixFigures, NumberFilesWithLongNames)
{
    json document = matrix();
    document["files"][0]["label"] = "AMD EPYC 9575F 64-Core Processor";
    const show::Figure chain = figures(document)[0];
    EXPECT_EQ(std::get<show::HeatPlot>(chain.plot).columns, (std::vector<std::string>{"1", "2"}));
    EXPECT_EQ(chain.table.columns[1].name, "AMD EPYC 9575F 64-Core Processor, MH/s");
    const show::Book book = show::make_book({}, {}, {read(document)});
    ASSERT_EQ(book.chapters.size(), 1U);
    EXPECT_EQ(book.chapters[0].facts[0], "1: AMD EPYC 9575F 64-Core Processor: gcc.json");
    EXPECT_EQ(book.title, "hashlane: 1 comparison");
}

TEST(MatrixFigures, ShowKernelsNamesInFullOnATerminal)
{
    const std::string text =
        show::text_heat(std::get<show::HeatPlot>(figures(matrix())[0].plot), 80);
    for (const char *part : {"gcc 12.2.0", "clang 19.1.7", "shani.x2", "50.0"})
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST(MatrixFile, TakesNothingForMoreThanText)
{
    json document = matrix();
    const std::string hostile = "</title><script>x</script>";
    document["files"][0]["label"] = document["files"][0]["path"] = hostile;
    document["rows"][0]["name"] = "sha256-chain." + hostile;
    document["rows"][1]["workload"] = hostile;
    const std::string page = show::write_page(show::make_book({}, {}, {read(document)}));
    EXPECT_EQ(page.find("<script>x"), std::string::npos);
    EXPECT_NE(page.find("&lt;script&gt;x"), std::string::npos);
}

TEST(MatrixFile, OfADeviceHasNoCpus)
{
    json document = matrix();
    document["rows"][0]["cpus"] = 0;
    EXPECT_EQ(read(document).matrix.lines[0].key.cpus, 0U);
}

void expect_bad_matrix(const json &document, const std::string &what)
{
    try {
        read(document);
        FAIL() << what;
    } catch (const results::BadFile &bad) {
        EXPECT_NE(std::string(bad.what()).find(what), std::string::npos) << bad.what();
    }
}

TEST(MatrixFile, SaysWhatIsWrongAndWhere)
{
    json document = matrix();
    document["rows"][1]["cells"].push_back(nullptr);
    expect_bad_matrix(document,
                      "rows[1] (sha256-chain.shani.x2): 'cells' has not one element for each");
    document = matrix();
    document["rows"][0]["cells"][1]["hashes_per_second"] = 0;
    expect_bad_matrix(document, "'hashes_per_second' is not above 0");
    document = matrix();
    document["rows"][0]["cells"][1] = 7;
    expect_bad_matrix(document, "cells[1]");
    document = matrix();
    document["rows"][0]["cells"] = "none";
    expect_bad_matrix(document, "'cells'");
    document = matrix();
    document["files"][0].erase("label");
    expect_bad_matrix(document, "'label'");
    document = matrix();
    document["rows"][0].erase("name");
    expect_bad_matrix(document, "'name'");
}

} // namespace
} // namespace hashlane::test
