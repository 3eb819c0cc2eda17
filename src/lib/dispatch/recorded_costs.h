// SPDX-License-Identifier: MIT
//
// The costs of kernels on the cores that docs/results has measurements of (recorded_costs.def).
#pragma once

#include "../core/microarchitecture.h"

#include <span>
#include <string_view>

namespace hashlane {

/// The names of these cores (microarchitecture.h).
std::span<const std::string_view> recorded_cores();

/// A call with an iteration or a message of tuning_message_bytes (tuning.h) in each lane, or with a
/// message of one block. Only sha3 distinguishes these two.
enum class RecordedCall { usual, one_block };

/// Returns the core cycles of one call of a kernel on one of recorded_cores(), all its lanes
/// together; 0 if none are recorded.
double recorded_cost(std::string_view core, std::string_view kernel,
                     RecordedCall call = RecordedCall::usual);

enum class Kinship {
    none,     ///< nothing is known of such a core
    similar,  ///< the same maker's, with the most similar pipes
    relative, ///< vectors of equal width and equal units
    same,
};

/// The recorded core whose costs serve another one.
struct LentCosts {
    std::string_view of; ///< empty if there is none
    Kinship kinship = Kinship::none;
};

/// Returns the nearest of kin. `core` may be null.
LentCosts costs_for(const Microarchitecture *core);

} // namespace hashlane
