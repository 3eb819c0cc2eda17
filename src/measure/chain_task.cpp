// SPDX-License-Identifier: MIT
#include "task.h"

#include "../keccak/keccak_suite.h"
#include "known_answers.h"
#include "layout.h"

#include <algorithm>
#include <array>
#include <utility>

namespace hashlane {
namespace {

class Sha256ChainTask final : public Task {
public:
    Sha256ChainTask(std::string id, unsigned lanes, AdvanceDigests advance,
                    std::uint32_t data_bytes)
        : id_(std::move(id)),
          lanes_(lanes),
          advance_(std::move(advance)),
          digests_(lanes * sha256_digest_bytes, data_bytes)
    {
        reset();
    }
    std::uint64_t largest_sample() const override { return sha256_segment; }
    std::uint64_t segment(std::uint64_t /*sample*/) const override { return sha256_segment; }
    void reset() override
    {
        std::fill_n(digests_.data(), lanes_ * sha256_digest_bytes, std::uint8_t{0});
        for (std::size_t lane = 0; lane < lanes_; ++lane)
            digests_.data()[(lane + 1) * sha256_digest_bytes - 1] = static_cast<std::uint8_t>(lane);
    }
    void advance(std::uint64_t iterations) override { advance_(digests_.data(), iterations); }
    std::optional<Mismatch> check(std::uint64_t iterations) override
    {
        std::array<std::uint8_t, sha256_digest_bytes> answer{};
        for (unsigned lane = 0; lane < lanes_; ++lane) {
            sha256_known_answer(lane, answer.data());
            if (!std::equal(answer.begin(), answer.end(),
                            digests_.data() + lane * sha256_digest_bytes))
                return Mismatch{id_, lane, iterations, ""};
        }
        return std::nullopt;
    }

private:
    std::string id_;
    unsigned lanes_;
    AdvanceDigests advance_;
    PlacedData<std::uint8_t> digests_;
};

class KeccakChainTask final : public Task {
public:
    KeccakChainTask(const Kernel &kernel, std::uint32_t data_bytes)
        : kernel_(kernel),
          advance_(std::get<KeccakChain *>(kernel.function)),
          states_(kernel.lanes * keccak_state_words, data_bytes)
    {
        reset();
    }
    std::uint64_t largest_sample() const override { return keccak_segment; }
    std::uint64_t segment(std::uint64_t /*sample*/) const override { return keccak_segment; }
    void reset() override
    {
        for (std::size_t lane = 0; lane < kernel_.lanes; ++lane)
            keccak_suite_start(state(lane), lane);
    }
    void advance(std::uint64_t iterations) override { advance_(states_.data(), iterations); }
    std::optional<Mismatch> check(std::uint64_t iterations) override
    {
        for (unsigned lane = 0; lane < kernel_.lanes; ++lane) {
            const KeccakAnswer answer = keccak_known_answer(lane);
            if (state(lane)[0] != answer.first_word ||
                keccak_suite_checksum(state(lane)) != answer.checksum)
                return Mismatch{std::string(kernel_.id), lane, iterations, ""};
        }
        return std::nullopt;
    }

private:
    std::uint64_t *state(std::size_t lane) { return states_.data() + lane * keccak_state_words; }

    const Kernel &kernel_;
    KeccakChain *advance_;
    PlacedData<std::uint64_t> states_;
};

} // namespace

std::unique_ptr<Task> make_sha256_chain_task(std::string id, unsigned lanes, AdvanceDigests advance,
                                             std::uint32_t data_bytes)
{
    return std::make_unique<Sha256ChainTask>(std::move(id), lanes, std::move(advance), data_bytes);
}

std::unique_ptr<Task> make_chain_task(const Kernel &kernel, std::uint32_t data_bytes)
{
    if (kernel.workload == Workload::sha256_chain)
        return make_sha256_chain_task(std::string(kernel.id), kernel.lanes,
                                      std::get<Sha256Chain *>(kernel.function), data_bytes);
    return std::make_unique<KeccakChainTask>(kernel, data_bytes);
}

} // namespace hashlane
