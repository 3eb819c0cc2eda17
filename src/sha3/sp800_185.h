// SPDX-License-Identifier: MIT
//
// What the functions of NIST SP 800-185 are made of: a sponge that begins with a name and a
// customization and ends with the length of its output. Over the permutation of one `absorb` kernel
// with one lane, as sponge.h's.
#ifndef HASHLANE_SRC_SHA3_SP800_185_H
#define HASHLANE_SRC_SHA3_SP800_185_H

#include "sponge.h"

#include "hashlane/sp800_185.h"

namespace hashlane {

/// What follows the message, as hashlane_custom_sponge::ending holds it.
enum class Ending : std::uint32_t {
    none,    ///< there is no message: not started, or finished
    open,    ///< nothing; any number of bytes come out: cSHAKE
    fixed,   ///< how many bytes will come out, which they do at once
    unending ///< that the output has no end: the XOFs
};

struct CustomFunction {
    const Sha3Function *plain; ///< SHAKE128 or SHAKE256
    Ending ending;
};

/// Of an enumeration of sp800_185.h in its order: 128, 256, XOF128, XOF256. Null `plain` if there
/// is no such value.
CustomFunction custom_function(unsigned value);

/// Starts a sponge with cSHAKE's N and S; section 3.3.
void custom_init(hashlane_custom_sponge &hash, const CustomFunction &function, Sha3Absorb *absorb,
                 std::span<const std::uint8_t> name, std::span<const std::uint8_t> customization);

/// Whether its message goes on; whether nothing beyond it would be read or written, too.
bool takes_message(const hashlane_custom_sponge &hash);

// Precondition of all that follow: takes_message().

void absorb_left_encoded(hashlane_custom_sponge &hash, Sha3Absorb *absorb, std::uint64_t value);
void absorb_right_encoded(hashlane_custom_sponge &hash, Sha3Absorb *absorb, std::uint64_t value);

/// encode_string, section 2.3.2.
void absorb_string(hashlane_custom_sponge &hash, Sha3Absorb *absorb,
                   std::span<const std::uint8_t> string);

/// Zeros up to the end of the block: what bytepad ends with, section 2.3.3.
void absorb_padding(hashlane_custom_sponge &hash, Sha3Absorb *absorb);

/// Ends a message whose ending is `fixed` or `unending`.
void end_custom_message(hashlane_custom_sponge &hash, Sha3Absorb *absorb,
                        std::uint64_t output_bytes);

} // namespace hashlane

#endif
