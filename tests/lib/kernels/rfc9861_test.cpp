// SPDX-License-Identifier: MIT
//
// TurboSHAKE and KangarooTwelve, RFC 9861, over every sha3 kernel: the RFC's vectors, and
// those that an implementation in Python computed, which was written from the RFC.

#include "support/files.h"
#include "support/forced_kernel.h"
#include "support/hex.h"
#include "support/kernel_param.h"
#include "support/messages.h"

#include "hashlane/kangarootwelve.h"
#include "hashlane/turboshake.h"

#include <nlohmann/json.hpp>

namespace hashlane::test {
namespace {

constexpr std::size_t leaf = HASHLANE_KANGAROOTWELVE_LEAF_BYTES;

struct Vector {
    std::string function;
    Bytes message, customization;
    std::uint8_t domain;
    std::size_t skip;
    std::string output;

    bool is_turboshake() const { return function.starts_with("turboshake"); }
    hashlane_turboshake_function turboshake() const
    {
        return function == "turboshake128" ? HASHLANE_TURBOSHAKE128 : HASHLANE_TURBOSHAKE256;
    }
    hashlane_kangarootwelve_function kangarootwelve() const
    {
        return function == "kt128" ? HASHLANE_KT128 : HASHLANE_KT256;
    }
    std::string last_of(const Bytes &whole) const { return to_hex(std::span(whole).subspan(skip)); }
    std::size_t size() const { return skip + output.size() / 2; }
};

Bytes bytes_of(std::int64_t count)
{
    return count < 0 ? Bytes(static_cast<std::size_t>(-count), 0xff)
                     : pattern(static_cast<std::size_t>(count));
}

// Messages up to `most` bytes long.
std::vector<Vector> read_vectors(const std::string &name, std::int64_t most)
{
    std::vector<Vector> vectors;
    const auto file = nlohmann::json::parse(read_file(test_path("vectors/" + name)));
    for (const auto &row : file["vectors"])
        if (row["message"] <= most)
            vectors.push_back({row["function"], bytes_of(row["message"]),
                               bytes_of(row.value("customization", 0)),
                               row.value("domain", std::uint8_t{0}), row["skip"], row["output"]});
    return vectors;
}

Bytes hash(const Vector &vector)
{
    Bytes output(vector.size());
    const hashlane_status status =
        vector.is_turboshake()
            ? hashlane_turboshake_hash(vector.turboshake(), vector.domain, vector.message.data(),
                                       vector.message.size(), output.data(), output.size())
            : hashlane_kangarootwelve_hash(vector.kangarootwelve(), vector.message.data(),
                                           vector.message.size(), vector.customization.data(),
                                           vector.customization.size(), output.data(),
                                           output.size());
    EXPECT_EQ(status, HASHLANE_OK);
    return output;
}

Bytes turboshake_in_pieces(const Vector &vector, std::size_t most, std::uint64_t seed)
{
    hashlane_turboshake_context hash;
    EXPECT_EQ(hashlane_turboshake_init(&hash, vector.turboshake(), vector.domain), HASHLANE_OK);
    in_pieces(vector.message.size(), most, seed, [&](std::size_t at, std::size_t piece) {
        EXPECT_EQ(hashlane_turboshake_update(&hash, vector.message.data() + at, piece),
                  HASHLANE_OK);
    });
    Bytes output(vector.size());
    in_pieces(output.size(), 200, seed, [&](std::size_t at, std::size_t piece) {
        hashlane_turboshake_squeeze(&hash, output.data() + at, piece);
    });
    return output;
}

Bytes kangarootwelve_in_pieces(const Vector &vector, std::size_t most, std::uint64_t seed)
{
    hashlane_kangarootwelve_context hash;
    EXPECT_EQ(hashlane_kangarootwelve_init(&hash, vector.kangarootwelve()), HASHLANE_OK);
    in_pieces(vector.message.size(), most, seed, [&](std::size_t at, std::size_t piece) {
        EXPECT_EQ(hashlane_kangarootwelve_update(&hash, vector.message.data() + at, piece),
                  HASHLANE_OK);
    });
    EXPECT_EQ(hashlane_kangarootwelve_customize(&hash, vector.customization.data(),
                                                vector.customization.size()),
              HASHLANE_OK);
    Bytes output(vector.size());
    in_pieces(output.size(), 200, seed, [&](std::size_t at, std::size_t piece) {
        hashlane_kangarootwelve_squeeze(&hash, output.data() + at, piece);
    });
    return output;
}

std::string about(const Vector &vector)
{
    return vector.function + " of " + std::to_string(vector.message.size()) +
           " bytes, customization of " + std::to_string(vector.customization.size());
}

class Rfc9861 : public KernelTest {};

TEST_P(Rfc9861, EqualsStoredVectors)
{
    const ForcedKernel forced(*GetParam());
    for (const char *const file : {"rfc9861.json", "turboshake.json"}) {
        const std::vector<Vector> vectors = read_vectors(file, 100'000);
        ASSERT_GT(vectors.size(), 50U);
        for (const Vector &vector : vectors)
            EXPECT_EQ(vector.last_of(hash(vector)), vector.output) << about(vector);
    }
}

INSTANTIATE_TEST_SUITE_P(Registry, Rfc9861, testing::ValuesIn(kernels_of(Workload::sha3)),
                         kernel_test_name);

// 17^5 and 17^6 bytes.
TEST(Rfc9861Vectors, OfLongMessages)
{
    const std::vector<Vector> vectors = read_vectors("rfc9861.json", INT64_MAX);
    ASSERT_EQ(vectors.back().function, "kt256");
    for (const Vector &vector : vectors)
        if (vector.message.size() > 100'000) {
            EXPECT_EQ(vector.last_of(hash(vector)), vector.output) << about(vector);
        }
}

TEST(Rfc9861Vectors, InPieces)
{
    std::uint64_t seed = 1;
    for (const char *const file : {"rfc9861.json", "turboshake.json"})
        for (const Vector &vector : read_vectors(file, 100'000))
            for (const std::size_t most : {std::size_t{300}, leaf, 6 * leaf}) {
                const Bytes output = vector.is_turboshake()
                                         ? turboshake_in_pieces(vector, most, ++seed)
                                         : kangarootwelve_in_pieces(vector, most, ++seed);
                EXPECT_EQ(vector.last_of(output), vector.output)
                    << about(vector) << " in pieces of up to " << most;
            }
}

TEST(TurboShake, ManyEqualOneByOne)
{
    std::vector<std::size_t> lengths;
    for (std::size_t i = 0; i < 41; ++i)
        lengths.push_back(i * i * 5 % 1900);
    for (const std::size_t output_bytes : {32U, 333U})
        for (const auto function : {HASHLANE_TURBOSHAKE128, HASHLANE_TURBOSHAKE256}) {
            ManyMessages many(lengths, output_bytes);
            ASSERT_EQ(hashlane_turboshake_hash_many(function, 0x2a, many.from(), many.bytes(),
                                                    many.count(), many.to(), many.stride(),
                                                    output_bytes),
                      HASHLANE_OK);
            for (std::size_t i = 0; i < many.count(); ++i) {
                Bytes expected(output_bytes);
                hashlane_turboshake_hash(function, 0x2a, many.message(i).data(), lengths[i],
                                         expected.data(), output_bytes);
                EXPECT_EQ(many.output(i), expected) << i;
            }
            EXPECT_TRUE(many.is_clean_between());
        }
}

TEST(TurboShake, RefusesWhatIsOutOfRange)
{
    hashlane_turboshake_context hash;
    Bytes output(40, 0xc5);
    const auto unknown = static_cast<hashlane_turboshake_function>(2);
    EXPECT_EQ(hashlane_turboshake_init(&hash, unknown, 0x1f), HASHLANE_BAD_ARGUMENT);
    for (const std::uint8_t domain : Bytes{0x00, 0x80, 0xff}) {
        EXPECT_EQ(hashlane_turboshake_hash(HASHLANE_TURBOSHAKE128, domain, nullptr, 0,
                                           output.data(), output.size()),
                  HASHLANE_BAD_ARGUMENT);
        EXPECT_EQ(hashlane_turboshake_hash_many(HASHLANE_TURBOSHAKE128, domain, nullptr, nullptr, 0,
                                                nullptr, 32, 32),
                  HASHLANE_BAD_ARGUMENT);
        EXPECT_EQ(output, Bytes(40, 0xc5));
        EXPECT_EQ(hashlane_turboshake_init(&hash, HASHLANE_TURBOSHAKE128, domain),
                  HASHLANE_BAD_ARGUMENT);
    }
    EXPECT_EQ(hashlane_turboshake_update(&hash, output.data(), 1), HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(hashlane_turboshake_squeeze(&hash, output.data(), output.size()),
              HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(output, Bytes(40, 0xc5));
}

TEST(TurboShake, TakesNothingAfterTheFirstSqueeze)
{
    hashlane_turboshake_context hash, other;
    hashlane_turboshake_init(&hash, HASHLANE_TURBOSHAKE256, HASHLANE_TURBOSHAKE_DOMAIN);
    other = hash;
    Bytes first(300), second(300);
    hashlane_turboshake_squeeze(&hash, first.data(), 100);
    EXPECT_EQ(hashlane_turboshake_update(&hash, first.data(), 1), HASHLANE_BAD_ARGUMENT);
    hashlane_turboshake_squeeze(&hash, first.data() + 100, 200);
    hashlane_turboshake_squeeze(&other, second.data(), 300);
    EXPECT_EQ(first, second);
}

TEST(KangarooTwelve, OutputOverMessageAndCustomization)
{
    const Vector vector = read_vectors("turboshake.json", 100'000).back();
    ASSERT_EQ(vector.function, "kt256");
    ASSERT_GT(vector.customization.size(), 1000U);
    for (const bool over_message : {true, false}) {
        Bytes message = vector.message, customization = vector.customization;
        std::uint8_t *const output = (over_message ? message : customization).data() + 3;
        hashlane_kangarootwelve_hash(HASHLANE_KT256, message.data(), message.size(),
                                     customization.data(), customization.size(), output, 64);
        EXPECT_EQ(to_hex({output, 64}), vector.output);
    }
}

TEST(KangarooTwelve, RefusesWhatIsOutOfOrder)
{
    hashlane_kangarootwelve_context hash;
    Bytes output(40, 0xc5);
    const auto unknown = static_cast<hashlane_kangarootwelve_function>(2);
    EXPECT_EQ(hashlane_kangarootwelve_hash(unknown, nullptr, 0, nullptr, 0, output.data(), 40),
              HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(output, Bytes(40, 0xc5));
    EXPECT_EQ(hashlane_kangarootwelve_init(&hash, unknown), HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(hashlane_kangarootwelve_update(&hash, output.data(), 1), HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(hashlane_kangarootwelve_customize(&hash, nullptr, 0), HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(hashlane_kangarootwelve_squeeze(&hash, output.data(), output.size()),
              HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(output, Bytes(40, 0xc5));

    EXPECT_EQ(hashlane_kangarootwelve_init(&hash, HASHLANE_KT128), HASHLANE_OK);
    EXPECT_EQ(hashlane_kangarootwelve_customize(&hash, nullptr, 0), HASHLANE_OK);
    EXPECT_EQ(hashlane_kangarootwelve_customize(&hash, nullptr, 0), HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(hashlane_kangarootwelve_update(&hash, output.data(), 1), HASHLANE_BAD_ARGUMENT);
}

// A squeeze ends a message that has not ended, with no customization.
TEST(KangarooTwelve, SqueezeEndsTheMessage)
{
    const Bytes message = pattern(3 * leaf + 5);
    Bytes expected(64), output(64);
    hashlane_kangarootwelve_hash(HASHLANE_KT128, message.data(), message.size(), nullptr, 0,
                                 expected.data(), 64);
    hashlane_kangarootwelve_context hash;
    hashlane_kangarootwelve_init(&hash, HASHLANE_KT128);
    hashlane_kangarootwelve_update(&hash, message.data(), message.size());
    const hashlane_kangarootwelve_context copy = hash;
    hashlane_kangarootwelve_squeeze(&hash, output.data(), 64);
    EXPECT_EQ(output, expected);
    EXPECT_EQ(hashlane_kangarootwelve_update(&hash, message.data(), 1), HASHLANE_BAD_ARGUMENT);
    hash = copy;
    hashlane_kangarootwelve_squeeze(&hash, output.data(), 1);
    hashlane_kangarootwelve_squeeze(&hash, output.data() + 1, 63);
    EXPECT_EQ(output, expected);
}

} // namespace
} // namespace hashlane::test
