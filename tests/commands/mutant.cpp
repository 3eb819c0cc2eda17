// SPDX-License-Identifier: MIT
//
// Wraps the portable kernels (linker option --wrap) so that each is wrong by its last bit.

#include <cstdint>

extern "C" {

void __real_hashlane_sha256_chain_portable_x1(std::uint8_t *, std::uint64_t) noexcept;
void __real_hashlane_keccak_chain_portable_x1(std::uint64_t *, std::uint64_t) noexcept;
void __real_hashlane_sha3_absorb_portable_x1(std::uint64_t *, const std::uint8_t *const *,
                                             std::uint64_t, std::uint64_t, unsigned) noexcept;

void __wrap_hashlane_sha256_chain_portable_x1(std::uint8_t *digest,
                                              std::uint64_t iterations) noexcept
{
    __real_hashlane_sha256_chain_portable_x1(digest, iterations);
    digest[31] ^= 1;
}

void __wrap_hashlane_keccak_chain_portable_x1(std::uint64_t *state, std::uint64_t loops) noexcept
{
    __real_hashlane_keccak_chain_portable_x1(state, loops);
    state[24] ^= 1;
}

void __wrap_hashlane_sha3_absorb_portable_x1(std::uint64_t *state,
                                             const std::uint8_t *const *blocks,
                                             std::uint64_t rate_bytes, std::uint64_t count,
                                             unsigned rounds) noexcept
{
    __real_hashlane_sha3_absorb_portable_x1(state, blocks, rate_bytes, count, rounds);
    state[0] ^= 1;
}

} // extern "C"
