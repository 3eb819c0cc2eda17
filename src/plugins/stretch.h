// SPDX-License-Identifier: MIT
//
// Stretches of work: how they begin, and whether a claimed end is the right one.
#ifndef HASHLANE_SRC_PLUGINS_STRETCH_H
#define HASHLANE_SRC_PLUGINS_STRETCH_H

#include "exchange.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace hashlane {

/// Of the data of a kernel's lanes.
std::size_t data_bytes(Workload workload, unsigned lanes,
                       const std::optional<MessageShape> &message);

/// The same bytes for the same seed.
void draw_start(std::uint64_t seed, std::span<std::uint8_t> data);

/// Repeats the stretch with kernels of our own. `id` names the plug-in's kernel.
std::optional<Mismatch> find_wrong(const PluginKernel &kernel, const std::string &id,
                                   const Claim &claim);

} // namespace hashlane

#endif
