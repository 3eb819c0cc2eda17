// SPDX-License-Identifier: MIT
//
// 'hashlane report' and 'hashlane known' as a user calls them.
#include "support/program.h"
#include "support/run_files.h"

#include <algorithm>
#include <filesystem>
#include <sys/resource.h>

namespace hashlane::test {
namespace {

using nlohmann::json;

class ReportCommand : public testing::Test {
protected:
    ReportCommand() { std::filesystem::create_directory(folder()); }
    ~ReportCommand() override { std::filesystem::remove_all(folder()); }

    static std::string folder() { return scratch_path("report"); }

    static void write(const std::string &name, const std::string &text)
    {
        std::ofstream(folder() + "/" + name, std::ios::binary) << text;
    }

    static Ran report(const std::string &arguments)
    {
        return shell("cd '" + folder() + "'; exec \"$HASHLANE\" report " + arguments);
    }

    static void expect_bad(const std::string &arguments, const std::string &part)
    {
        SCOPED_TRACE(arguments);
        expect_refused(report(arguments), part);
    }
};

TEST_F(ReportCommand, WritesAPage)
{
    write("run.json", full_run().dump());
    const Ran ran = report("run.json --out page.html");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, "");
    const std::string page = read_file(folder() + "/page.html");
    EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
    EXPECT_EQ(report("run.json").out, page) << "without --out";
    EXPECT_FALSE(contains(page, folder())) << "no path of this machine";
    EXPECT_EQ(report("run.json run.json").code, 0);
}

// It shows what files record, and judges nothing: 'compare --fail-above' does.
TEST_F(ReportCommand, OfWrongResultsAloneShowsThem)
{
    json wrong = result_json({});
    wrong["mismatches"] = {{{"kernel", "sha256-chain.ref.x1"}, {"lane", 0}, {"iteration", 9}}};
    write("wrong.json", wrong.dump());
    for (const std::string format : {"html", "text", "table", "markdown"}) {
        const Ran ran = report("wrong.json --format " + format);
        EXPECT_EQ(ran.code, 0) << format << ran.err;
        EXPECT_TRUE(contains(ran.out, "sha256-chain.ref.x1")) << format;
    }
    expect_bad("wrong.json --format svg --plot answer", "these files have no row to plot");
}

TEST_F(ReportCommand, NamesFilesWithoutTheirFolders)
{
    json run = full_run();
    run["context"]["hashlane"]["command"] = "hashlane run /home/x/a b/c --out /home/x/run.json -q";
    std::filesystem::create_directories(folder() + "/mon");
    std::filesystem::create_directories(folder() + "/tue");
    write("mon/run.json", run.dump());
    write("tue/run.json", run.dump());
    const std::string of_one = report("mon/run.json").out, of_two = report("*/run.json").out;
    EXPECT_TRUE(contains(of_one, "Command: hashlane run … … -q<"));
    for (const std::string *page : {&of_one, &of_two})
        for (const char *part : {"/home/x", "mon/", "tue/"})
            EXPECT_FALSE(contains(*page, part)) << part;
    EXPECT_TRUE(contains(of_two, "run.json (1)"));
    EXPECT_TRUE(contains(of_two, "run.json (2)"));
}

TEST_F(ReportCommand, WritesOnePlot)
{
    write("run.json", full_run().dump());
    const Ran ran = report("run.json --format svg --plot cycles-sha256-chain");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(ran.out.starts_with("<svg xmlns="));
    EXPECT_TRUE(contains(ran.out, "shani.x4"));
    expect_bad(
        "run.json --format svg",
        "--plot: a NAME is required for --format svg; the plots of these files are answer, ");
    expect_bad("run.json --format svg --plot nothing",
               "there is no 'nothing'; the plots of these files are answer, ");
    expect_bad("run.json --plot clock", "--plot requires --format svg or text");
}

TEST_F(ReportCommand, WritesText)
{
    write("run.json", full_run().dump());
    const Ran ran = report("run.json --format text");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(contains(ran.out, "  shani.x4 "));
    const Ran one = report("run.json --format text --plot cycles-sha256-chain");
    EXPECT_TRUE(one.out.starts_with("SHA-256 chains: cycles of each kernel\n")) << one.out;
    EXPECT_TRUE(contains(ran.out, one.out));
}

// The tables of a stored run are those that the run printed.
TEST_F(ReportCommand, WritesTheTablesOfARun)
{
    write("run.json", full_run().dump());
    const Ran table = report("run.json --format table");
    EXPECT_EQ(table.code, 0) << table.err;
    EXPECT_TRUE(table.out.starts_with("sha256-chain: d = SHA256(d), core cycles per hash\n"))
        << table.out;
    const Ran markdown = report("run.json run.json --format markdown");
    EXPECT_EQ(markdown.code, 0) << markdown.err;
    EXPECT_NE(markdown.out.find("| kernel"), markdown.out.rfind("| kernel")) << markdown.out;
    expect_bad("run.json --format table --plot answer", "--plot requires --format svg or text");
    expect_bad("run.json --format table --open", "--open requires --format html or svg");
}

// A browser that writes its arguments to a file.
TEST_F(ReportCommand, OpensABrowser)
{
    write("run.json", full_run().dump());
    write("xdg-open", "#!/bin/sh\necho \"$@\" >'" + folder() + "/called'\n");
    std::filesystem::permissions(folder() + "/xdg-open", std::filesystem::perms::owner_all);
    const std::string desktop = "cd '" + folder() + "'; export DISPLAY=:7 PATH=\"$PWD:$PATH\"; ";
    const Ran ran = shell(desktop + "\"$HASHLANE\" report run.json --open --out 'a page.html'");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err + ran.out, "");
    EXPECT_EQ(read_file(folder() + "/called"), folder() + "/a page.html\n") << "absolute";
    EXPECT_EQ(shell(desktop + "\"$HASHLANE\" report run.json --open").code, 0);
    EXPECT_EQ(read_file(folder() + "/called"), folder() + "/report.html\n");

