// SPDX-License-Identifier: MIT
//
// cSHAKE, KMAC, TupleHash and ParallelHash over every sha3 kernel: NIST's samples, vectors of an
// implementation in Python, OpenSSL's KMAC; then the C interface's promises beyond results.

#include "hashlane/sp800_185.h"
#include "hashlane/wipe.h"
#include "support/files.h"
#include "support/forced_kernel.h"
#include "support/hex.h"
#include "support/kernel_param.h"
#include "support/oracle.h"
#include "support/random_bytes.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <optional>
#include <random>

namespace hashlane::test {
namespace {

// A vector of tests/vectors/sp800_185*.json.
struct Input {
    std::string function;
    Bytes key, name, customization;
    std::vector<Bytes> strings;
    std::size_t block_bytes = 0;

    const Bytes &message() const { return strings[0]; }
    bool is(std::string_view family) const { return function.starts_with(family); }
    bool is_xof() const { return is("cshake") || function.find("xof") != std::string::npos; }
    // The order of the enumerations: 128, 256, XOF128, XOF256.
    int index() const
    {
        const bool is_xof_variant = function.find("xof") != std::string::npos;
        return (is_xof_variant ? 2 : 0) + (function.ends_with("256") ? 1 : 0);
    }
};

Input read_input(const nlohmann::json &vector)
{
    Input input{.function = vector["function"],
                .key = from_hex(vector.value("key", "")),
                .name = from_hex(vector.value("name", "")),
                .customization = from_hex(vector.value("customization", "")),
                .strings = {},
                .block_bytes = vector.value("block_bytes", std::size_t{0})};
    for (const std::string string : vector["strings"])
        input.strings.push_back(from_hex(string));
    return input;
}

Bytes in_one_call(const Input &in, std::size_t size)
{
    Bytes out(size);
    const Bytes &s = in.customization, &m = in.message();
    hashlane_status status = HASHLANE_BAD_ARGUMENT;
    if (in.is("cshake")) {
        status = hashlane_cshake_hash(static_cast<hashlane_cshake_function>(in.index()),
                                      in.name.data(), in.name.size(), s.data(), s.size(), m.data(),
                                      m.size(), out.data(), size);
    } else if (in.is("kmac")) {
        status =
            hashlane_kmac(static_cast<hashlane_kmac_function>(in.index()), in.key.data(),
                          in.key.size(), s.data(), s.size(), m.data(), m.size(), out.data(), size);
    } else if (in.is("tuplehash")) {
        std::vector<const std::uint8_t *> elements;
        std::vector<std::size_t> sizes;
        for (const Bytes &element : in.strings) {
            elements.push_back(element.data());
            sizes.push_back(element.size());
        }
        status = hashlane_tuple_hash(static_cast<hashlane_tuple_hash_function>(in.index()),
                                     s.data(), s.size(), elements.data(), sizes.data(),
                                     elements.size(), out.data(), size);
    } else {
        status = hashlane_parallel_hash(static_cast<hashlane_parallel_hash_function>(in.index()),
                                        in.block_bytes, s.data(), s.size(), m.data(), m.size(),
                                        out.data(), size);
    }
    EXPECT_EQ(status, HASHLANE_OK);
    return out;
}

// Calls step(offset, size) for random pieces of `total` bytes, some of them empty.
void in_pieces(std::size_t total, std::mt19937_64 &random,
               const std::function<hashlane_status(std::size_t, std::size_t)> &step)
{
    for (std::size_t at = 0; at < total;) {
        const auto piece = std::min(static_cast<std::size_t>(random() % 90), total - at);
        EXPECT_EQ(step(at, piece), HASHLANE_OK);
        at += piece;
    }
}

template <class Context, class Init, class Absorb, class Final, class Squeeze>
Bytes incrementally(const Input &in, std::size_t size, std::mt19937_64 &random, const Init &init,
                    const Absorb &absorb, const Final &final, const Squeeze &squeeze)
{
    Context context;
    EXPECT_EQ(init(&context), HASHLANE_OK);
    if (in.is("tuplehash")) {
        for (const Bytes &element : in.strings)
            EXPECT_EQ(absorb(&context, element.data(), element.size()), HASHLANE_OK);
    } else {
        in_pieces(in.message().size(), random, [&](std::size_t at, std::size_t bytes) {
            return absorb(&context, in.message().data() + at, bytes);
        });
    }
    Bytes out(size);
    Context fork = context;
    if (!in.is_xof()) {
        EXPECT_EQ(final(&fork, out.data(), size), HASHLANE_OK);
        return out;
    }
    in_pieces(size, random, [&](std::size_t at, std::size_t bytes) {
        return squeeze(&fork, out.data() + at, bytes);
    });
    Bytes at_once(size);
    EXPECT_EQ(final(&context, at_once.data(), size), HASHLANE_OK);
    EXPECT_EQ(at_once, out);
    return out;
}

Bytes piece_by_piece(const Input &in, std::size_t size, std::mt19937_64 &random)
{
    const Bytes &s = in.customization;
    if (in.is("cshake")) {
        const auto init = [&](hashlane_cshake_context *hash) {
            return hashlane_cshake_init(hash, static_cast<hashlane_cshake_function>(in.index()),
                                        in.name.data(), in.name.size(), s.data(), s.size());
        };
        return incrementally<hashlane_cshake_context>(
            in, size, random, init, hashlane_cshake_update, hashlane_cshake_squeeze,
            hashlane_cshake_squeeze);
    }
    if (in.is("kmac")) {
        const auto init = [&](hashlane_kmac_context *mac) {
            return hashlane_kmac_init(mac, static_cast<hashlane_kmac_function>(in.index()),
                                      in.key.data(), in.key.size(), s.data(), s.size());
        };
        return incrementally<hashlane_kmac_context>(in, size, random, init, hashlane_kmac_update,
                                                    hashlane_kmac_final, hashlane_kmac_squeeze);
    }
    if (in.is("tuplehash")) {
        const auto init = [&](hashlane_tuple_hash_context *hash) {
            return hashlane_tuple_hash_init(
                hash, static_cast<hashlane_tuple_hash_function>(in.index()), s.data(), s.size());
        };
        return incrementally<hashlane_tuple_hash_context>(
            in, size, random, init, hashlane_tuple_hash_element, hashlane_tuple_hash_final,
            hashlane_tuple_hash_squeeze);
    }
    const auto init = [&](hashlane_parallel_hash_context *hash) {
        return hashlane_parallel_hash_init(hash,
                                           static_cast<hashlane_parallel_hash_function>(in.index()),
                                           in.block_bytes, s.data(), s.size());
    };
    return incrementally<hashlane_parallel_hash_context>(
        in, size, random, init, hashlane_parallel_hash_update, hashlane_parallel_hash_final,
        hashlane_parallel_hash_squeeze);
}

class Sp800185 : public KernelTest {
protected:
    void SetUp() override
    {
        KernelTest::SetUp();
        if (!IsSkipped() && !HasFatalFailure())
            forced_.emplace(*GetParam());
    }

private:
    std::optional<ForcedKernel> forced_;
};

void expect_vectors(const std::string &file, std::size_t least)
{
    std::mt19937_64 random(7);
    const auto vectors = nlohmann::json::parse(read_file(test_path(file)))["vectors"];
    ASSERT_GE(vectors.size(), least);
    for (const auto &vector : vectors) {
        const Input input = read_input(vector);
        const std::string expected = vector["output"];
        EXPECT_EQ(to_hex(in_one_call(input, expected.size() / 2)), expected) << vector;
        EXPECT_EQ(to_hex(piece_by_piece(input, expected.size() / 2, random)), expected) << vector;
    }
}

TEST_P(Sp800185, EqualsNistsSamples) { expect_vectors("vectors/sp800_185_samples.json", 42); }

TEST_P(Sp800185, EqualsStoredVectors) { expect_vectors("vectors/sp800_185.json", 154); }

// Tags that are right, and such in which a bit or more is changed.
TEST_P(Sp800185, KmacVerifiesTheTagsOfWycheproofAndNoOther)
{
    const auto vectors =
        nlohmann::json::parse(read_file(test_path("vectors/kmac_wycheproof.json")))["vectors"];
    ASSERT_GE(vectors.size(), 219U);
    for (const auto &vector : vectors) {
        const bool valid = vector["valid"];
        const Bytes tag = from_hex(vector["tag"]);
        const Input input{.function = vector["function"],
                          .key = from_hex(vector["key"]),
                          .name = {},
                          .customization = {},
                          .strings = {from_hex(vector["message"])}};
        EXPECT_EQ(in_one_call(input, tag.size()) == tag, valid) << vector;
        const Bytes &key = input.key, &message = input.message();
        EXPECT_EQ(hashlane_kmac_verify(static_cast<hashlane_kmac_function>(input.index()),
                                       key.data(), key.size(), nullptr, 0, message.data(),
                                       message.size(), tag.data(), tag.size()),
                  valid ? HASHLANE_OK : HASHLANE_WRONG)
            << vector;
    }
}

// Section 6.3.1 by the functions that others check: more blocks than any kernel has lanes, each
// with bytes of its own, and a last one that is shorter.
TEST_P(Sp800185, ParallelHashIsWhatItsBlocksGive)
{
    std::mt19937_64 random(8);
    for (const std::size_t blocks : {1U, 5U, 8U, 70U}) {
        const std::size_t block_bytes = 400, rest = 123;
        Input parallel{.function = "parallelhash256",
                       .key = {},
                       .name = {},
                       .customization = random_bytes(9, blocks),
                       .strings = {random_bytes(blocks * block_bytes + rest, blocks)},
                       .block_bytes = block_bytes};
        Bytes message = {2, 400 >> 8, 400 & 255};
        for (std::size_t at = 0; at < parallel.message().size(); at += block_bytes) {
            const std::span block = std::span(parallel.message()).subspan(at);
            const Bytes digest =
                oracle_digest("shake256", block.first(std::min(block.size(), block_bytes)), 64);
            message.insert(message.end(), digest.begin(), digest.end());
        }
        const auto count = static_cast<std::uint8_t>(blocks + 1);
        message.insert(message.end(), {count, 1, 2, 0, 2}); // output of 512 bits
        const Input composed{.function = "cshake256",
                             .key = {},
                             .name = from_hex("506172616c6c656c48617368"), // "ParallelHash"
                             .customization = parallel.customization,
                             .strings = {message}};
        EXPECT_EQ(in_one_call(parallel, 64), in_one_call(composed, 64)) << blocks;
        EXPECT_EQ(piece_by_piece(parallel, 64, random), in_one_call(composed, 64)) << blocks;
    }
}

#if HASHLANE_OPENSSL
// OpenSSL takes keys of 4 bytes or more.
TEST_P(Sp800185, KmacEqualsOpenssl)
{
    std::mt19937_64 random(9);
    const auto draw = [&](std::size_t least, std::size_t most) {
        return random_bytes(least + random() % (most - least), random());
    };
    for (int i = 0; i < 40; ++i) {
        const bool is_xof = i % 4 >= 2;
        const std::string name = i % 2 == 0 ? "128" : "256";
        const Input input{.function = (is_xof ? "kmacxof" : "kmac") + name,
                          .key = draw(4, 500),
                          .name = {},
                          .customization = draw(0, 400),
                          .strings = {draw(0, 3000)}};
        const std::size_t size = 1 + random() % 700;
        const Bytes expected = openssl_kmac("KMAC" + name, input.key, input.customization,
                                            input.message(), size, is_xof);
        EXPECT_EQ(in_one_call(input, size), expected) << input.function;
        EXPECT_EQ(piece_by_piece(input, size, random), expected) << input.function;
    }
}
#endif

INSTANTIATE_TEST_SUITE_P(Registry, Sp800185, testing::ValuesIn(kernels_of(Workload::sha3)),
                         kernel_test_name);

} // namespace
} // namespace hashlane::test
