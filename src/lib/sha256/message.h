// SPDX-License-Identifier: MIT
//
// From messages to the blocks that a kernel compresses, and from states to digests.
#pragma once

#include "../base/wipe.h"
#include "../core/columns.h"
#include "../core/kernel.h"
#include "../dispatch/dispatch_table.h"

#include "hashlane/sha256.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace hashlane {

/// FIPS 180-4, 5.3.3.
extern const std::uint32_t sha256_initial_state[sha256_state_words];

/// The two digests that a node of a tree is the hash of.
constexpr std::size_t sha256_node_bytes = 2 * sha256_digest_bytes;

/// Returns the nodes above a level of a binary tree.
constexpr std::size_t parents_of(std::size_t count) { return count / 2 + count % 2; }

/// The value of `version` in a context or seed that was started.
constexpr std::uint32_t sha256_started = 0x53480001;

/// Room for the part of a message after its whole blocks: its last bytes and the padding.
constexpr std::size_t message_end_bytes = 2 * sha256_block_bytes;

/// Writes the end of a message to `end`: the last `rest` bytes, fewer than a block, which are at
/// `from`, and the padding for a message of `bytes` bytes (FIPS 180-4, 5.1.1). Returns its blocks.
unsigned write_message_end(std::uint8_t (&end)[message_end_bytes], const std::uint8_t *from,
                           std::size_t rest, std::uint64_t bytes);

/// True if the last `rest` bytes of a message and their padding are one block, not two.
constexpr bool ends_in_one_block(std::size_t rest)
{
    return rest + 1 + sizeof(std::uint64_t) <= sha256_block_bytes;
}

/// Pads the end of a message where it is, `rest` bytes that end in one block.
void pad_in_place(std::uint8_t (&block)[sha256_block_bytes], std::size_t rest, std::uint64_t bytes);

/// Wipes the message's part of the buffer.
inline void wipe_message_end(std::uint8_t (&end)[message_end_bytes])
{
    wipe(end, sha256_block_bytes); // the rest is padding: zeros, and a length
}

/// Sets lane `lane` of `lanes` (kernels.h) to the words of one state.
void set_lane(std::uint32_t *states, unsigned lanes, unsigned lane, const std::uint32_t *words);

/// Does the same from 32 bytes, as SHA-256 prints a state.
void load_lane(std::uint32_t *states, unsigned lanes, unsigned lane, const std::uint8_t *digest);

/// Writes the state of a lane as SHA-256 prints it, 32 bytes.
void store_lane(std::uint8_t *digest, const std::uint32_t *states, unsigned lanes, unsigned lane);

/// Does the same for a single state.
void store_digest(std::uint8_t *digest, const std::uint32_t *state);

/// Hashes a message after a common beginning of `bytes_before` bytes, whole blocks, after which the
/// state is `state`. The digest may overlap the message. The kernel has one lane. Inline, as
/// another call would be a part of a short message's time.
HASHLANE_INLINE void hash_message(Sha256Blocks *compress, const std::uint32_t *state,
                                  std::uint64_t bytes_before, std::span<const std::uint8_t> message,
                                  std::uint8_t *digest)
{
    std::uint32_t words[sha256_state_words];
    std::copy_n(state, sha256_state_words, words);
    const std::size_t bytes = message.size(), rest = bytes % sha256_block_bytes;
    const std::uint8_t *at = message.data();
    if (bytes != rest)
        compress(words, &at, bytes / sha256_block_bytes);
    std::uint8_t end[message_end_bytes];
    const unsigned blocks = write_message_end(end, at + (bytes - rest), rest, bytes_before + bytes);
    at = end;
    compress(words, &at, blocks);
    wipe_message_end(end);
    store_digest(digest, words);
}

/// Hashes a message of `bytes` bytes in each lane of the kernel: digests[i], 32 bytes, is of
/// messages[i]. A digest may overlap a message.
void hash_messages(Sha256Blocks *compress, unsigned lanes, const std::uint8_t *const *messages,
                   std::size_t bytes, std::uint8_t *const *digests);

// ---- Messages of any lengths on the lanes of a kernel ----

/// Messages after a common beginning of whole blocks.
struct MessageList {
    const std::uint8_t *const *messages;
    const std::size_t *bytes; ///< of each, or of all if `equal`
    bool equal;
    std::size_t count;
    const std::uint32_t *state; ///< after the beginning
    std::uint64_t bytes_before; ///< of the beginning
    std::uint8_t *digests;
    const std::uint8_t *prefix = nullptr; ///< of every message, after the beginning
    std::size_t prefix_bytes = 0;         ///< fewer than a block's

    std::size_t bytes_of(std::size_t i) const { return bytes[equal ? 0 : i]; }
};

/// Hashes the messages of a list, on as many lanes as there are messages left for. As one ends, the
/// next takes its lane; where none is left, kernels with fewer lanes finish those that remain.
void hash_list(const MessageList &list, const KernelTable &choice);

/// Hashes `count` messages of one length, whose parts lie in columns; their digests lie `stride`
/// bytes apart.
void hash_columns(Columns columns, std::size_t count, std::uint8_t *digests, std::size_t stride,
                  const KernelTable &choice);

/// Appends `blocks` whole blocks to each of `count` messages that were begun, on the lanes of a
/// core: those at messages[i] to contexts[i], which holds no part of a block.
void append_blocks(hashlane_sha256_context *const *contexts, const std::uint8_t *const *messages,
                   std::uint64_t blocks, std::size_t count, const KernelTable &choice);

} // namespace hashlane
