// SPDX-License-Identifier: MIT
//
// What speaks against a node: each function adds the findings of its classes.
#ifndef HASHLANE_SRC_FLEET_FINDINGS_H
#define HASHLANE_SRC_FLEET_FINDINGS_H

#include "core_paces.h"
#include "fleet_report.h"
#include "node_file.h"
#include "settings.h"
#include "yardstick.h"

#include <optional>
#include <vector>

namespace hashlane {

/// What is known of one node while it is judged.
struct Case {
    const NodeFile &file;
    const Yardsticks &yardsticks;
    NodeReport &report; ///< has the figures; receives the findings
};

void find_wrong(const Case &node);      ///< wrong
void find_incomplete(const Case &node); ///< incomplete
void find_noise(const Case &node, std::optional<double> unsteadiness,
                double noisy_share);                          ///< noisy
void find_slow_cores(const Case &node, const Places &places); ///< one bad core
void find_slowness(const Case &node); ///< slow clock, slow core, slow together
void find_deviations(const Case &node, const Rules &rules); ///< misconfigured

/// The first of the findings' classes becomes the node's, and its findings the first. Adds what may
/// explain a slow node.
void conclude(const Case &node, const Rules &rules);

} // namespace hashlane

#endif
