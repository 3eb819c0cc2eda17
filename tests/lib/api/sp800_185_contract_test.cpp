// SPDX-License-Identifier: MIT
//
// What sp800_185.h promises beyond results: verification, bad arguments, stages, overlap, wiping.

#include "hashlane/sp800_185.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

namespace hashlane::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint8_t key[32] = {1, 2, 3, 4, 5, 6, 7, 8};
constexpr std::uint8_t message[200] = {9, 8, 7};
const Bytes untouched(64, 0xab);

// Every byte of the object is zero.
template <class Context> bool is_wiped(const Context &context)
{
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(&context);
    return std::all_of(bytes, bytes + sizeof context, [](std::uint8_t byte) { return byte == 0; });
}

hashlane_status verify(const Bytes &mac, hashlane_kmac_function function = HASHLANE_KMAC256)
{
    return hashlane_kmac_verify(function, key, sizeof key, nullptr, 0, message, sizeof message,
                                mac.data(), mac.size());
}

Bytes compute(std::size_t size, hashlane_kmac_function function = HASHLANE_KMAC256)
{
    Bytes mac(size);
    EXPECT_EQ(hashlane_kmac(function, key, sizeof key, nullptr, 0, message, sizeof message,
                            mac.data(), size),
              HASHLANE_OK);
    return mac;
}

