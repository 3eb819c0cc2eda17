// SPDX-License-Identifier: MIT
//
// SHA-256 of one message: any sequence of calls on contexts that are copied meanwhile, against
// OpenSSL's digest of all bytes that were appended.
#include "canaries.h"
#include "support/oracle.h"

#include "hashlane/sha256.h"

namespace hashlane::fuzz::sha256_api_target {
namespace {

struct Started {
    hashlane_sha256_context context{};
    Bytes message;
    bool is_started = false;
};

Bytes digest_of(const Bytes &message) { return test::oracle_digest("sha256", message); }

void append(Started &hash, const Bytes &piece)
{
    const hashlane_status status =
        hashlane_sha256_update(&hash.context, piece.data(), piece.size());
    require(status == (hash.is_started ? HASHLANE_OK : HASHLANE_BAD_ARGUMENT), "update's status");
    if (hash.is_started)
        hash.message.insert(hash.message.end(), piece.begin(), piece.end());
}

void finish(Started &hash, std::size_t offset)
{
    Guarded digest(32, offset);
    const Bytes before = digest.content();
    const hashlane_status status = hashlane_sha256_final(&hash.context, digest.data());
    require(status == (hash.is_started ? HASHLANE_OK : HASHLANE_BAD_ARGUMENT), "final's status");
    digest.require_whole("final");
    require(digest.content() == (hash.is_started ? digest_of(hash.message) : before),
            "a wrong digest");
    hash = {hash.context, {}, false};
}

// The digest lies somewhere in the message, or right behind it.
void hash_over_itself(Input &input)
{
    const Bytes message = drawn_message(input, 600);
    Bytes room = message;
    room.resize(message.size() + 32);
    Guarded guarded(room, input.size(0, 15));
    const std::size_t at = input.size(0, message.size());
    hashlane_sha256(guarded.data(), message.size(), guarded.data() + at);
    guarded.require_whole("sha256");
    std::ranges::copy(digest_of(message), room.begin() + static_cast<std::ptrdiff_t>(at));
    require(guarded.content() == room, "a wrong digest over its message");
}

void hash_after_a_seed(Input &input)
{
    const Bytes beginning = seeded_bytes(64 * input.size(0, 3), 1);
    const std::size_t count = input.size(0, 20), most = input.size(0, 200);
    const Bytes text = seeded_bytes(count + most, 2);
    std::vector<const std::uint8_t *> messages;
    std::vector<std::size_t> bytes;
    for (std::size_t i = 0; i < count; ++i) {
        messages.push_back(text.data() + i);
        bytes.push_back(input.size(0, most));
    }
    hashlane_sha256_seed seed;
    require(hashlane_sha256_seed_init(&seed, beginning.data(), beginning.size()) == HASHLANE_OK,
            "seed_init's status");
    Guarded digests(32 * count, input.size(0, 15));
    require(hashlane_sha256_seeded_many(&seed, messages.data(), bytes.data(), count,
                                        digests.data()) == HASHLANE_OK,
            "seeded_many's status");
    digests.require_whole("seeded_many");
    for (std::size_t i = 0; i < count; ++i) {
        Bytes whole = beginning;
        whole.insert(whole.end(), messages[i], messages[i] + bytes[i]);
        require(std::ranges::equal(digest_of(whole), std::span(digests.data() + 32 * i, 32)),
                "a wrong digest after a seed");
    }
}

void run(Input &input)
{
    Started hashes[3];
    for (int calls = 0; calls < 40 && !input.is_empty(); ++calls) {
        Started &hash = input.pick(hashes);
        switch (input.number(0, 5)) {
        case 0:
            hashlane_sha256_init(&hash.context);
            hash = {hash.context, {}, true};
            break;
        case 1:
        case 2:
            append(hash, drawn_message(input, 300));
            break;
        case 3:
            hash = input.pick(hashes);
            break;
        case 4:
            finish(hash, input.size(0, 15));
            break;
        default:
            input.truth() ? hash_over_itself(input) : hash_after_a_seed(input);
        }
    }
    for (Started &hash : hashes)
        finish(hash, 0);
}

const Target target("sha256_api", run);

} // namespace
} // namespace hashlane::fuzz::sha256_api_target
