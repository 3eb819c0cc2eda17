// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_PROGRESS_H
#define HASHLANE_SRC_CLI_PROGRESS_H

#include <chrono>
#include <cstddef>
#include <string>

namespace hashlane {

/// One line on stderr that says what is measured now and how long the rest will take, if it goes on
/// like this: for people at a terminal, unless `quiet`.
class Progress {
public:
    explicit Progress(bool quiet);
    void show(std::size_t index, std::size_t count, const std::string &name) const;
    void clear() const;

private:
    bool shown_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

} // namespace hashlane

#endif