TEST(KmacVerify, TellsRightFromWrong)
{
    for (const std::size_t size : {4U, 32U, 135U, 136U, 137U, 500U})
        for (const auto function : {HASHLANE_KMAC256, HASHLANE_KMACXOF256}) {
            Bytes mac = compute(size, function);
            EXPECT_EQ(verify(mac, function), HASHLANE_OK) << size;
            for (std::size_t bit = 0; bit < 8 * size; bit += 7) {
                mac[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
                EXPECT_EQ(verify(mac, function), HASHLANE_WRONG) << size << ", bit " << bit;
                mac[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
            }
            mac.back() ^= 0x80;
            EXPECT_EQ(verify(mac, function), HASHLANE_WRONG) << size;
        }
}

// KMAC authenticates the length too, KMACXOF does not.
TEST(KmacVerify, AShorterMacIsAnother)
{
    Bytes mac = compute(32), xof = compute(32, HASHLANE_KMACXOF128);
    mac.resize(16);
    xof.resize(16);
    EXPECT_EQ(verify(mac), HASHLANE_WRONG);
    EXPECT_EQ(verify(xof, HASHLANE_KMACXOF128), HASHLANE_OK);
}

TEST(KmacVerify, AnEmptyMacProvesNothing)
{
    for (const std::size_t size : {0U, 1U, 3U})
        EXPECT_EQ(verify(compute(size)), HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(hashlane_kmac_verify(HASHLANE_KMAC128, key, sizeof key, nullptr, 0, message,
                                   sizeof message, nullptr, 32),
              HASHLANE_BAD_ARGUMENT);
}

TEST(KmacVerify, WithAContext)
{
    const Bytes mac = compute(40);
    hashlane_kmac_context keyed;
    ASSERT_EQ(hashlane_kmac_init(&keyed, HASHLANE_KMAC256, key, sizeof key, nullptr, 0),
              HASHLANE_OK);
    for (const bool is_right : {true, false}) { // one key, two messages
        hashlane_kmac_context copy = keyed;
        ASSERT_EQ(hashlane_kmac_update(&copy, message, is_right ? 200 : 199), HASHLANE_OK);
        EXPECT_EQ(hashlane_kmac_final_verify(&copy, mac.data(), 3), HASHLANE_BAD_ARGUMENT);
        EXPECT_EQ(hashlane_kmac_final_verify(&copy, mac.data(), 40),
                  is_right ? HASHLANE_OK : HASHLANE_WRONG);
        EXPECT_TRUE(is_wiped(copy));
        EXPECT_EQ(hashlane_kmac_final_verify(&copy, mac.data(), 40), HASHLANE_BAD_ARGUMENT);
    }
}

// The functions by one signature each, so that the same tests apply to all.
template <class Context> struct Family {
    hashlane_status (*init)(Context *, int function, const std::uint8_t *customization,
                            std::size_t bytes);
    hashlane_status (*update)(Context *, const void *, std::size_t) noexcept;
    hashlane_status (*final)(Context *, std::uint8_t *, std::size_t) noexcept;
    hashlane_status (*squeeze)(Context *, std::uint8_t *, std::size_t) noexcept;
};

const Family<hashlane_kmac_context> kmac = {
    [](hashlane_kmac_context *mac, int function, const std::uint8_t *customization,
       std::size_t bytes) {
        return hashlane_kmac_init(mac, static_cast<hashlane_kmac_function>(function), key,
                                  sizeof key, customization, bytes);
    },
    hashlane_kmac_update, hashlane_kmac_final, hashlane_kmac_squeeze};

const Family<hashlane_tuple_hash_context> tuple_hash = {
    [](hashlane_tuple_hash_context *hash, int function, const std::uint8_t *customization,
       std::size_t bytes) {
        return hashlane_tuple_hash_init(hash, static_cast<hashlane_tuple_hash_function>(function),
                                        customization, bytes);
    },
    hashlane_tuple_hash_element, hashlane_tuple_hash_final, hashlane_tuple_hash_squeeze};

const Family<hashlane_parallel_hash_context> parallel_hash = {
    [](hashlane_parallel_hash_context *hash, int function, const std::uint8_t *customization,
       std::size_t bytes) {
        return hashlane_parallel_hash_init(
            hash, static_cast<hashlane_parallel_hash_function>(function), 16, customization, bytes);
    },
    hashlane_parallel_hash_update, hashlane_parallel_hash_final, hashlane_parallel_hash_squeeze};

template <class Context> void takes_nothing(const Family<Context> &family, Context &context)
{
    Bytes output = untouched;
    EXPECT_EQ(family.update(&context, message, 1), HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(family.update(&context, nullptr, 0), HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(family.squeeze(&context, output.data(), output.size()), HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(family.final(&context, output.data(), output.size()), HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(output, untouched);
}

template <class Context> void keeps_its_stages(const Family<Context> &family)
{
    Context context;
    for (const int function : {-1, 4, 1000}) {
        std::memset(&context, 0xff, sizeof context);
        EXPECT_EQ(family.init(&context, function, nullptr, 0), HASHLANE_BAD_ARGUMENT);
        takes_nothing(family, context);
    }
    for (int function = 0; function < 4; ++function) {
        const bool is_xof = function >= 2;
        EXPECT_EQ(family.init(&context, function, nullptr, 1), HASHLANE_BAD_ARGUMENT);
        takes_nothing(family, context);

        ASSERT_EQ(family.init(&context, function, nullptr, 0), HASHLANE_OK);
        EXPECT_EQ(family.update(&context, nullptr, 1), HASHLANE_BAD_ARGUMENT);
        EXPECT_EQ(family.final(&context, nullptr, 1), HASHLANE_BAD_ARGUMENT);
        EXPECT_EQ(family.squeeze(&context, nullptr, 1), HASHLANE_BAD_ARGUMENT);
        EXPECT_EQ(family.update(&context, nullptr, 0), HASHLANE_OK);
        EXPECT_EQ(family.update(&context, message, sizeof message), HASHLANE_OK);

        Bytes output = untouched;
        Context squeezed = context;
        EXPECT_EQ(family.squeeze(&squeezed, output.data(), 20),
                  is_xof ? HASHLANE_OK : HASHLANE_BAD_ARGUMENT);
        EXPECT_EQ(output == untouched, !is_xof);
        if (is_xof) {
            const Bytes before = output;
            EXPECT_EQ(family.update(&squeezed, message, 1), HASHLANE_BAD_ARGUMENT);
            EXPECT_EQ(family.final(&squeezed, output.data(), 20), HASHLANE_BAD_ARGUMENT);
            EXPECT_EQ(output, before);
        }
        EXPECT_EQ(family.final(&context, output.data(), 20), HASHLANE_OK);
        EXPECT_TRUE(std::equal(output.begin() + 20, output.end(), untouched.begin()));
        EXPECT_TRUE(is_wiped(context));
        takes_nothing(family, context);
    }
}

TEST(Sp800185Contract, KmacKeepsItsStages) { keeps_its_stages(kmac); }
TEST(Sp800185Contract, TupleHashKeepsItsStages) { keeps_its_stages(tuple_hash); }
TEST(Sp800185Contract, ParallelHashKeepsItsStages) { keeps_its_stages(parallel_hash); }

TEST(Sp800185Contract, CshakeKeepsItsStages)
{
    hashlane_cshake_context hash;
    Bytes output = untouched;
    for (const int function : {-1, 2}) {
        EXPECT_EQ(hashlane_cshake_init(&hash, static_cast<hashlane_cshake_function>(function),
                                       nullptr, 0, nullptr, 0),
                  HASHLANE_BAD_ARGUMENT);
        EXPECT_EQ(hashlane_cshake_update(&hash, message, 1), HASHLANE_BAD_ARGUMENT);
        EXPECT_EQ(hashlane_cshake_squeeze(&hash, output.data(), 9), HASHLANE_BAD_ARGUMENT);
    }
    EXPECT_EQ(hashlane_cshake_init(&hash, HASHLANE_CSHAKE128, nullptr, 1, nullptr, 0),
              HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(hashlane_cshake_init(&hash, HASHLANE_CSHAKE128, nullptr, 0, nullptr, 1),
              HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(hashlane_cshake_squeeze(&hash, output.data(), 9), HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(output, untouched);
    ASSERT_EQ(hashlane_cshake_init(&hash, HASHLANE_CSHAKE128, key, 3, nullptr, 0), HASHLANE_OK);
    EXPECT_EQ(hashlane_cshake_update(&hash, nullptr, 1), HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(hashlane_cshake_squeeze(&hash, nullptr, 1), HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(hashlane_cshake_squeeze(&hash, nullptr, 0), HASHLANE_OK); // ends the message
    EXPECT_EQ(hashlane_cshake_update(&hash, message, 1), HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(hashlane_cshake_hash(HASHLANE_CSHAKE256, nullptr, 0, nullptr, 0, nullptr, 1,
                                   output.data(), output.size()),
              HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(output, untouched);
}

TEST(Sp800185Contract, ABlockHasAByte)
{
    hashlane_parallel_hash_context hash;
    EXPECT_EQ(hashlane_parallel_hash_init(&hash, HASHLANE_PARALLEL_HASH128, 0, nullptr, 0),
              HASHLANE_BAD_ARGUMENT);
    takes_nothing(parallel_hash, hash);
}

// If it can be detected that something wrote over a context, nothing beyond it is touched.
TEST(Sp800185Contract, AContextOutsideItsStateIsInert)
{
    hashlane_kmac_context mac;
    ASSERT_EQ(kmac.init(&mac, HASHLANE_KMACXOF128, nullptr, 0), HASHLANE_OK);
    for (const std::uint32_t ending : {4U, 0xffffffffU}) {
        hashlane_kmac_context broken = mac;
        broken.inside.ending = ending;
        takes_nothing(kmac, broken);
    }
    mac.inside.sponge.position = 169;
    takes_nothing(kmac, mac);

    hashlane_parallel_hash_context hash;
    ASSERT_EQ(parallel_hash.init(&hash, HASHLANE_PARALLEL_HASH_XOF128, nullptr, 0), HASHLANE_OK);
    for (std::uint64_t *const field : {&hash.position, &hash.block_bytes}) {
        hashlane_parallel_hash_context saved = hash;
        *field = field == &hash.position ? 16 : 0;
        takes_nothing(parallel_hash, hash);
        hash = saved;
    }
    hash.block.rate_bytes = 136;
    takes_nothing(parallel_hash, hash);
    hash.block.rate_bytes = 1;
    takes_nothing(parallel_hash, hash);
}

TEST(Sp800185Contract, OutputsMayOverlapInputs)
{
    Bytes bytes(300);
    std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
    Bytes expected(300), parallel = bytes, tuple = bytes, cshake = bytes;
    hashlane_kmac(HASHLANE_KMAC128, bytes.data(), 20, bytes.data() + 10, 20, bytes.data(), 300,
                  expected.data(), 300);
    Bytes in_place = bytes;
    hashlane_kmac(HASHLANE_KMAC128, in_place.data(), 20, in_place.data() + 10, 20, in_place.data(),
                  300, in_place.data(), 300);
    EXPECT_EQ(in_place, expected);
    hashlane_parallel_hash(HASHLANE_PARALLEL_HASH_XOF256, 7, bytes.data(), 5, bytes.data(), 300,
                           expected.data(), 300);
    hashlane_parallel_hash(HASHLANE_PARALLEL_HASH_XOF256, 7, parallel.data(), 5, parallel.data(),
                           300, parallel.data(), 300);
    EXPECT_EQ(parallel, expected);
    const std::uint8_t *elements[] = {bytes.data(), nullptr, bytes.data() + 9};
    const std::size_t sizes[] = {200, 0, 291};
    hashlane_tuple_hash(HASHLANE_TUPLE_HASH128, nullptr, 0, elements, sizes, 3, expected.data(),
                        300);
    const std::uint8_t *overlapping[] = {tuple.data(), nullptr, tuple.data() + 9};
    hashlane_tuple_hash(HASHLANE_TUPLE_HASH128, nullptr, 0, overlapping, sizes, 3, tuple.data(),
                        300);
    EXPECT_EQ(tuple, expected);
    hashlane_cshake_hash(HASHLANE_CSHAKE256, nullptr, 0, bytes.data(), 4, bytes.data(), 300,
                         expected.data(), 300);
    hashlane_cshake_hash(HASHLANE_CSHAKE256, nullptr, 0, cshake.data(), 4, cshake.data(), 300,
                         cshake.data(), 300);
    EXPECT_EQ(cshake, expected);
}

} // namespace
} // namespace hashlane::test
