// SPDX-License-Identifier: MIT
#include "display.h"

#include "../system/terminal.h"
#include "messages.h"
#include "style.h"

#include <fmt/format.h>

namespace hashlane {
namespace {

// While rows are measured a terminal that has gone away ends nothing: that is said with the last
// lines.
void print_if_possible(const std::string &text) { write_all(Stream::out, text); }

} // namespace

Display::Display(const OutputSettings &output, bool quiet)
    : output_(output), progress_(is_terminal(Stream::error) && !quiet)
{
}

void Display::expect(std::vector<TableShape> tables)
{
    const std::optional<TerminalSize> terminal = terminal_size();
    if (output_.format == Format::table && terminal && can_redraw())
        tables_.emplace(std::move(tables), style_for(output_), terminal->lines);
}

void Display::announce(std::size_t index, std::size_t count, const std::string &name) const
{
    if (!progress_)
        return;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    const double left =
        elapsed.count() * static_cast<double>(count - index) / static_cast<double>(index);
    say("\r\033[K[{}/{}{}] {}", index + 1, count,
        index == 0 ? "" : fmt::format(", {:.0f} s left", left), name);
}

void Display::announce_visit(const Progress &progress, const std::string &name) const
{
    if (progress_)
        say("\r\033[K[round {}, {} of {} rows settled, {:.0f} s left] {}", progress.round,
            progress.settled, progress.rows, progress.seconds_left, name);
}

void Display::clear_progress() const
{
    if (progress_)
        say("\r\033[K");
}

void Display::show(const Row &row)
{
    if (!tables_)
        return;
    clear_progress();
    print_if_possible(tables_->show(row));
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
