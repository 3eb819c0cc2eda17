// SPDX-License-Identifier: MIT
//
// SHA-256 of nodes, 64 bytes: the nodes of trees. An iteration of the benchmark hashes a group of
// as many nodes as the kernel has lanes.
#include "../lib/core/registry.h"
#include "table.h"

#include <algorithm>

namespace hashlane::workloads {
namespace {

constexpr std::size_t node_bytes = sha256_block_bytes;

// ---- Lanes as chains: the next node is the digest of one and its first half ----

constexpr std::size_t node_groups = 4; // that one call hashes

std::unique_ptr<Lanes> make_node_lanes(const Kernel &kernel, std::uint32_t data_bytes)
{
    const std::size_t lanes = kernel.lanes * node_groups;
    auto advance = [hash = function_of<Workload::sha256_nodes>(kernel), lanes,
                    digests = PlacedData<std::uint8_t>(lanes * sha256_digest_bytes, 0)](
                       std::uint8_t *nodes, std::uint64_t iterations) mutable {
        for (; iterations != 0; --iterations) {
            hash(digests.data(), nodes, node_groups);
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                std::uint8_t *const node = nodes + lane * node_bytes;
                std::memcpy(node + sha256_digest_bytes, node, sha256_digest_bytes);
                std::memcpy(node, digests.data() + lane * sha256_digest_bytes, sha256_digest_bytes);
            }
        }
    };
    return std::make_unique<ChainLanes<std::uint8_t, decltype(advance)>>(
        std::move(advance), static_cast<unsigned>(lanes), node_bytes, data_bytes);
}

// ---- What is measured ----

// Enough that the cost of a call does not count.
constexpr unsigned least_nodes = 64;

/// Hashes count × lanes nodes.
using HashNodes =
    std::function<void(std::uint8_t *digests, const std::uint8_t *nodes, std::uint64_t count)>;

// Groups of `lanes` nodes, each group hashed twice: the digests of both passes are as many bytes as
// the nodes were, and are the nodes that follow. A wrong digest of either pass stays in them.
class Nodes {
public:
    Nodes(unsigned lanes, unsigned groups, std::uint32_t data_bytes)
        : lanes_(lanes),
          groups_(groups),
          data_{PlacedData<std::uint8_t>(bytes(), data_bytes),
                PlacedData<std::uint8_t>(bytes(), data_bytes)}
    {
        reset();
    }

    void reset()
    {
        done_ = now_ = 0;
        for (std::size_t i = 0; i < bytes(); ++i) {
            nodes()[i] = static_cast<std::uint8_t>((i + i / node_bytes) % 251);
            next()[i] = 0;
        }
    }

    /// `hash` takes the lanes of a group at once.
    void advance(const HashNodes &hash, std::uint64_t iterations)
    {
        while (iterations != 0) {
            const std::uint64_t group = done_ % groups_;
            const std::uint64_t count = std::min(iterations, groups_ - group);
            hash(next() + done_ * lanes_ * sha256_digest_bytes,
                 nodes() + group * lanes_ * node_bytes, count);
            iterations -= count;
            done_ += count;
            if (done_ == std::uint64_t{2} * groups_) {
                done_ = 0;
                now_ = 1 - now_;
            }
        }
    }

    /// Returns the lane of the first byte that differs, in the nodes or in the memory after them.
    std::optional<unsigned> first_difference(Nodes &other)
    {
        for (std::size_t i = 0; i < bytes(); ++i)
            if (nodes()[i] != other.nodes()[i] || next()[i] != other.next()[i])
                return static_cast<unsigned>(i / sha256_digest_bytes % lanes_);
        return std::nullopt;
    }

private:
    std::size_t bytes() const { return std::size_t{lanes_} * groups_ * node_bytes; }
    std::uint8_t *nodes() { return data_[now_].data(); }
    std::uint8_t *next() { return data_[1 - now_].data(); }

    unsigned lanes_, groups_;
    // The data's address is an argument. NOLINTNEXTLINE(modernize-use-default-member-init)
    PlacedData<std::uint8_t> data_[2];
    std::uint64_t done_ = 0; // groups of both passes
    unsigned now_ = 0;
};

std::unique_ptr<Task> make_task_of_nodes(std::string id, unsigned lanes, HashNodes hash,
                                         const Kernel &independent, std::uint32_t data_bytes)
{
    const unsigned groups = (least_nodes + lanes - 1) / lanes;
    return std::make_unique<RepeatedTask<Nodes, HashNodes>>(
        std::move(id), "",
        [lanes, groups](std::uint32_t behind) { return Nodes(lanes, groups, behind); },
        std::move(hash),
        [function = function_of<Workload::sha256_nodes>(independent),
         lanes](std::uint8_t *digests, const std::uint8_t *nodes, std::uint64_t count) {
            function(digests, nodes, count * lanes);
        },
        data_bytes);
}

std::unique_ptr<Task> make_nodes_task(const Kernel &kernel, const std::optional<results::Message> &,
                                      std::uint32_t data_bytes)
{
    return make_task_of_nodes(std::string(kernel.id), kernel.lanes,
                              function_of<Workload::sha256_nodes>(kernel),
                              independent_kernel(kernel), data_bytes);
}

std::unique_ptr<Task> make_peer_nodes_task(std::string id, const PeerHash &hash,
                                           const std::optional<results::Message> &,
                                           std::uint32_t data_bytes)
{
    const auto hash_nodes = [hash](std::uint8_t *digests, const std::uint8_t *nodes,
                                   std::uint64_t count) {
        for (std::uint64_t i = 0; i < count; ++i)
            hash(nodes + i * node_bytes, node_bytes, digests + i * sha256_digest_bytes);
    };
    return make_task_of_nodes(std::move(id), 1, hash_nodes,
                              reference_kernel(Workload::sha256_nodes), data_bytes);
}

std::optional<results::Mismatch> verify_nodes(const Kernel &kernel)
{
    for (const std::uint64_t count : odd_counts)
        if (auto wrong = check_task(*make_task(kernel), count))
            return wrong;
    return std::nullopt;
}

constexpr Benchmark sha256_nodes_benchmarks[] = {{Workload::sha256_nodes, "sha256-nodes"}};

} // namespace

constinit const WorkloadEntry sha256_nodes_workload{
    .state_bytes = node_bytes,
    .make_lanes = make_node_lanes,
    .soak_iterations = 1 << 10,
    .benchmarks = sha256_nodes_benchmarks,
    .make_task = make_nodes_task,
    .peer_function = PeerFunction::sha256,
    .make_peer_task = make_peer_nodes_task,
    .verify = verify_nodes,
    .family = "sha256_nodes",
};

} // namespace hashlane::workloads
