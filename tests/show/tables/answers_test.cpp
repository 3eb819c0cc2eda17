// SPDX-License-Identifier: MIT
//
// One report gives the same answers as a table and as a page.
#include "show/tables/answers.h"

#include "machine/system/lists.h"
#include "machine/system/text.h"
#include "show/page/page.h"
#include "show/tables/report.h"
#include "show/tables/row_figures.h"
#include "support/figures.h"
#include "support/sample_report.h"
#include "support/text.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

results::Row chain(const std::string &kernel, Workload workload, unsigned lanes, double cycles,
                   bool trusted = true)
{
    results::Row row = chain_row(kernel, workload, lanes, cycles);
    row.quality.trustworthy = trusted;
    return row;
}

// A single chain has a trusted row and a faster one, a core's lanes have no trusted row, and one
// kernel was repeated.
results::Report mixed_report()
{
    results::Report report;
    report.context = sample_context();
    report.rows = {chain("sha256-chain.fast.x1", Workload::sha256_chain, 1, 90, false),
                   chain("sha256-chain.shani.x1", Workload::sha256_chain, 1, 134),
                   chain("sha256-chain.shani.x4", Workload::sha256_chain, 4, 70),
                   chain("keccak-chain.bmi2.x1", Workload::keccak_chain, 1, 700, false),
                   chain("keccak-chain.avx2.x4", Workload::keccak_chain, 4, 350, false),
                   message_row("sha3.portable.x1", 64, 17.5)};
    for (const double cycles : {71.0, 60.0, 72.0}) {
        report.rows.push_back(chain("sha256-chain.again.x4", Workload::sha256_chain, 4, cycles));
        report.rows.back().identity.repetitions = 3;
        report.rows.back().identity.repetition = static_cast<unsigned>(report.rows.size() - 7);
    }
    results::Row all = report.rows[2];
    all.location.scope = "all cores";
    all.location.threads = all.location.cores = 4;
    all.figures.units_per_second *= 4;
    report.rows.push_back(all);
    return report;
}

const std::string &cell(const show::Figure &figure, std::size_t row, const std::string &column)
{
    const auto &columns = figure.table.headers;
    const auto found = std::ranges::find(columns, column, &show::Grid::Header::text);
    return figure.table.rows.at(row).at(static_cast<std::size_t>(found - columns.begin()));
}

TEST(Answers, AreOfTrustedRowsWhereThereAreSome)
{
    const results::Report report = mixed_report();
    const std::vector<show::WorkGroup> groups = show::groups_of(report);
    ASSERT_EQ(groups.size(), 3U);
    const show::BestRows chains = show::best_rows(groups[0], report);
    EXPECT_EQ(chains.alone->identity.name, "sha256-chain.shani.x1");
    EXPECT_EQ(chains.core->identity.name, "sha256-chain.shani.x4") << "not the best repetition";
    EXPECT_EQ(chains.machine, &report.rows.back());
    EXPECT_EQ(chains.device, nullptr);
    EXPECT_EQ(show::best_rows(groups[1], report).alone->identity.name, "keccak-chain.bmi2.x1");
}

TEST(Answers, ARowWithoutARateIsNone)
{
    results::Row slow = chain("sha256-chain.shani.x1", Workload::sha256_chain, 1, 134);
    slow.figures.units_per_second = 0.01;
    EXPECT_EQ(show::best_row({&slow}), &slow);
    slow.figures.units_per_second = 0;
    EXPECT_EQ(show::best_row({&slow}), nullptr);
    EXPECT_EQ(show::best_row({}), nullptr);
}

