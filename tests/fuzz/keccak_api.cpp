// SPDX-License-Identifier: MIT
//
// Permutations and Keccak chains of any number of states, against spec.h; SHAKE of four messages
// block by block, and SHA-3 in one call, against OpenSSL.
#include "canaries.h"
#include "spec.h"
#include "support/oracle.h"

#include "hashlane/fips202x4.h"
#include "hashlane/keccak.h"
#include "hashlane/sha3.h"

#include <array>
#include <numeric>

namespace hashlane::fuzz::keccak_api_target {
namespace {

using State = std::uint64_t[25];

std::vector<std::uint64_t> drawn_states(Input &input, std::size_t most)
{
    std::vector<std::uint64_t> words(25 * input.size(0, most));
    const Bytes bytes = seeded_bytes(8 * words.size(), input.number(0, 255));
    std::ranges::copy(bytes, reinterpret_cast<std::uint8_t *>(words.data()));
    return words;
}

/// Returns the states after keccak_p of `rounds` rounds and, of a chain, the rotation.
std::vector<std::uint64_t> permuted(std::vector<std::uint64_t> words, int rounds, bool is_chain)
{
    for (std::size_t at = 0; at < words.size(); at += 25) {
        State state;
        std::copy_n(words.data() + at, 25, state);
        spec::keccak_p(state, rounds);
        std::rotate(state, state + (is_chain ? 1 : 0), state + 25);
        std::ranges::copy(state, words.begin() + static_cast<std::ptrdiff_t>(at));
    }
    return words;
}

/// Returns word 0 of each state, then word 1 of each.
std::vector<std::uint64_t> interleaved(const std::vector<std::uint64_t> &states)
{
    std::vector<std::uint64_t> words;
    for (std::size_t i = 0; i < 25; ++i)
        for (std::size_t at = i; at < states.size(); at += 25)
            words.push_back(states[at]);
    return words;
}

void permute(Input &input)
{
    const std::vector<std::uint64_t> states = drawn_states(input, 40);
    std::vector<std::uint64_t> words = states, side_by_side = interleaved(states);
    const std::size_t count = states.size() / 25;
    const bool is_short = input.truth();
    if (is_short) {
        hashlane_keccak_p1600_12(words.data(), count);
        hashlane_keccak_p1600_12_interleaved(side_by_side.data(), count);
    } else {
        hashlane_keccak_f1600(words.data(), count);
        hashlane_keccak_f1600_interleaved(side_by_side.data(), count);
    }
    const std::vector<std::uint64_t> right = permuted(states, is_short ? 12 : 24, false);
    require(words == right, "a wrong permutation");
    require(side_by_side == interleaved(right), "a wrong permutation of interleaved states");
}

void advance_chains(Input &input)
{
    std::vector<std::uint64_t> right = drawn_states(input, 40), words = right;
    const std::uint64_t loops = input.number(0, 3);
    hashlane_keccak_chain(words.data(), words.size() / 25, loops);
    for (std::uint64_t i = 0; i < loops; ++i)
        right = permuted(right, 24, true);
    require(words == right, "a wrong chain");
    for (std::size_t at = 0; at < words.size(); at += 25)
        require(hashlane_keccak_chain_checksum(&words[at]) ==
                    std::accumulate(&right[at], &right[at] + 25, std::uint64_t{0}, std::bit_xor{}),
                "a wrong checksum");
}

void start_chain(Input &input)
{
    const std::uint64_t key = input.number(0, UINT64_MAX);
    State constants, state;
    hashlane_keccak_chain_start(constants, 0);
    hashlane_keccak_chain_start(state, key);
    for (int i = 0; i < 25; ++i)
        require(state[i] == (constants[i] ^ key), "a wrong first state");
}

// ---- Four messages ----

using Four = std::array<Bytes, 4>;

Four drawn_four(Input &input)
{
    const std::size_t bytes = input.size(0, 500);
    Four messages;
    for (Bytes &message : messages)
        message = seeded_bytes(bytes, input.number(0, 255));
    return messages;
}

struct Outputs {
    Outputs(std::size_t bytes, Input &input)
        : room{Guarded(bytes, input.size(0, 15)), Guarded(bytes, 1), Guarded(bytes, 2),
               Guarded(bytes, 3)}
    {
    }
    std::array<Guarded, 4> room;
};

void require_shake(const char *name, const Four &messages, const std::array<Bytes, 4> &outputs)
{
    for (std::size_t i = 0; i < 4; ++i) {
        // OpenSSL's older versions refuse an output of no bytes.
        const std::size_t bytes = outputs[i].size();
        Bytes right = test::oracle_digest(name, messages[i], std::max<std::size_t>(bytes, 1));
        right.resize(bytes);
        require(outputs[i] == right, "a wrong ", name, " of four");
    }
}

struct Shake128 {
    static constexpr const char *name = "shake128";
    static constexpr std::size_t rate = HASHLANE_SHAKE128_RATE_BYTES;
    using Context = hashlane_shake128x4_context;
    static constexpr auto init = hashlane_shake128x4_init;
    static constexpr auto absorb_once = hashlane_shake128x4_absorb_once;
    static constexpr auto squeezeblocks = hashlane_shake128x4_squeezeblocks;
    static constexpr auto release = hashlane_shake128x4_release;
};

struct Shake256 {
    static constexpr const char *name = "shake256";
    static constexpr std::size_t rate = HASHLANE_SHAKE256_RATE_BYTES;
    using Context = hashlane_shake256x4_context;
    static constexpr auto init = hashlane_shake256x4_init;
    static constexpr auto absorb_once = hashlane_shake256x4_absorb_once;
    static constexpr auto squeezeblocks = hashlane_shake256x4_squeezeblocks;
    static constexpr auto release = hashlane_shake256x4_release;
};

template <class Shake> void squeeze_blocks(Input &input)
{
    const Four messages = drawn_four(input);
    typename Shake::Context context;
    if (input.truth())
        Shake::init(&context);
    Shake::absorb_once(&context, messages[0].data(), messages[1].data(), messages[2].data(),
                       messages[3].data(), messages[0].size());
    std::array<Bytes, 4> outputs;
    for (std::size_t calls = input.size(0, 4); calls != 0; --calls) {
        Outputs to(Shake::rate * input.size(0, 3), input);
        auto &[a, b, c, d] = to.room;
        Shake::squeezeblocks(&context, a.data(), b.data(), c.data(), d.data(),
                             a.content().size() / Shake::rate);
        for (std::size_t i = 0; i < 4; ++i) {
            to.room[i].require_whole(Shake::name);
            const Bytes piece = to.room[i].content();
            outputs[i].insert(outputs[i].end(), piece.begin(), piece.end());
        }
    }
    require_shake(Shake::name, messages, outputs);
    Shake::release(&context);
    require(std::ranges::all_of(context.opaque, [](std::uint64_t word) { return word == 0; }),
            "a context that is not cleared");
}

void shake256_at_once(Input &input)
{
    const Four messages = drawn_four(input);
    Outputs to(input.size(0, 500), input);
    auto &[a, b, c, d] = to.room;
    hashlane_shake256x4(messages[0].data(), messages[1].data(), messages[2].data(),
                        messages[3].data(), messages[0].size(), a.data(), b.data(), c.data(),
                        d.data(), a.content().size());
    for (const Guarded &room : to.room)
        room.require_whole("shake256x4");
    require_shake("shake256", messages, {a.content(), b.content(), c.content(), d.content()});
}

// ---- One message in one call ----

void hash_at_once(Input &input)
{
    constexpr const char *names[] = {"sha3-224", "sha3-256", "sha3-384",
                                     "sha3-512", "shake128", "shake256"};
    const auto function = static_cast<hashlane_sha3_function>(input.number(0, 5));
    const std::size_t own = hashlane_sha3_digest_bytes(function);
    const Bytes message = drawn_message(input, 900);
    Guarded output(own != 0 ? own : input.size(1, 500), input.size(0, 15));
    const std::size_t bytes = output.content().size();
    require(hashlane_sha3_hash(function, message.data(), message.size(), output.data(), bytes) ==
                HASHLANE_OK,
            "sha3_hash's status");
    output.require_whole("sha3_hash");
    require(output.content() == test::oracle_digest(names[function], message, bytes),
            "a wrong output of sha3_hash");
}

void run(Input &input)
{
    switch (input.number(0, 6)) {
    case 0:
        return permute(input);
    case 1:
        return advance_chains(input);
    case 2:
        return squeeze_blocks<Shake128>(input);
    case 3:
        return squeeze_blocks<Shake256>(input);
    case 4:
        return shake256_at_once(input);
    case 5:
        return start_chain(input);
    default:
        return hash_at_once(input);
    }
}

const Target target("keccak_api", run);

} // namespace
} // namespace hashlane::fuzz::keccak_api_target
