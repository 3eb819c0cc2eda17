// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_DISPLAY_H
#define HASHLANE_SRC_CLI_DISPLAY_H

#include "../measure/row.h"
#include "settings.h"

#include <chrono>
#include <cstddef>
#include <string>

namespace hashlane {

/// What people at a terminal see while a command measures: one line on stderr that says what is
/// measured now and how long the rest will take if it goes on like this.
class Display {
public:
    Display(const OutputSettings &output, bool quiet);

    void announce(std::size_t index, std::size_t count, const std::string &name) const;
    void show(const Row &row);
    void clear_progress() const;

private:
    bool progress_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

} // namespace hashlane

#endif
