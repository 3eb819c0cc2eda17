// SPDX-License-Identifier: MIT
//
// A kernel bound to data: what is timed, and how it is proven right.
//
// The timed calls of a task continue one computation. It runs from a known start to a known
// answer, a segment; there it is checked and starts again. One wrong bit anywhere in a segment
// changes its end, so a right end proves every call on the way. docs/methodology.md says more.
#ifndef HASHLANE_SRC_MEASURE_TASK_H
#define HASHLANE_SRC_MEASURE_TASK_H

#include "../core/kernel.h"
#include "../sha3/sponge.h"
#include "mismatch.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace hashlane {

class Task {
public:
    virtual ~Task() = default;

    /// The most iterations that one sample may have: a power of two.
    virtual std::uint64_t largest_sample() const = 0;

    /// Iterations from reset() to an answer that can be checked, when samples have `sample`
    /// iterations, a power of two up to largest_sample(): a multiple of `sample`.
    virtual std::uint64_t segment(std::uint64_t sample) const = 0;

    /// Back to the known start.
    virtual void reset() = 0;

    /// The timed work.
    virtual void advance(std::uint64_t iterations) = 0;

    /// Compares with the answer; to be called `iterations` = segment() after reset().
    virtual std::optional<Mismatch> check(std::uint64_t iterations) = 0;
};

/// The benchmark of a chain kernel: lane l starts from l (SHA-256) or from key l (Keccak).
/// Its data lie `data_bytes` behind the start of a page (layout.h).
/// Precondition: kernel.workload is a chain and the kernel can run here.
std::unique_ptr<Task> make_chain_task(const Kernel &kernel, std::uint32_t data_bytes = 0);

/// SHA-3 over a message of `bytes` bytes (at least 64) in each lane, each beginning with the
/// lane's digest before. Precondition: kernel.workload is sha3 and the kernel can run here.
std::unique_ptr<Task> make_sha3_task(const Kernel &kernel, const Sha3Function &function,
                                     std::size_t bytes, std::uint32_t data_bytes = 0);

/// KT128 of one message of `bytes` bytes (at least 32) by the library's function, on whatever
/// kernels dispatch takes; the message begins with the digest before.
std::unique_ptr<Task> make_kt128_task(std::string id, std::size_t bytes,
                                      std::uint32_t data_bytes = 0);
constexpr std::string_view kt128_name = "kt128";

/// SHA-256 over a message of `bytes` bytes (at least 32) in each lane, each beginning with the
/// lane's digest before. Precondition: kernel.workload is sha256 and the kernel can run here.
std::unique_ptr<Task> make_sha256_task(const Kernel &kernel, std::size_t bytes,
                                       std::uint32_t data_bytes = 0);

/// SHA-256 of nodes of 64 bytes, a group of as many as the kernel has lanes an iteration: the
/// digests of some groups are the nodes that follow. Precondition: kernel.workload is sha256_nodes
/// and the kernel can run here.
std::unique_ptr<Task> make_nodes_task(const Kernel &kernel, std::uint32_t data_bytes = 0);

/// SHA-256 chains with a salt of their own in each lane. Precondition: kernel.workload is
/// sha256_salted and the kernel can run here.
std::unique_ptr<Task> make_salted_task(const Kernel &kernel, std::uint32_t data_bytes = 0);

// The same for any code, a peer's as well as a kernel's: `id` names it, with its lanes.

/// Replaces each of lanes × 32 bytes by its own SHA-256, `iterations` times.
using AdvanceDigests = std::function<void(std::uint8_t *digests, std::uint64_t iterations)>;

/// Writes each message's digest over its beginning, `iterations` times.
using HashMessages = std::function<void(std::uint8_t *const *messages, std::uint64_t iterations)>;

std::unique_ptr<Task> make_sha256_chain_task(std::string id, unsigned lanes, AdvanceDigests advance,
                                             std::uint32_t data_bytes);

/// `independent` is a kernel with one lane to check against.
std::unique_ptr<Task> make_sha3_task(std::string id, unsigned lanes, const Sha3Function &function,
                                     std::size_t bytes, HashMessages hash,
                                     const Kernel &independent, std::uint32_t data_bytes);

std::unique_ptr<Task> make_sha256_task(std::string id, unsigned lanes, std::size_t bytes,
                                       HashMessages hash, const Kernel &independent,
                                       std::uint32_t data_bytes);

/// Hashes count × lanes nodes.
using HashNodes =
    std::function<void(std::uint8_t *digests, const std::uint8_t *nodes, std::uint64_t count)>;

std::unique_ptr<Task> make_nodes_task(std::string id, unsigned lanes, HashNodes hash,
                                      const Kernel &independent, std::uint32_t data_bytes);

/// Length of the output that the benchmark takes from an extendable-output function.
constexpr std::size_t xof_output_bytes = 32;

/// Bytes of output that the benchmark asks for.
std::size_t output_bytes(const Sha3Function &function);

} // namespace hashlane

#endif
