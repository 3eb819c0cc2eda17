// SPDX-License-Identifier: MIT
//
// The sponge and the functions of FIPS 202 over any permutation.
#ifndef HASHLANE_SRC_SHA3_SPONGE_H
#define HASHLANE_SRC_SHA3_SPONGE_H

#include "lanes.h"

#include "hashlane/sha3.h"

#include <optional>
#include <span>
#include <string_view>

namespace hashlane {

struct Sha3Function {
    hashlane_sha3_function function;
    std::string_view name;    ///< "sha3-256", "shake128"
    std::uint32_t rate_bytes; ///< 200 minus twice the security strength in bytes
    std::uint8_t suffix;      ///< domain separation, then the first bit of pad10*1
    std::size_t digest_bytes; ///< 0: an extendable-output function
    unsigned rounds = keccak_f_rounds;
};

/// The sponge that such a function is.
constexpr Sponge sponge_of(const Sha3Function &function)
{
    return {function.rate_bytes, function.suffix, function.rounds};
}

/// The six functions, FIPS 202 tables 3 and 4, in the order of the enumeration.
std::span<const Sha3Function> sha3_functions();

/// TurboSHAKE128 (RFC 9861, 2.2) with the domain 0x1f, for the benchmark. It is none of the six:
/// `function` is the one whose rate it has.
constexpr Sha3Function benchmark_turboshake128{HASHLANE_SHAKE128, "turboshake128", 168, 0x1f, 0,
                                               keccak_p_rounds};

/// Null when the value is none of the six.
const Sha3Function *find_sha3_function(hashlane_sha3_function function);

// The incremental interface of sha3.h, over the permutation of one `absorb` kernel with one
// lane. All calls on one `hash` must name the same kernel only for speed: any gives one result.
// `rounds` must be the same in all of them.

void sponge_init(hashlane_sha3 &hash, const Sha3Function &function);

/// The same for any sponge whose rate one of the functions has.
void sponge_init(hashlane_sha3 &hash, const Sponge &sponge);

/// Whether nothing beyond the state would be read or written, whatever is in the structure: it was
/// initialised, or might have been.
bool is_usable(const hashlane_sha3 &hash);

/// Precondition of both: usable. Of this one: not yet squeezed.
void sponge_absorb(hashlane_sha3 &hash, Sha3Absorb *absorb, std::span<const std::uint8_t> message,
                   unsigned rounds = keccak_f_rounds);

void sponge_squeeze(hashlane_sha3 &hash, Sha3Absorb *absorb, std::span<std::uint8_t> output,
                    unsigned rounds = keccak_f_rounds);

/// `lanes` messages of `bytes` bytes each at once, `lanes` being the kernel's; each output may
/// overlap any message.
void sponge_hash(const Sha3Function &function, Sha3Absorb *absorb, unsigned lanes,
                 const std::uint8_t *const *messages, std::size_t bytes,
                 std::uint8_t *const *outputs, std::size_t output_bytes);

} // namespace hashlane

#endif
