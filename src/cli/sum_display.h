// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_SUM_DISPLAY_H
#define HASHLANE_SRC_CLI_SUM_DISPLAY_H

#include "../sum/sum_files.h"

#include <chrono>
#include <mutex>
#include <string>
#include <thread>

namespace hashlane {

/// The lines of `hashlane sum`, a few at a time, and under them on a terminal how far it is.
class SumDisplay {
public:
    explicit SumDisplay(std::size_t files);
    ~SumDisplay();
    SumDisplay(const SumDisplay &) = delete;
    SumDisplay &operator=(const SumDisplay &) = delete;

    SumProgress &progress() { return progress_; }

    /// For standard output; a line brings its end. Throws a CommandError where it cannot be
    /// written.
    void line(const std::string &text);

    /// For stderr, after the lines so far.
    void remark(const std::string &text);

    /// Writes what is left. Nothing may follow.
    void finish();

private:
    using Clock = std::chrono::steady_clock;

    void write_lines();
    void show_progress(const std::stop_token &stop);
    void clear_progress();

    std::size_t files_;
    SumProgress progress_;
    Clock::time_point began_ = Clock::now(), written_ = began_;
    std::string lines_;
    std::mutex mutex_; ///< who writes to the terminal
    bool progress_is_shown_ = false;
    std::jthread watcher_;
};

} // namespace hashlane

#endif
