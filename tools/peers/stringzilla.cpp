// SPDX-License-Identifier: MIT
//
// StringZilla, from its headers alone: several states at once, and one.
#include "peer.h"

#include <stringzilla/hash.h>

#include <vector>

namespace {

struct Messages {
    const std::uint8_t *first;
    std::size_t bytes;
};

sz_cptr_t start_of(const void *handle, sz_size_t i)
{
    const auto &all = *static_cast<const Messages *>(handle);
    return reinterpret_cast<sz_cptr_t>(all.first + i * all.bytes);
}

sz_size_t length_of(const void *handle, sz_size_t)
{
    return static_cast<const Messages *>(handle)->bytes;
}

} // namespace

void peer_sha256(const std::uint8_t *messages, std::size_t bytes, std::size_t count,
                 std::uint8_t *outputs, std::size_t)
{
    static std::vector<sz_sha256_state_t> states;
    states.resize(count);
    for (sz_sha256_state_t &state : states)
        sz_sha256_state_init(&state);
    if (count == 1) {
        sz_sha256_state_update(states.data(), reinterpret_cast<sz_cptr_t>(messages), bytes);
        sz_sha256_state_digest(states.data(), outputs);
        return;
    }
    const Messages all{messages, bytes};
    sz_sequence_t texts{};
    texts.handle = &all;
    texts.count = count;
    texts.get_start = start_of;
    texts.get_length = length_of;
    sz_sha256_multistate_update(states.data(), &texts);
    sz_sha256_multistate_digest(states.data(), count, outputs);
}
