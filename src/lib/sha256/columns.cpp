// SPDX-License-Identifier: MIT
//
// Messages of one length: all lanes of a call go through their blocks together.

#include "../base/compiler.h"
#include "../dispatch/call_plan.h"
#include "message.h"

#include <algorithm>

namespace hashlane {
namespace {

// Memory that the calls for one list use in turn.
struct Room {
    alignas(64) std::uint32_t states[max_lanes * sha256_state_words];
    std::uint8_t copies[max_lanes][sha256_block_bytes];
    std::uint8_t ends[max_lanes][message_end_bytes];
    const std::uint8_t *parts[max_lanes];
};

void hash_call(const KernelCall &call, Columns columns, std::size_t bytes, Room &room)
{
    const auto compress = function_of<Workload::sha256>(call.kernel);
    const unsigned lanes = call.kernel.lanes;
    for (unsigned lane = 0; lane < lanes; ++lane)
        set_lane(room.states, lanes, lane, sha256_initial_state);

    ColumnReader reader(columns, call.first, call.count, lanes);
    for (std::size_t left = bytes / sha256_block_bytes; left != 0;) {
        const std::size_t blocks = std::max<std::size_t>(reader.blocks_here(sha256_block_bytes), 1);
        reader.next(blocks * sha256_block_bytes, room.parts, room.copies[0], sha256_block_bytes);
        compress(room.states, room.parts, blocks);
        left -= blocks;
    }
    const std::size_t rest = bytes % sha256_block_bytes;
    reader.next(rest, room.parts, room.copies[0], sha256_block_bytes);
    unsigned end_blocks = 0;
    for (unsigned lane = 0; lane < lanes; ++lane) {
        end_blocks = write_message_end(room.ends[lane], room.parts[lane], rest, bytes);
        room.parts[lane] = room.ends[lane];
    }
    compress(room.states, room.parts, end_blocks);
}

// Messages in one piece, with their digests one after the other, are a list.
void hash_rows(const hashlane_column &column, std::size_t count, std::uint8_t *digests,
               const KernelTable &choice)
{
    constexpr std::size_t most = 256;
    const std::uint8_t *rows[most];
    for (std::size_t first = 0; first < count; first += most) {
        const std::size_t part = std::min(count - first, most);
        for (std::size_t i = 0; i < part; ++i)
            rows[i] = part_of(column, first + i);
        hash_list({rows, &column.bytes, true, part, sha256_initial_state, 0,
                   digests + first * sha256_digest_bytes},
                  choice);
    }
}

// A function of its own, as its room is most of what a call may take of the stack.
HASHLANE_NOINLINE void hash_in_calls(Columns columns, std::size_t count, std::uint8_t *digests,
                                     std::size_t stride, const KernelTable &choice)
{
    Room room;
    const std::size_t bytes = bytes_of(columns);
    std::size_t used = 0; // lanes, those that repeat a message included
    for_each_call(choice, count, [&](const KernelCall &call) {
        hash_call(call, columns, bytes, room);
        used = std::max<std::size_t>(used, call.kernel.lanes);
        for (unsigned lane = 0; lane < call.count; ++lane)
            store_lane(digests + (call.first + lane) * stride, room.states, call.kernel.lanes,
                       lane);
    });
    wipe(room.copies, used * sizeof room.copies[0]);
    wipe(room.ends, used * sizeof room.ends[0]);
}

} // namespace

void hash_columns(Columns columns, std::size_t count, std::uint8_t *digests, std::size_t stride,
                  const KernelTable &choice)
{
    if (count != 0 && columns.size() == 1 && stride == sha256_digest_bytes &&
        choice.kernel(count).forms.padded != nullptr)
        hash_rows(columns.front(), count, digests, choice);
    else
        hash_in_calls(columns, count, digests, stride, choice);
}

} // namespace hashlane
