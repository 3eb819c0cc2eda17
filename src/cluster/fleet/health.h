// SPDX-License-Identifier: MIT
//
// One node against a baseline, in one line: the fleet's judgement of it, for a health check.
// docs/how-to/cluster.md has the verdicts.
#ifndef HASHLANE_SRC_CLUSTER_FLEET_HEALTH_H
#define HASHLANE_SRC_CLUSTER_FLEET_HEALTH_H

#include "node_file.h"
#include "yardstick.h"

#include <string>
#include <string_view>

namespace hashlane::cluster {

enum class HealthVerdict {
    good,    ///< the fleet calls it healthy
    warning, ///< to be looked at
    bad,     ///< not to be used: a finding is grave, and no noise
};

/// Returns "good", "warning", "bad".
std::string_view health_verdict_name(HealthVerdict verdict);

struct Health {
    HealthVerdict verdict = HealthVerdict::good;
    std::string reason; ///< one line, the gravest first; for a good node, the baseline
};

/// Reads the baseline of a node like `now`: a baseline of a fleet ('hashlane fleet
/// --write-baseline'), or the file of a good node, which becomes one. Throws a BadFile if the file
/// is neither, or has no nodes like `now`.
Baseline read_health_baseline(const std::string &path, const NodeFile &now);

/// Makes a baseline from one good node: the usual values of its group, and its settings, as far as
/// the file contains them.
Baseline baseline_of(const NodeFile &good);

/// Judges `now` as judge_fleet() does with that baseline. Throws a BadFile if its speed cannot be
/// judged by it and no result was wrong: the node's state is then unknown.
Health judge_health(const NodeFile &now, const Baseline &baseline);

} // namespace hashlane::cluster

#endif
