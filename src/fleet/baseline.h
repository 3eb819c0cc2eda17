// SPDX-License-Identifier: MIT
//
// What was usual once, in a file: for nodes of which there are too few to judge each other.
#ifndef HASHLANE_SRC_FLEET_BASELINE_H
#define HASHLANE_SRC_FLEET_BASELINE_H

#include "groups.h"
#include "settings.h"
#include "yardstick.h"

#include <string>
#include <vector>

namespace hashlane {

struct BaselineGroup {
    GroupKey key;
    std::size_t nodes = 0;
    Rules rules;
    std::map<FigureKey, Yardstick> figures; ///< without the relative ones
};

struct Baseline {
    std::string path;
    std::vector<BaselineGroup> groups;
};

/// Throws a BadFile when it cannot be read or is no baseline.
Baseline read_baseline(const std::string &path);

std::string baseline_text(const std::vector<BaselineGroup> &groups);

/// For machines of that kind with the same SMT, by the same version if there is one; or null.
const BaselineGroup *find_group(const Baseline &baseline, const GroupKey &key);

/// Its figures as far as they are the same work: another version's only with the same kernel.
Yardsticks yardsticks_of(const BaselineGroup &group, const GroupKey &key,
                         const std::map<FigureKey, Yardstick> &now);

} // namespace hashlane

#endif
