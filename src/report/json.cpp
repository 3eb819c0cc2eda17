// SPDX-License-Identifier: MIT
#include "../compare/result_keys.h"
#include "context_json.h"
#include "left_out_json.h"
#include "report.h"
#include "report_json.h"
#include "row_json.h"

namespace hashlane {

Json report_json(const Report &report)
{
    Json rows = Json::array();
    for (const Row &row : report.rows)
        rows.push_back(row_json(row, rows.size()));
    return {{result_key::context, context_json(report.context, report.rows)},
            {result_key::benchmarks, std::move(rows)},
            {result_key::skipped, skipped_json(report.skipped)},
            {result_key::mismatches, mismatches_json(report.mismatches)}};
}

std::string write_json(const Report &report) { return json_text(report_json(report)); }

} // namespace hashlane
