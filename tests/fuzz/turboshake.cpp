// SPDX-License-Identifier: MIT
//
// TurboSHAKE and KangarooTwelve in pieces, with copies meanwhile, and at once, against RFC 9861.
#include "spec.h"

#include "hashlane/kangarootwelve.h"
#include "hashlane/turboshake.h"

namespace hashlane::fuzz::turboshake_target {
namespace {

std::size_t rate_of(int bits) { return bits == 128 ? 168 : 136; }

// Appends the message in pieces; a copy made after half of them is appended to and discarded.
template <class Hash, class Absorb>
void absorb_in_pieces(Hash &hash, const Bytes &message, Input &input, Absorb absorb)
{
    std::size_t at = 0;
    for (int pieces = 0; at < message.size(); ++pieces) {
        const std::size_t left = message.size() - at;
        const std::size_t piece = pieces < 8 ? input.size(0, left) : left;
        if (pieces == 3) {
            Hash copy = hash;
            absorb(&copy, message.data(), message.size());
        }
        absorb(&hash, message.data() + at, piece);
        at += piece;
    }
}

template <class Squeeze>
void require_output(const Bytes &right, Input &input, const std::string &what, Squeeze squeeze)
{
    const std::size_t first = input.size(0, right.size());
    Guarded output(right.size(), input.size(0, 15));
    squeeze(output.data(), first);
    squeeze(output.data() + first, right.size() - first);
    output.require_whole(what);
    require(output.content() == right, what, ": a wrong output");
}

void run_turboshake(Input &input)
{
    const auto function = input.truth() ? HASHLANE_TURBOSHAKE128 : HASHLANE_TURBOSHAKE256;
    const auto domain = static_cast<std::uint8_t>(input.number(0, 255));
    const Bytes message = drawn_message(input, 1000);
    const std::size_t size = input.size(0, 500);
    hashlane_turboshake_context hash;
    const hashlane_status status = hashlane_turboshake_init(&hash, function, domain);
    const bool right = domain >= 1 && domain <= 0x7f;
    require(status == (right ? HASHLANE_OK : HASHLANE_BAD_ARGUMENT), "turboshake_init's status");
    absorb_in_pieces(hash, message, input, hashlane_turboshake_update);
    if (!right) {
        Bytes untouched(size, 0xa5);
        hashlane_turboshake_squeeze(&hash, untouched.data(), size);
        require(untouched == Bytes(size, 0xa5), "an output of no message");
        return;
    }
    const Bytes output = spec::turboshake(rate_of(function), domain, message, size);
    require_output(output, input, "turboshake", [&](std::uint8_t *to, std::size_t bytes) {
        hashlane_turboshake_squeeze(&hash, to, bytes);
    });
    Bytes room = message;
    room.resize(std::max(message.size(), size));
    require(hashlane_turboshake_hash(function, domain, room.data(), message.size(), room.data(),
                                     size) == HASHLANE_OK,
            "turboshake_hash's status");
    require(std::equal(output.begin(), output.end(), room.begin()), "a wrong output in place");
}

// Each output over its own message, or not.
void run_turboshake_many(Input &input)
{
    const auto function = input.truth() ? HASHLANE_TURBOSHAKE128 : HASHLANE_TURBOSHAKE256;
    const auto domain = static_cast<std::uint8_t>(input.number(0, 255));
    const std::size_t count = input.size(0, 20), size = input.size(0, 400);
    std::vector<Bytes> messages;
    for (std::size_t i = 0; i < count; ++i)
        messages.push_back(drawn_message(input, 600));
    DrawnRows rows(messages, size, input);
    const bool right = domain >= 1 && domain <= 0x7f;
    require(hashlane_turboshake_hash_many(function, domain, rows.pointers.data(), rows.bytes.data(),
                                          count, rows.outputs(), rows.stride(),
                                          size) == (right ? HASHLANE_OK : HASHLANE_BAD_ARGUMENT),
            "status of many");
    for (std::size_t i = 0; right && i < count; ++i)
        rows.require_output(i, spec::turboshake(rate_of(function), domain, messages[i], size),
                            "many");
}

// Backwards: the order of a pool's threads is any.
void run_backwards(void *, void (*work)(void *, std::size_t), void *argument, std::size_t count)
{
    while (count != 0)
        work(argument, --count);
}

void run_kangarootwelve(Input &input)
{
    const auto function = input.truth() ? HASHLANE_KT128 : HASHLANE_KT256;
    const bool with_pool = input.truth();
    // Around a chunk's end, or a few chunks.
    const Bytes message = input.truth() ? seeded_bytes(8192 - 20 + input.size(0, 40), 1)
                                        : drawn_message(input, 60000);
    const Bytes custom = drawn_message(input, input.truth() ? 300 : 10000);
    const Bytes right =
        spec::kangarootwelve(rate_of(function), message, custom, input.size(0, 300));
    const hashlane_pool pool{run_backwards, nullptr, 3, {}};
    hashlane_kangarootwelve_context hash;
    require(hashlane_kangarootwelve_init(&hash, function) == HASHLANE_OK, "init's status");
    absorb_in_pieces(
        hash, message, input,
        [&](hashlane_kangarootwelve_context *to, const std::uint8_t *piece, std::size_t bytes) {
            const hashlane_status status =
                with_pool ? hashlane_kangarootwelve_update_pool(to, piece, bytes, &pool)
                          : hashlane_kangarootwelve_update(to, piece, bytes);
            require(status == HASHLANE_OK, "absorb's status");
        });
    require(hashlane_kangarootwelve_customize(&hash, custom.data(), custom.size()) == HASHLANE_OK,
            "finish's status");
    require(hashlane_kangarootwelve_customize(&hash, nullptr, 0) == HASHLANE_BAD_ARGUMENT,
            "finished twice");
    require_output(right, input, "kangarootwelve", [&](std::uint8_t *to, std::size_t bytes) {
        hashlane_kangarootwelve_squeeze(&hash, to, bytes);
    });
    Bytes room = message;
    room.resize(std::max(message.size(), right.size()));
    hashlane_kangarootwelve_hash_pool(function, room.data(), message.size(), custom.data(),
                                      custom.size(), room.data(), right.size(),
                                      with_pool ? &pool : nullptr);
    require(std::equal(right.begin(), right.end(), room.begin()), "a wrong output in place");
}

void run(Input &input)
{
    constexpr void (*uses[])(Input &) = {run_turboshake, run_kangarootwelve, run_turboshake_many};
    input.pick(uses)(input);
}

const Target target("turboshake", run);

} // namespace
} // namespace hashlane::fuzz::turboshake_target
