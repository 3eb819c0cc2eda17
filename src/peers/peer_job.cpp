// SPDX-License-Identifier: MIT
#include "peer_job.h"

#include "../core/registry.h"

namespace hashlane {
namespace {

Job peer_job(const Peer &peer, Workload workload)
{
    Job job;
    job.id = std::string(workload_name(workload)) + "." + peer.name + ".x1";
    job.name = job.id;
    job.workload = workload;
    job.peer = peer.version;
    return job;
}

} // namespace

Job peer_chain_job(const Peer &peer)
{
    peer.make_hash(PeerFunction::sha256); // or there is no job
    Job job = peer_job(peer, Workload::sha256_chain);
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
    peer.make_hash(PeerFunction::sha3_256);
    const Sha3Function &function = *find_sha3_function(HASHLANE_SHA3_256);
    Job job = peer_job(peer, Workload::sha3);
    job.name += "/" + std::string(function.name) + "/" + std::to_string(bytes);
    job.make_task = [peer, &function, bytes, id = job.id](std::uint32_t data_bytes) {
        const std::shared_ptr<PeerHash> hash = peer.make_hash(PeerFunction::sha3_256);
        const auto advance = [hash, bytes](std::uint8_t *const *messages,
                                           std::uint64_t iterations) {
            for (; iterations != 0; --iterations)
                hash->hash(messages[0], bytes, messages[0]);
        };
        return make_sha3_task(id, 1, function, bytes, advance, reference_kernel(Workload::sha3),
                              data_bytes);
    };
    job.message = Message{std::string(function.name), bytes, peer_digest_bytes};
    job.proof = repeated_proof;
    return job;
}

} // namespace hashlane
