// SPDX-License-Identifier: MIT
//
// Messages whose parts lie in columns, over every kernel of sha256 and sha3, against the oracle.

#include "support/forced_kernel.h"
#include "support/kernel_param.h"
#include "support/oracle.h"
#include "support/random_bytes.h"

#include "hashlane/sha256.h"
#include "hashlane/sha3.h"
#include "hashlane/turboshake.h"
#include "lib/sha3/sponge.h"

namespace hashlane::test {
namespace {

// Bytes between digests. Without a gap, rows are hashed as lists are.
constexpr std::size_t gaps[] = {5, 0};

// Columns over random bytes: of these lengths, each row a little longer than its part, and every
// second column the same in all messages. One without bytes has no place.
struct Table {
    Table(const std::vector<std::size_t> &part_bytes, std::size_t rows) : count(rows)
    {
        for (std::size_t i = 0; i < part_bytes.size(); ++i) {
            const std::size_t bytes = part_bytes[i], stride = i % 2 == 1 ? 0 : bytes + i % 3;
            if (bytes == 0) {
                columns.push_back({nullptr, 9, 0});
                continue;
            }
            memory.push_back(random_bytes(stride * rows + bytes, 100 * i + bytes));
            columns.push_back({memory.back().data(), stride, bytes});
        }
    }

    Bytes message(std::size_t row) const
    {
        Bytes whole;
        for (const hashlane_column &column : columns) {
            if (column.bytes == 0)
                continue;
            const std::uint8_t *const part = column.first + row * column.stride;
            whole.insert(whole.end(), part, part + column.bytes);
        }
        return whole;
    }

