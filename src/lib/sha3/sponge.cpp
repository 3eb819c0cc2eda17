// SPDX-License-Identifier: MIT
#include "sponge.h"

#include "../base/compiler.h"

#include <algorithm>
#include <cstring>

namespace hashlane {
namespace {

// "01" for SHA3, "1111" for SHAKE (6.1, 6.2), each with the 1 of pad10*1 above it, B.2 order.
constexpr std::uint8_t sha3_suffix = 0x06;
constexpr std::uint8_t shake_suffix = 0x1f;

// The submission to the SHA-3 competition (Keccak, version 3.0) has no domain bits: the 1 alone.
constexpr std::uint8_t keccak_suffix = 0x01;

constexpr Sha3Function functions[] = {
    {HASHLANE_SHA3_224, "sha3-224", 144, sha3_suffix, 28},
    {HASHLANE_SHA3_256, "sha3-256", 136, sha3_suffix, 32},
    {HASHLANE_SHA3_384, "sha3-384", 104, sha3_suffix, 48},
    {HASHLANE_SHA3_512, "sha3-512", 72, sha3_suffix, 64},
    {HASHLANE_SHAKE128, "shake128", 168, shake_suffix, 0},
    {HASHLANE_SHAKE256, "shake256", 136, shake_suffix, 0},
    {HASHLANE_KECCAK_224, "keccak-224", 144, keccak_suffix, 28},
    {HASHLANE_KECCAK_256, "keccak-256", 136, keccak_suffix, 32},
    {HASHLANE_KECCAK_384, "keccak-384", 104, keccak_suffix, 48},
    {HASHLANE_KECCAK_512, "keccak-512", 72, keccak_suffix, 64},
};
constexpr std::size_t standardized = 6;

void permute(hashlane_sha3_context &hash, Sha3Absorb *absorb, unsigned rounds)
{
    absorb(hash.state, nullptr, 0, 1, rounds);
}

HASHLANE_INLINE void xor_last_block(std::uint64_t *state, const std::uint8_t *from,
                                    std::size_t rest, const Sponge &sponge)
{
    xor_bytes(state, 0, from, rest);
    xor_byte(state, rest, sponge.suffix);
    xor_byte(state, sponge.rate_bytes - 1, last_padding_bit);
}

void end_message(hashlane_sha3_context &hash)
{
    xor_byte(hash.state, hash.position, hash.suffix);
    xor_byte(hash.state, hash.rate_bytes - 1, last_padding_bit);
    hash.squeezing = 1;
    // The whole block is still to be permuted before the first byte comes out.
    hash.position = hash.rate_bytes;
}

} // namespace

std::span<const Sha3Function> sha3_functions() { return std::span(functions).first(standardized); }

std::span<const Sha3Function> keccak_functions()
{
    return std::span(functions).subspan(standardized);
}

const Sha3Function *find_sha3_function(hashlane_sha3_function function)
{
    const auto *found = std::ranges::find(functions, function, &Sha3Function::function);
    return found == std::end(functions) ? nullptr : found;
}

const Sha3Function *find_sha3_function(std::string_view name)
{
    const auto *found = std::ranges::find(functions, name, &Sha3Function::name);
    return found == std::end(functions) ? nullptr : found;
}

void sponge_init(hashlane_sha3_context &hash, const Sha3Function &function)
{
    sponge_init(hash, sponge_of(function));
}

void sponge_init(hashlane_sha3_context &hash, const Sponge &sponge)
{
    hash = {};
    hash.rate_bytes = sponge.rate_bytes;
    hash.suffix = sponge.suffix;
    hash.version = sponge_started;
}

bool is_usable(const hashlane_sha3_context &hash)
{
    return hash.version == sponge_started && hash.position <= hash.rate_bytes &&
           std::ranges::find(functions, hash.rate_bytes, &Sha3Function::rate_bytes) !=
               std::end(functions);
}

void sponge_absorb(hashlane_sha3_context &hash, Sha3Absorb *absorb,
                   std::span<const std::uint8_t> message, unsigned rounds)
{
    while (!message.empty()) {
        if (hash.position == 0 && message.size() >= hash.rate_bytes) {
            const std::size_t blocks = message.size() / hash.rate_bytes;
            const std::uint8_t *data = message.data();
            absorb(hash.state, &data, hash.rate_bytes, blocks, rounds);
            message = message.subspan(blocks * hash.rate_bytes);
            continue;
        }
        const std::size_t taken =
            std::min<std::size_t>(message.size(), hash.rate_bytes - hash.position);
        xor_bytes(hash.state, hash.position, message.data(), taken);
        message = message.subspan(taken);
        hash.position += static_cast<std::uint32_t>(taken);
        if (hash.position == hash.rate_bytes) {
            permute(hash, absorb, rounds);
            hash.position = 0;
        }
    }
}

void sponge_squeeze(hashlane_sha3_context &hash, Sha3Absorb *absorb, std::span<std::uint8_t> output,
                    unsigned rounds)
{
    if (!hash.squeezing)
        end_message(hash);
    while (!output.empty()) {
        if (hash.position == hash.rate_bytes) {
            permute(hash, absorb, rounds);
            hash.position = 0;
        }
        const std::size_t taken =
            std::min<std::size_t>(output.size(), hash.rate_bytes - hash.position);
        copy_bytes(hash.state, hash.position, output.data(), taken);
        output = output.subspan(taken);
        hash.position += static_cast<std::uint32_t>(taken);
    }
}

namespace {

// Permutes states that contain their messages to the end, and writes the outputs.
void squeeze_lanes(const Sha3Function &function, Sha3Absorb *absorb, unsigned lanes,
                   std::uint64_t *states, std::uint8_t *const *outputs, std::size_t output_bytes)
{
    const std::size_t rate = function.rate_bytes;
    absorb(states, nullptr, 0, 1, function.rounds);
    for (std::size_t done = 0; done < output_bytes; done += rate) {
        if (done != 0)
            absorb(states, nullptr, 0, 1, function.rounds);
        const std::size_t taken = std::min(rate, output_bytes - done);
        for (unsigned lane = 0; lane < lanes; ++lane)
            copy_bytes(states + lane * keccak_state_words, 0, outputs[lane] + done, taken);
    }
}

// Hashes on `lanes` lanes, at most `most`. A function of its own for each: one lane takes 6 % of
// the stack of sixteen.
template <unsigned most>
HASHLANE_NOINLINE void hash_lanes(const Sha3Function &function, Sha3Absorb *absorb, unsigned lanes,
                                  const std::uint8_t *const *messages, std::size_t bytes,
                                  std::uint8_t *const *outputs, std::size_t output_bytes)
{
    alignas(64) std::uint64_t states[most * keccak_state_words];
    std::fill_n(states, lanes * keccak_state_words, 0);
    const std::size_t rate = function.rate_bytes;
    const std::size_t rest = bytes % rate;
    if (bytes != rest)
        absorb(states, messages, rate, bytes / rate, function.rounds);
    for (unsigned lane = 0; lane < most && lane < lanes; ++lane)
        xor_last_block(states + lane * keccak_state_words, messages[lane] + (bytes - rest), rest,
                       sponge_of(function));
    squeeze_lanes(function, absorb, lanes, states, outputs, output_bytes);
}

} // namespace

void sponge_hash(const Sha3Function &function, Sha3Absorb *absorb, unsigned lanes,
                 const std::uint8_t *const *messages, std::size_t bytes,
                 std::uint8_t *const *outputs, std::size_t output_bytes)
{
    const auto hash = lanes == 1                  ? hash_lanes<1>
                      : lanes <= max_absorb_lanes ? hash_lanes<max_absorb_lanes>
                                                  : hash_lanes<max_lanes>; // a plug-in's kernel
    hash(function, absorb, lanes, messages, bytes, outputs, output_bytes);
}

namespace {

// ---- Messages that a kernel takes whole ----

constexpr std::size_t most_whole_output = 64;

bool takes_whole(const Kernel &kernel, std::size_t output_bytes)
{
    return kernel.forms.messages != nullptr && output_bytes <= most_whole_output;
}

// A message in each lane of the kernel; all have this number of blocks, the last one included.
void hash_whole(const Kernel &kernel, const Sponge &sponge, const std::uint8_t *const *messages,
                const std::size_t *bytes, std::uint64_t blocks, std::uint8_t *const *outputs,
                std::size_t output_bytes)
{
    const auto hash_to = [&](std::uint8_t *const *to, std::size_t written) {
        kernel.forms.messages({messages, bytes, blocks, sponge.rate_bytes, sponge.suffix,
                               sponge.rounds, to, written});
    };
    if (output_bytes == 32 || output_bytes == most_whole_output)
        return hash_to(outputs, output_bytes);
    std::uint8_t longer[max_absorb_lanes][most_whole_output];
    std::uint8_t *to[max_absorb_lanes];
    for (unsigned lane = 0; lane < kernel.lanes; ++lane)
        to[lane] = longer[lane];
    hash_to(to, most_whole_output);
    for (unsigned lane = 0; lane < kernel.lanes; ++lane)
        std::copy_n(longer[lane], output_bytes, outputs[lane]);
}

} // namespace

void sponge_hash(const Sha3Function &function, const Kernel &kernel,
                 const std::uint8_t *const *messages, std::size_t bytes,
                 std::uint8_t *const *outputs, std::size_t output_bytes)
{
    if (!takes_whole(kernel, output_bytes))
        return sponge_hash(function, function_of<Workload::sha3>(kernel), kernel.lanes, messages,
                           bytes, outputs, output_bytes);
    std::size_t sizes[max_absorb_lanes];
    std::fill_n(sizes, kernel.lanes, bytes);
    hash_whole(kernel, sponge_of(function), messages, sizes, bytes / function.rate_bytes + 1,
               outputs, output_bytes);
}

void sponge_hash_columns(const Sha3Function &function, const KernelCall &call, Columns columns,
                         std::uint8_t *const *outputs, std::size_t output_bytes)
{
    const auto absorb = function_of<Workload::sha3>(call.kernel);
    const unsigned lanes = call.kernel.lanes;
    const std::size_t rate = function.rate_bytes, bytes = bytes_of(columns);
    alignas(64) std::uint64_t states[max_absorb_lanes * keccak_state_words];
    alignas(64) std::uint8_t copies[max_absorb_lanes][sizeof hashlane_sha3_context::state];
    const std::uint8_t *blocks[max_absorb_lanes];
    std::fill_n(states, lanes * keccak_state_words, 0);

    ColumnReader reader(columns, call.first, call.count, lanes);
    for (std::size_t left = bytes / rate; left != 0;) {
        const std::size_t count = std::max<std::size_t>(reader.blocks_here(rate), 1);
        reader.next(count * rate, blocks, copies[0], sizeof copies[0]);
        absorb(states, blocks, rate, count, function.rounds);
        left -= count;
    }
    reader.copy(bytes % rate, copies[0], sizeof copies[0]);
    for (unsigned lane = 0; lane < lanes; ++lane)
        xor_last_block(states + lane * keccak_state_words, copies[lane], bytes % rate,
                       sponge_of(function));
    squeeze_lanes(function, absorb, lanes, states, outputs, output_bytes);
}

namespace {

// The last block of a message is padded in the state. If there are some blocks before it, the end
// is copied, and padded in the copy: a lane can change to it whenever another lane stops all of
// them anyhow, and itself stops them once, at the end.
constexpr std::size_t end_bytes = 1024;

constexpr std::uint8_t zero_block[200] = {}; // the input of a lane that is only permuted

// In stores of sixteen bytes: GCC makes 25 of eight from std::fill_n, a tenth of a short message.
void clear(std::uint64_t *state)
{
    using TwoWords = std::uint64_t __attribute__((vector_size(16)));
    const TwoWords zeros = {};
    for (std::size_t i = 0; i + 1 < keccak_state_words; i += 2)
        std::memcpy(state + i, &zeros, sizeof zeros);
    state[keccak_state_words - 1] = 0;
}

struct Lane {
    std::size_t message; // its index
    const std::uint8_t *next;
    std::size_t blocks; // left, the last one included
    std::size_t rest;   // bytes of the last block
    bool at_end;        // the padding is in the copy or in the state
    std::size_t written;
};

class Lanes {
public:
    // `order`, if not null, has the index of each message.
    Lanes(const Sponge &sponge, const KernelTable &choice, const UnequalMessages &messages,
          const std::uint16_t *order)
        : sponge_(sponge), choice_(choice), messages_(messages), order_(order)
    {
    }

