// SPDX-License-Identifier: MIT
//
// Messages of unequal lengths on the lanes of a core: as one ends, the next takes its lane.
#ifndef HASHLANE_SRC_SHA3_UNEQUAL_H
#define HASHLANE_SRC_SHA3_UNEQUAL_H

#include "lanes.h"

namespace hashlane {

/// The first output_bytes of the output of message i, bytes[i] long, go to outputs[i].
struct UnequalMessages {
    const std::uint8_t *const *messages;
    const std::size_t *bytes;
    std::size_t count;
    std::uint8_t *const *outputs;
    std::size_t output_bytes;
};

/// An output may overlap its own message.
void sponge_hash_unequal(const Sponge &sponge, const AbsorbDispatch &dispatch,
                         const UnequalMessages &messages);

} // namespace hashlane

#endif
