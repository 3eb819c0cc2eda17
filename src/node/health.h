// SPDX-License-Identifier: MIT
//
// A node against a good one of its kind: what a health check says. docs/cluster.md has the limits.
#ifndef HASHLANE_SRC_NODE_HEALTH_H
#define HASHLANE_SRC_NODE_HEALTH_H

#include "../fleet/node_file.h"

#include <string>

namespace hashlane {

enum class HealthVerdict {
    good,
    warning, ///< to be looked at: a setting differs, or it is a little slow, or cannot be judged
    bad,     ///< not to be used: a result is wrong, or it is much slower
};

/// "good", "warning", "bad".
std::string_view health_verdict_name(HealthVerdict verdict);

struct Health {
    HealthVerdict verdict = HealthVerdict::good;
    std::string reason; ///< one line, the gravest first; of a good one what it was held against
};

/// Of a node and a baseline of one processor (health_baseline.h). Throws a BadFile where there is
/// no kernel that both have measured.
Health judge_health(const NodeFile &now, const NodeFile &baseline);

} // namespace hashlane

#endif
