// SPDX-License-Identifier: MIT
#include "input_file.h"

#include <algorithm>
#include <system_error>
#include <utility>
#include <windows.h>

namespace hashlane {
namespace {

constexpr std::size_t most_at_once = 1 << 30; // ReadFile takes 32 bits

[[noreturn]] void fail()
{
    throw std::system_error(static_cast<int>(GetLastError()), std::system_category());
}

HANDLE handle_of(std::intptr_t handle) { return reinterpret_cast<HANDLE>(handle); }

std::size_t read_some(HANDLE file, std::span<std::uint8_t> into)
{
    DWORD bytes = 0;
    const auto wanted = static_cast<DWORD>(std::min(into.size(), most_at_once));
    if (ReadFile(file, into.data(), wanted, &bytes, nullptr))
        return bytes;
    const DWORD error = GetLastError();
    if (error == ERROR_HANDLE_EOF || error == ERROR_BROKEN_PIPE)
        return 0;
    fail();
}

} // namespace

InputFile::InputFile(const std::string &path)
    : handle_(reinterpret_cast<std::intptr_t>(
          CreateFileA(path.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr,
                      OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr)))
{
    if (handle_of(handle_) == INVALID_HANDLE_VALUE)
        fail();
}

InputFile InputFile::standard_input()
{
    InputFile file;
    file.handle_ = reinterpret_cast<std::intptr_t>(GetStdHandle(STD_INPUT_HANDLE));
    file.is_own_ = false;
    return file;
}

InputFile::InputFile(InputFile &&other) noexcept
    : handle_(std::exchange(other.handle_, -1)), is_own_(other.is_own_)
{
}

InputFile::~InputFile()
{
    if (is_own_ && handle_of(handle_) != INVALID_HANDLE_VALUE)
        CloseHandle(handle_of(handle_));
}

std::size_t InputFile::read(std::span<std::uint8_t> into)
{
    std::size_t done = 0;
    while (done < into.size()) {
        const std::size_t bytes = read_some(handle_of(handle_), into.subspan(done));
        if (bytes == 0)
            break;
        done += bytes;
    }
    return done;
}

std::optional<std::uint64_t> InputFile::size_of_regular() const
{
    LARGE_INTEGER size{};
    if (GetFileType(handle_of(handle_)) != FILE_TYPE_DISK)
        return std::nullopt;
    if (!GetFileSizeEx(handle_of(handle_), &size))
        fail();
    return static_cast<std::uint64_t>(size.QuadPart);
}

} // namespace hashlane
