// SPDX-License-Identifier: MIT
//
// Botan: Hash_Engine without threads for several messages, HashFunction for one.
#include "peer.h"

#include <botan/hash.h>
#include <botan/internal/hash_engine.h>

#include <memory>
#include <span>
#include <vector>

namespace {

struct Function {
    explicit Function(const char *name)
        : one(Botan::HashFunction::create_or_throw(name)),
          many(Botan::Hash_Engine::create_or_throw(name, {}, "base"))
    {
    }

    void hash(const std::uint8_t *messages, std::size_t bytes, std::size_t count,
              std::uint8_t *outputs, std::size_t output_bytes)
    {
        if (count == 1) {
            one->update(messages, bytes);
            one->final(outputs);
            return;
        }
        inputs.resize(count);
        results.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            inputs[i] = {messages + i * bytes, bytes};
            results[i] = {outputs + i * output_bytes, output_bytes};
        }
        many->batch_hash(results, inputs);
    }

    std::unique_ptr<Botan::HashFunction> one;
    std::unique_ptr<Botan::Hash_Engine> many;
    std::vector<std::span<const std::uint8_t>> inputs;
    std::vector<std::span<std::uint8_t>> results;
};

} // namespace

void peer_sha256(const std::uint8_t *messages, std::size_t bytes, std::size_t count,
                 std::uint8_t *outputs, std::size_t output_bytes)
{
    static Function function("SHA-256");
    function.hash(messages, bytes, count, outputs, output_bytes);
}

void peer_sha3_256(const std::uint8_t *messages, std::size_t bytes, std::size_t count,
                   std::uint8_t *outputs, std::size_t output_bytes)
{
    static Function function("SHA-3(256)");
    function.hash(messages, bytes, count, outputs, output_bytes);
}

void peer_shake128(const std::uint8_t *messages, std::size_t bytes, std::size_t count,
                   std::uint8_t *outputs, std::size_t output_bytes)
{
    static Function function(("SHAKE-128(" + std::to_string(8 * output_bytes) + ")").c_str());
    function.hash(messages, bytes, count, outputs, output_bytes);
}
