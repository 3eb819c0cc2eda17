// SPDX-License-Identifier: MIT
//
// The file of '--submit': short, without private data, and read as any other.
#include "results/run.h"

#include "lib/core/registry.h"
#include "show/tables/report.h"
#include "support/result_files.h"
#include "support/sample_report.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

using nlohmann::json;

TEST(Contribution, SaysNothingPrivate)
{
    results::Report report = sample_report();
    results::Context &context = report.context;
    context.host = "secrethost";
    context.executable = "/home/secretuser/hashlane";
    context.command = "hashlane run --out /home/secretuser/my secret file.json --filter sha "
                      "--submit=secret.json -q --threads 2 /secret";
    context.compiler_flags = "-O3 -ffile-prefix-map=/home/secretuser=. -DNDEBUG";
    context.os_release = "Linux 6.1.0-secretcompany";
    context.date = "2026-01-02T03:04:05+09:30";
    report.skipped = {{"nettle", "cannot open /home/secretuser/lib"}};
    report.rows.front().quality.note = "secret";
    report.rows.front().sampling.threads = {
        {0, {70}, {20}, {results::SampleVerdict::kept}, {0}, {0}}};
    const std::string text = results::write_contribution(report);
    EXPECT_EQ(text.find("secret"), std::string::npos) << text;
    const json file = json::parse(text);
    const json &program = file["context"]["hashlane"];
    EXPECT_EQ(program["command"], "hashlane run --filter sha -q --threads 2 …");
    EXPECT_EQ(program["compiler_flags"], "-O3 -DNDEBUG");
    EXPECT_EQ(program["kernel_release"], "Linux 6.1.0");
    EXPECT_EQ(file["context"]["date"], "2026-01-02");
    EXPECT_EQ(file["benchmarks"].size(), report.rows.size());
    for (const results::Row &row : read_result_text(text).rows)
        EXPECT_TRUE(row.sampling.threads.empty()) << "samples are for this machine alone";
}

TEST(Contribution, HasSixVisitsOfTheWholeRow)
{
    results::Report report = sample_report();
    std::vector<results::VisitFigures> &visits = report.rows.front().sampling.visits;
    visits.clear();
    for (int visit = 0; visit < 40; ++visit)
        visits.push_back({100.0 + visit, 31, 0.99});
    const results::Report file = read_result_text(results::write_contribution(report));
    std::vector<double> cycles;
    for (const results::VisitFigures &visit : file.rows.front().sampling.visits)
        cycles.push_back(visit.cycles_per_unit);
    EXPECT_EQ(cycles, (std::vector<double>{100, 106, 113, 120, 126, 133}));
}

// Digits beyond the spread of visits are bytes of the file for nothing.
TEST(Contribution, VisitsHaveFiveDigitsOfCyclesAndFourOfTime)
{
    results::Report report = sample_report();
    report.rows.front().sampling.visits = {{123.4567, 31.23456, 0.99}, {120, 30, 1}};
    const results::Report file = read_result_text(results::write_contribution(report));
    const results::VisitFigures &visit = file.rows.front().sampling.visits.at(0);
    EXPECT_EQ(visit.cycles_per_unit, 123.46);
    EXPECT_EQ(visit.ns_per_unit, 31.23);
}

TEST(Contribution, HasTheRatesOfTwoToEightThreads)
{
    for (const std::size_t threads : {1U, 2U, 8U, 9U}) {
        results::Report report = sample_report();
        results::Row &row = report.rows.front();
        row.location.threads = static_cast<unsigned>(threads);
        row.location.cpus.clear();
        for (std::size_t cpu = 0; cpu < threads; ++cpu)
            row.location.cpus.push_back(static_cast<int>(cpu));
        row.figures.thread_units_per_second.assign(threads, 1e7);
        const results::Report file = read_result_text(results::write_contribution(report));
        EXPECT_EQ(file.rows.front().figures.thread_units_per_second.size(),
                  threads == 2 || threads == 8 ? threads : 0);
    }
}

// Pages, tables and comparisons are made of the same figures.
TEST(Contribution, IsReadAsTheWholeFile)
{
    results::Report report = sample_report();
    for (results::Row &row : report.rows)
        row.quality.note.clear();
    const results::Report whole = read_result_text(results::write_json(report));
    const results::Report file = read_result_text(results::write_contribution(report));
    EXPECT_EQ(show::write_rows(file.rows, {}), show::write_rows(whole.rows, {}));
    ASSERT_EQ(file.rows.size(), whole.rows.size());
    for (std::size_t i = 0; i < file.rows.size(); ++i) {
        EXPECT_EQ(results::key_of(file.rows[i]), results::key_of(whole.rows[i]));
        EXPECT_EQ(file.rows[i].identity.kernel_id, whole.rows[i].identity.kernel_id);
        EXPECT_EQ(file.rows[i].quality.trustworthy, whole.rows[i].quality.trustworthy);
        EXPECT_EQ(file.rows[i].proof.text, whole.rows[i].proof.text);
        EXPECT_EQ(file.rows[i].sampling.visits.size(), whole.rows[i].sampling.visits.size());
    }
    EXPECT_NEAR(file.rows.front().sampling.visits[1].cycles_per_unit, 70.1234567, 1e-3);
}

