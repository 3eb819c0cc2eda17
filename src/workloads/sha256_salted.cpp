// SPDX-License-Identifier: MIT
//
// Chains with a salt of their own, d = SHA256(salt, d). A state is the digest, then the salt.
#include "table.h"

namespace hashlane::workloads {
namespace {

class SaltedLanes final : public Lanes {
public:
    SaltedLanes(Sha256Salted *function, unsigned lanes, std::uint32_t data_bytes)
        : function_(function),
          lanes_(lanes),
          digests_(lanes * sha256_digest_bytes, data_bytes),
          salts_(lanes * sha256_digest_bytes, 0)
    {
    }
    std::size_t count() const override { return lanes_; }
    void set(std::size_t lane, const std::uint8_t *state) override
    {
        const std::size_t at = lane * sha256_digest_bytes;
        std::memcpy(digests_.data() + at, state, sha256_digest_bytes);
        std::memcpy(salts_.data() + at, state + sha256_digest_bytes, sha256_digest_bytes);
    }
    void get(std::size_t lane, std::uint8_t *state) const override
    {
        const std::size_t at = lane * sha256_digest_bytes;
        std::memcpy(state, digests_.data() + at, sha256_digest_bytes);
        std::memcpy(state + sha256_digest_bytes, salts_.data() + at, sha256_digest_bytes);
    }
    void advance(std::uint64_t iterations) override
    {
        function_(digests_.data(), salts_.data(), iterations);
    }

private:
    Sha256Salted *function_;
    std::size_t lanes_;
    PlacedData<std::uint8_t> digests_, salts_;
};

std::unique_ptr<Lanes> make_salted_lanes(const Kernel &kernel, std::uint32_t data_bytes)
{
    return std::make_unique<SaltedLanes>(function_of<Workload::sha256_salted>(kernel), kernel.lanes,
                                         data_bytes);
}

// All lanes differ.
void start_with_salt(std::size_t lane, std::uint8_t *state)
{
    for (std::size_t i = 0; i < sha256_digest_bytes; ++i) {
        const std::size_t place = lane * sha256_digest_bytes + i;
        state[i] = static_cast<std::uint8_t>(place % 251);
        state[sha256_digest_bytes + i] = static_cast<std::uint8_t>(place * 7 % 253);
    }
}

constexpr Benchmark sha256_salted_benchmarks[] = {{Workload::sha256_salted, "sha256-salted"}};

} // namespace

constinit const WorkloadEntry sha256_salted_workload{
    .state_bytes = 2 * sha256_digest_bytes,
    .make_lanes = make_salted_lanes,
    .soak_iterations = 1 << 12,
    .start = start_with_salt,
    .largest_sample = 1 << 16,
    .benchmarks = sha256_salted_benchmarks,
    .make_task = make_chain_task,
    .verify = verify_chain,
    .family = "sha256_salted",
};

} // namespace hashlane::workloads
