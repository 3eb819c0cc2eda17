// SPDX-License-Identifier: MIT
#include "task.h"

#include "../core/registry.h"
#include "layout.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace hashlane {
namespace {

constexpr std::size_t node_bytes = sha256_block_bytes;
constexpr std::uint64_t largest = std::uint64_t{1} << 32;

// Enough that the cost of a call does not count.
constexpr unsigned least_nodes = 64;

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

    /// The lane of the first byte that differs, in the nodes or in what is written next.
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
    // Where the data lies is an argument. NOLINTNEXTLINE(modernize-use-default-member-init)
    PlacedData<std::uint8_t> data_[2];
    std::uint64_t done_ = 0; // groups of both passes
    unsigned now_ = 0;
};

class NodesTask final : public Task {
public:
    NodesTask(std::string id, unsigned lanes, HashNodes hash, const Kernel &independent,
              std::uint32_t data_bytes)
        : id_(std::move(id)),
          lanes_(lanes),
          groups_((least_nodes + lanes - 1) / lanes),
          hash_(std::move(hash)),
          independent_([function = std::get<Sha256Nodes *>(independent.function),
                        lanes](std::uint8_t *digests, const std::uint8_t *nodes,
                               std::uint64_t count) { function(digests, nodes, count * lanes); }),
          nodes_(lanes, groups_, data_bytes)
    {
    }
    std::uint64_t largest_sample() const override { return largest; }
    std::uint64_t segment(std::uint64_t sample) const override { return sample; }
    void reset() override { nodes_.reset(); }
    void advance(std::uint64_t iterations) override { nodes_.advance(hash_, iterations); }
    std::optional<Mismatch> check(std::uint64_t iterations) override
    {
        const auto [found, is_new] = answers_.try_emplace(iterations, lanes_, groups_, 0U);
        if (is_new)
            found->second.advance(independent_, iterations);
        const std::optional<unsigned> wrong = nodes_.first_difference(found->second);
        return wrong ? std::optional(Mismatch{id_, *wrong, iterations, ""}) : std::nullopt;
    }

private:
    std::string id_;
    unsigned lanes_, groups_;
    HashNodes hash_, independent_;
    Nodes nodes_;
    std::map<std::uint64_t, Nodes> answers_;
};

} // namespace

std::unique_ptr<Task> make_nodes_task(std::string id, unsigned lanes, HashNodes hash,
                                      const Kernel &independent, std::uint32_t data_bytes)
{
    return std::make_unique<NodesTask>(std::move(id), lanes, std::move(hash), independent,
                                       data_bytes);
}

std::unique_ptr<Task> make_nodes_task(const Kernel &kernel, std::uint32_t data_bytes)
{
    return make_nodes_task(std::string(kernel.id), kernel.lanes,
                           std::get<Sha256Nodes *>(kernel.function), independent_kernel(kernel),
                           data_bytes);
}

} // namespace hashlane