// Every kernel of x86-64, sha3 for two messages, with as many visits as a row can have.
results::Report run_of_every_kernel()
{
    results::Report report;
    report.context = sample_context();
    const auto add = [&](const Kernel &kernel, std::size_t bytes) {
        results::Row row = bytes == 0 ? chain_row(std::string(kernel.id), kernel.workload,
                                                  kernel.lanes, 123.456789)
                                      : message_row(std::string(kernel.id), bytes, 7.89012345);
        row.identity.lanes = kernel.lanes;
        row.figures.interval = statistics::Interval95{123.212345, 124.912345};
        row.figures.bound_cycles_per_unit = 111.23456789;
        row.figures.clock_hz += 1234.56789 * static_cast<double>(report.rows.size());
        row.figures.thread_units_per_second = {row.figures.units_per_second};
        for (int visit = 0; visit < 40; ++visit)
            row.sampling.visits.push_back(
                {123.4 + 0.0123 * visit, 31.2345, 0.99}); // of all rows the same
        report.rows.push_back(row);
    };
    for (const Kernel &kernel : all_kernels()) {
        if (kernel.isa.architecture != "x86-64")
            continue;
        if (kernel.workload == Workload::sha3)
            for (const std::size_t bytes : {std::size_t{64}, std::size_t{16384}})
                add(kernel, bytes);
        else if (kernel.workload == Workload::sha256_chain ||
                 kernel.workload == Workload::keccak_chain)
            add(kernel, 0);
    }
    return report;
}

TEST(Contribution, OfAFullRunIsSmall)
{
    results::Report report = run_of_every_kernel();
    EXPECT_GT(report.rows.size(), 40U);
    const std::string text = results::write_contribution(report);
    EXPECT_LE(text.size(), results::most_contribution_bytes);
    EXPECT_EQ(read_result_text(text).rows.back().sampling.visits.size(), 6U);
    EXPECT_EQ(std::ranges::count(text, '\n'), std::ssize(report.rows) + 5);

    const std::vector<results::Row> again = report.rows;
    for (int copies = 0; copies < 2; ++copies)
        report.rows.insert(report.rows.end(), again.begin(), again.end());
    EXPECT_TRUE(
        read_result_text(results::write_contribution(report)).rows.back().sampling.visits.empty());
}

TEST(Contribution, OnManyCpusIsSmall)
{
    results::Report report = run_of_every_kernel();
    std::vector<int> cpus;
    for (int cpu = 0; cpu < 256; ++cpu) {
        cpus.push_back(cpu);
        report.context.topology.cores.push_back({{cpu}, 0, 0, 0});
    }
    for (std::size_t i = 0; i < 4; ++i) {
        results::Row &row = report.rows[i];
        row.location.threads = static_cast<unsigned>(cpus.size());
        row.location.cpus = cpus;
        row.figures.thread_units_per_second.assign(cpus.size(), 12345678);
    }
    EXPECT_LE(results::write_contribution(report).size(), results::most_contribution_bytes);
}

TEST(Contribution, ATableThatIsNoneIsRefused)
{
    const json file = json::parse(results::write_contribution(sample_report()));
    const auto refused = [](const json &changed) {
        try {
            read_result_text(changed.dump());
        } catch (const results::BadFile &bad) {
            return std::string(bad.what()).find("are no table") != std::string::npos;
        }
        return false;
    };
    EXPECT_FALSE(refused(file));
    for (const char *const key : {"common", "columns", "benchmarks"})
        for (const json &value : {json(7), json::array({1}), json::object({{"a", 1}})}) {
            json changed = file;
            changed[key] = value;
            if (key != std::string("common") || !value.is_object()) {
                EXPECT_TRUE(refused(changed)) << key << value;
            }
        }
    json longer = file;
    for (int i = 0; i < 40; ++i)
        longer["benchmarks"][0].push_back(1);
    EXPECT_TRUE(refused(longer));
    json larger = file;
    larger["context"]["hashlane"]["command"] = std::string(results::most_contribution_bytes, 'x');
    EXPECT_THROW(read_result_text(larger.dump()), results::BadFile);
    json unequal = file;
    unequal["common"]["visits"] = 7;
    EXPECT_TRUE(refused(unequal));
}

} // namespace
} // namespace hashlane::test
