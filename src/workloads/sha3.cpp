// SPDX-License-Identifier: MIT
//
// SHA-3 of whole messages, and the functions over the same kernels: TurboSHAKE128, and KT128 by the
// library.
#include "../lib/core/registry.h"
#include "../lib/sha3/kangarootwelve.h"
#include "../lib/sha3/sponge.h"
#include "table.h"

#include "hashlane/kangarootwelve.h"

#include <algorithm>

namespace hashlane::workloads {
namespace {

constexpr std::string_view kt128_name = "kt128";

// The six, and TurboSHAKE128; null for a name that is none of theirs.
const Sha3Function *find_function(std::string_view name)
{
    return name == benchmark_turboshake128.name ? &benchmark_turboshake128
                                                : find_sha3_function(name);
}

results::Message sha3_message(std::string_view name, std::size_t bytes)
{
    const Sha3Function *const function = find_function(name);
    const bool fixed = function != nullptr && function->digest_bytes != 0;
    return {std::string(name), bytes, fixed ? function->digest_bytes : xof_output_bytes};
}

// ---- Lanes as chains: permutations with the blocks of a message that is always the same ----

constexpr std::size_t keccak_state_bytes = keccak_state_words * sizeof(std::uint64_t);
constexpr std::size_t soak_rate_bytes = 136; // of SHA3-256
static_assert(soak_rate_bytes <= longest_soak_block);

std::unique_ptr<Lanes> make_absorb_lanes(const Kernel &kernel, std::uint32_t data_bytes)
{
    const auto absorb = [function = function_of<Workload::sha3>(kernel)](
                            std::uint64_t *states, const std::uint8_t *const *blocks) {
        function(states, blocks, soak_rate_bytes, lanes_step, keccak_f_rounds);
    };
    return std::make_unique<MessageLanes<std::uint64_t>>(absorb, kernel.lanes, keccak_state_words,
                                                         true, data_bytes);
}

// ---- Messages by a kernel under the sponge ----

HashMessages hash_by_sponge(const Kernel &kernel, const results::Message &message)
{
    auto *const absorb = function_of<Workload::sha3>(kernel);
    return [function = find_function(message.function), absorb, lanes = kernel.lanes,
            bytes = message.bytes, output = message.output_bytes](std::uint8_t *const *messages,
                                                                  std::uint64_t iterations) {
        for (; iterations != 0; --iterations)
            sponge_hash(*function, absorb, lanes, messages, bytes, messages, output);
    };
}

std::unique_ptr<Task> make_sha3_task(const Kernel &kernel,
                                     const std::optional<results::Message> &message,
                                     std::uint32_t data_bytes)
{
    return make_message_task(std::string(kernel.id), kernel.lanes, *message,
                             hash_by_sponge(kernel, *message),
                             hash_by_sponge(independent_kernel(kernel), *message), data_bytes);
}

std::unique_ptr<Task> make_peer_sha3_task(std::string id, const PeerHash &hash,
                                          const std::optional<results::Message> &message,
                                          std::uint32_t data_bytes)
{
    return make_message_task(std::move(id), 1, *message, hash_by_peer(hash, message->bytes),
                             hash_by_sponge(reference_kernel(Workload::sha3), *message),
                             data_bytes);
}

// ---- KT128 by the library's function, on whatever kernels dispatch takes ----

using Bytes = std::span<const std::uint8_t>;

Sha3Absorb *reference_absorb()
{
    return function_of<Workload::sha3>(reference_kernel(Workload::sha3));
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
    hashlane_sha3_context sponge_;
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

std::unique_ptr<Task> make_kt128_task(std::string id, const results::Message &message,
                                      std::uint32_t data_bytes)
{
    const auto hash = [bytes = message.bytes](std::uint8_t *const *messages,
                                              std::uint64_t iterations) {
        for (; iterations != 0; --iterations)
            hashlane_kangarootwelve_hash(HASHLANE_KT128, messages[0], bytes, nullptr, 0,
                                         messages[0], xof_output_bytes);
    };
    const auto independent = [bytes = message.bytes](std::uint8_t *const *messages,
                                                     std::uint64_t iterations) {
        for (; iterations != 0; --iterations)
            hash_by_the_letter({messages[0], bytes}, {messages[0], xof_output_bytes});
    };
    return make_message_task(std::move(id), 1, message, hash, independent, data_bytes);
}

// One short message and one long: the cost of a call, and the cost of a byte. All lanes take part
// in KT128's one message.
constexpr std::size_t sha3_lengths[] = {64, 16384}, kt128_lengths[] = {1 << 20};
constexpr Benchmark sha3_benchmarks[] = {
    {Workload::sha3, "sha3", "sha3-256", sha3_lengths},
    {Workload::sha3, benchmark_turboshake128.name, benchmark_turboshake128.name, sha3_lengths},
    {Workload::sha3, kt128_name, kt128_name, kt128_lengths, make_kt128_task},
};

// ---- Proving, and the bound ----

// Around every rate.
constexpr std::size_t verified_sha3_lengths[] = {64,  71,  72,  73,  103, 104, 105, 135,  136,
                                                 137, 143, 144, 145, 167, 168, 169, 1024, 4099};

std::optional<results::Mismatch> verify_sha3(const Kernel &kernel)
{
    std::vector<std::string_view> functions;
    std::ranges::transform(sha3_functions(), std::back_inserter(functions), &Sha3Function::name);
    functions.push_back(benchmark_turboshake128.name);
    return verify_messages(kernel, functions);
}

// Keccak's padding takes a byte or more of the last block (FIPS 202, 5.1). Half the rounds are half
// a permutation.
double permutations_of(const Sha3Function &function, std::size_t bytes)
{
    const std::size_t blocks = bytes / function.rate_bytes + 1;
    return static_cast<double>(blocks) * function.rounds / keccak_f_rounds;
}

// Counts the permutations of a tree (RFC 9861, 3.2), whose message is followed by one byte, the
// length of no customization: each leaf's, and the final node's without the few bytes that are not
// the message's or chaining values.
double kt128_permutations(std::size_t bytes)
{
    const auto of = [](std::size_t taken) {
        return permutations_of(benchmark_turboshake128, taken);
    };
    const std::size_t all = bytes + 1;
    if (all <= chunk_bytes)
        return of(all);
    const std::size_t whole_leaves = all / chunk_bytes - 1, rest = all % chunk_bytes;
    const std::size_t leaves = whole_leaves + (rest == 0 ? 0 : 1);
    return static_cast<double>(whole_leaves) * of(chunk_bytes) + (rest == 0 ? 0 : of(rest)) +
           of(chunk_bytes + leaves * value_bytes(kt128_rate_bytes));
}

double permutations_of_message(const results::Message &message)
{
    if (message.function == kt128_name)
        return kt128_permutations(message.bytes);
    const Sha3Function *const function = find_function(message.function);
    return function == nullptr ? 0 : permutations_of(*function, message.bytes);
}

} // namespace

constinit const WorkloadEntry sha3_workload{
    .state_bytes = keccak_state_bytes,
    .make_lanes = make_absorb_lanes,
    .soak_iterations = 1 << 11,
    .benchmarks = sha3_benchmarks,
    .message = sha3_message,
    .make_task = make_sha3_task,
    .peer_function = PeerFunction::sha3_256,
    .make_peer_task = make_peer_sha3_task,
    .verify = verify_sha3,
    .verified_lengths = verified_sha3_lengths,
    .family = "keccak",
    .iterations = permutations_of_message,
};

} // namespace hashlane::workloads
