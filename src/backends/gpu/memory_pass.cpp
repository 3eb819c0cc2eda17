// SPDX-License-Identifier: MIT
#include "memory_pass.h"

#include "chain.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace hashlane::backends {
namespace {

// In front of the words of a buffer: what memory_pass.cl reads and counts.
struct Header {
    std::uint64_t first_word = 0; ///< its number on the device
    std::uint64_t words = 0;      ///< of 64 bits, that follow
    std::uint64_t mask = 0;
    std::uint64_t wrong = 0; ///< words; 32 bits of it are the kernel's
    std::uint64_t unused[4] = {};
};
static_assert(sizeof(Header) == 64);

// OpenCL promises one buffer a quarter of the memory; a launch over this much is short.
constexpr std::uint64_t most_buffer_bytes = std::uint64_t{2} << 30, parts_of_memory = 8;
constexpr double share_of_memory = 0.9;

struct Part {
    std::unique_ptr<DeviceBuffer> buffer;
    Header header;
};

class Pass {
public:
    explicit Pass(Device &device)
        : write_(device.make_kernel(source(), "memory_write")),
          compare_(device.make_kernel(source(), "memory_compare"))
    {
        take(device);
    }

    results::DeviceMemory run(const std::atomic<bool> &stop)
    {
        results::DeviceMemory pass;
        double ns = 0;
        for (const std::uint64_t mask : {std::uint64_t{0}, ~std::uint64_t{0}}) {
            for (Part &part : parts_) {
                if (stop)
                    return {};
                part.header.mask = mask;
                part.buffer->write(&part.header, sizeof part.header);
                launch(*write_, part);
            }
            for (Part &part : parts_) {
                ns += launch(*compare_, part);
                part.buffer->read(&part.header, sizeof part.header);
            }
        }
        for (const Part &part : parts_) {
            pass.bytes += part.header.words * sizeof(std::uint64_t);
            pass.wrong_words += part.header.wrong;
        }
        pass.bytes_per_second = 2 * static_cast<double>(pass.bytes) / (ns / 1e9);
        return pass;
    }

private:
    static std::string source() { return std::string(portable_source) + memory_pass_source; }

    // A driver may say that memory is free which it does not give: the first refusal ends it.
    void take(Device &device)
    {
        const std::uint64_t memory = device.facts().memory_bytes;
        const std::uint64_t bytes = std::min(most_buffer_bytes, memory / parts_of_memory);
        const auto most = static_cast<std::uint64_t>(share_of_memory * static_cast<double>(memory));
        while ((parts_.size() + 1) * bytes <= most) {
            try {
                parts_.push_back(take_part(device, bytes));
            } catch (const DeviceError &) {
                if (parts_.empty())
                    throw;
                break;
            }
        }
    }

    Part take_part(Device &device, std::uint64_t bytes) const
    {
        Part part{device.make_buffer(bytes), {}};
        part.header.words = (bytes - sizeof part.header) / sizeof(std::uint64_t);
        part.header.first_word = parts_.size() * part.header.words;
        // Only now some drivers reserve it.
        part.buffer->write(&part.header, sizeof part.header);
        return part;
    }

    static double launch(DeviceKernel &kernel, Part &part)
    {
        const auto lanes = static_cast<std::uint32_t>(
            std::min<std::uint64_t>({kernel.resident_items(), part.header.words,
                                     std::numeric_limits<std::uint32_t>::max() / 2}));
        const auto rounds = static_cast<std::uint32_t>((part.header.words + lanes - 1) / lanes);
        return kernel.run(*part.buffer, lanes, rounds);
    }

    std::unique_ptr<DeviceKernel> write_, compare_;
    std::vector<Part> parts_;
};

} // namespace

results::DeviceMemory check_memory(Device &device, const std::atomic<bool> &stop)
{
    return Pass(device).run(stop);
}

} // namespace hashlane::backends
