// SPDX-License-Identifier: MIT
//
// Intel's multi-buffer library, by its jobs. One message goes to the function of one message.
#include "peer.h"

#include <intel-ipsec-mb.h>

namespace {

IMB_MGR *manager()
{
    static IMB_MGR *const one = [] {
        IMB_MGR *const made = alloc_mb_mgr(0);
        init_mb_mgr_auto(made, nullptr);
        return made;
    }();
    return one;
}

void hash_as_jobs(IMB_HASH_ALG algorithm, const std::uint8_t *messages, std::size_t bytes,
                  std::size_t count, std::uint8_t *outputs, std::size_t output_bytes)
{
    IMB_MGR *const all = manager();
    for (std::size_t i = 0; i < count; ++i) {
        IMB_JOB *const job = IMB_GET_NEXT_JOB(all);
        job->cipher_mode = IMB_CIPHER_NULL;
        job->cipher_direction = IMB_DIR_ENCRYPT;
        job->chain_order = IMB_ORDER_HASH_CIPHER;
        job->hash_alg = algorithm;
        job->src = messages + i * bytes;
        job->hash_start_src_offset_in_bytes = 0;
        job->msg_len_to_hash_in_bytes = bytes;
        job->auth_tag_output = outputs + i * output_bytes;
        job->auth_tag_output_len_in_bytes = output_bytes;
        IMB_SUBMIT_JOB_NOCHECK(all);
    }
    while (IMB_FLUSH_JOB(all) != nullptr) {
    }
}

} // namespace

void peer_sha256(const std::uint8_t *messages, std::size_t bytes, std::size_t count,
                 std::uint8_t *outputs, std::size_t output_bytes)
{
    if (count == 1)
        IMB_SHA256(manager(), messages, bytes, outputs);
    else
        hash_as_jobs(IMB_AUTH_SHA_256, messages, bytes, count, outputs, output_bytes);
}

void peer_sha3_256(const std::uint8_t *messages, std::size_t bytes, std::size_t count,
                   std::uint8_t *outputs, std::size_t output_bytes)
{
    if (count == 1)
        manager()->sha3_256(messages, bytes, outputs);
    else
        hash_as_jobs(IMB_AUTH_SHA3_256, messages, bytes, count, outputs, output_bytes);
}

void peer_shake128(const std::uint8_t *messages, std::size_t bytes, std::size_t count,
                   std::uint8_t *outputs, std::size_t output_bytes)
{
    hash_as_jobs(IMB_AUTH_SHAKE128, messages, bytes, count, outputs, output_bytes);
}