    write("xdg-open", "#!/bin/sh\nexit 3\n");
    const Ran failed = shell(desktop + "\"$HASHLANE\" report run.json --open --out b.html");
    EXPECT_EQ(failed.code, 3);
    EXPECT_TRUE(contains(failed.err,
                         "'b.html' was written, but cannot be shown here: xdg-open failed "
                         "with exit code 3"));
}

TEST_F(ReportCommand, WithoutADesktopThePageIsWrittenAllTheSame)
{
    write("run.json", full_run().dump());
    const Ran ran = shell("cd '" + folder() +
                          "'; unset DISPLAY WAYLAND_DISPLAY; exec \"$HASHLANE\" report run.json "
                          "--open --out page.html");
    expect_refused(ran, "there is no desktop", 3);
    EXPECT_TRUE(read_file(folder() + "/page.html").starts_with("<!DOCTYPE html>"));
    expect_bad("run.json --open --format text", "--open requires --format html or svg");
}

TEST_F(ReportCommand, ComparesFilesButReadsNoComparison)
{
    write("old.json", full_run().dump());
    json changed = full_run();
    changed["benchmarks"][0] = full_row("sha256-chain.shani.x4", 4, 77);
    write("new.json", changed.dump());
    const Ran both = report("old.json new.json --format text --plot change-run2");
    EXPECT_EQ(both.code, 0) << both.err;
    EXPECT_TRUE(contains(both.out, "new.json against old.json"));
    EXPECT_TRUE(contains(both.out, "+10.00"));
    for (const std::string kind : {"", "--matrix "}) {
        const Ran compared = shell("cd '" + folder() + "'; exec \"$HASHLANE\" compare " + kind +
                                   "old.json new.json --format json >compared.json");
        ASSERT_EQ(compared.code, 0) << compared.err;
        expect_bad("compared.json", "'compared.json' has the JSON of 'hashlane compare'; "
                                    "'hashlane report' compares the result files");
    }
}

TEST_F(ReportCommand, ReadsOneRowAndBareFiles)
{
    write("one.json", result_json({full_row("sha256-chain.shani.x1", 1, 134)}).dump());
    EXPECT_EQ(report("one.json").code, 0);
    // No bound, no interval, no visits.
    const json bare = result_row("sha256-chain.shani-compact.x4", {costs_around(70)});
    write("bare.json", result_json({bare}).dump());
    const Ran ran = report("bare.json --format text");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(contains(ran.out, "shani-compact.x4"));
    EXPECT_EQ(report("one.json bare.json").code, 0);
}

