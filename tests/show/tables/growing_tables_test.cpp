// SPDX-License-Identifier: MIT
//
// The text that a terminal gets, on a terminal of a few lines that follows the escape sequences.

#include "show/tables/report.h"
#include "show/tables/run_table.h"
#include "support/sample_report.h"
#include "support/text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

namespace hashlane::test {
namespace {

constexpr show::Style style{.width = 80};

// As much of ECMA-48 as the program uses: cursor up and down, erase line and below.
class Terminal {
public:
    void print(const std::string &text)
    {
        for (std::size_t i = 0; i < text.size(); ++i)
            if (text[i] == '\033')
                i = obey(text, i + 2);
            else
                put(text[i]);
    }
    std::string text() const
    {
        std::string all;
        for (const std::string &line : lines_)
            all += line + "\n";
        return all.substr(0, all.find_last_not_of('\n') + 2);
    }

private:
    std::size_t obey(const std::string &text, std::size_t at)
    {
        std::size_t count = 0;
        for (; std::isdigit(static_cast<unsigned char>(text[at])) != 0; ++at)
            count = count * 10 + static_cast<std::size_t>(text[at] - '0');
        if (text[at] == 'A')
            line_ -= count;
        else if (text[at] == 'B')
            line_ += count;
        else if (text[at] == 'K')
            lines_[line_].clear();
        else if (text[at] == 'J')
            erase_below();
        else
            ADD_FAILURE() << "unknown sequence " << text[at];
        return at;
    }
    void erase_below()
    {
        lines_.resize(line_ + 1);
        lines_[line_].clear();
    }
    void put(char c)
    {
        if (c == '\r')
            return;
        if (c != '\n') {
            lines_[line_] += c;
            return;
        }
        ++line_;
        lines_.resize(std::max(lines_.size(), line_ + 1));
    }

    std::vector<std::string> lines_{1};
    std::size_t line_ = 0;
};

std::vector<results::Row> sha256_rows()
{
    std::vector<results::Row> rows;
    for (const unsigned lanes : {4U, 2U, 1U})
        rows.push_back(chain_row("sha256-chain.unit.x" + std::to_string(lanes),
                                 Workload::sha256_chain, lanes, 40.0 + lanes));
    return rows;
}

std::vector<show::TableShape> shapes_of(const std::vector<results::Row> &rows)
{
    std::vector<const results::Row *> pointers;
    for (const results::Row &row : rows)
        pointers.push_back(&row);
    return {show::shape_of(pointers)};
}

class GrowingTables : public testing::Test {
protected:
    void print(const std::vector<results::Row> &some)
    {
        for (const results::Row &row : some)
            terminal.print(tables.show(row));
    }
    void expect_to_end_as_the_table_that_is_written_whole()
    {
        terminal.print(tables.close(rows));
        EXPECT_EQ(terminal.text(), show::write_rows(rows, style));
    }

    std::vector<results::Row> rows = sha256_rows();
    Terminal terminal;
    show::GrowingTables tables{shapes_of(rows), style, 24};
};

TEST_F(GrowingTables, EndAsTheTableThatIsWrittenWhole)
{
    print(rows);
    EXPECT_FALSE(contains(terminal.text(), "*")) << "the best one is not known yet";
    rows.push_back(chain_row("keccak-chain.vector.x4", Workload::keccak_chain, 4, 350));
    print({rows.back()});
    expect_to_end_as_the_table_that_is_written_whole();
}

TEST_F(GrowingTables, ShowARowWithItsFigureAsSoonAsItIsMeasured)
{
    print({rows[0]});
    EXPECT_TRUE(contains(terminal.text(), "44.00"));
    EXPECT_FALSE(contains(terminal.text(), "unit.x2"));
}

// A clock that was expected may be missing.
TEST_F(GrowingTables, HaveTheColumnsOfTheFirstRow)
{
    rows.resize(1);
    rows[0].figures.cycle_source = machine::CycleSource::none;
    print(rows);
    EXPECT_FALSE(contains(terminal.text(), "cycles")) << terminal.text();
    expect_to_end_as_the_table_that_is_written_whole();
}

TEST_F(GrowingTables, WriteABetterFigureOverTheOldOne)
{
    print(rows);
    rows[1].figures.cycles_per_unit.median = 33.25;
    print({rows[1]});
    EXPECT_TRUE(contains(terminal.text(), "33.25"));
    EXPECT_FALSE(contains(terminal.text(), "42.00"));
    expect_to_end_as_the_table_that_is_written_whole();
}

TEST_F(GrowingTables, TightenFiguresOfEveryTable)
{
    rows.push_back(chain_row("keccak-chain.vector.x4", Workload::keccak_chain, 4, 350));
    rows.push_back(chain_row("keccak-chain.vector.x8", Workload::keccak_chain, 8, 320));
    print(rows);
    rows[1].figures.cycles_per_unit.median = 33.25;
    rows[3].figures.cycles_per_unit.median = 345.5;
    print(rows);
    EXPECT_TRUE(contains(terminal.text(), "33.25"));
    EXPECT_TRUE(contains(terminal.text(), "345.50"));
    expect_to_end_as_the_table_that_is_written_whole();
}

TEST_F(GrowingTables, LeaveRowsOfAScopeToTheSummary)
{
    print(rows);
    const std::string before = terminal.text();
    results::Row on_all = chain_row("keccak-chain.vector.x4", Workload::keccak_chain, 4, 350);
    on_all.location.scope = "all cores";
    print({on_all});
    EXPECT_EQ(terminal.text(), before);
    rows.push_back(on_all);
    expect_to_end_as_the_table_that_is_written_whole();
}

// Lines that have left the screen cannot be overwritten.
TEST_F(GrowingTables, AreShownAgainWhereTheTerminalIsTooLow)
{
    show::GrowingTables low(shapes_of(rows), style, 4);
    for (const results::Row &row : rows)
        terminal.print(low.show(row));
    const std::string grown = terminal.text();
    terminal.print(low.close(rows));
    EXPECT_EQ(terminal.text(), grown + "\n" + show::write_rows(rows, style));
}

} // namespace
} // namespace hashlane::test
