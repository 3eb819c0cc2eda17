// SPDX-License-Identifier: MIT
#include "sum_display.h"

#include "../system/terminal.h"
#include "../system/threads.h"
#include "messages.h"

#include <condition_variable>

namespace hashlane {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t most_waiting_bytes = 1 << 14;
constexpr auto most_waiting_time = 100ms;
constexpr auto quiet_time = 1s; // what is over by then shows no progress
constexpr auto redraw_time = 200ms;

} // namespace

SumDisplay::SumDisplay(std::size_t files) : files_(files)
{
    if (is_terminal(Stream::error))
        watcher_ = start_watcher([this](const std::stop_token &stop) { show_progress(stop); });
}

SumDisplay::~SumDisplay()
{
    watcher_ = {};
    const std::scoped_lock lock(mutex_);
    clear_progress();
}

void SumDisplay::line(const std::string &text)
{
    lines_ += text;
    if (lines_.size() > most_waiting_bytes || Clock::now() - written_ > most_waiting_time)
        write_lines();
}

void SumDisplay::remark(const std::string &text)
{
    write_lines();
    const std::scoped_lock lock(mutex_);
    clear_progress();
    say("hashlane: sum: {}\n", text);
}

void SumDisplay::finish()
{
    watcher_ = {};
    write_lines();
}

void SumDisplay::write_lines()
{
    const std::scoped_lock lock(mutex_);
    clear_progress();
    print(lines_);
    lines_.clear();
    written_ = Clock::now();
}

void SumDisplay::show_progress(const std::stop_token &stop)
{
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex_);
    for (auto wait = std::chrono::milliseconds(quiet_time);
         !stopped.wait_for(lock, stop, wait, [&] { return stop.stop_requested(); });
         wait = redraw_time) {
        clear_progress();
        const std::chrono::duration<double> seconds = Clock::now() - began_;
        const auto bytes = static_cast<double>(progress_.bytes.load());
        say("{} of {} files, {:.2f} GB, {:.2f} GB/s", progress_.files.load(), files_, bytes / 1e9,
            bytes / 1e9 / seconds.count());
        progress_is_shown_ = true;
    }
}

void SumDisplay::clear_progress()
{
    if (progress_is_shown_)
        say("\r\x1b[K");
    progress_is_shown_ = false;
}

} // namespace hashlane
