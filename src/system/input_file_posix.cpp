// SPDX-License-Identifier: MIT
#include "input_file.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace hashlane {
namespace {

[[noreturn]] void fail() { throw std::system_error(errno, std::generic_category()); }

} // namespace

InputFile::InputFile(const std::string &path)
    : handle_(open(path.c_str(), O_RDONLY | O_NOCTTY | O_CLOEXEC))
{
    if (handle_ < 0)
        fail();
}

InputFile InputFile::standard_input()
{
    InputFile file;
    file.handle_ = STDIN_FILENO;
    file.is_own_ = false;
    return file;
}

InputFile::InputFile(InputFile &&other) noexcept
    : handle_(std::exchange(other.handle_, -1)), is_own_(other.is_own_)
{
}

InputFile::~InputFile()
{
    if (is_own_ && handle_ >= 0)
        close(descriptor());
}

std::size_t InputFile::read(std::span<std::uint8_t> into)
{
    std::size_t done = 0;
    while (done < into.size()) {
        const ssize_t bytes = ::read(descriptor(), into.data() + done, into.size() - done);
        if (bytes == 0)
            break;
        if (bytes > 0)
            done += static_cast<std::size_t>(bytes);
        else if (errno != EINTR)
            fail();
    }
    return done;
}

std::optional<std::uint64_t> InputFile::size_of_regular() const
{
    struct stat status{};
    if (fstat(descriptor(), &status) != 0)
        fail();
    if (!S_ISREG(status.st_mode))
        return std::nullopt;
    return static_cast<std::uint64_t>(status.st_size);
}

} // namespace hashlane