    void run()
    {
        const std::size_t most = choice_.kernel(messages_.count).lanes;
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
        clear(state(slot));
        const std::size_t index = order_ == nullptr ? begun_ : order_[begun_];
        const std::size_t rate = sponge_.rate_bytes, bytes = messages_.bytes[index];
        const std::size_t whole = bytes < rate ? 0 : bytes / rate; // most are short
        lanes_[slot] = {index, messages_.messages[index], whole + 1, bytes - whole * rate, false,
                        0};
        pad_end(slot);
    }

    // If only the last block is left, or what is left fits into the copy.
    void pad_end(std::size_t slot)
    {
        Lane &lane = lanes_[slot];
        const std::size_t rate = sponge_.rate_bytes;
        if (lane.at_end || lane.blocks * rate > end_bytes)
            return;
        lane.at_end = true;
        if (lane.blocks == 1) {
            xor_last_block(state(slot), lane.next, lane.rest, sponge_);
            lane.next = zero_block;
            return;
        }
        const std::size_t bytes = (lane.blocks - 1) * rate + lane.rest;
        std::uint8_t *const copy = ends_[slot];
        std::copy_n(lane.next, bytes, copy);
        std::fill(copy + bytes, copy + lane.blocks * rate, std::uint8_t{0});
        copy[bytes] ^= sponge_.suffix;
        copy[lane.blocks * rate - 1] ^= last_padding_bit;
        lane.next = copy;
    }

