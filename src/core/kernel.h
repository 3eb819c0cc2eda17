// SPDX-License-Identifier: MIT
//
// What a kernel is: one implementation of a workload for one instruction set and lane count.
#ifndef HASHLANE_SRC_CORE_KERNEL_H
#define HASHLANE_SRC_CORE_KERNEL_H

#include "cpu_features.h"
#include "workload.h"

#include <cstdint>
#include <string_view>
#include <variant>

namespace hashlane {

constexpr std::size_t sha256_digest_bytes = 32;
constexpr std::size_t sha256_block_bytes = 64;
constexpr std::size_t sha256_state_words = 8;
constexpr std::size_t keccak_state_words = 25;

/// Of Keccak-f[1600], and of the permutation of TurboSHAKE and KangarooTwelve: its last 12.
constexpr unsigned keccak_f_rounds = 24, keccak_p_rounds = 12;

/// The largest lane count of any kernel, and of any of the sha3 workload.
constexpr unsigned max_lanes = 64, max_absorb_lanes = 16;

// One signature per workload. The header that is named has the full contract.

/// src/sha256/chain.h: lanes × 32 bytes, in place, any alignment.
using Sha256Chain = void(std::uint8_t *digests, std::uint64_t iterations) noexcept;

/// src/keccak/chain.h: lanes × 25 words, state after state, in place.
using KeccakChain = void(std::uint64_t *states, std::uint64_t loops) noexcept;

/// src/sha3/absorb.h: `count` times, XOR the next rate_bytes of blocks[lane] into each of the
/// lanes × 25 words, then permute. With rate_bytes 0 it permutes only and reads no block.
using Sha3Absorb = void(std::uint64_t *states, const std::uint8_t *const *blocks,
                        std::uint64_t rate_bytes, std::uint64_t count, unsigned rounds) noexcept;

/// src/sha256/blocks.h: `count` times, compresses the next 64 bytes of blocks[lane] into each of
/// `lanes` states, whose words lie beside each other: word j of a lane is states[j × lanes + lane].
using Sha256Blocks = void(std::uint32_t *states, const std::uint8_t *const *blocks,
                          std::uint64_t count) noexcept;

/// src/sha256/nodes.h: count × lanes nodes of 64 bytes to as many digests.
using Sha256Nodes = void(std::uint8_t *digests, const std::uint8_t *nodes,
                         std::uint64_t count) noexcept;

/// src/sha256/salted.h: lanes × 32 bytes of digests, in place, and of salts; any alignment. The
/// same type as Sha256Nodes.
using Sha256Salted = void(std::uint8_t *digests, const std::uint8_t *salts,
                          std::uint64_t iterations) noexcept;

struct Isa {
    std::string_view tag;          ///< "shani"
    std::string_view architecture; ///< "x86-64", "aarch64" or "any"
    FeatureSet features;           ///< what a processor needs to run it
};

enum class Role {
    reference, ///< the standard to the letter: what other kernels are checked against
    baseline,  ///< plain C++ that any processor runs
    tuned,     ///< written for its instruction set
};

/// "reference", "baseline", "tuned".
constexpr std::string_view role_name(Role role)
{
    constexpr std::string_view names[] = {"reference", "baseline", "tuned"};
    return names[static_cast<std::size_t>(role)];
}

struct Kernel {
    std::string_view id; ///< "sha256-chain.shani-compact.x2"
    Workload workload;
    Isa isa;
    std::string_view file; ///< "shani_compact": the tag, and a variant where there is one
    unsigned lanes;        ///< independent chains, messages or nodes that one call advances
    Role role;
    std::string_view summary; ///< a few words for a list
    /// Null when the program was built for another architecture than the kernel's.
    std::variant<Sha256Chain *, KeccakChain *, Sha3Absorb *, Sha256Blocks *, Sha256Nodes *>
        function;
    FeatureSet suits =
        no_features; ///< what a core has where it is the better choice (variants.def)

    bool built() const
    {
        return std::visit([](auto *f) { return f != nullptr; }, function);
    }
    /// The id without the workload: "shani-compact.x2".
    std::string_view short_id() const
    {
        std::string_view name = id;
        name.remove_prefix(id.find('.') + 1);
        return name;
    }
};

} // namespace hashlane

#endif
