// SPDX-License-Identifier: MIT
#include "report/remarks.h"
#include "support/sample_report.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

// Row after row with the same note, from "sha256-chain.test.x1" on.
Report noisy_report(unsigned rows)
{
    Report report;
    report.context.topology = two_packages();
    for (unsigned lanes = 1; lanes <= rows; ++lanes) {
        const std::string id = "sha256-chain.test.x" + std::to_string(lanes);
        report.rows.push_back(chain_row(id, Workload::sha256_chain, lanes, 70));
        report.rows.back().quality = {Noise::contended, true, "something shared the core", 1};
    }
    report.rows.push_back(chain_row("sha256-chain.ref.x1", Workload::sha256_chain, 1, 700));
    return report;
}

std::string remarks_text(const Report &report)
{
    std::string text;
    for (const std::string &remark : make_remarks(report))
        text += remark + "\n";
    return text;
}

TEST(Report, RemarksNameAFewRowsAndCountMany)
{
    EXPECT_EQ(remarks_text(noisy_report(3)),
              "sha256-chain.test.x1, sha256-chain.test.x2, sha256-chain.test.x3: something shared "
              "the core\n");
    EXPECT_EQ(remarks_text(noisy_report(4)), "4 of 5 rows: something shared the core\n");
    Report all = noisy_report(4);
    all.rows.pop_back();
    EXPECT_EQ(remarks_text(all), "all rows: something shared the core\n");
}

TEST(Report, RepetitionsOfARowAreNamedOnce)
{
    Report report = noisy_report(1);
    for (int i = 0; i < 4; ++i)
        report.rows.push_back(report.rows.front());
    EXPECT_EQ(remarks_text(report), "sha256-chain.test.x1: something shared the core\n");
}

TEST(Report, KernelsOfOtherProcessorsAreCounted)
{
    Report report;
    report.skipped = {{"sha256-chain.armv8.x1", "needs aarch64"},
                      {"sha256-chain.shani.x1", "needs SHA"},
                      {"sha256-chain.armv8.x2", "needs aarch64"}};
    EXPECT_EQ(remarks_text(report), "not run here: 2 kernels need aarch64\n"
                                    "sha256-chain.shani.x1: not run here: needs SHA\n");
    report.skipped.resize(1);
    EXPECT_EQ(remarks_text(report), "not run here: 1 kernel needs aarch64\n");
}

TEST(Report, AHighLoadIsTheReasonForNoise)
{
    Report report = noisy_report(4);
    std::size_t cpus = 0;
    for (const Topology::Core &core : report.context.topology.cores)
        cpus += core.cpus.size();
    report.context.load_average = static_cast<double>(cpus);
    const std::string reason = "\nthe load average was " + std::to_string(cpus) + ".0 on " +
                               std::to_string(cpus) + " CPUs: other programs are why";
    EXPECT_NE(remarks_text(report).find(reason), std::string::npos) << remarks_text(report);
    report.context.load_average = static_cast<double>(cpus) - 0.5;
    EXPECT_EQ(remarks_text(report).find("load"), std::string::npos) << remarks_text(report);
    report.context.load_average = 99;
    for (Row &row : report.rows)
        row.quality = {Noise::throttled, false, "the clock fell", 1};
    EXPECT_EQ(remarks_text(report).find("load"), std::string::npos) << remarks_text(report);
}

} // namespace
} // namespace hashlane::test