    // Advances all lanes until one of them stops.
    void step()
    {
        std::size_t blocks = SIZE_MAX;
        const std::uint8_t *from[max_absorb_lanes];
        for (std::size_t slot = 0; slot < used_; ++slot) {
            const Lane &lane = lanes_[slot];
            blocks = std::min(blocks, lane.at_end ? lane.blocks : lane.blocks - 1);
            from[slot] = lane.next;
        }
        absorb_lanes(choice_, states_, used_, from, sponge_.rate_bytes, blocks, sponge_.rounds);
        for (std::size_t slot = used_; slot-- != 0;) {
            Lane &lane = lanes_[slot];
            lane.next += blocks * sponge_.rate_bytes;
            lane.blocks -= blocks;
            if (lane.blocks != 0)
                pad_end(slot);
            else if (!write(slot))
                replace(slot);
        }
    }

    // Writes a block of output. False if that was the last.
    bool write(std::size_t slot)
    {
        Lane &lane = lanes_[slot];
        const std::size_t taken =
            std::min<std::size_t>(sponge_.rate_bytes, messages_.outputs.bytes - lane.written);
        copy_bytes(state(slot), 0, messages_.outputs.at(lane.message) + lane.written, taken);
        lane.written += taken;
        lane.next = zero_block;
        lane.blocks = 1;
        return lane.written != messages_.outputs.bytes;
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
    const KernelTable &choice_;
    const UnequalMessages &messages_;
    const std::uint16_t *const order_;
    std::size_t begun_ = 0, used_ = 0;
    Lane lanes_[max_absorb_lanes];
    alignas(64) std::uint64_t states_[max_absorb_lanes * keccak_state_words];
    std::uint8_t ends_[max_absorb_lanes][end_bytes];
};

UnequalMessages part_of(const UnequalMessages &list, std::size_t first, std::size_t count)
{
    const OutputRows &all = list.outputs;
    return {
        list.messages + first, list.bytes + first, count, {all.at(first), all.stride, all.bytes}};
}

// Messages in the order of their numbers of blocks, the longest first.
class ByBlocks {
public:
    static constexpr std::size_t most = 1024;