rusage used_by_children()
{
    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    return used;
}

// The limits are those of a release build; with a sanitizer it only has to work.
TEST_F(ReportCommand, TwentyThousandRowsTakeSecondsAndNoGigabyte)
{
    std::string text = result_json({}).dump();
    const std::size_t place = text.find("[]");
    ASSERT_EQ(text.substr(place - 13, 15), R"("benchmarks":[])");
    json row = full_row("sha256-chain.k.x1", 1, 100);
    row.erase("samples");
    std::string rows;
    for (int i = 0; i < 20000; ++i) {
        row["name"] = "sha256-chain.k" + std::to_string(i) + ".x1";
        rows += (i == 0 ? "" : ",") + row.dump();
    }
    write("many.json", text.insert(place + 1, rows));
    const rusage before = used_by_children();
    const Ran ran = report("many.json --out page.html");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_LT(std::filesystem::file_size(folder() + "/page.html"), 1'000'000U);
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    constexpr long most_kilobytes = 300'000, most_seconds = 2, slow_machine = 3;
    const rusage after = used_by_children();
    EXPECT_LT(after.ru_utime.tv_sec - before.ru_utime.tv_sec, most_seconds * slow_machine);
    if (before.ru_maxrss < most_kilobytes) { // the largest of all children of this process
        EXPECT_LT(after.ru_maxrss, most_kilobytes);
    }
#else
    (void)before;
#endif
}

TEST_F(ReportCommand, BadInputIsOneLineAndExitOne)
{
    write("empty.json", "");
    write("foreign.json", R"({"context": {"date": "x"}, "benchmarks": []})");
    write("none.json", result_json({}).dump());
    json wrong = full_run();
    wrong["benchmarks"][0]["lanes"] = "four";
    write("wrong.json", wrong.dump());
    expect_bad("", "a result file is required");
    expect_bad("absent.json", "cannot open 'absent.json'");
    expect_bad("empty.json", "'empty.json' is empty");
    expect_bad("foreign.json", "not a result file");
    expect_bad("none.json", "'none.json' has no row");
    expect_bad("wrong.json", "'lanes' is not a whole number above 0");
    expect_bad("none.json --format png", "--format: 'png'");
    expect_bad("none.json --out /absent/page.html", "--out: cannot write");
}

TEST_F(ReportCommand, EachBadFileIsNamedAndTheOthersAreShown)
{
    write("good.json", full_run().dump());
    write("none.json", result_json({}).dump());
    const std::string page = report("good.json").out;
    for (const char *const out : {"", " --out page.html"}) {
        const Ran ran = report(std::string("absent.json good.json none.json") + out);
        EXPECT_EQ(ran.code, 1) << ran.err;
        EXPECT_EQ(ran.err, "hashlane: cannot open 'absent.json': No such file or directory\n"
                           "hashlane: 'none.json' has no row that can be shown\n");
        EXPECT_EQ(*out == '\0' ? ran.out : read_file(folder() + "/page.html"), page);
    }
    write("page.html", "old");
    const Ran none = report("absent.json none.json --out page.html");
    EXPECT_EQ(none.code, 1);
    EXPECT_EQ(std::ranges::count(none.err, '\n'), 2) << none.err;
    EXPECT_EQ(read_file(folder() + "/page.html"), "old");
}

TEST(Known, ListsResultsWithTheirSources)
{
    const Ran table = hashlane("list published --filter 'Zen 4'");
    EXPECT_EQ(table.code, 0) << table.err;
    EXPECT_TRUE(contains(table.out, "1.582 MH/s at 0.1 GHz"));
    EXPECT_TRUE(contains(table.out, "[1] Fast Recursive SHA256, pipelined"));
    EXPECT_FALSE(contains(table.out, "Gracemont"));
    const json all = json::parse(hashlane("list published --format json").out);
    EXPECT_GE(all.size(), 98U);
    for (const json &one : all)
        EXPECT_FALSE(one["source"].get<std::string>().empty());
    const std::string csv = hashlane("list published --format csv").out;
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(csv, '\n')), all.size() + 1);
    EXPECT_EQ(hashlane("list published --filter nothing-like-it").code, 1);
}

} // namespace
} // namespace hashlane::test
