// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SYSTEM_MAPPED_FILE_H
#define HASHLANE_SRC_SYSTEM_MAPPED_FILE_H

#include "input_file.h"

#include <cstdint>
#include <span>

namespace hashlane {

/// A file's bytes where the system keeps them: reading would copy them once more.
///
/// A file that another program makes shorter in the meantime ends this one, with exit code 1 and a
/// line that says why: there is nothing to go on with.
class MappedFile {
public:
    /// `file` may be closed afterwards.
    explicit MappedFile(const InputFile &file);
    MappedFile(const MappedFile &) = delete;
    MappedFile &operator=(const MappedFile &) = delete;
    ~MappedFile();

    /// As many as there were at first. Empty where the file has to be read instead: what is no
    /// regular file, files of /proc that tell no size, systems without mapping.
    std::span<const std::uint8_t> bytes() const { return bytes_; }

private:
    std::span<const std::uint8_t> bytes_;
};

} // namespace hashlane

#endif
