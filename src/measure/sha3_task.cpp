// SPDX-License-Identifier: MIT
#include "task.h"

#include "../core/registry.h"
#include "layout.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace hashlane {
namespace {

// Far above what any processor does in a millisecond.
constexpr std::uint64_t largest = std::uint64_t{1} << 32;

// Messages of one length, one after the other in memory, that begin with the digests before.
class Messages {
public:
    Messages(unsigned count, std::size_t bytes, std::uint32_t data_bytes = 0)
        : bytes_(bytes), data_(count * bytes, data_bytes)
    {
        for (unsigned i = 0; i < count; ++i)
            starts_.push_back(data_.data() + i * bytes);
        fill();
    }
    Messages(const Messages &) = delete;
    Messages &operator=(const Messages &) = delete;

    /// Byte i of message m is (i + m) mod 251.
    void fill()
    {
        for (std::size_t m = 0; m < starts_.size(); ++m)
            for (std::size_t i = 0; i < bytes_; ++i)
                starts_[m][i] = static_cast<std::uint8_t>((i + m) % 251);
    }

    /// `hash` takes `lanes` of them at once.
    void hash(const HashMessages &hash, unsigned lanes, std::uint64_t iterations)
    {
        for (std::size_t m = 0; m < starts_.size(); m += lanes)
            hash(&starts_[m], iterations);
    }

    std::span<const std::uint8_t> digest(const Sha3Function &function, unsigned m) const
    {
        return {starts_[m], output_bytes(function)};
    }

private:
    std::size_t bytes_;
    PlacedData<std::uint8_t> data_;
    std::vector<std::uint8_t *> starts_;
};

// A kernel under the sponge.
HashMessages kernel_hash(const Kernel &kernel, const Sha3Function &function, std::size_t bytes)
{
    auto *const absorb = std::get<Sha3Absorb *>(kernel.function);
    return [&function, absorb, lanes = kernel.lanes, bytes](std::uint8_t *const *messages,
                                                            std::uint64_t iterations) {
        for (; iterations != 0; --iterations)
            sponge_hash(function, absorb, lanes, messages, bytes, messages, output_bytes(function));
    };
}

class Sha3Task final : public Task {
public:
    Sha3Task(std::string id, unsigned lanes, const Sha3Function &function, std::size_t bytes,
             HashMessages hash, const Kernel &independent, std::uint32_t data_bytes)
        : id_(std::move(id)),
          lanes_(lanes),
          function_(function),
          bytes_(bytes),
          hash_(std::move(hash)),
          independent_(kernel_hash(independent, function, bytes)),
          messages_(lanes, bytes, data_bytes)
    {
    }

    std::uint64_t largest_sample() const override { return largest; }
    // Any count can be checked: the independent kernel repeats it once.
    std::uint64_t segment(std::uint64_t sample) const override { return sample; }
    void reset() override { messages_.fill(); }
    void advance(std::uint64_t iterations) override { messages_.hash(hash_, lanes_, iterations); }
    std::optional<Mismatch> check(std::uint64_t iterations) override
    {
        const Messages &known = answer(iterations);
        for (unsigned lane = 0; lane < lanes_; ++lane)
            if (!std::ranges::equal(messages_.digest(function_, lane),
                                    known.digest(function_, lane)))
                return Mismatch{id_, lane, iterations,
                                std::string(function_.name) + " of " + std::to_string(bytes_) +
                                    " bytes"};
        return std::nullopt;
    }

private:
    const Messages &answer(std::uint64_t iterations)
    {
        const auto [found, is_new] = answers_.try_emplace(iterations, lanes_, bytes_);
        if (is_new)
            found->second.hash(independent_, 1, iterations);
        return found->second;
    }

    std::string id_;
    unsigned lanes_;
    const Sha3Function &function_;
    std::size_t bytes_;
    HashMessages hash_;
    HashMessages independent_;
    Messages messages_;
    std::map<std::uint64_t, Messages> answers_;
};

} // namespace

std::size_t output_bytes(const Sha3Function &function)
{
    return function.digest_bytes == 0 ? xof_output_bytes : function.digest_bytes;
}

std::unique_ptr<Task> make_sha3_task(std::string id, unsigned lanes, const Sha3Function &function,
                                     std::size_t bytes, HashMessages hash,
                                     const Kernel &independent, std::uint32_t data_bytes)
{
    return std::make_unique<Sha3Task>(std::move(id), lanes, function, bytes, std::move(hash),
                                      independent, data_bytes);
}

std::unique_ptr<Task> make_sha3_task(const Kernel &kernel, const Sha3Function &function,
                                     std::size_t bytes, std::uint32_t data_bytes)
{
    return make_sha3_task(std::string(kernel.id), kernel.lanes, function, bytes,
                          kernel_hash(kernel, function, bytes), independent_kernel(kernel),
                          data_bytes);
}

} // namespace hashlane
