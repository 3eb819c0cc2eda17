// SPDX-License-Identifier: MIT
#include "message.h"

#include "../base/compiler.h"
#include "../base/little_endian.h"
#include "../dispatch/call_plan.h"
#include "kernels.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace hashlane {
namespace {

// Kernels load sixteen bytes at a time. A load of bytes that more than one store wrote waits until
// they are in the cache, and so does a caller's of a digest.
using TwoWords = std::uint64_t __attribute__((vector_size(16)));
using FourWords = std::uint32_t __attribute__((vector_size(16)));

// Stores both in one store.
void store_two(std::uint8_t *to, std::uint64_t first, std::uint64_t second)
{
    const TwoWords words = {from_little_endian(first), from_little_endian(second)};
    std::memcpy(to, &words, sizeof words);
}

std::uint64_t load_four(const std::uint8_t *from)
{
    std::uint32_t word;
    std::memcpy(&word, from, sizeof word);
    return std::endian::native == std::endian::little ? word : __builtin_bswap32(word);
}

// Loads 1 to 7 bytes as a word, its lowest byte the first.
std::uint64_t load_few(const std::uint8_t *from, std::size_t bytes)
{
    if (bytes >= 4)
        return load_four(from) | load_four(from + (bytes - 4)) << (8 * (bytes - 4));
    return from[0] | std::uint64_t{from[bytes / 2]} << (8 * (bytes / 2)) |
           std::uint64_t{from[bytes - 1]} << (8 * (bytes - 1));
}

// The last `part` < 16 of `rest` bytes, the bit that follows the message, and zeros. No byte
// outside `rest` is read.
struct LastSixteen {
    std::uint64_t low, high;

    LastSixteen(const std::uint8_t *from, std::size_t rest, std::size_t part)
    {
        constexpr std::uint64_t mark = 0x80;
        const std::uint8_t *const end = from + rest;
        if (part >= 8) {
            low = load_eight(end - part);
            // Takes the last part - 8 of the eight bytes before the end, which may be none.
            high = load_eight(end - 8) >> (8 * (15 - part)) >> 8;
            high |= mark << (8 * (part - 8));
        } else {
            low = part == 0   ? 0
                  : rest >= 8 ? load_eight(end - 8) >> (8 * (8 - part))
                              : load_few(from, part);
            low |= mark << (8 * part);
            high = 0;
        }
    }
};

// `end` has room for the blocks, and may be `from`.
HASHLANE_INLINE void write_end(std::uint8_t *end, unsigned blocks, const std::uint8_t *from,
                               std::size_t rest, std::uint64_t bytes)
{
    const std::size_t part = rest % 16, whole = rest - part;
    const LastSixteen sixteen(from, rest, part);
    const std::size_t last = blocks * sha256_block_bytes - 16;
    for (std::size_t at = 0; at < whole; at += 16) {
        TwoWords words;
        std::memcpy(&words, from + at, sizeof words);
        std::memcpy(end + at, &words, sizeof words);
    }
    store_two(end + whole, sixteen.low, sixteen.high);
    for (std::size_t at = whole + 16; at < last; at += 16)
        store_two(end + at, 0, 0);
    store_two(end + last, whole == last ? sixteen.low : 0, __builtin_bswap64(8 * bytes));
}

} // namespace

const std::uint32_t sha256_initial_state[sha256_state_words] = {
    initial_hash[0], initial_hash[1], initial_hash[2], initial_hash[3],
    initial_hash[4], initial_hash[5], initial_hash[6], initial_hash[7]};

unsigned write_message_end(std::uint8_t (&end)[message_end_bytes], const std::uint8_t *from,
                           std::size_t rest, std::uint64_t bytes)
{
    const unsigned blocks = ends_in_one_block(rest) ? 1 : 2;
    write_end(end, blocks, from, rest, bytes);
    return blocks;
}