    // At most `most` messages.
    ByBlocks(const UnequalMessages &list, std::size_t rate_bytes) : list_(list)
    {
        std::uint8_t class_of[most];
        for (std::size_t i = 0; i < list.count; ++i) {
            class_of[i] = static_cast<std::uint8_t>(
                std::min<std::size_t>(list.bytes[i] / rate_bytes, longer));
            ++count_[class_of[i]];
        }
        std::size_t next[longer + 1], begin = 0;
        for (std::size_t blocks = longer + 1; blocks-- != 0; begin += count_[blocks])
            next[blocks] = begin;
        for (std::size_t i = 0; i < list.count; ++i)
            order_[next[class_of[i]]++] = static_cast<std::uint16_t>(i);
    }

    // Hashes all messages that fill the lanes of the kernel with one number of blocks. Returns
    // how many are left; left() are their indices.
    std::size_t hash(const Kernel &kernel, const Sponge &sponge)
    {
        std::size_t from = count_[longer], left = from;
        for (std::size_t whole = longer; whole-- != 0;) {
            const std::size_t end = from + count_[whole];
            for (; end - from >= kernel.lanes; from += kernel.lanes)
                hash_group(kernel, sponge, order_ + from, whole + 1);
            for (; from != end; ++from)
                order_[left++] = order_[from];
        }
        return left;
    }

