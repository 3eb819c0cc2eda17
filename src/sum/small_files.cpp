// SPDX-License-Identifier: MIT
#include "small_files.h"

#include <algorithm>

namespace hashlane {
namespace {

constexpr std::size_t line_bytes = 64; // of a cache

} // namespace

std::span<const std::uint8_t> SmallFiles::read(InputFile &file)
{
    const std::span<std::uint8_t> place{data_.data() + used_, most_bytes};
    return place.first(file.read(place));
}

void SmallFiles::keep(std::size_t index, std::size_t bytes)
{
    files_.push_back({index, data_.data() + used_, bytes});
    used_ += (bytes + line_bytes - 1) / line_bytes * line_bytes;
}

void SmallFiles::hash_all(
    const std::function<void(std::size_t index, const std::uint8_t *digest)> &take)
{
    // The longest first: at the end, as few lanes as can be are empty.
    std::ranges::sort(files_, std::ranges::greater(), &Kept::bytes);
    std::array<const std::uint8_t *, most_messages> messages{};
    std::array<std::size_t, most_messages> bytes{};
    for (std::size_t i = 0; i < files_.size(); ++i) {
        messages[i] = files_[i].data;
        bytes[i] = files_[i].bytes;
    }
    std::array<std::uint8_t, most_messages * most_digest_bytes> digests{};
    algorithm_.hash_many(messages.data(), bytes.data(), files_.size(), digests.data());
    for (std::size_t i = 0; i < files_.size(); ++i)
        take(files_[i].index, digests.data() + i * algorithm_.digest_bytes);
    files_.clear();
    used_ = 0;
}

} // namespace hashlane