void pad_in_place(std::uint8_t (&block)[sha256_block_bytes], std::size_t rest, std::uint64_t bytes)
{
    write_end(block, 1, block, rest, bytes);
}

void set_lane(std::uint32_t *states, unsigned lanes, unsigned lane, const std::uint32_t *words)
{
    for (std::size_t j = 0; j < sha256_state_words; ++j)
        states[j * lanes + lane] = words[j];
}

void load_lane(std::uint32_t *states, unsigned lanes, unsigned lane, const std::uint8_t *digest)
{
    for (std::size_t j = 0; j < sha256_state_words; ++j)
        states[j * lanes + lane] = load(digest + 4 * j);
}

void store_lane(std::uint8_t *digest, const std::uint32_t *states, unsigned lanes, unsigned lane)
{
    for (std::size_t j = 0; j < sha256_state_words; ++j)
        store(digest + 4 * j, states[j * lanes + lane]);
}

void store_digest(std::uint8_t *digest, const std::uint32_t *state)
{
    for (std::size_t half = 0; half < 2; ++half) {
        FourWords words;
        std::memcpy(&words, state + 4 * half, sizeof words);
        if (std::endian::native == std::endian::little)
            words = words << 24 | (words & 0xff00) << 8 | (words >> 8 & 0xff00) | words >> 24;
        std::memcpy(digest + 16 * half, &words, sizeof words);
    }
}

void hash_messages(Sha256Blocks *compress, unsigned lanes, const std::uint8_t *const *messages,
                   std::size_t bytes, std::uint8_t *const *digests)
{
    alignas(64) std::uint32_t states[max_lanes * sha256_state_words];
    std::uint8_t ends[max_lanes][message_end_bytes];
    const std::uint8_t *blocks[max_lanes];
    const std::size_t rest = bytes % sha256_block_bytes;
    for (unsigned lane = 0; lane < lanes; ++lane)
        set_lane(states, lanes, lane, sha256_initial_state);
    compress(states, messages, bytes / sha256_block_bytes);
    unsigned end_blocks = 0;
    for (unsigned lane = 0; lane < lanes; ++lane) {
        end_blocks = write_message_end(ends[lane], messages[lane] + (bytes - rest), rest, bytes);
        blocks[lane] = ends[lane];
    }
    compress(states, blocks, end_blocks);
    for (unsigned lane = 0; lane < lanes; ++lane)
        store_lane(digests[lane], states, lanes, lane);
}

namespace {

// A message that was begun: its whole blocks where they are, then its end.
struct Open {
    std::size_t index;
    bool at_first, at_end;
    std::uint8_t first[sha256_block_bytes]; // with a prefix: it, and as much as fits behind it
    std::uint8_t end[message_end_bytes];
    // While it has no lane:
    const std::uint8_t *next;
    std::uint64_t left;
    std::uint32_t state[sha256_state_words];
};

class Lanes {
public:
    Lanes(const MessageList &list, const KernelTable &choice) : list_(list), choice_(choice) {}

    void run()
    {
        for (place_lanes(list_.count); used_ != 0; advance()) {
        }
        for (unsigned slot = 0; slot < opened_; ++slot) {
            wipe_message_end(open_[slot].end);
            if (list_.prefix_bytes != 0)
                wipe(open_[slot].first, sha256_block_bytes);
        }
    }

private:
    const Kernel &kernel_for(std::size_t messages) const { return choice_.kernel(messages); }

    // Takes the kernel for this number of messages, and gives its lanes to those that wait, then to
    // new ones.
    void place_lanes(std::size_t messages)
    {
        kernel_ = &kernel_for(messages);
        compress_ = function_of<Workload::sha256>(*kernel_);
        for (used_ = 0; used_ < kernel_->lanes && take_waiting(used_); ++used_) {
        }
        for (; used_ < kernel_->lanes && begun_ != list_.count; ++used_) {
            open_of_[used_] = opened_++;
            begin_message(used_);
        }
        // Lanes without a message repeat the first one's input.
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
        message.at_first = list_.prefix_bytes != 0;
        message.at_end = false;
        set_lane(states_, kernel_->lanes, lane, list_.state);
        if (message.at_first)
            begin_first(lane);
        else
            begin_body(lane, list_.messages[message.index], list_.bytes_of(message.index));
    }

