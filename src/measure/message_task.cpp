// SPDX-License-Identifier: MIT
#include "message_task.h"

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

    std::span<const std::uint8_t> first(std::size_t bytes, unsigned m) const
    {
        return {starts_[m], bytes};
    }

private:
    std::size_t bytes_;
    PlacedData<std::uint8_t> data_;
    std::vector<std::uint8_t *> starts_;
};

class MessageTask final : public Task {
public:
    MessageTask(MessageTaskParts parts, std::uint32_t data_bytes)
        : parts_(std::move(parts)), messages_(parts_.lanes, parts_.bytes, data_bytes)
    {
    }

    std::uint64_t largest_sample() const override { return largest; }
    // Any count can be checked: the independent code repeats it once.
    std::uint64_t segment(std::uint64_t sample) const override { return sample; }
    void reset() override { messages_.fill(); }
    void advance(std::uint64_t iterations) override
    {
        messages_.hash(parts_.hash, parts_.lanes, iterations);
    }
    std::optional<Mismatch> check(std::uint64_t iterations) override
    {
        const Messages &known = answer(iterations);
        for (unsigned lane = 0; lane < parts_.lanes; ++lane)
            if (!std::ranges::equal(messages_.first(parts_.digest_bytes, lane),
                                    known.first(parts_.digest_bytes, lane)))
                return Mismatch{parts_.id, lane, iterations,
                                parts_.function + " of " + std::to_string(parts_.bytes) + " bytes"};
        return std::nullopt;
    }

private:
    const Messages &answer(std::uint64_t iterations)
    {
        const auto [found, is_new] = answers_.try_emplace(iterations, parts_.lanes, parts_.bytes);
        if (is_new)
            found->second.hash(parts_.independent, 1, iterations);
        return found->second;
    }

    MessageTaskParts parts_;
    Messages messages_;
    std::map<std::uint64_t, Messages> answers_;
};

} // namespace

std::unique_ptr<Task> make_message_task(MessageTaskParts parts, std::uint32_t data_bytes)
{
    return std::make_unique<MessageTask>(std::move(parts), data_bytes);
}

} // namespace hashlane
