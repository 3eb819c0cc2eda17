// SPDX-License-Identifier: MIT
#include "sha256_lanes.h"

#include <algorithm>
#include <bit>

namespace hashlane {
namespace {

// A message that was begun: its whole blocks where they are, then its end.
struct Open {
    std::size_t index;
    bool at_end;
    std::uint8_t end[message_end_bytes];
    // While it has no lane:
    const std::uint8_t *next;
    std::uint64_t left;
    std::uint32_t state[sha256_state_words];
};

class Lanes {
public:
    Lanes(const MessageList &list, const DispatchTable &choice) : list_(list), choice_(choice) {}

    void run()
    {
        for (place_lanes(list_.count); used_ != 0; advance()) {
        }
    }

private:
    const Kernel &kernel_for(std::size_t messages) const
    {
        return choice_.kernel(Workload::sha256, messages);
    }

    // Takes the kernel for so many messages, and gives its lanes to those that wait, then to new
    // ones.
    void place_lanes(std::size_t messages)
    {
        kernel_ = &kernel_for(messages);
        compress_ = *std::get_if<Sha256Blocks *>(&kernel_->function);
        for (used_ = 0; used_ < kernel_->lanes && take_waiting(used_); ++used_) {
        }
        for (; used_ < kernel_->lanes && begun_ != list_.count; ++used_) {
            open_of_[used_] = opened_++;
            begin_message(used_);
        }
        // Lanes without a message repeat what the first one reads.
    }

    bool take_waiting(unsigned lane)
    {
        if (waiting_ == 0)
            return false;
        const unsigned slot = waiting_slots_[--waiting_];
        const Open &message = open_[slot];
        open_of_[lane] = slot;
        set_lane(states_, kernel_->lanes, lane, message.state);
        blocks_[lane] = message.next;
        left_[lane] = message.left;
        return true;
    }

    void begin_message(unsigned lane)
    {
        Open &message = open_[open_of_[lane]];
        message.index = begun_++;
        message.at_end = false;
        set_lane(states_, kernel_->lanes, lane, list_.state);
        blocks_[lane] = list_.messages[message.index];
        left_[lane] = list_.bytes_of(message.index) / sha256_block_bytes;
        if (left_[lane] == 0)
            begin_end(lane);
    }

    void begin_end(unsigned lane)
    {
        Open &message = open_[open_of_[lane]];
        const std::size_t bytes = list_.bytes_of(message.index);
        message.at_end = true;
        left_[lane] = write_message_end(message.end, blocks_[lane], bytes % sha256_block_bytes,
                                        list_.bytes_before + bytes);
        blocks_[lane] = message.end;
    }

    void advance()
    {
        const unsigned lanes = kernel_->lanes;
        for (unsigned lane = used_; lane < lanes; ++lane)
            blocks_[lane] = blocks_[0];
        std::uint64_t count = left_[0];
        for (unsigned lane = 1; lane < used_; ++lane)
            count = std::min(count, left_[lane]);
        compress_(states_, blocks_, count);
        // Which lanes end is not to be guessed: no branch for each.
        std::uint64_t ended = 0;
        for (unsigned lane = 0; lane < used_; ++lane) {
            blocks_[lane] += count * sha256_block_bytes;
            left_[lane] -= count;
            ended |= std::uint64_t{left_[lane] == 0} << lane;
        }
        bool idle = false;
        for (; ended != 0; ended &= ended - 1)
            idle |= !go_on(static_cast<unsigned>(std::countr_zero(ended)));
        if (idle)
            close_up();
    }

    // After the last block of a part. False: nothing is left for the lane.
    bool go_on(unsigned lane)
    {
        const Open &message = open_[open_of_[lane]];
        if (!message.at_end) {
            begin_end(lane);
            return true;
        }
        store_lane(list_.digests + message.index * sha256_digest_bytes, states_, kernel_->lanes,
                   lane);
        if (waiting_ != 0)
            return take_waiting(lane);
        if (begun_ == list_.count)
            return false;
        begin_message(lane);
        return true;
    }

    // Messages that are left wait, and are given lanes anew: of a narrower kernel, if one is
    // cheaper for so many.
    void close_up()
    {
        for (unsigned lane = 0; lane < used_; ++lane)
            if (left_[lane] != 0)
                suspend(lane);
        if (waiting_ == 0)
            used_ = 0;
        else
            place_lanes(waiting_);
    }

    void suspend(unsigned lane)
    {
        const unsigned slot = open_of_[lane];
        Open &message = open_[slot];
        for (std::size_t j = 0; j < sha256_state_words; ++j)
            message.state[j] = states_[j * kernel_->lanes + lane];
        message.next = blocks_[lane];
        message.left = left_[lane];
        waiting_slots_[waiting_++] = slot;
    }

    const MessageList &list_;
    const DispatchTable &choice_;
    const Kernel *kernel_ = nullptr;
    Sha256Blocks *compress_ = nullptr;
    std::size_t begun_ = 0; // messages
    unsigned used_ = 0;     // lanes, from the first
    unsigned opened_ = 0;   // places in open_
    unsigned waiting_ = 0;  // messages without a lane
    alignas(64) std::uint32_t states_[max_lanes * sha256_state_words];
    const std::uint8_t *blocks_[max_lanes];
    std::uint64_t left_[max_lanes];
    unsigned open_of_[max_lanes];
    unsigned waiting_slots_[max_lanes];
    Open open_[max_lanes];
};

} // namespace

void hash_list(const MessageList &list, const DispatchTable &choice)
{
    if (list.count != 0)
        Lanes(list, choice).run();
}

} // namespace hashlane