    const std::uint16_t *left() const { return order_; }

private:
    static constexpr std::size_t longer = 8; // stands for this number of whole blocks, or more

    void hash_group(const Kernel &kernel, const Sponge &sponge, const std::uint16_t *indices,
                    std::uint64_t blocks)
    {
        const std::uint8_t *messages[max_absorb_lanes];
        std::size_t bytes[max_absorb_lanes];
        std::uint8_t *outputs[max_absorb_lanes];
        for (unsigned lane = 0; lane < kernel.lanes; ++lane) {
            messages[lane] = list_.messages[indices[lane]];
            bytes[lane] = list_.bytes[indices[lane]];
            outputs[lane] = list_.outputs.at(indices[lane]);
        }
        hash_whole(kernel, sponge, messages, bytes, blocks, outputs, list_.outputs.bytes);
    }

    const UnequalMessages &list_;
    std::size_t count_[longer + 1] = {};
    std::uint16_t order_[most];
};

// Returns how many messages from `first` on fit into one block each, in whole calls.
std::size_t hash_short(const Kernel &kernel, const Sponge &sponge, const UnequalMessages &list,
                       std::size_t first)
{
    std::size_t at = first;
    for (; list.count - at >= kernel.lanes; at += kernel.lanes) {
        const std::size_t *const bytes = list.bytes + at;
        if (*std::max_element(bytes, bytes + kernel.lanes) >= sponge.rate_bytes)
            break;
        const CallOutputs outputs({kernel, at, kernel.lanes}, list.outputs);
        hash_whole(kernel, sponge, list.messages + at, bytes, 1, outputs.at, list.outputs.bytes);
    }
    return at - first;
}

} // namespace

void absorb_lanes(const KernelTable &choice, std::uint64_t *states, std::size_t lanes,
                  const std::uint8_t *const *blocks, std::uint64_t rate_bytes, std::uint64_t count,
                  unsigned rounds)
{
    const auto absorb_call = [&](const KernelCall &call) {
        const auto absorb = function_of<Workload::sha3>(call.kernel);
        CallLanes<keccak_state_words, std::uint64_t, max_absorb_lanes> own(call, states);
        if (rate_bytes != 0) {
            CallLanes<1, const std::uint8_t *const, max_absorb_lanes> from(call, blocks);
            absorb(own.begin(), from.begin(), rate_bytes, count, rounds);
        } else {
            absorb(own.begin(), nullptr, 0, count, rounds);
        }
        own.put_back();
    };
    for_each_call(choice, lanes, absorb_call, count);
}

// A call of a kernel that has no such form, or some of whose lanes are empty.
HASHLANE_NOINLINE static void permute_transposed(const KernelCall &call, std::uint64_t *words,
                                                 std::size_t stride, unsigned rounds)
{
    alignas(64) std::uint64_t states[max_absorb_lanes * keccak_state_words];
    for (std::size_t lane = 0; lane < call.kernel.lanes; ++lane)
        for (std::size_t i = 0; i < keccak_state_words; ++i)
            states[lane * keccak_state_words + i] =
                words[i * stride + (lane < call.count ? lane : 0)];
    function_of<Workload::sha3>(call.kernel)(states, nullptr, 0, 1, rounds);
    for (std::size_t lane = 0; lane < call.count; ++lane)
        for (std::size_t i = 0; i < keccak_state_words; ++i)
            words[i * stride + lane] = states[lane * keccak_state_words + i];
}

void permute_interleaved(const KernelTable &choice, std::uint64_t *words, std::size_t count,
                         unsigned rounds)
{
    const auto permute_call = [&](const KernelCall &call) {
        std::uint64_t *const own = words + call.first;
        Sha3Interleaved *const form = interleaved_form(call.kernel);
        if (form != nullptr && call.count == call.kernel.lanes)
            form(own, count, rounds);
        else
            permute_transposed(call, own, count, rounds);
    };
    for_each_call(choice, count, permute_call, 1);
}

void sponge_absorb_blocks(const KernelTable &choice, hashlane_sha3_context *const *hashes,
                          const std::uint8_t *const *messages, std::uint64_t rate_bytes,
                          std::uint64_t blocks, std::size_t count, unsigned rounds)
{
    alignas(64) std::uint64_t states[max_absorb_lanes * keccak_state_words];
    for (std::size_t i = 0; i < count; ++i)
        std::copy_n(hashes[i]->state, keccak_state_words, states + i * keccak_state_words);
    absorb_lanes(choice, states, count, messages, rate_bytes, blocks, rounds);
    for (std::size_t i = 0; i < count; ++i)
        std::copy_n(states + i * keccak_state_words, keccak_state_words, hashes[i]->state);
}

void sponge_hash_unequal(const Sponge &sponge, const KernelTable &choice,
                         const UnequalMessages &messages)
{
    const Kernel &kernel = choice.kernel(std::max<std::size_t>(messages.count, 1));
    std::size_t done = 0;
    while (takes_whole(kernel, messages.outputs.bytes) && messages.count - done >= kernel.lanes) {
        done += hash_short(kernel, sponge, messages, done);
        const std::size_t count = std::min(messages.count - done, ByBlocks::most);
        const UnequalMessages part = part_of(messages, done, count);
        ByBlocks sorted(part, sponge.rate_bytes);
        const std::size_t left = sorted.hash(kernel, sponge);
        if (left != 0)
            Lanes(sponge, choice, part_of(part, 0, left), sorted.left()).run();
        done += count;
    }
    if (done != messages.count)
        Lanes(sponge, choice, part_of(messages, done, messages.count - done), nullptr).run();
}

} // namespace hashlane
