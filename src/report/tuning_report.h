// SPDX-License-Identifier: MIT
//
// What 'hashlane tune' found: which kernels dispatch takes now, beside the built-in choice.
#ifndef HASHLANE_SRC_REPORT_TUNING_REPORT_H
#define HASHLANE_SRC_REPORT_TUNING_REPORT_H

#include "../dispatch/tuning.h"
#include "report.h"

namespace hashlane {

struct TuningReport {
    struct Kind {
        int cpu = 0; ///< where it was measured
        std::vector<Row> rows;
        TuningSection section;
    };
    TuningKey key;
    std::vector<Kind> kinds;
    std::string stored; ///< the file; empty when nothing was stored
};

std::string write_tuning_table(const TuningReport &report, const Style &style);
std::string write_tuning_markdown(const TuningReport &report, const Style &style);

/// docs/json.md describes it.
std::string write_tuning_json(const TuningReport &report);

} // namespace hashlane

#endif
