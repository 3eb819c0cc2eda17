// SPDX-License-Identifier: MIT
#include "task.h"

#include "../core/registry.h"
#include "layout.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace hashlane {
namespace {

constexpr std::uint64_t largest = std::uint64_t{1} << 16;

// Digest and salt of every lane, no two alike.
class SaltedLanes {
public:
    SaltedLanes(unsigned lanes, std::uint32_t data_bytes)
        : bytes_(lanes * sha256_digest_bytes), digests_(bytes_, data_bytes), salts_(bytes_, 0)
    {
        for (std::size_t i = 0; i < bytes_; ++i)
            salts_.data()[i] = static_cast<std::uint8_t>(i * 7 % 253);
        reset();
    }

    void reset()
    {
        for (std::size_t i = 0; i < bytes_; ++i)
            digests_.data()[i] = static_cast<std::uint8_t>(i % 251);
    }
    void advance(Sha256Salted *function, unsigned lanes, std::uint64_t iterations)
    {
        const std::size_t step = lanes * sha256_digest_bytes;
        for (std::size_t at = 0; at < bytes_; at += step)
            function(digests_.data() + at, salts_.data() + at, iterations);
    }
    std::optional<unsigned> first_difference(SaltedLanes &other)
    {
        for (std::size_t i = 0; i < bytes_; ++i)
            if (digests_.data()[i] != other.digests_.data()[i])
                return static_cast<unsigned>(i / sha256_digest_bytes);
        return std::nullopt;
    }

private:
    std::size_t bytes_;
    PlacedData<std::uint8_t> digests_, salts_;
};

class SaltedTask final : public Task {
public:
    SaltedTask(const Kernel &kernel, std::uint32_t data_bytes)
        : kernel_(kernel), lanes_(kernel.lanes, data_bytes)
    {
    }
    std::uint64_t largest_sample() const override { return largest; }
    // Any count can be checked: the independent kernel repeats it once.
    std::uint64_t segment(std::uint64_t sample) const override { return sample; }
    void reset() override { lanes_.reset(); }
    void advance(std::uint64_t iterations) override
    {
        lanes_.advance(std::get<Sha256Salted *>(kernel_.function), kernel_.lanes, iterations);
    }
    std::optional<Mismatch> check(std::uint64_t iterations) override
    {
        const auto [found, is_new] = answers_.try_emplace(iterations, kernel_.lanes, 0U);
        if (is_new)
            found->second.advance(std::get<Sha256Salted *>(independent_kernel(kernel_).function), 1,
                                  iterations);
        const std::optional<unsigned> wrong = lanes_.first_difference(found->second);
        if (!wrong)
            return std::nullopt;
        return Mismatch{std::string(kernel_.id), *wrong, iterations, ""};
    }

private:
    const Kernel &kernel_;
    SaltedLanes lanes_;
    std::map<std::uint64_t, SaltedLanes> answers_;
};

} // namespace

std::unique_ptr<Task> make_salted_task(const Kernel &kernel, std::uint32_t data_bytes)
{
    return std::make_unique<SaltedTask>(kernel, data_bytes);
}

} // namespace hashlane
