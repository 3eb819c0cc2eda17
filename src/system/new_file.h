// SPDX-License-Identifier: MIT
//
// What differs between systems when a file is replaced (replace_file.h).
#ifndef HASHLANE_SRC_SYSTEM_NEW_FILE_H
#define HASHLANE_SRC_SYSTEM_NEW_FILE_H

#include <string>
#include <string_view>
#include <system_error>

namespace hashlane {

/// Who may read a file that is written.
enum class Readers {
    as_before, ///< as the file that it replaces; where there was none, as the user's umask says
    owner,     ///< this user alone, who alone may write to it as well
};

/// Writes a file that must not exist yet, not even as a symbolic link, and waits until the disk has
/// it. `model` is the file that it will replace. After an error there is no file.
std::error_code write_new_file(const std::string &path, std::string_view content,
                               const std::string &model, Readers readers);

/// Puts what a symbolic link leads to in its place, until `path` is none. An error where they lead
/// in circles, or where another user put the link into a folder that anyone may write to.
std::error_code follow_links(std::string &path);

} // namespace hashlane

#endif
