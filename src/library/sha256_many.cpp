// SPDX-License-Identifier: MIT
//
// The C interface of sha256.h for many messages.

#include "sha256_lanes.h"

#include "hashlane/sha256.h"

using namespace hashlane;

extern "C" {

void hashlane_sha256_many(const uint8_t *const *messages, const size_t *bytes, size_t count,
                          uint8_t *digests) noexcept
{
    hash_list({messages, bytes, false, count, sha256_initial_state, 0, digests}, active_dispatch());
}

hashlane_status hashlane_sha256_seeded_many(const hashlane_sha256_seed *seed,
                                            const uint8_t *const *messages, size_t bytes,
                                            size_t count, uint8_t *digests) noexcept
{
    if (seed->version != sha256_started || bytes > HASHLANE_SHA256_MOST_BYTES - seed->bytes)
        return HASHLANE_BAD_ARGUMENT;
    hash_list({messages, &bytes, true, count, seed->state, seed->bytes, digests},
              active_dispatch());
    return HASHLANE_OK;
}

} // extern "C"
