// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_PROGRESS_H
#define HASHLANE_SRC_CLI_PROGRESS_H

#include <cstddef>
#include <string>

namespace hashlane {

/// One line on stderr that says what is measured now: for people at a terminal, unless `quiet`.
class Progress {
public:
    explicit Progress(bool quiet);
    void show(std::size_t index, std::size_t count, const std::string &name) const;
    void clear() const;

private:
    bool shown_;
};

} // namespace hashlane

#endif
