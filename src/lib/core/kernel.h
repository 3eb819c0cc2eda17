// SPDX-License-Identifier: MIT
//
// What a kernel is: one implementation of a workload for one instruction set and lane count.
#pragma once

#include "cpu_features.h"
#include "forms.h"
#include "workload.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>

namespace hashlane {

constexpr std::size_t sha256_digest_bytes = 32;
constexpr std::size_t sha256_block_bytes = 64;
constexpr std::size_t sha256_state_words = 8;
constexpr std::size_t keccak_state_words = 25;

/// Rounds of Keccak-f[1600], and of the permutation of TurboSHAKE and KangarooTwelve: its last 12.
constexpr unsigned keccak_f_rounds = 24, keccak_p_rounds = 12;

/// The largest lane count of any kernel, and of any of the sha3 workload.
constexpr unsigned max_lanes = 64, max_absorb_lanes = 16;

// One signature per workload. The header that is named has the full contract.

/// src/lib/sha256/kernels.h: lanes × 32 bytes, in place, any alignment.
using Sha256Chain = void(std::uint8_t *digests, std::uint64_t iterations) noexcept;

/// src/lib/keccak/chain.h: lanes × 25 words, state after state, in place.
using KeccakChain = void(std::uint64_t *states, std::uint64_t loops) noexcept;

/// src/lib/sha3/absorb.h: `count` times, XOR the next rate_bytes of blocks[lane] into each of the
/// lanes × 25 words, then permute. With rate_bytes 0 it permutes only and reads no block.
using Sha3Absorb = void(std::uint64_t *states, const std::uint8_t *const *blocks,
                        std::uint64_t rate_bytes, std::uint64_t count, unsigned rounds) noexcept;

/// src/lib/sha256/kernels.h: `count` times, compresses the next 64 bytes of blocks[lane] into each
/// of `lanes` states, whose words are interleaved: word j of a lane is states[j × lanes + lane].
using Sha256Blocks = void(std::uint32_t *states, const std::uint8_t *const *blocks,
                          std::uint64_t count) noexcept;

/// src/lib/sha256/kernels.h: count × lanes nodes of 64 bytes to as many digests.
using Sha256Nodes = void(std::uint8_t *digests, const std::uint8_t *nodes,
                         std::uint64_t count) noexcept;

/// src/lib/sha256/kernels.h: lanes × 32 bytes of digests, in place, and of salts; any alignment.
using Sha256Salted = void(std::uint8_t *digests, const std::uint8_t *salts,
                          std::uint64_t iterations) noexcept;

template <class, class... Signatures> using FunctionOf = std::variant<Signatures *...>;

/// A kernel's function: the alternatives are in the order of the workloads. Several may be of one
/// type, and mean different things: function_of() distinguishes them.
using KernelFunction = FunctionOf<void
#define HASHLANE_WORKLOAD(workload, kernels, signature, ...) , signature
#include "workloads.def"
#undef HASHLANE_WORKLOAD
                                  >;

/// The signature of a workload's kernels.
template <Workload workload>
using Signature = std::remove_pointer_t<
    std::variant_alternative_t<static_cast<std::size_t>(workload), KernelFunction>>;

/// Such a function as a kernel has it.
template <Workload workload> constexpr KernelFunction kernel_function(Signature<workload> *function)
{
    return KernelFunction(std::in_place_index<static_cast<std::size_t>(workload)>, function);
}

struct Isa {
    std::string_view tag;          ///< "shani"
    std::string_view architecture; ///< "x86-64", "aarch64" or "any"
    FeatureSet features;           ///< the features that a processor needs to run it
};

enum class Role {
    reference, ///< the standard to the letter: other kernels are checked against it
    baseline,  ///< plain C++ that any processor runs
    tuned,     ///< written for its instruction set
};

/// Returns "reference", "baseline", "tuned".
constexpr std::string_view role_name(Role role)
{
    constexpr std::string_view names[] = {"reference", "baseline", "tuned"};
    return names[static_cast<std::size_t>(role)];
}

struct Kernel {
    std::string_view id; ///< "sha256-chain.shani-compact.x4"
    Workload workload;
    Isa isa;
    std::string_view file; ///< "shani_compact": the tag, and a variant if there is one
    unsigned lanes;        ///< independent chains, messages or nodes that one call advances
    Role role;
    std::string_view summary; ///< a few words for a list
    /// Null when the program was built for another architecture than the kernel's.
    KernelFunction function;
    FeatureSet suits =
        no_features; ///< the features of cores on which it is the better choice (variants.def)
    KernelForms forms = {};

    bool built() const
    {
        // Not std::visit: libc++'s needs the C++ runtime.
        const auto has = [](auto *const *f) { return f != nullptr && *f != nullptr; };
        return [&]<std::size_t... i>(std::index_sequence<i...>) {
            return (has(std::get_if<i>(&function)) || ...);
        }(std::make_index_sequence<std::variant_size_v<KernelFunction>>());
    }
    /// Returns the id without the workload: "shani-compact.x4".
    std::string_view short_id() const
    {
        std::string_view name = id;
        name.remove_prefix(id.find('.') + 1);
        return name;
    }
};

/// Returns the function to call. Precondition: the kernel is one of this workload. (std::get would
/// throw.)
template <Workload workload> Signature<workload> *function_of(const Kernel &kernel)
{
    auto *const function = std::get_if<static_cast<std::size_t>(workload)>(&kernel.function);
    assert(function != nullptr);
    return *function;
}

} // namespace hashlane
