// SPDX-License-Identifier: MIT
//
// cSHAKE, KMAC, TupleHash and ParallelHash, in pieces, with copies and with outputs over inputs,
// against SP 800-185; KMAC against OpenSSL as well.
#include "spec.h"
#include "support/openssl.h"

#include "hashlane/sp800_185.h"

namespace hashlane::fuzz::sp800_185_target {
namespace {

using spec::operator+;

struct Draw {
    bool is_256, is_xof;
    Bytes custom;
    std::size_t size;
    std::size_t rate() const { return is_256 ? 136 : 168; }
    std::uint64_t output_bits() const { return is_xof ? 0 : 8 * size; }
    /// Returns a function of the enumerations that have 128 and 256, then both as XOF.
    template <class Function> Function function() const
    {
        return static_cast<Function>(2 * is_xof + is_256);
    }
};

// Splits `message` at a drawn place, and lets a copy go another way there.
template <class Hash, class Absorb>
void in_two_pieces(Hash &hash, const Bytes &message, Input &input, Absorb absorb)
{
    const std::size_t first = input.size(0, message.size());
    absorb(&hash, message.data(), first);
    Hash copy = hash;
    absorb(&copy, message.data(), message.size());
    require(absorb(&hash, message.data() + first, message.size() - first) == HASHLANE_OK,
            "absorb's status");
}

// An XOF's output in two pieces, or else all of it.
template <class Hash, class Squeeze, class Final>
void require_end(const Draw &draw, Hash &hash, const Bytes &right, Input &input, Squeeze squeeze,
                 Final final)
{
    Guarded output(draw.size, input.size(0, 15));
    if (draw.is_xof && input.truth()) {
        const std::size_t first = input.size(0, draw.size);
        squeeze(&hash, output.data(), first);
        squeeze(&hash, output.data() + first, draw.size - first);
    } else {
        require(final(&hash, output.data(), draw.size) == HASHLANE_OK, "final's status");
        require(final(&hash, output.data(), draw.size) == HASHLANE_BAD_ARGUMENT, "ended twice");
    }
    output.require_whole("SP 800-185");
    require(output.content() == right, "a wrong output");
}

void require_once(Guarded &output, const Bytes &right)
{
    output.require_whole("one call");
    require(output.content() == right, "a wrong output of one call");
}

void run_cshake(const Draw &draw, Input &input)
{
    const Bytes name = drawn_message(input, 200), message = drawn_message(input, 600);
    const Bytes right = spec::cshake(draw.rate(), name, draw.custom, message, draw.size);
    hashlane_cshake_context hash;
    hashlane_cshake_init(&hash, draw.is_256 ? HASHLANE_CSHAKE256 : HASHLANE_CSHAKE128, name.data(),
                         name.size(), draw.custom.data(), draw.custom.size());
    in_two_pieces(hash, message, input, hashlane_cshake_update);
    Guarded output(draw.size, input.size(0, 15));
    hashlane_cshake_squeeze(&hash, output.data(), draw.size);
    require(output.content() == right, "cSHAKE: a wrong output");
    output.require_whole("cSHAKE");
    Guarded once(draw.size);
    hashlane_cshake_hash(draw.is_256 ? HASHLANE_CSHAKE256 : HASHLANE_CSHAKE128, name.data(),
                         name.size(), draw.custom.data(), draw.custom.size(), message.data(),
                         message.size(), once.data(), draw.size);
    require_once(once, right);
}

void run_kmac(const Draw &draw, Input &input)
{
    const Bytes key = drawn_message(input, 300), message = drawn_message(input, 600);
    const auto function = draw.function<hashlane_kmac_function>();
    const Bytes right = spec::cshake(draw.rate(), spec::text("KMAC"), draw.custom,
                                     spec::bytepad(spec::encode_string(key), draw.rate()) +
                                         message + spec::right_encode(draw.output_bits()),
                                     draw.size);
    // OpenSSL has limits on all of them.
    if (key.size() >= 4 && draw.size != 0)
        require(test::openssl_kmac(draw.is_256 ? "KMAC256" : "KMAC128", key, draw.custom, message,
                                   draw.size, draw.is_xof) == right,
                "the specification is not OpenSSL's");
    hashlane_kmac_context mac;
    hashlane_kmac_init(&mac, function, key.data(), key.size(), draw.custom.data(),
                       draw.custom.size());
    in_two_pieces(mac, message, input, hashlane_kmac_update);
    hashlane_kmac_context verified = mac;
    require_end(draw, mac, right, input, hashlane_kmac_squeeze, hashlane_kmac_final);
    Guarded once(draw.size);
    hashlane_kmac(function, key.data(), key.size(), draw.custom.data(), draw.custom.size(),
                  message.data(), message.size(), once.data(), draw.size);
    require_once(once, right);
    Bytes tampered = right;
    if (draw.size >= HASHLANE_KMAC_MIN_BYTES)
        tampered[input.size(0, draw.size - 1)] ^=
            static_cast<std::uint8_t>(1U << input.number(0, 7));
    const auto verify = [&](const Bytes &expected) {
        return hashlane_kmac_verify(function, key.data(), key.size(), draw.custom.data(),
                                    draw.custom.size(), message.data(), message.size(),
                                    expected.data(), expected.size());
    };
    const bool is_long = draw.size >= HASHLANE_KMAC_MIN_BYTES;
    require(verify(right) == (is_long ? HASHLANE_OK : HASHLANE_BAD_ARGUMENT), "a right MAC");
    const Bytes &claimed = input.truth() ? right : tampered;
    require(hashlane_kmac_final_verify(&verified, claimed.data(), claimed.size()) ==
                (!is_long           ? HASHLANE_BAD_ARGUMENT
                 : claimed == right ? HASHLANE_OK
                                    : HASHLANE_WRONG),
            "final_verify's status");
    require(verify(tampered) == (is_long ? HASHLANE_WRONG : HASHLANE_BAD_ARGUMENT), "a wrong MAC");
}

void run_tuple_hash(const Draw &draw, Input &input)
{
    hashlane_tuple_hash_context hash;
    hashlane_tuple_hash_init(&hash, draw.function<hashlane_tuple_hash_function>(),
                             draw.custom.data(), draw.custom.size());
    Bytes encoded;
    std::vector<Bytes> elements;
    std::vector<const std::uint8_t *> from;
    std::vector<std::size_t> bytes;
    for (std::size_t left = input.size(0, 6); left != 0; --left)
        elements.push_back(drawn_message(input, 300));
    for (const Bytes &element : elements) {
        hashlane_tuple_hash_element(&hash, element.data(), element.size());
        encoded = encoded + spec::encode_string(element);
        from.push_back(element.data());
        bytes.push_back(element.size());
    }
    const Bytes right = spec::cshake(draw.rate(), spec::text("TupleHash"), draw.custom,
                                     encoded + spec::right_encode(draw.output_bits()), draw.size);
    require_end(draw, hash, right, input, hashlane_tuple_hash_squeeze, hashlane_tuple_hash_final);
    Guarded once(draw.size);
    hashlane_tuple_hash(draw.function<hashlane_tuple_hash_function>(), draw.custom.data(),
                        draw.custom.size(), from.data(), bytes.data(), elements.size(), once.data(),
                        draw.size);
    require_once(once, right);
}

void run_parallel_hash(const Draw &draw, Input &input)
{
    const std::size_t block = input.size(1, 400);
    const Bytes message = drawn_message(input, std::min<std::size_t>(30 * block, 3000));
    const std::size_t blocks = (message.size() + block - 1) / block;
    Bytes inner = spec::left_encode(block);
    for (std::size_t at = 0; at < message.size(); at += block) {
        const auto begin = message.begin() + static_cast<std::ptrdiff_t>(at);
        const auto bytes = static_cast<std::ptrdiff_t>(std::min(block, message.size() - at));
        inner = inner + spec::cshake(draw.rate(), {}, {}, Bytes(begin, begin + bytes),
                                     draw.is_256 ? 64 : 32);
    }
    inner = inner + spec::right_encode(blocks) + spec::right_encode(draw.output_bits());
    const Bytes right =
        spec::cshake(draw.rate(), spec::text("ParallelHash"), draw.custom, inner, draw.size);
    hashlane_parallel_hash_context hash;
    hashlane_parallel_hash_init(&hash, draw.function<hashlane_parallel_hash_function>(), block,
                                draw.custom.data(), draw.custom.size());
    in_two_pieces(hash, message, input, hashlane_parallel_hash_update);
    require_end(draw, hash, right, input, hashlane_parallel_hash_squeeze,
                hashlane_parallel_hash_final);
    Guarded once(draw.size);
    hashlane_parallel_hash(draw.function<hashlane_parallel_hash_function>(), block,
                           draw.custom.data(), draw.custom.size(), message.data(), message.size(),
                           once.data(), draw.size);
    require_once(once, right);
}

void run(Input &input)
{
    constexpr void (*uses[])(const Draw &, Input &) = {run_cshake, run_kmac, run_tuple_hash,
                                                       run_parallel_hash};
    const auto use = input.pick(uses);
    const Draw draw{input.truth(), input.truth(), drawn_message(input, 200), input.size(0, 300)};
    use(draw, input);
}

const Target target("sp800_185", run);

} // namespace
} // namespace hashlane::fuzz::sp800_185_target
