// SPDX-License-Identifier: MIT
#include "lanes.h"

#include <array>
#include <cstring>
#include <random>
#include <vector>

namespace hashlane {
namespace {

constexpr std::size_t keccak_state_bytes = keccak_state_words * sizeof(std::uint64_t);
constexpr std::size_t node_bytes = sha256_block_bytes;
constexpr std::size_t sha3_rate_bytes = 136; // of SHA3-256
constexpr std::size_t node_groups = 4;       // that one call hashes

// One state after the other, as the chain kernels have them.
template <class Element> class ChainLanes final : public Lanes {
public:
    using Advance = void(Element *, std::uint64_t) noexcept;

    ChainLanes(Advance *function, unsigned lanes, std::size_t elements)
        : advance_(function), elements_(elements), states_(lanes * elements)
    {
    }
    std::size_t count() const override { return states_.size() / elements_; }
    void set(std::size_t lane, const std::uint8_t *state) override
    {
        std::memcpy(&states_[lane * elements_], state, elements_ * sizeof(Element));
    }
    void get(std::size_t lane, std::uint8_t *state) const override
    {
        std::memcpy(state, &states_[lane * elements_], elements_ * sizeof(Element));
    }
    void advance(std::uint64_t iterations) override { advance_(states_.data(), iterations); }

private:
    Advance *advance_;
    std::size_t elements_;
    std::vector<Element> states_;
};

class SaltedLanes final : public Lanes {
public:
    SaltedLanes(Sha256Salted *function, unsigned lanes)
        : advance_(function), digests_(lanes * sha256_digest_bytes), salts_(digests_.size())
    {
    }
    std::size_t count() const override { return digests_.size() / sha256_digest_bytes; }
    void set(std::size_t lane, const std::uint8_t *state) override
    {
        std::memcpy(&digests_[lane * sha256_digest_bytes], state, sha256_digest_bytes);
        std::memcpy(&salts_[lane * sha256_digest_bytes], state + sha256_digest_bytes,
                    sha256_digest_bytes);
    }
    void get(std::size_t lane, std::uint8_t *state) const override
    {
        std::memcpy(state, &digests_[lane * sha256_digest_bytes], sha256_digest_bytes);
        std::memcpy(state + sha256_digest_bytes, &salts_[lane * sha256_digest_bytes],
                    sha256_digest_bytes);
    }
    void advance(std::uint64_t iterations) override
    {
        advance_(digests_.data(), salts_.data(), iterations);
    }

private:
    Sha256Salted *advance_;
    std::vector<std::uint8_t> digests_, salts_;
};

class NodeLanes final : public Lanes {
public:
    NodeLanes(Sha256Nodes *hash, unsigned lanes)
        : hash_(hash),
          nodes_(lanes * node_groups * node_bytes),
          digests_(lanes * node_groups * sha256_digest_bytes)
    {
    }
    std::size_t count() const override { return nodes_.size() / node_bytes; }
    void set(std::size_t lane, const std::uint8_t *state) override
    {
        std::memcpy(&nodes_[lane * node_bytes], state, node_bytes);
    }
    void get(std::size_t lane, std::uint8_t *state) const override
    {
        std::memcpy(state, &nodes_[lane * node_bytes], node_bytes);
    }
    void advance(std::uint64_t iterations) override
    {
        for (; iterations != 0; --iterations) {
            hash_(digests_.data(), nodes_.data(), node_groups);
            for (std::size_t lane = 0; lane < count(); ++lane) {
                std::uint8_t *const node = &nodes_[lane * node_bytes];
                std::memcpy(node + sha256_digest_bytes, node, sha256_digest_bytes);
                std::memcpy(node, &digests_[lane * sha256_digest_bytes], sha256_digest_bytes);
            }
        }
    }

private:
    Sha256Nodes *hash_;
    std::vector<std::uint8_t> nodes_, digests_;
};

// Room for lanes_step blocks of either size from any place that a start can say.
constexpr std::size_t most_places = 256, place_bytes = 8;
constexpr std::size_t message_bytes = lanes_step * sha3_rate_bytes + most_places * place_bytes;

const std::uint8_t *message_for(const std::uint8_t *start)
{
    static const std::vector<std::uint8_t> message = [] {
        std::mt19937_64 random(0);
        std::vector<std::uint8_t> bytes(message_bytes);
        for (std::uint8_t &byte : bytes)
            byte = static_cast<std::uint8_t>(random());
        return bytes;
    }();
    return message.data() + std::size_t{start[0]} * place_bytes;
}

class BlockLanes final : public Lanes {
public:
    BlockLanes(Sha256Blocks *compress, unsigned lanes)
        : compress_(compress), states_(lanes * sha256_state_words), blocks_(lanes)
    {
    }
    std::size_t count() const override { return blocks_.size(); }
    void set(std::size_t lane, const std::uint8_t *state) override
    {
        blocks_[lane] = message_for(state);
        for (std::size_t word = 0; word < sha256_state_words; ++word)
            std::memcpy(&states_[word * count() + lane], state + word * sizeof states_[0],
                        sizeof states_[0]);
    }
    void get(std::size_t lane, std::uint8_t *state) const override
    {
        for (std::size_t word = 0; word < sha256_state_words; ++word)
            std::memcpy(state + word * sizeof states_[0], &states_[word * count() + lane],
                        sizeof states_[0]);
    }
    void advance(std::uint64_t iterations) override
    {
        for (; iterations != 0; iterations -= lanes_step)
            compress_(states_.data(), blocks_.data(), lanes_step);
    }

private:
    Sha256Blocks *compress_;
    std::vector<std::uint32_t> states_;
    std::vector<const std::uint8_t *> blocks_;
};

class AbsorbLanes final : public Lanes {
public:
    AbsorbLanes(Sha3Absorb *absorb, unsigned lanes)
        : absorb_(absorb), states_(lanes * keccak_state_words), blocks_(lanes)
    {
    }
    std::size_t count() const override { return blocks_.size(); }
    void set(std::size_t lane, const std::uint8_t *state) override
    {
        blocks_[lane] = message_for(state);
        std::memcpy(&states_[lane * keccak_state_words], state, keccak_state_bytes);
    }
    void get(std::size_t lane, std::uint8_t *state) const override
    {
        std::memcpy(state, &states_[lane * keccak_state_words], keccak_state_bytes);
    }
    void advance(std::uint64_t iterations) override
    {
        for (; iterations != 0; iterations -= lanes_step)
            absorb_(states_.data(), blocks_.data(), sha3_rate_bytes, lanes_step, keccak_f_rounds);
    }

private:
    Sha3Absorb *absorb_;
    std::vector<std::uint64_t> states_;
    std::vector<const std::uint8_t *> blocks_;
};

} // namespace

std::size_t state_bytes(Workload workload)
{
    switch (workload) {
    case Workload::sha256_chain:
    case Workload::sha256:
        return sha256_digest_bytes;
    case Workload::keccak_chain:
    case Workload::sha3:
        return keccak_state_bytes;
    case Workload::sha256_nodes:
    case Workload::sha256_salted:
        break;
    }
    return 2 * sha256_digest_bytes;
}

std::unique_ptr<Lanes> make_lanes(const Kernel &kernel)
{
    switch (kernel.workload) {
    case Workload::sha256_chain:
        return std::make_unique<ChainLanes<std::uint8_t>>(
            *std::get_if<Sha256Chain *>(&kernel.function), kernel.lanes, sha256_digest_bytes);
    case Workload::keccak_chain:
        return std::make_unique<ChainLanes<std::uint64_t>>(
            *std::get_if<KeccakChain *>(&kernel.function), kernel.lanes, keccak_state_words);
    case Workload::sha256:
        return std::make_unique<BlockLanes>(*std::get_if<Sha256Blocks *>(&kernel.function),
                                            kernel.lanes);
    case Workload::sha3:
        return std::make_unique<AbsorbLanes>(*std::get_if<Sha3Absorb *>(&kernel.function),
                                             kernel.lanes);
    case Workload::sha256_nodes:
        return std::make_unique<NodeLanes>(*std::get_if<Sha256Nodes *>(&kernel.function),
                                           kernel.lanes);
    case Workload::sha256_salted:
        break;
    }
    return std::make_unique<SaltedLanes>(*std::get_if<Sha256Salted *>(&kernel.function),
                                         kernel.lanes);
}

} // namespace hashlane
