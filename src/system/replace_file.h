// SPDX-License-Identifier: MIT
//
// Files that hold either their old content or a whole new one, never a part.
#ifndef HASHLANE_SRC_SYSTEM_REPLACE_FILE_H
#define HASHLANE_SRC_SYSTEM_REPLACE_FILE_H

#include "new_file.h"

#include <string>
#include <string_view>
#include <system_error>

namespace hashlane {

/// Writes a file beside it, which then takes its place. A symbolic link stays, and the file that it
/// leads to is replaced. After an error the file is as it was.
std::error_code replace_file(const std::string &path, std::string_view content,
                             Readers readers = Readers::as_before);

/// Whether that could work now: writes an empty file beside it, and removes that.
std::error_code try_replacing_file(const std::string &path);

/// Removes the files beside it that processes were killed before they could rename or remove: those
/// that have not been written to for ten minutes.
void remove_abandoned_files(const std::string &path);

} // namespace hashlane

#endif
