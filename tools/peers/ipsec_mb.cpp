// SPDX-License-Identifier: MIT
//
// Intel's multi-buffer library, by its jobs. One message goes to the function of one message.
// IPSEC_INIT names the architecture's set of functions; without it the library chooses.
#include "peer.h"

#include <intel-ipsec-mb.h>

#include <string>

namespace {

IMB_MGR *manager()
{
    static IMB_MGR *const one = [] {
        IMB_MGR *const made = alloc_mb_mgr(0);
#if defined(IPSEC_INIT)
        IPSEC_INIT(made);
#else
        init_mb_mgr_auto(made, nullptr);
#endif
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

const char *peer_implementation()
{
    static const std::string text = [] {
        static const char *const names[] = {"none", "SSE", "AVX2", "AVX-512", "AVX10"};
        const unsigned arch = manager()->used_arch;
        std::string made = arch < std::size(names) ? names[arch] : "unknown";
        made += ", type " + std::to_string(manager()->used_arch_type);
#if defined(IPSEC_INIT)
        return made;
#else
        return "its own choice: " + made;
#endif
    }();
    return text.c_str();
}

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
