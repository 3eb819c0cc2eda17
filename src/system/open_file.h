// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SYSTEM_OPEN_FILE_H
#define HASHLANE_SRC_SYSTEM_OPEN_FILE_H

#include "fixed_text.h"

namespace hashlane {

/// Whose file it may be.
enum class Owner {
    anyone,
    this_user, ///< and nobody else may write to it or to its folder; nor is it a symbolic link
};

/// A regular file, open to be read. What is no regular file, as a pipe that nobody may ever write
/// to, is not waited for: that is a problem.
class OpenFile {
public:
    OpenFile(const char *path, Owner owner);
    ~OpenFile();
    OpenFile(const OpenFile &) = delete;
    OpenFile &operator=(const OpenFile &) = delete;

    /// Why nothing can be read: "No such file or directory"; empty while it can.
    const FixedText<160> &problem() const { return problem_; }
    bool is_missing() const { return is_missing_; }

    /// The next bytes of the file; fewer only at its end, or with a problem.
    std::size_t read(char *to, std::size_t bytes);

private:
    void fail(int error);

    int descriptor_ = -1;
    bool is_missing_ = false;
    FixedText<160> problem_;
};

} // namespace hashlane

#endif