// A file may name CPUs that its machine's cores lack: each is one of its own.
TEST(Answers, CoresAreCountedByTheirCpus)
{
    results::Report report;
    report.context.topology.cores = {{{0, 4}, 0, 0, 0}, {{1, 5}, 0, 0, 0}};
    report.rows = {chain("sha256-chain.shani.x1", Workload::sha256_chain, 1, 134)};
    results::Row &row = report.rows.front();
    const std::vector<std::pair<std::vector<int>, bool>> cases = {
        {{0, 4}, false}, {{0, 5}, true}, {{0, 2}, true}, {{2, 2}, false}, {{2, 3}, true}};
    for (const auto &[cpus, are_several] : cases) {
        row.location.cpus = cpus;
        row.location.threads = static_cast<unsigned>(cpus.size());
        const show::BestRows best = show::best_rows(show::groups_of(report)[0], report);
        EXPECT_EQ(best.machine != nullptr, are_several) << machine::joined(cpus);
        EXPECT_EQ(best.core == nullptr, are_several) << machine::joined(cpus);
    }
}

TEST(Answers, AreTheSameInTableAndPage)
{
    const results::Report report = mixed_report();
    const show::Book book = show::make_book({report});
    const show::Figure &answers = figure(book, "answer");
    const std::string table = show::write_summary(report, {});
    std::size_t lines = 0;
    for (const show::WorkGroup &group : show::groups_of(report)) {
        const show::BestRows best = show::best_rows(group, report);
        std::vector<const results::Row *> rows = {best.alone, best.core, best.machine};
        std::erase(rows, nullptr);
        const auto again = std::ranges::unique(rows); // a message alone is the best of the core
        rows.erase(again.begin(), again.end());
        for (const results::Row *const row : rows) {
            const bool trusted = row->quality.trustworthy;
            EXPECT_EQ(cell(answers, lines, "best row"), show::kernel_label(*row));
            EXPECT_EQ(cell(answers, lines, "trustworthy"), trusted ? "yes" : "no");
            EXPECT_TRUE(
                contains(table, show::short_name(row->identity.kernel_id) + (trusted ? " " : "!")));
            EXPECT_TRUE(contains(table, show::rate_text(*row)));
            ++lines;
        }
    }
    ASSERT_EQ(answers.table.rows.size(), lines);
    EXPECT_FALSE(contains(table, "fast.x1"));
}

TEST(Answers, HaveTheSameRankInTextAndPage)
{
    const results::Report report = mixed_report();
    const show::Book book = show::make_book({report});
    const std::string text = show::write_standing(report, {.width = 1000});
    std::size_t count = 0;
    for (const show::WorkGroup &group : show::groups_of(report))
        for (const show::Standing &standing : show::standings_of(group, report)) {
            const std::string rank = show::rank_text(standing.rank);
            const std::string use = standing.use;
            EXPECT_TRUE(contains(text, rank + "\n")) << rank;
            const show::Figure &shown =
                figure(book, "standing-" + group.name() + "-" + machine::plain_name(use));
            EXPECT_TRUE(shown.sentence.ends_with(rank + ".")) << shown.sentence;
            ASSERT_EQ(shown.table.rows.size(), std::size_t{1} + standing.rank.ahead.size() +
                                                   standing.rank.level.size() +
                                                   standing.rank.behind.size());
            EXPECT_EQ(shown.table.rows.at(standing.rank.ahead.size())[0], "this run");
            ++count;
        }
    ASSERT_EQ(count, 5U);
}

// Equal to three digits, as published.
TEST(Answers, ATieIsATie)
{
    const double known =
        show::best_of_cores("sha256-chain", "", show::Use::one_chain).front().cycles();
    results::Report report;
    report.rows = {chain("sha256-chain.shani.x1", Workload::sha256_chain, 1, known * 1.0005)};
    const show::Standing standing =
        show::standings_of(show::groups_of(report).front(), report).at(0);
    EXPECT_TRUE(standing.rank.ahead.empty());
    EXPECT_EQ(standing.rank.level.size(), 1U);
    EXPECT_EQ(figure(show::make_book({report}), "standing-sha256-chain-one-chain").table.rows[0][0],
              "this run");
}

} // namespace
} // namespace hashlane::test
