// SPDX-License-Identifier: MIT
#include "unequal.h"

#include "state_bytes.h"

#include <algorithm>

namespace hashlane {
namespace {

// The end of a message is copied, so that it is padded where it lies. The copy may have some blocks
// before the last: a lane can change to it whenever another lane stops all of them anyhow, and
// itself stops them once, at the end.
constexpr std::size_t end_bytes = 1024;

constexpr std::uint8_t zero_block[200] = {}; // what a lane absorbs that is permuted alone

struct Lane {
    std::size_t message; // its index
    const std::uint8_t *next;
    std::size_t blocks; // left, the last one included
    bool at_end;        // `next` is in the copy, or the message has ended
    std::size_t written;
};

class Lanes {
public:
    Lanes(const Sponge &sponge, const AbsorbDispatch &dispatch, const UnequalMessages &messages)
        : sponge_(sponge), dispatch_(dispatch), messages_(messages)
    {
    }

    void run()
    {
        const std::size_t most = dispatch_.for_lanes(messages_.count).lanes;
        while (fill(most))
            step();
    }

private:
    // Begins messages in lanes that are free. False if nothing is left to do.
    bool fill(std::size_t most)
    {
        for (; used_ < most && begun_ < messages_.count; ++used_, ++begun_)
            begin(used_);
        return used_ != 0;
    }

    void begin(std::size_t slot)
    {
        std::fill_n(state(slot), keccak_state_words, 0);
        lanes_[slot] = {begun_, messages_.messages[begun_],
                        messages_.bytes[begun_] / sponge_.rate_bytes + 1, false, 0};
        change_to_copy(slot);
    }

    // If what is left of the message fits there.
    void change_to_copy(std::size_t slot)
    {
        Lane &lane = lanes_[slot];
        const std::size_t rate = sponge_.rate_bytes;
        if (lane.at_end || lane.blocks * rate > end_bytes)
            return;
        const std::size_t bytes = (lane.blocks - 1) * rate + messages_.bytes[lane.message] % rate;
        std::uint8_t *const copy = ends_[slot];
        std::copy_n(lane.next, bytes, copy);
        std::fill(copy + bytes, copy + lane.blocks * rate, std::uint8_t{0});
        copy[bytes] ^= sponge_.suffix;
        copy[lane.blocks * rate - 1] ^= last_padding_bit;
        lane.next = copy;
        lane.at_end = true;
    }

    // All lanes until one of them stops.
    void step()
    {
        std::size_t blocks = SIZE_MAX;
        const std::uint8_t *from[max_absorb_lanes];
        for (std::size_t slot = 0; slot < used_; ++slot) {
            const Lane &lane = lanes_[slot];
            blocks = std::min(blocks, lane.at_end ? lane.blocks : lane.blocks - 1);
            from[slot] = lane.next;
        }
        absorb_lanes(dispatch_, states_, used_, from, sponge_.rate_bytes, blocks, sponge_.rounds);
        for (std::size_t slot = used_; slot-- != 0;) {
            Lane &lane = lanes_[slot];
            lane.next += blocks * sponge_.rate_bytes;
            lane.blocks -= blocks;
            if (lane.blocks != 0)
                change_to_copy(slot);
            else if (!write(slot))
                replace(slot);
        }
    }

    // Writes a block of output. False if that was the last.
    bool write(std::size_t slot)
    {
        Lane &lane = lanes_[slot];
        const std::size_t taken =
            std::min<std::size_t>(sponge_.rate_bytes, messages_.output_bytes - lane.written);
        copy_bytes(state(slot), 0, messages_.outputs[lane.message] + lane.written, taken);
        lane.written += taken;
        lane.next = zero_block;
        lane.blocks = 1;
        return lane.written != messages_.output_bytes;
    }

    // A lane is free: the next message takes it, or else the last lane moves there.
    void replace(std::size_t slot)
    {
        if (begun_ < messages_.count) {
            begin(slot);
            ++begun_;
            return;
        }
        const std::size_t last = --used_;
        if (slot == last)
            return;
        // If it is at its end, it goes on where the copy is: nothing else is written there any
        // more.
        std::copy_n(state(last), keccak_state_words, state(slot));
        lanes_[slot] = lanes_[last];
    }

    std::uint64_t *state(std::size_t slot) { return states_ + slot * keccak_state_words; }

    const Sponge &sponge_;
    const AbsorbDispatch &dispatch_;
    const UnequalMessages &messages_;
    std::size_t begun_ = 0, used_ = 0;
    Lane lanes_[max_absorb_lanes];
    alignas(64) std::uint64_t states_[max_absorb_lanes * keccak_state_words];
    std::uint8_t ends_[max_absorb_lanes][end_bytes];
};

} // namespace

void sponge_hash_unequal(const Sponge &sponge, const AbsorbDispatch &dispatch,
                         const UnequalMessages &messages)
{
    if (messages.count != 0)
        Lanes(sponge, dispatch, messages).run();
}

} // namespace hashlane
