// SPDX-License-Identifier: MIT
#include "../core/registry.h"
#include "../sha3/leaves.h"
#include "../sha3/sponge.h"
#include "message_task.h"

#include "hashlane/kangarootwelve.h"

#include <algorithm>
#include <span>
#include <utility>

namespace hashlane {
namespace {

using Bytes = std::span<const std::uint8_t>;

Sha3Absorb *reference_absorb()
{
    return std::get<Sha3Absorb *>(reference_kernel(Workload::sha3).function);
}

// TurboSHAKE128 in pieces, on the kernel that is the standard to the letter.
class Node {
public:
    explicit Node(std::uint8_t domain)
    {
        sponge_init(sponge_, Sponge{kt128_rate_bytes, domain, keccak_p_rounds});
    }
    void absorb(Bytes bytes) { sponge_absorb(sponge_, reference_absorb(), bytes, keccak_p_rounds); }
    void squeeze(std::span<std::uint8_t> output)
    {
        sponge_squeeze(sponge_, reference_absorb(), output, keccak_p_rounds);
    }

private:
    hashlane_sha3 sponge_;
};

// RFC 9861, 3.3: the number's bytes, the highest first, and how many they are.
void absorb_length(Node &node, std::uint64_t length)
{
    std::uint8_t bytes[9];
    std::uint8_t count = 0;
    for (int shift = 56; shift >= 0; shift -= 8)
        if (length >> shift != 0)
            bytes[count++] = static_cast<std::uint8_t>(length >> shift);
    bytes[count] = count;
    node.absorb({bytes, count + std::size_t{1}});
}

// RFC 9861, 3.2, chunk by chunk: shares nothing with the library's tree. Without a customization,
// whose length, a zero byte, ends the message.
void hash_by_the_letter(Bytes message, std::span<std::uint8_t> digest)
{
    constexpr std::uint8_t single_domain = 0x07, final_domain = 0x06;
    constexpr std::uint8_t no_customization = 0, before[8] = {0x03}, after[2] = {0xff, 0xff};
    const std::size_t chunks = message.size() / chunk_bytes + 1;
    Node last(chunks == 1 ? single_domain : final_domain);
    for (std::size_t i = 0; i < chunks; ++i) {
        const Bytes rest = message.subspan(i * chunk_bytes);
        Node leaf(leaf_sponge(kt128_rate_bytes).suffix);
        Node &node = i == 0 ? last : leaf;
        node.absorb(rest.first(std::min(rest.size(), chunk_bytes)));
        if (i == chunks - 1)
            node.absorb({&no_customization, 1});
        if (i == 0)
            continue;
        if (i == 1)
            last.absorb(before);
        std::uint8_t value[value_bytes(kt128_rate_bytes)];
        leaf.squeeze(value);
        last.absorb(value);
    }
    if (chunks > 1) {
        absorb_length(last, chunks - 1);
        last.absorb(after);
    }
    last.squeeze(digest);
}

} // namespace

std::unique_ptr<Task> make_kt128_task(std::string id, std::size_t bytes, std::uint32_t data_bytes)
{
    const auto hash = [bytes](std::uint8_t *const *messages, std::uint64_t iterations) {
        for (; iterations != 0; --iterations)
            hashlane_kangarootwelve_hash(HASHLANE_KT128, messages[0], bytes, nullptr, 0,
                                         messages[0], xof_output_bytes, nullptr);
    };
    const auto independent = [bytes](std::uint8_t *const *messages, std::uint64_t iterations) {
        for (; iterations != 0; --iterations)
            hash_by_the_letter({messages[0], bytes}, {messages[0], xof_output_bytes});
    };
    return make_message_task(
        {std::move(id), 1, std::string(kt128_name), xof_output_bytes, bytes, hash, independent},
        data_bytes);
}

} // namespace hashlane
