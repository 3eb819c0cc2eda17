// SPDX-License-Identifier: MIT
//
// KT128 and KT256, RFC 9861, 3: the tree over TurboSHAKE.
//
// `tree.node` is the final node and absorbs the first 8192 bytes of the message; if there are more,
// a mark and then the chaining value of each leaf. `tree.leaf` is the leaf that is under way.
#ifndef HASHLANE_SRC_SHA3_KANGAROOTWELVE_H
#define HASHLANE_SRC_SHA3_KANGAROOTWELVE_H

#include "lanes.h"

#include "hashlane/kangarootwelve.h"

#include <span>

namespace hashlane {

void kangarootwelve_init(hashlane_kangarootwelve &tree, std::uint32_t rate_bytes);

/// Whether it was initialised, or might have been.
bool is_usable(const hashlane_kangarootwelve &tree);

bool is_finished(const hashlane_kangarootwelve &tree);

/// Precondition of all: usable. Of these two: not finished. pool: null for the calling thread
/// alone.
void kangarootwelve_absorb(hashlane_kangarootwelve &tree, const AbsorbDispatch &dispatch,
                           std::span<const std::uint8_t> message, const hashlane_pool *pool);
void kangarootwelve_finish(hashlane_kangarootwelve &tree, const AbsorbDispatch &dispatch,
                           std::span<const std::uint8_t> customization);

/// Precondition: finished.
void kangarootwelve_squeeze(hashlane_kangarootwelve &tree, const AbsorbDispatch &dispatch,
                            std::span<std::uint8_t> output);

} // namespace hashlane

#endif
