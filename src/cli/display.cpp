// SPDX-License-Identifier: MIT
#include "display.h"

#include "../report/json_lines.h"
#include "../system/terminal.h"
#include "messages.h"
#include "style.h"

#include <fmt/format.h>

namespace hashlane {
namespace {

constexpr unsigned usual_width = 80;

// While rows are measured a terminal that has gone away ends nothing: that is said with the last
// lines.
void print_if_possible(const std::string &text)
{
    [[maybe_unused]] const std::error_code ignored = write_all(Stream::out, text);
}

} // namespace

Display::Display(const OutputSettings &output, bool quiet)
    : output_(output), progress_(is_terminal(Stream::error) && !quiet)
{
    const std::optional<TerminalSize> terminal = terminal_size(Stream::error);
    progress_width_ = terminal ? terminal->columns : usual_width;
}

void Display::begin(const Context &context) const
{
    if (output_.format == Format::jsonl)
        print(context_line(context));
}

void Display::expect(std::vector<TableShape> tables)
{
    const std::optional<TerminalSize> terminal = terminal_size(Stream::out);
    if (output_.format == Format::table && terminal && can_redraw())
        tables_.emplace(std::move(tables), style_for(output_), terminal->lines);
}

// The last column stays free: a terminal may go on to the next line after it.
void Display::announce(const Progress &progress) const
{
    if (progress_)
        say("\r\033[K{}", progress_line(progress, progress_width_ - 1));
}

void Display::announce_visit(const RunInRounds &run, std::size_t rows, const std::string &name)
{
    announce({run.share_done(), run.seconds_left(),
              fmt::format("{} of {} settled", run.settled(), rows), name, last_measured_});
}

void Display::announce(std::size_t index, std::size_t count, const std::string &name) const
{
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    const auto done = static_cast<double>(index), all = static_cast<double>(count);
    std::optional<double> seconds_left;
    if (index > 0)
        seconds_left = elapsed.count() * (all - done) / done;
    announce({done / all, seconds_left, fmt::format("{} of {}", index + 1, count), name, ""});
}

void Display::clear_progress() const
{
    if (progress_)
        say("\r\033[K");
}

void Display::show(const Row &row, std::size_t place, bool is_final)
{
    last_measured_ = first_figure(row);
    if (output_.format == Format::jsonl)
        print_if_possible(row_line(row, place, is_final));
    if (!tables_)
        return;
    clear_progress();
    print_if_possible(tables_->show(row));
}

void Display::withdraw(std::size_t place)
{
    if (output_.format == Format::jsonl)
        print_if_possible(withdrawal_line(place));
}

bool Display::close_tables(const std::vector<Row> &rows)
{
    clear_progress();
    if (!tables_)
        return false;
    print(tables_->close(rows));
    return true;
}

} // namespace hashlane
