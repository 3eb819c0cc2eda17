// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SUM_SMALL_FILES_H
#define HASHLANE_SRC_SUM_SMALL_FILES_H

#include "../system/input_file.h"
#include "sum_files.h"

#include <span>
#include <vector>

namespace hashlane {

/// Files that were read whole, until they are hashed together. One thread has one of these.
class SmallFiles {
public:
    /// Larger files are hashed one by one.
    static constexpr std::size_t most_bytes = std::size_t{64} << 10;

    explicit SmallFiles(const Algorithm &algorithm) : algorithm_(algorithm) {}

    bool is_full() const
    {
        return files_.size() == most_messages || data_.size() - used_ < most_bytes;
    }

    /// The file's first bytes, as many as there are up to most_bytes. Precondition: not full.
    std::span<const std::uint8_t> read(InputFile &file);

    /// Keeps what was read last. `index` is for hash_all() to say whose digest it is.
    void keep(std::size_t index, std::size_t bytes);

    /// Calls take(index, digest) for each that was kept, and forgets them.
    void hash_all(const std::function<void(std::size_t index, const std::uint8_t *digest)> &take);

private:
    struct Kept {
        std::size_t index;
        const std::uint8_t *data;
        std::size_t bytes;
    };

    const Algorithm &algorithm_;
    // Small enough for a core's own cache.
    std::vector<std::uint8_t> data_ = std::vector<std::uint8_t>(std::size_t{512} << 10);
    std::size_t used_ = 0;
    std::vector<Kept> files_;
};

} // namespace hashlane

#endif
