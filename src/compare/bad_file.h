// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_COMPARE_BAD_FILE_H
#define HASHLANE_SRC_COMPARE_BAD_FILE_H

#include <stdexcept>

namespace hashlane {

/// A file that cannot be compared. The text names the file, what is wrong with it and where.
class BadFile : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

} // namespace hashlane

#endif
