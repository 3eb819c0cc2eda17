// SPDX-License-Identifier: MIT
#include "task.h"

#include "../core/registry.h"

#include <map>
#include <span>
#include <vector>

namespace hashlane {
namespace {

// Far above what any processor does in a millisecond.
constexpr std::uint64_t largest = std::uint64_t{1} << 32;

class Sha3Task final : public Task {
public:
    Sha3Task(const Kernel &kernel, const Sha3Function &function, std::size_t bytes)
        : kernel_(kernel),
          function_(function),
          absorb_(std::get<Sha3Absorb *>(kernel.function)),
          message_(bytes)
    {
        reset();
    }

    std::uint64_t largest_sample() const override { return largest; }
    // Any count can be checked: the independent kernel repeats it once.
    std::uint64_t segment(std::uint64_t sample) const override { return sample; }
    void reset() override { fill(message_); }
    void advance(std::uint64_t iterations) override { chain(absorb_, message_, iterations); }
    std::optional<Mismatch> check(std::uint64_t iterations) override
    {
        if (digest(message_) == answer(iterations))
            return std::nullopt;
        return Mismatch{std::string(kernel_.id), 0, iterations,
                        std::string(function_.name) + " of " + std::to_string(message_.size()) +
                            " bytes"};
    }

private:
    using Bytes = std::vector<std::uint8_t>;

    static void fill(Bytes &message)
    {
        for (std::size_t i = 0; i < message.size(); ++i)
            message[i] = static_cast<std::uint8_t>(i % 251);
    }
    Bytes digest(const Bytes &message) const
    {
        const auto end = message.begin() + static_cast<std::ptrdiff_t>(output_bytes(function_));
        return {message.begin(), end};
    }
    void chain(Sha3Absorb *absorb, Bytes &message, std::uint64_t iterations) const
    {
        const std::span<std::uint8_t> output(message.data(), output_bytes(function_));
        for (; iterations != 0; --iterations)
            sponge_hash(function_, absorb, message, output);
    }
    const Bytes &answer(std::uint64_t iterations)
    {
        Bytes &known = answers_[iterations];
        if (known.empty()) {
            Bytes message(message_.size());
            fill(message);
            chain(std::get<Sha3Absorb *>(independent_kernel(kernel_).function), message,
                  iterations);
            known = digest(message);
        }
        return known;
    }

    const Kernel &kernel_;
    const Sha3Function &function_;
    Sha3Absorb *absorb_;
    Bytes message_;
    std::map<std::uint64_t, Bytes> answers_;
};

} // namespace

std::size_t output_bytes(const Sha3Function &function)
{
    return function.digest_bytes == 0 ? xof_output_bytes : function.digest_bytes;
}

std::unique_ptr<Task> make_sha3_task(const Kernel &kernel, const Sha3Function &function,
                                     std::size_t bytes)
{
    return std::make_unique<Sha3Task>(kernel, function, bytes);
}

} // namespace hashlane