    void begin_body(unsigned lane, const std::uint8_t *from, std::size_t bytes)
    {
        blocks_[lane] = from;
        left_[lane] = bytes / sha256_block_bytes;
        if (left_[lane] == 0)
            begin_end(lane);
    }

    void begin_first(unsigned lane)
    {
        Open &message = open_[open_of_[lane]];
        const std::size_t taken = behind_prefix(message);
        std::copy_n(list_.prefix, list_.prefix_bytes, message.first);
        std::copy_n(list_.messages[message.index], taken, message.first + list_.prefix_bytes);
        begin_body(lane, message.first, list_.prefix_bytes + taken);
    }

    // The bytes of the message that are in its first block.
    std::size_t behind_prefix(const Open &message) const
    {
        return std::min(list_.bytes_of(message.index), sha256_block_bytes - list_.prefix_bytes);
    }

    void begin_end(unsigned lane)
    {
        Open &message = open_[open_of_[lane]];
        const std::size_t bytes = list_.prefix_bytes + list_.bytes_of(message.index);
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

    // Continues after the last block of a part. Returns false if nothing is left for the lane.
    bool go_on(unsigned lane)
    {
        Open &message = open_[open_of_[lane]];
        if (message.at_first && !message.at_end) {
            const std::size_t taken = behind_prefix(message);
            message.at_first = false;
            begin_body(lane, list_.messages[message.index] + taken,
                       list_.bytes_of(message.index) - taken);
            return true;
        }
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

    // The remaining messages wait, and are given lanes again: of a narrower kernel, if one is
    // cheaper for their number.
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
    const KernelTable &choice_;
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

namespace {

struct BlocksOf {
    std::size_t whole, at_end;

    explicit BlocksOf(std::size_t bytes)
        : whole(bytes / sha256_block_bytes),
          at_end(ends_in_one_block(bytes % sha256_block_bytes) ? 1 : 2)
    {
    }
    // A block of such messages side by side saves less time than lanes that end one by one take.
    bool is_short() const { return whole + at_end <= 2; }
    friend bool operator==(const BlocksOf &, const BlocksOf &) = default;
};

// Hashes the messages that a list begins with, as long as there is one for each lane and all have
// the same number of blocks, by the kernel's form for them, if it has one. Returns their number.
std::size_t hash_padded(const MessageList &list, const KernelTable &choice)
{
    const Kernel &kernel = choice.kernel(list.count);
    if (kernel.forms.padded == nullptr || list.prefix_bytes != 0)
        return 0;
    std::size_t done = 0;
    while (list.count - done >= kernel.lanes) {
        const BlocksOf blocks(list.bytes_of(done));
        std::size_t alike = done + 1;
        if (list.equal)
            alike = list.count;
        while (alike != list.count && BlocksOf(list.bytes[alike]) == blocks)
            ++alike;
        const std::size_t groups = (alike - done) / kernel.lanes;
        if (groups == 0)
            break;
        kernel.forms.padded({list.messages + done, list.bytes + (list.equal ? 0 : done),
                             list.equal ? 0U : 1U, groups, blocks.whole, blocks.at_end, list.state,
                             list.bytes_before, list.digests + done * sha256_digest_bytes});
        done += groups * kernel.lanes;
    }
    return done;
}

// The state that both messages of a pair begin with.
HASHLANE_INLINE void set_both_lanes(std::uint32_t *states, const std::uint32_t *words)
{
    for (std::size_t j = 0; j < sha256_state_words; j += 2) {
        const FourWords both = {words[j], words[j], words[j + 1], words[j + 1]};
        std::memcpy(states + 2 * j, &both, sizeof both);
    }
}

// Hashes two messages of a list with the same number of blocks, from the one numbered `first` on,
// by a kernel with two lanes.
void hash_pair(const MessageList &list, std::size_t first, const BlocksOf &blocks,
               Sha256Blocks *compress)
{
    constexpr unsigned lanes = 2;
    alignas(64) std::uint32_t states[lanes * sha256_state_words];
    std::uint8_t ends[lanes][message_end_bytes];
    const std::uint8_t *at[lanes] = {list.messages[first], list.messages[first + 1]};
    set_both_lanes(states, list.state);
    if (blocks.whole != 0)
        compress(states, at, blocks.whole);
    for (unsigned lane = 0; lane < lanes; ++lane) {
        const std::size_t bytes = list.bytes_of(first + lane);
        write_message_end(ends[lane], at[lane] + blocks.whole * sha256_block_bytes,
                          bytes % sha256_block_bytes, list.bytes_before + bytes);
        at[lane] = ends[lane];
    }
    compress(states, at, blocks.at_end);
    for (unsigned lane = 0; lane < lanes; ++lane) {
        store_lane(list.digests + (first + lane) * sha256_digest_bytes, states, lanes, lane);
        wipe_message_end(ends[lane]);
    }
}

// Hashes a message of a list, the one numbered `first`, or it and the next, if dispatch's kernel
// for what is left has so few lanes: without what messages need that end one by one. Returns their
// number.
std::size_t hash_one_or_two(const MessageList &list, std::size_t first, const KernelTable &choice)
{
    const Kernel &kernel = choice.kernel(list.count - first);
    const BlocksOf blocks(list.bytes_of(first));
    bool alone = kernel.lanes == 1;
    if (kernel.lanes == 2 && list.count - first > 1) {
        const BlocksOf next(list.bytes_of(first + 1));
        if (blocks == next) {
            hash_pair(list, first, blocks, function_of<Workload::sha256>(kernel));
            return 2;
        }
        alone = blocks.is_short() && next.is_short();
    }
    if (!alone)
        return 0;
    hash_message(function_of<Workload::sha256>(*choice.single), list.state, list.bytes_before,
                 {list.messages[first], list.bytes_of(first)},
                 list.digests + first * sha256_digest_bytes);
    return 1;
}

// Hashes the first two messages of a list by a kernel with two lanes; what the longer one has left
// goes through a kernel with one lane.
HASHLANE_INLINE void hash_unlike_pair(const MessageList &list, Sha256Blocks *compress,
                                      Sha256Blocks *compress_one)
{
    constexpr unsigned lanes = 2;
    alignas(64) std::uint32_t states[lanes * sha256_state_words];
    std::uint8_t ends[lanes][message_end_bytes];
    const std::uint8_t *at[lanes] = {list.messages[0], list.messages[1]};
    std::size_t left[lanes];
    bool at_end[lanes] = {};
    const auto go_to_end = [&](unsigned lane) HASHLANE_INLINE_LAMBDA {
        const std::size_t bytes = list.bytes_of(lane);
        left[lane] = write_message_end(ends[lane], at[lane], bytes % sha256_block_bytes,
                                       list.bytes_before + bytes);
        at[lane] = ends[lane];
        at_end[lane] = true;
    };
    const auto pass = [&](unsigned lane, std::size_t blocks) HASHLANE_INLINE_LAMBDA {
        at[lane] += blocks * sha256_block_bytes;
        left[lane] -= blocks;
        if (left[lane] == 0 && !at_end[lane])
            go_to_end(lane);
    };
    set_both_lanes(states, list.state);
    for (unsigned lane = 0; lane < lanes; ++lane) {
        left[lane] = list.bytes_of(lane) / sha256_block_bytes;
        pass(lane, 0);
    }
    while (left[0] != 0 && left[1] != 0) {
        const std::size_t blocks = std::min(left[0], left[1]);
        compress(states, at, blocks);
        pass(0, blocks);
        pass(1, blocks);
    }
    for (unsigned lane = 0; lane < lanes; ++lane) {
        std::uint32_t words[sha256_state_words];
        for (std::size_t j = 0; j < sha256_state_words; ++j)
            words[j] = states[j * lanes + lane];
        while (left[lane] != 0) {
            const std::size_t blocks = left[lane];
            compress_one(words, at + lane, blocks);
            pass(lane, blocks);
        }
        store_digest(list.digests + lane * sha256_digest_bytes, words);
        wipe_message_end(ends[lane]);
    }
}

// True for two messages with different numbers of blocks, and for three short ones, of which a
// kernel with four lanes would leave one empty and have the others wait for each other.
HASHLANE_INLINE bool begins_with_unlike_pair(const MessageList &list, const KernelTable &choice)
{
    if ((list.count != 2 && list.count != 3) || list.prefix_bytes != 0)
        return false;
    const BlocksOf first(list.bytes_of(0)), second(list.bytes_of(1));
    if (list.count == 2)
        return first != second && choice.kernel(2).lanes == 2;
    return first.is_short() && second.is_short() && BlocksOf(list.bytes_of(2)).is_short() &&
           choice.kernel(3).lanes > 3 && choice.kernel(2).lanes == 2;
}

// Hashes such a list. Not inline, as others would pay for its frame.
HASHLANE_NOINLINE void hash_two_or_three(const MessageList &list, const KernelTable &choice)
{
    Sha256Blocks *const compress_one = function_of<Workload::sha256>(*choice.single);
    hash_unlike_pair(list, function_of<Workload::sha256>(choice.kernel(2)), compress_one);
    if (list.count == 3)
        hash_message(compress_one, list.state, list.bytes_before,
                     {list.messages[2], list.bytes_of(2)}, list.digests + 2 * sha256_digest_bytes);
}

// A function of its own: its frame is most of what a call may take of the stack.
HASHLANE_NOINLINE void hash_on_lanes(const MessageList &list, const KernelTable &choice)
{
    Lanes(list, choice).run();
}

MessageList behind(const MessageList &list, std::size_t done)
{
    MessageList rest = list;
    rest.messages += done;
    rest.bytes += list.equal ? 0 : done;
    rest.count -= done;
    rest.digests += done * sha256_digest_bytes;
    return rest;
}

} // namespace

void hash_list(const MessageList &list, const KernelTable &choice)
{
    if (list.count == 0)
        return;
    if (begins_with_unlike_pair(list, choice))
        return hash_two_or_three(list, choice);
    std::size_t done = hash_padded(list, choice);
    for (std::size_t more = 1; more != 0 && list.prefix_bytes == 0 && done != list.count;
         done += more)
        more = hash_one_or_two(list, done, choice);
    if (done != list.count)
        hash_on_lanes(behind(list, done), choice);
}

void append_blocks(hashlane_sha256_context *const *contexts, const std::uint8_t *const *messages,
                   std::uint64_t blocks, std::size_t count, const KernelTable &choice)
{
    alignas(64) std::uint32_t states[max_lanes * sha256_state_words];
    for_each_call(choice, count, [&](const KernelCall &call) {
        const unsigned lanes = call.kernel.lanes;
        hashlane_sha256_context *const *const own = contexts + call.first;
        for (unsigned lane = 0; lane < lanes; ++lane)
            set_lane(states, lanes, lane, own[lane < call.count ? lane : 0]->state);
        CallLanes<1, const std::uint8_t *const> from(call, messages);
        function_of<Workload::sha256>(call.kernel)(states, from.begin(), blocks);
        for (unsigned lane = 0; lane < call.count; ++lane) {
            own[lane]->bytes += blocks * sha256_block_bytes;
            for (std::size_t j = 0; j < sha256_state_words; ++j)
                own[lane]->state[j] = states[j * lanes + lane];
        }
    });
}

} // namespace hashlane
