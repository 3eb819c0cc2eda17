// SPDX-License-Identifier: MIT
//
// 'hashlane report' and 'hashlane known' as a user calls them.
#include "support/program.h"
#include "support/run_files.h"

#include <algorithm>
#include <filesystem>

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
        const Ran ran = report(arguments);
        EXPECT_EQ(ran.code, 1) << arguments;
        EXPECT_EQ(ran.out, "");
        EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
        EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
    }
};

TEST_F(ReportCommand, WritesAPage)
{
    write("run.json", full_run().dump());
    const Ran ran = report("run.json --out page.html");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, "");
    const std::string page = read_file(folder() + "/page.html");
    EXPECT_EQ(page.rfind("<!DOCTYPE html>", 0), 0U);
    EXPECT_EQ(report("run.json").out, page) << "without --out";
    EXPECT_EQ(page.find(folder()), std::string::npos) << "no path of this machine";
    EXPECT_EQ(report("run.json run.json").code, 0);
}

TEST_F(ReportCommand, WritesOnePlot)
{
    write("run.json", full_run().dump());
    const Ran ran = report("run.json --format svg --plot cycles-sha256-chain");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out.rfind("<svg xmlns=", 0), 0U);
    EXPECT_NE(ran.out.find("shani.x4"), std::string::npos);
    expect_bad("run.json --format svg", "needs --plot NAME");
    expect_bad("run.json --format svg --plot nothing", "there are answer, cycles-sha256-chain,");
    expect_bad("run.json --plot clock", "--plot: is for --format svg or text");
}

TEST_F(ReportCommand, WritesText)
{
    write("run.json", full_run().dump());
    const Ran ran = report("run.json --format text");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("█"), std::string::npos);
    const Ran one = report("run.json --format text --plot cycles-sha256-chain");
    EXPECT_EQ(one.out.rfind("SHA-256 chains: cycles of each kernel\n", 0), 0U) << one.out;
    EXPECT_NE(ran.out.find(one.out), std::string::npos);
}

TEST_F(ReportCommand, BadInputIsOneLineAndExitOne)
{
    write("empty.json", "");
    write("foreign.json", R"({"context": {"date": "x"}, "benchmarks": []})");
    write("none.json", result_json({}).dump());
    json wrong = full_run();
    wrong["benchmarks"][0]["lanes"] = "four";
    write("wrong.json", wrong.dump());
    expect_bad("", "needs a result file");
    expect_bad("absent.json", "cannot read 'absent.json'");
    expect_bad("empty.json", "'empty.json' is empty");
    expect_bad("foreign.json", "not a hashlane report");
    expect_bad("none.json", "'none.json' has no row");
    expect_bad("wrong.json", "'lanes' is not a whole number above 0");
    expect_bad("none.json --format png", "--format: 'png'");
    expect_bad("none.json --out /absent/page.html", "--out: cannot write");
}

TEST(Known, ListsResultsWithTheirSources)
{
    const Ran table = hashlane("known --filter 'Zen 4'");
    EXPECT_EQ(table.code, 0) << table.err;
    EXPECT_NE(table.out.find("1.582 MH/s at 0.1 GHz"), std::string::npos) << table.out;
    EXPECT_NE(table.out.find("[1] Fast Recursive SHA256, pipelined"), std::string::npos);
    EXPECT_EQ(table.out.find("Gracemont"), std::string::npos);
    const json all = json::parse(hashlane("known --format json").out);
    EXPECT_GE(all.size(), 250U);
    for (const json &one : all)
        EXPECT_FALSE(one["source"].get<std::string>().empty());
    const std::string csv = hashlane("known --format csv").out;
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(csv, '\n')), all.size() + 1);
    EXPECT_EQ(hashlane("known --filter nothing-like-it").code, 1);
}

} // namespace
} // namespace hashlane::test
