// SPDX-License-Identifier: MIT
//
// The costs of kernels on the kinds of core that docs/results has measurements of
// (recorded_costs.def).
#pragma once

#include "../core/cpu_features.h"

#include <span>
#include <string_view>

namespace hashlane {

/// A kind of core. ARM64 has no families: there the implementer is the vendor, "implementer 0x41",
/// and the part is the model.
struct RecordedCore {
    std::string_view vendor;
    unsigned family, model;
    std::string_view features; ///< as feature_names() has them
};

/// The core cycles of one call of a kernel, all its lanes together: of an iteration, or of a
/// message of tuning_message_bytes in each lane (tuning.h).
struct RecordedCost {
    std::size_t core; ///< its index in recorded_cores()
    std::string_view kernel;
    double cycles;
    double one_block; ///< of sha3 with a message of one block; of others the same as `cycles`
};

std::span<const RecordedCore> recorded_cores();

/// Returns the costs of one of recorded_cores(), in the manifest's order of kernels.
std::span<const RecordedCost> costs_of(const RecordedCore &core);

/// Returns the core that this is or, if it is not recorded, the most similar one: of the cores of
/// its vendor that are of its family or have the same features, the one whose family and then whose
/// model is nearest. Null if there is none.
const RecordedCore *most_similar_core(const CpuInfo &cpu);

/// True if they are of one vendor, family and model.
bool is_same_kind(const RecordedCore &core, const CpuInfo &cpu);

} // namespace hashlane
