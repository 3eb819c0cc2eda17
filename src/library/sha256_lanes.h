// SPDX-License-Identifier: MIT
//
// Messages of any lengths on the lanes of a kernel.
#ifndef HASHLANE_SRC_LIBRARY_SHA256_LANES_H
#define HASHLANE_SRC_LIBRARY_SHA256_LANES_H

#include "../dispatch/dispatch_table.h"
#include "../sha256/message.h"

#include <cstddef>
#include <cstdint>

namespace hashlane {

/// Messages after a common beginning of whole blocks.
struct MessageList {
    const std::uint8_t *const *messages;
    const std::size_t *bytes; ///< of each, or of all if `equal`
    bool equal;
    std::size_t count;
    const std::uint32_t *state; ///< after the beginning
    std::uint64_t bytes_before; ///< of the beginning
    std::uint8_t *digests;

    std::size_t bytes_of(std::size_t i) const { return bytes[equal ? 0 : i]; }
};

/// Hashes the messages of a list, on as many lanes as there are messages left for. As one ends, the
/// next takes its lane; where none is left, kernels with fewer lanes finish those that remain.
void hash_list(const MessageList &list, const DispatchTable &choice);

} // namespace hashlane

#endif
