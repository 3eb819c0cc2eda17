// SPDX-License-Identifier: MIT
//
// SHA-3 and SHAKE: any sequence of calls on contexts that are copied meanwhile, and many messages
// at once, against OpenSSL; Keccak's own padding against spec.h, as OpenSSL has it from 3.2 on.
#include "canaries.h"
#include "spec.h"
#include "support/oracle.h"

#include "hashlane/sha3.h"

namespace hashlane::fuzz::sha3_api_target {
namespace {

constexpr const char *names[] = {"sha3-224", "sha3-256", "sha3-384",
                                 "sha3-512", "shake128", "shake256"};

constexpr int functions = HASHLANE_KECCAK_512 + 1;

Bytes keccak(hashlane_sha3_function function, std::span<const std::uint8_t> message)
{
    constexpr std::size_t digests[] = {28, 32, 48, 64};
    constexpr std::uint8_t no_domain = 0x01;
    const std::size_t digest = digests[function - HASHLANE_KECCAK_224];
    return spec::sponge(200 - 2 * digest, 24, Bytes(message.begin(), message.end()), no_domain,
                        digest);
}

// OpenSSL's older versions refuse an output of no bytes.
Bytes output_of(hashlane_sha3_function function, std::span<const std::uint8_t> message,
                std::size_t bytes)
{
    if (function >= HASHLANE_KECCAK_224) {
        Bytes digest = keccak(function, message);
        digest.resize(std::min(bytes, digest.size()));
        return digest;
    }
    Bytes output = test::oracle_digest(names[function], message, std::max<std::size_t>(bytes, 1));
    output.resize(std::min(bytes, output.size()));
    return output;
}

struct Started {
    hashlane_sha3_context hash{};
    hashlane_sha3_function function = HASHLANE_SHA3_224;
    bool is_started = false;
    Bytes message, output;
};

void absorb(Started &state, const Bytes &piece)
{
    const bool right = state.is_started && state.output.empty() && state.hash.squeezing == 0;
    require(hashlane_sha3_update(&state.hash, piece.data(), piece.size()) ==
                (right ? HASHLANE_OK : HASHLANE_BAD_ARGUMENT),
            "absorb's status");
    if (right)
        state.message.insert(state.message.end(), piece.begin(), piece.end());
}

void squeeze(Started &state, Input &input)
{
    const std::size_t digest = hashlane_sha3_digest_bytes(state.function);
    // Beyond its digest nothing is defined of SHA-3 and Keccak.
    const std::size_t most = digest != 0 ? digest - state.output.size() : 500;
    Guarded output(input.size(0, most), input.size(0, 15));
    const Bytes before = output.content();
    require(hashlane_sha3_squeeze(&state.hash, output.data(), before.size()) ==
                (state.is_started ? HASHLANE_OK : HASHLANE_BAD_ARGUMENT),
            "squeeze's status");
    output.require_whole("squeeze");
    const Bytes piece = output.content();
    if (!state.is_started) {
        require(piece == before, "an output of no message");
        return;
    }
    state.output.insert(state.output.end(), piece.begin(), piece.end());
    require(state.output == output_of(state.function, state.message, state.output.size()),
            "a wrong output");
}

void start(Started &state, Input &input)
{
    const auto function = static_cast<int>(input.number(0, functions));
    state = {};
    state.is_started =
        hashlane_sha3_init(&state.hash, static_cast<hashlane_sha3_function>(function)) ==
        HASHLANE_OK;
    require(state.is_started == (function < functions), "init's status");
    if (state.is_started)
        state.function = static_cast<hashlane_sha3_function>(function);
}

// The lengths may be equal or not; each output may overlap its own message.
void hash_many(Input &input)
{
    const auto function = static_cast<hashlane_sha3_function>(input.number(0, functions - 1));
    const std::size_t count = input.size(0, 20), drawn = input.size(0, 300);
    const bool equal = input.truth();
    // A function with a digest refuses other lengths; one draw in eight tries such a length.
    const std::size_t own = hashlane_sha3_digest_bytes(function);
    const std::size_t size = own != 0 && drawn % 8 != 0 ? own : drawn;
    std::vector<Bytes> messages;
    for (std::size_t i = 0; i < count; ++i)
        messages.push_back(
            seeded_bytes(equal && i != 0 ? messages[0].size() : input.size(0, 600), i));
    DrawnRows rows(messages, size, input);
    const hashlane_status status =
        equal ? hashlane_sha3_hash_equal(function, rows.pointers.data(),
                                         count == 0 ? 0 : rows.bytes[0], count, rows.outputs(),
                                         rows.stride(), size)
              : hashlane_sha3_hash_many(function, rows.pointers.data(), rows.bytes.data(), count,
                                        rows.outputs(), rows.stride(), size);
    const bool fits = own == 0 || own == size;
    require(status == (fits ? HASHLANE_OK : HASHLANE_BAD_ARGUMENT), "status of many");
    for (std::size_t i = 0; fits && i < count; ++i)
        rows.require_output(i, output_of(function, messages[i], size), "many");
}

void hash_columns(Input &input)
{
    const auto function = static_cast<hashlane_sha3_function>(input.number(0, functions - 1));
    const DrawnColumns drawn(input);
    const std::size_t own = hashlane_sha3_digest_bytes(function), any = input.size(0, 300);
    const std::size_t size = own != 0 ? own : any, stride = size + input.size(0, 40);
    Guarded outputs(stride * drawn.count, input.size(0, 15));
    require(hashlane_sha3_hash_columns(function, drawn.columns.data(), drawn.columns.size(),
                                       drawn.count, outputs.data(), stride, size) == HASHLANE_OK,
            "status of columns");
    outputs.require_whole("columns");
    for (std::size_t i = 0; i < drawn.count; ++i)
        require(std::ranges::equal(output_of(function, drawn.message(i), size),
                                   std::span(outputs.data() + stride * i, size)),
                "a wrong output of columns");
}

void run(Input &input)
{
    Started states[3];
    for (int calls = 0; calls < 12 && !input.is_empty(); ++calls) {
        Started &state = input.pick(states);
        switch (input.number(0, 6)) {
        case 0:
            start(state, input);
            break;
        case 1:
        case 2:
            absorb(state, drawn_message(input, 500));
            break;
        case 3:
            state = Started(input.pick(states));
            break;
        case 4:
            squeeze(state, input);
            break;
        case 5:
            hash_many(input);
            break;
        default:
            hash_columns(input);
        }
    }
}

const Target target("sha3_api", run);

} // namespace
} // namespace hashlane::fuzz::sha3_api_target
