// SPDX-License-Identifier: MIT
//
// Where a measurement's stack and data lie. Some kernels cost a few percent more at some addresses
// than at others, for as long as they stay there: one address is one sample, however long it is
// measured.
#ifndef HASHLANE_SRC_MEASURE_LAYOUT_H
#define HASHLANE_SRC_MEASURE_LAYOUT_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>

namespace hashlane {

/// How far a measurement's stack and data are moved: multiples of 64 bytes, a cache line, so that
/// what is aligned stays so.
struct Layout {
    std::uint32_t stack_bytes = 0; ///< below a page
    std::uint32_t data_bytes = 0;  ///< from the start of a page; below 16 pages
};

Layout draw_layout(std::mt19937_64 &random);

/// Calls `body` with the stack so many bytes further down: a multiple of 64 below 4096.
void run_further_down(std::uint32_t stack_bytes, const std::function<void()> &body);

/// Zeros, so many bytes behind the start of a page: a multiple of 64.
template <class T> class PlacedData {
public:
    PlacedData(std::size_t count, std::uint32_t data_bytes)
        : room_(std::make_unique<std::byte[]>(count * sizeof(T) + data_bytes + page_bytes))
    {
        void *start = room_.get();
        std::size_t space = page_bytes * 2;
        std::align(page_bytes, page_bytes, start, space);
        data_ = reinterpret_cast<T *>(static_cast<std::byte *>(start) + data_bytes);
    }
    T *data() { return data_; }

private:
    static constexpr std::size_t page_bytes = 4096;

    std::unique_ptr<std::byte[]> room_;
    T *data_;
};

} // namespace hashlane

#endif
