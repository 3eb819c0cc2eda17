// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SYSTEM_REGULAR_FILE_H
#define HASHLANE_SRC_SYSTEM_REGULAR_FILE_H

#include "open_file.h"

#include <limits>
#include <string>

namespace hashlane {

struct FileContent {
    std::string text;
    std::string problem; ///< why there is no text: "No such file or directory"; or empty
    bool is_missing = false;
};

/// The file, or its first `most_bytes`, as OpenFile reads it.
FileContent read_regular_file(const std::string &path, Owner owner = Owner::anyone,
                              std::size_t most_bytes = std::numeric_limits<std::size_t>::max());

/// Makes the folder and those that it is in, for this user alone, where they are missing. False if
/// it cannot be made, or belongs to another user. One that others may write to is taken from them.
bool make_own_folder(const std::string &path);

} // namespace hashlane

#endif