    std::size_t count;
    std::vector<Bytes> memory;
    std::vector<hashlane_column> columns;
};

void expect_oracle(const std::string &name, const Table &table, std::size_t output_bytes,
                   std::size_t stride, const Bytes &outputs)
{
    for (std::size_t row = 0; row < table.count; ++row) {
        const Bytes message = table.message(row);
        Bytes expected = oracle_digest(name, message, output_bytes);
        expected.resize(stride, 0xc5);
        EXPECT_TRUE(std::equal(expected.begin(), expected.end(), outputs.data() + row * stride))
            << name << ", message " << row << " of " << table.count << ", " << message.size()
            << " bytes in " << table.columns.size() << " parts";
    }
}

void expect_sha256(const Table &table)
{
    for (const std::size_t gap : gaps) {
        const std::size_t stride = 32 + gap;
        Bytes digests(table.count * stride + 1, 0xc5);
        hashlane_sha256_columns(table.columns.data(), table.columns.size(), table.count,
                                digests.data(), stride);
        expect_oracle("sha256", table, 32, stride, digests);
        EXPECT_EQ(digests.back(), 0xc5);
    }
}

void expect_sha3(const Sha3Function &function, const Table &table, std::size_t output_bytes)
{
    const std::size_t stride = output_bytes + gaps[0];
    Bytes outputs(table.count * stride, 0xc5);
    ASSERT_EQ(hashlane_sha3_hash_columns(function.function, table.columns.data(),
                                         table.columns.size(), table.count, outputs.data(), stride,
                                         output_bytes),
              HASHLANE_OK);
    expect_oracle(std::string(function.name), table, output_bytes, stride, outputs);
}

// One part, several, and borders one byte before and after those of blocks of 64 and of 136 bytes.
const std::vector<std::size_t> shapes[] = {
    {},          {0},          {1},        {55},           {56},           {64},
    {200},       {1000},       {1, 64},    {32, 32},       {0, 31, 0, 33}, {1, 32, 32},
    {63, 1, 64}, {63, 300, 2}, {136, 136}, {135, 1, 1000}, {7, 9, 500, 3}, {5, 64, 64, 64, 64, 64},
};

class Columns256 : public KernelTest {};

TEST_P(Columns256, EqualsOracle)
{
    const ForcedKernel forced(*GetParam());
    for (const std::vector<std::size_t> &shape : shapes)
        expect_sha256({shape, GetParam()->lanes + 1});
}

TEST_P(Columns256, AnyCount)
{
    const ForcedKernel forced(*GetParam());
    for (std::size_t count = 0; count <= 18; ++count)
        expect_sha256({{1, 32, 40}, count});
    for (const std::size_t count : {0U, 1U, 31U, 66U, 256U, 257U, 290U})
        for (const std::size_t bytes : {0U, 30U, 60U, 100U, 130U})
            expect_sha256({{bytes}, count});
}

INSTANTIATE_TEST_SUITE_P(Registry, Columns256, testing::ValuesIn(kernels_of(Workload::sha256)),
                         kernel_test_name);

class ColumnsSha3 : public KernelTest {};

TEST_P(ColumnsSha3, EqualsOracle)
{
    const ForcedKernel forced(*GetParam());
    for (const std::vector<std::size_t> &shape : shapes) {
        const Table table(shape, GetParam()->lanes + 1);
        for (const Sha3Function &function : sha3_functions())
            expect_sha3(function, table, function.digest_bytes != 0 ? function.digest_bytes : 333);
    }
}

INSTANTIATE_TEST_SUITE_P(Registry, ColumnsSha3, testing::ValuesIn(kernels_of(Workload::sha3)),
                         kernel_test_name);

} // namespace

TEST(Columns, NodesAndDispatchOfAnyCount)
{
    for (std::size_t count = 0; count <= 70; ++count) {
        const Bytes nodes = random_bytes(count * 64, count);
        Bytes digests(count * 32), expected(count * 32);
        const hashlane_column whole = {nodes.data(), 64, 64};
        const hashlane_column halves[] = {{nodes.data(), 64, 32}, {nodes.data() + 32, 64, 32}};
        hashlane_sha256_nodes(nodes.data(), count, expected.data());
        hashlane_sha256_columns(&whole, 1, count, digests.data(), 32);
        EXPECT_EQ(digests, expected) << count;
        digests.assign(count * 32, 0);
        hashlane_sha256_columns(halves, count == 0 ? 0 : 2, count, digests.data(), 32);
        EXPECT_EQ(digests, expected) << count << " in halves";
        expect_sha256({{60}, count});
    }
}

// By the other functions of many messages as well, and in parts.
TEST(Columns, OutputsWithoutBytesHaveNoPlace)
{
    constexpr std::size_t count = 70, bytes = 20'000, stride = 9;
    const Bytes message = random_bytes(bytes, 1);
    const std::vector<const std::uint8_t *> messages(count, message.data());
    std::vector<std::size_t> lengths(count, bytes);
    const hashlane_column column = {message.data(), 0, bytes};
    const auto run_here = [](void *, void (*work)(void *, std::size_t), void *argument,
                             std::size_t parts) {
        for (std::size_t i = 0; i < parts; ++i)
            work(argument, i);
    };
    const hashlane_pool in_parts = {run_here, nullptr, 3, {}};
    EXPECT_EQ(hashlane_sha3_hash_columns(HASHLANE_SHAKE128, &column, 1, count, nullptr, stride, 0),
              HASHLANE_OK);
    for (const hashlane_pool *const pool : {static_cast<const hashlane_pool *>(nullptr), &in_parts})
        for (const std::size_t last : {bytes, bytes - 1}) {
            lengths.back() = last;
            EXPECT_EQ(hashlane_sha3_hash_equal_pool(HASHLANE_SHAKE128, messages.data(), bytes,
                                                    count, nullptr, stride, 0, pool),
                      HASHLANE_OK);
            EXPECT_EQ(hashlane_sha3_hash_many_pool(HASHLANE_SHAKE128, messages.data(),
                                                   lengths.data(), count, nullptr, stride, 0, pool),
                      HASHLANE_OK);
            EXPECT_EQ(hashlane_turboshake_hash_many_pool(HASHLANE_TURBOSHAKE128, 1, messages.data(),
                                                         lengths.data(), count, nullptr, stride, 0,
                                                         pool),
                      HASHLANE_OK);
        }
}

TEST(Columns, Sha3RefusesWhatItHasNoOutputFor)
{
    std::uint8_t output[64];
    EXPECT_EQ(hashlane_sha3_hash_columns(HASHLANE_SHA3_256, nullptr, 0, 0, output, 64, 64),
              HASHLANE_BAD_ARGUMENT);
    const auto unknown = static_cast<hashlane_sha3_function>(HASHLANE_KECCAK_512 + 1);
    EXPECT_EQ(hashlane_sha3_hash_columns(unknown, nullptr, 0, 0, output, 64, 32),
              HASHLANE_BAD_ARGUMENT);
}

} // namespace hashlane::test
