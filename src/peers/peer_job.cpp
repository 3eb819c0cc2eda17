// SPDX-License-Identifier: MIT
#include "peer_job.h"

#include "../core/registry.h"

#include <utility>

namespace hashlane {
namespace {

// Throws LibraryUnavailable when the library lacks the function: then there is no job.
Job peer_job(const Peer &peer, Workload workload, PeerFunction function)
{
    peer.make_hash(function);
    Job job;
    job.id = std::string(workload_name(workload)) + "." + peer.name + ".x1";
    job.name = job.id;
    job.workload = workload;
    job.peer = peer.version;
    return job;
}

// `function`: what stands in the row's name before the length.
Job message_job(const Peer &peer, Workload workload, const std::string &function, Message message)
{
    Job job = peer_job(peer, workload,
                       workload == Workload::sha3 ? PeerFunction::sha3_256 : PeerFunction::sha256);
    job.name += function + "/" + std::to_string(message.bytes);
    message.output_bytes = peer_digest_bytes;
    job.message = std::move(message);
    job.proof = repeated_proof;
    return job;
}

HashMessages over_messages(const Peer &peer, PeerFunction function, std::size_t bytes)
{
    const std::shared_ptr<PeerHash> hash = peer.make_hash(function);
    return [hash, bytes](std::uint8_t *const *messages, std::uint64_t iterations) {
        for (; iterations != 0; --iterations)
            hash->hash(messages[0], bytes, messages[0]);
    };
}

} // namespace

Job peer_chain_job(const Peer &peer)
{
    Job job = peer_job(peer, Workload::sha256_chain, PeerFunction::sha256);
    job.make_task = [peer, id = job.id](std::uint32_t data_bytes) {
        const std::shared_ptr<PeerHash> hash = peer.make_hash(PeerFunction::sha256);
        const auto advance = [hash](std::uint8_t *digest, std::uint64_t iterations) {
            for (; iterations != 0; --iterations)
                hash->hash(digest, peer_digest_bytes, digest);
        };
        return make_sha256_chain_task(id, 1, advance, data_bytes);
    };
    job.proof = chain_proof;
    return job;
}

Job peer_sha3_job(const Peer &peer, std::size_t bytes)
{
    const Sha3Function &sha3_256 = *find_sha3_function(HASHLANE_SHA3_256);
    const std::string function(sha3_256.name);
    Job job = message_job(peer, Workload::sha3, "/" + function, {function, bytes});
    job.make_task = [peer, &sha3_256, bytes, id = job.id](std::uint32_t data_bytes) {
        return make_sha3_task(id, 1, sha3_256, bytes,
                              over_messages(peer, PeerFunction::sha3_256, bytes),
                              reference_kernel(Workload::sha3), data_bytes);
    };
    return job;
}

Job peer_sha256_job(const Peer &peer, std::size_t bytes)
{
    Job job = message_job(peer, Workload::sha256, "", {"sha256", bytes});
    job.make_task = [peer, bytes, id = job.id](std::uint32_t data_bytes) {
        return make_sha256_task(id, 1, bytes, over_messages(peer, PeerFunction::sha256, bytes),
                                reference_kernel(Workload::sha256), data_bytes);
    };
    return job;
}

Job peer_nodes_job(const Peer &peer)
{
    Job job = peer_job(peer, Workload::sha256_nodes, PeerFunction::sha256);
    job.make_task = [peer, id = job.id](std::uint32_t data_bytes) {
        const std::shared_ptr<PeerHash> hash = peer.make_hash(PeerFunction::sha256);
        const auto advance = [hash](std::uint8_t *digests, const std::uint8_t *nodes,
                                    std::uint64_t count) {
            for (std::uint64_t i = 0; i < count; ++i)
                hash->hash(nodes + i * sha256_block_bytes, sha256_block_bytes,
                           digests + i * sha256_digest_bytes);
        };
        return make_nodes_task(id, 1, advance, reference_kernel(Workload::sha256_nodes),
                               data_bytes);
    };
    job.proof = repeated_proof;
    return job;
}

} // namespace hashlane
