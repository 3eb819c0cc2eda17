// SPDX-License-Identifier: MIT
#include "fleet_texts.h"

#include <fmt/format.h>

namespace hashlane {

std::string nodes_text(std::size_t count)
{
    return fmt::format("{} node{}", count, count == 1 ? "" : "s");
}

const char *judge_text(JudgedBy judged_by)
{
    switch (judged_by) {
    case JudgedBy::like_nodes:
        return "judged by each other";
    case JudgedBy::baseline:
        return "judged by the baseline";
    case JudgedBy::nothing:
        break;
    }
    return "speed not judged";
}

std::string group_title(const GroupReport &group)
{
    return fmt::format("{} ({}){}{}, hashlane {}: {}, {}",
                       group.cpu_model.empty() ? "unknown processor" : group.cpu_model,
                       group.cpu_identity, group.core_kinds.empty() ? "" : ", " + group.core_kinds,
                       group.smt.empty() ? "" : ", SMT " + group.smt, group.version,
                       nodes_text(group.nodes), judge_text(group.judged_by));
}

} // namespace hashlane
