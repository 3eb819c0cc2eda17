// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SYSTEM_INPUT_FILE_H
#define HASHLANE_SRC_SYSTEM_INPUT_FILE_H

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace hashlane {

/// A file, a pipe or whatever else a path leads to, read from its beginning. Each function throws a
/// std::system_error whose code says why it cannot.
class InputFile {
public:
    explicit InputFile(const std::string &path);
    static InputFile standard_input();
    InputFile(InputFile &&other) noexcept;
    InputFile &operator=(InputFile &&other) = delete;
    ~InputFile();

    /// Reads on until `into` is full or the file ends. How many bytes were read.
    std::size_t read(std::span<std::uint8_t> into);

    /// Of a regular file its length, which may change at any time; else nothing.
    std::optional<std::uint64_t> size_of_regular() const;

    /// The system's number of the file, on POSIX.
    int descriptor() const { return static_cast<int>(handle_); }

private:
    InputFile() = default;

    std::intptr_t handle_ = -1;
    bool is_own_ = true;
};

} // namespace hashlane

#endif
