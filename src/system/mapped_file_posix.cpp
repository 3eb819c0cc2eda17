// SPDX-License-Identifier: MIT
#include "mapped_file.h"

#include <csignal>
#include <limits>
#include <sys/mman.h>
#include <unistd.h>

namespace hashlane {
namespace {

extern "C" void say_that_a_file_became_shorter(int /*signal*/)
{
    constexpr char line[] = "\nhashlane: a file became shorter while it was read\n";
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line, sizeof line - 1);
    _exit(1);
}

} // namespace

MappedFile::MappedFile(const InputFile &file)
{
    const std::uint64_t size = file.size_of_regular().value_or(0);
    if (size == 0 || size > std::numeric_limits<std::size_t>::max() / 2)
        return;
    void *const start = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
    if (start == MAP_FAILED)
        return;
    madvise(start, size, MADV_SEQUENTIAL); // a mere hint
    std::signal(SIGBUS, say_that_a_file_became_shorter);
    bytes_ = {static_cast<const std::uint8_t *>(start), static_cast<std::size_t>(size)};
}

MappedFile::~MappedFile()
{
    if (!bytes_.empty())
        munmap(const_cast<std::uint8_t *>(bytes_.data()), bytes_.size());
}

} // namespace hashlane
